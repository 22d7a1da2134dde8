"""Numbers of enforced and tested rules on the rules pages equal those of sources and cases."""

import pytest

from app.cli.adjudicate import cases_of
from app.cli.rule_sources import find_homes, roots_of
from app.games import shelf
from app.kernel.box import with_own_rulebook


@pytest.mark.parametrize("key", with_own_rulebook(shelf()))
def test_claimed_homes_and_cases_of_rules_exist(key):
    at_home = {home.rule for home in find_homes(*roots_of(key))}
    cases = [({*case.rules, *case.refused_rules}, case.refused_rules) for case in cases_of(key)]
    for rule in with_own_rulebook(shelf())[key].rulebook:
        if rule.cases is None:
            assert not rule.is_counted, (
                f"{rule.id}: run python -m app rules --write; a new game passes its tried.yaml to "
                "read_rulebook"
            )
            continue
        assert rule.id in at_home, f"{rule.id}: run python -m app rules --write"
        assert 0 < rule.cases <= sum(rule.id in named for named, _ in cases), (
            f"{rule.id}: run python -m app rules --write"
        )
        assert rule.refusals <= sum(rule.id in refused for _, refused in cases), (
            f"{rule.id}: run python -m app rules --write"
        )
