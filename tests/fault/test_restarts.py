"""Restarts of servers during play and with a follower (F-17): orders finish, streams end cleanly,
no error shows.

See bench/restarts.py.
"""

from __future__ import annotations

import pytest

from bench.own_postgres import NoPostgres
from bench.restarts import ROUNDS, on_sqlite, rolling
from tests.conftest import _missing


@pytest.mark.proof
def test_restart_of_one_server(tmp_path):
    found = on_sqlite(ROUNDS, tmp_path)
    assert found.wrong == [] and found.found.acknowledged > ROUNDS and len(found.stops) == ROUNDS


@pytest.mark.postgres
@pytest.mark.proof
@pytest.mark.parametrize("rounds", [1, ROUNDS])
def test_restart_of_two_servers_in_turn(tmp_path, rounds):
    try:
        found = rolling(rounds, tmp_path)
    except NoPostgres as none:
        _missing(str(none))
    assert found.wrong == [] and found.found.acknowledged > rounds and len(found.stops) == rounds
