"""Two hosts, Postgres with a copy, Redis and a proxy, each on a machine of its own, are killed
during play. See bench/hosts.py.
"""

from __future__ import annotations

import pytest

from bench.hosts import ROUNDS, survive
from bench.namespaces import Network, NoNamespaces
from bench.own_postgres import NoPostgres, binaries
from bench.survived import ANSWERS


@pytest.fixture
def may_make_machines() -> None:
    """Skip without the rights or the programs for network namespaces."""
    try:
        binaries()
        with Network() as network:
            network.machine(1)
    except (NoNamespaces, NoPostgres) as none:
        pytest.skip(str(none))


@pytest.mark.proof
@pytest.mark.postgres
@pytest.mark.usefixtures("may_make_machines")
@pytest.mark.parametrize("rounds", [1, ROUNDS])
def test_play_survives_the_death_of_each_part(tmp_path, rounds):
    result = survive(rounds, list(ANSWERS), tmp_path)
    assert result.wrong == [] and result.late == []
    assert result.rounds == dict.fromkeys(ANSWERS, rounds)
    assert result.found.acknowledged > rounds and result.mails.mails > rounds
    assert result.deadlines > rounds and result.read > rounds
