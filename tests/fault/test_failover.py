"""Failover of Postgres during play: no acknowledged order is lost, no mail is sent twice.

See bench/failover.py.
"""

from __future__ import annotations

import pytest

from bench.failover import ROUNDS, fail_over
from bench.own_postgres import NoPostgres
from tests.conftest import _missing


@pytest.mark.proof
@pytest.mark.postgres
@pytest.mark.parametrize("rounds", [1, ROUNDS])
def test_the_copy_takes_over(tmp_path, rounds):
    try:
        found = fail_over(rounds, tmp_path)
    except NoPostgres as none:
        _missing(str(none))
    assert found.wrong == [] and found.found.acknowledged > rounds and found.mails > rounds
