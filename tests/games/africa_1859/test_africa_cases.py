"""Cases of the case files: position, orders, dice and expected results."""

import pytest

from app.cli.adjudicate import cases_of
from app.cli.rule_sources import roots_of, rules_that_refuse
from app.games.africa_1859 import GAME, adjudicate
from app.kernel.rulebook import COUNTED
from tests.case_files import case_parameters, doubled_ids, explain

CASES = case_parameters(__file__)


@pytest.mark.parametrize("case", CASES)
def test_africa_case(case):
    differences = adjudicate.run(case)
    assert not differences, explain(case, differences)


def test_every_africa_case_has_an_id_of_its_own():
    assert not doubled_ids(CASES)


def test_every_africa_rule_that_can_refuse_has_a_case_of_its_refusal():
    refused = {rule for case in cases_of("africa_1859") for rule in case.refused_rules}
    own = {rule.id for rule in GAME.rulebook.of_kind(*COUNTED)}
    assert (own & rules_that_refuse(*roots_of("africa_1859"))) - refused == set()
