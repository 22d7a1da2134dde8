"""Runner of army cases (docs/adjudicate.md, chapter armies).

A case is a submission, the verdict on it, its price and the rules that it breaks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.games.heart_of_africa.armies import leaders, lists, scenarios
from app.games.heart_of_africa.armies.army import Army, read_army
from app.games.heart_of_africa.armies.prices import price
from app.games.heart_of_africa.armies.validator import findings, house_of

KIND = "heart_of_africa/armies"


def run(case: dict[str, Any]) -> list[str]:
    """Differences between a case and the rules; none if the case passes. `army.options` names
    settings of the organiser.
    """
    army, expected = read_army(case["army"]), case["expect"]
    found = findings(army, house_of(case["army"].get("options", ())))
    reported = {refusal.rule for refusal in found}
    differences = []
    verdict = "invalid" if found else "valid"
    if verdict != expected["verdict"]:
        differences.append(f"verdict: {verdict}, expected {expected['verdict']}")
    total = price(army).total
    if total != expected.get("total", total):
        differences.append(f"total: {total}, expected {expected['total']}")
    demanded = [one if isinstance(one, list) else [one] for one in expected.get("broken", ())]
    differences += [
        f"not reported: {' or '.join(rules)}" for rules in demanded if not reported & set(rules)
    ]
    allowed = {rule for rules in demanded for rule in rules} | set(expected.get("also_ok", ()))
    differences += [
        f"reported besides: {refusal}" for refusal in found if refusal.rule not in allowed
    ]
    return differences + _answer_differences(army, expected.get("ask", {}))


def _answer_differences(army: Army, asked: dict[str, Any]) -> list[str]:
    """Differences between the answers of the data for a submission and the expected ones. The
    submission may be invalid. Lists are compared as sets.
    """
    standing = lists.standing_of(army)
    answers: dict[str, Callable[[], Any]] = {
        "aggression": lambda: lists.aggression(army.list, army.campaign_class),
        "terrain": lambda: lists.local_terrain(army.list, army.nation),
        "battlefield": lambda: lists.battlefield(standing if army.role == "defender" else None),
        "leader_types": lambda: leaders.leader_types(lists.terms_of(standing)),
        "traits": lambda: leaders.traits_open(standing, army.leader.type if army.leader else ""),
        "baggage": lambda: scenarios.baggage_elements(army.scenario, army.role),
        "opponent_points": lambda: scenarios.opponents_points(
            army.scenario, army.role, army.points
        ),
    }
    found = {
        question: _plain_answer(answers[question]()) if question in answers else "no such question"
        for question in asked
    }
    return [
        f"{question}: {found[question]}, expected {wanted}"
        for question, wanted in asked.items()
        if found[question] != _plain_answer(wanted)
    ]


def _plain_answer(answer: Any) -> Any:
    return sorted(answer) if isinstance(answer, (list, tuple)) else answer
