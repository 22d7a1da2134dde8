"""Conditional orders on the record of the game, from the answers of the platform and back.

The record maps a kind of decision, then a scope, to an answer in the forms of AFB-WEB-02: a
ranking, a word, or fields. An answer with conditions is `{"given": answer, "ask_if": conditions}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.africa_1859.conditional_orders.topics import (
    CARACOLE,
    CHARGE,
    COUNTER_CHARGE,
    FULL,
    SIDE,
    STRONG,
    SUBJECTS,
)
from app.games.africa_1859.questions import ASK, DEFAULT
from app.games.africa_1859.state import War
from app.kernel.conditional_orders import CONDITION, SCOPE, Answers, split_answer

OF_RIDERS = (CARACOLE, CHARGE, COUNTER_CHARGE)
Scopes = Mapping[str, Mapping[str, Any]]
"""Answers of a side by kind of decision and scope."""


def with_answers(war: War, side: str, given: Answers) -> Scopes:
    """Conditional orders of a side after these answers; "" revokes one."""
    mine = {decision: dict(scopes) for decision, scopes in war.standing.get(side, {}).items()}
    for key, text in given.items():
        decision, _, scope = key.partition(SCOPE)
        if decision not in SUBJECTS:
            continue
        scopes = mine.setdefault(decision, {})
        scopes.pop(scope or SIDE, None)
        if text:
            scopes[scope or SIDE] = recorded(decision, text)
    return {decision: scopes for decision, scopes in mine.items() if scopes}


def recorded(decision: str, text: str) -> Any:
    """Answer as the record keeps it."""
    values, conditions = split_answer(text)
    answer = recorded_values(decision, values)
    if not conditions:
        return answer
    names = (one.partition("=") for one in conditions)
    return {
        "given": answer,
        "ask_if": {name: int(number) if number else True for name, _, number in names},
    }


def recorded_values(decision: str, values: tuple[str, ...]) -> Any:
    """Values of an answer as the record keeps them."""
    subject = SUBJECTS[decision]
    first = values[0] if values else ""
    if first in (ASK, DEFAULT):
        return first
    named = [value for value in values if value != DEFAULT]
    if decision == "defend":
        return {"vanguard": named}
    if subject.is_ranking or subject.several:
        return named
    choice = first.removesuffix(STRONG)
    if choice in OF_RIDERS:
        return {"choice": choice, "steps": FULL} if first != choice else {"choice": choice}
    return first


def given_text(war: War, side: str, decision: str, scope: str) -> str:
    """Answer on the record as the platform writes it; "" for none."""
    answer = war.standing.get(side, {}).get(decision, {}).get(scope)
    conditions: Mapping[str, Any] = {}
    if isinstance(answer, Mapping) and "given" in answer:
        answer, conditions = answer["given"], answer["ask_if"]
    if isinstance(answer, Mapping) and "vanguard" in answer:
        answer = answer["vanguard"]
    if isinstance(answer, Mapping):
        answer = answer["choice"] + (STRONG if "steps" in answer else "")
    values = [answer] if isinstance(answer, str) else list(answer or ())
    said = [
        f"{CONDITION}{name}" if number is True else f"{CONDITION}{name}={number}"
        for name, number in conditions.items()
    ]
    return " ".join((*values, *said))
