"""Each check of the rules catalogue names the cases or tests that prove it (`checks.yaml`).

The case files pass in `test_africa_cases.py`. This module finds a check without a proof.
"""

from __future__ import annotations

import ast
from pathlib import Path

from app.cli.adjudicate import cases_of
from app.games.africa_1859 import GAME
from app.kernel.data_tables import read_yaml
from app.kernel.rulebook import COUNTED
from tests.one_by_one import one_by_one

TOP = Path(__file__).parents[3]
PROOFS = read_yaml(Path(__file__).with_name("checks.yaml"))
RULES = {rule.id: rule for rule in GAME.rulebook.of_kind(*COUNTED)}
NAMED = {case.id: {*case.rules, *case.refused_rules} for case in cases_of("africa_1859")}
"""Rules of each case: those it lists, and those of the refusals it expects."""


def unproved(rule: str, proofs: list[list[str]]) -> list[str]:
    """Checks of a rule without a proof, and proofs that are no proof of it."""
    found = [
        f"check {number} has no proof"
        for number in range(1, len(RULES[rule].checks) + 1)
        if number > len(proofs) or not proofs[number - 1]
    ]
    if len(proofs) > len(RULES[rule].checks):
        found.append(f"there are only {len(RULES[rule].checks)} checks")
    return found + [
        f"{proof} names no {rule}" for row in proofs for proof in row if not names(proof, rule)
    ]


def names(proof: str, rule: str) -> bool:
    """Return true if there is a case, or a test, that names the rule."""
    path, _, test = proof.partition("::")
    return rule in NAMED.get(proof, ()) if not test else rule in docstring_of(path, test)


def docstring_of(path: str, test: str) -> str:
    tree = ast.parse((TOP / path).read_text(encoding="utf-8"))
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == test]
    return (ast.get_docstring(found[0]) or "") if found else ""


@one_by_one("rule", RULES)
def test_every_check_of_a_rule_has_a_case_or_a_test_that_names_the_rule(rule):
    assert RULES[rule].checks, "the catalogue has no check of it"
    assert unproved(rule, PROOFS.get(rule, [])) == []


def test_no_rule_is_proved_that_the_catalogue_does_not_count():
    assert set(PROOFS) - set(RULES) == set()


def test_a_check_without_a_proof_is_found():
    rule = "AFR-SEQ-02"
    assert unproved(rule, PROOFS[rule][:2]) == ["check 3 has no proof"]
    assert unproved(rule, [*PROOFS[rule][:2], []]) == ["check 3 has no proof"]
    assert unproved(rule, [*PROOFS[rule], PROOFS[rule][0]]) == ["there are only 3 checks"]
    assert unproved(rule, [*PROOFS[rule][:2], ["set_up_of_tetuan"]]) == [
        f"set_up_of_tetuan names no {rule}"
    ]
    gone = "tests/games/africa_1859/test_core.py::test_that_is_gone"
    assert unproved(rule, [*PROOFS[rule][:2], [gone]]) == [f"{gone} names no {rule}"]
