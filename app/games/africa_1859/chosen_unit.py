"""Questions that one unit of a list answers: hunger and replacement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from app.games.africa_1859.counters import titles_of
from app.games.africa_1859.orders import Hunger, Replacement
from app.games.africa_1859.procedures import Question
from app.games.africa_1859.run import QuestionRules, Run
from app.games.africa_1859.state import War
from app.kernel.refusal import Refusal, no

Choosing = type[Hunger] | type[Replacement]


def unit_question(
    kind: Choosing,
    rule: str,
    best: Callable[[War, tuple[str, ...]], str],
    apply: Callable[[Run, Question, Any], None],
) -> QuestionRules:
    """Rules of a question whose answer is one unit; `best` is the default among several."""

    def refusals(war: War, question: Question, order: Hunger | Replacement) -> Iterator[Refusal]:
        if order.unit not in question.units:
            yield no(
                rule,
                "One of these units is to be named: {units}.",
                "Hay que nombrar una de estas unidades: {units}.",
                units=titles_of(war, question.units),
            )

    def default(war: War, question: Question) -> Hunger | Replacement:
        return kind(best(war, question.units))

    def only(war: War, question: Question) -> Hunger | Replacement | None:
        return default(war, question) if len(question.units) == 1 else None

    def standing(war: War, question: Question, given: Any) -> Hunger | Replacement | None:
        if not isinstance(given, list | tuple):
            return None
        named = [unit for unit in given if unit in question.units]
        return kind(named[0]) if named else default(war, question)

    return QuestionRules(refusals, apply, default, only, standing=standing)
