"""AFB-WEB: questions to players, and the answers that need no player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.africa_1859 import events as e
from app.games.africa_1859.ground import leaders_at
from app.games.africa_1859.orders import DECISION_OF
from app.games.africa_1859.procedures import Assault, Question
from app.games.africa_1859.run import QuestionRules, Run
from app.games.africa_1859.state import War
from app.games.africa_1859.supply import scenario_of
from app.kernel.contract import Order
from app.kernel.refusal import Refusal, found_in, no, refuse_if

Registry = Mapping[str, QuestionRules]

ASK, DEFAULT = "ask", "default"
"""Conditional orders: the side is asked all the same, or the default of the server counts."""


def open_question(war: War) -> Question | None:
    """Question on top of the stack; None if no player is asked."""
    top = war.stack[-1] if war.stack else None
    return top if isinstance(top, Question) else None


def settle(run: Run, question: Question, rules: QuestionRules) -> bool:
    """AFB-WEB-01: The server takes a decision with a single legal answer; others are asked.

    Returns false if the question waits for a player.
    """
    if question.asked:
        return False
    only = rules.only(run.war, question)
    if only is not None:
        give_answer(run, question, rules, only, "server")
        return True
    ahead = answer_ahead(run.war, question, rules)
    if ahead is not None:
        give_answer(run, question, rules, ahead, "standing")
        return True
    run.tell(e.Asked(question.decision, question.side))
    return False


def give_answer(run: Run, question: Question, rules: QuestionRules, answer: Order, by: str) -> None:
    """Take the question off the stack and carry out the answer."""
    run.pop()
    run.tell(e.Answered(question.decision, question.side, by))
    rules.apply(run, question, answer)


def answer_ahead(war: War, question: Question, rules: QuestionRules) -> Order | None:
    """AFB-WEB-02: A conditional order of the side answers, the nearest first, if it is legal.

    The sheet of an assault answers before them. An illegal answer falls to the default. None if no
    conditional order answers.
    """
    settled = settled_word(war, question)
    if settled:
        return settled_answer(war, question, rules, settled)
    by_scope = {
        scope: ASK if asks_after_all(war, question, one) else without_conditions(one)
        for scope, one in by_scope_of(war, question.side, question.decision).items()
    }
    if rules.ahead is not None:
        answer = rules.ahead(war, question, by_scope) if by_scope else None
    else:
        given = nearest(by_scope, question.about, question.space)
        if given == DEFAULT:
            return rules.default(war, question)
        answer = None if given in (None, ASK) else rules.standing(war, question, given)
    if answer is not None and found_in(rules.refusals(war, question, answer)):
        return rules.default(war, question)
    return answer


def settled_word(war: War, question: Question) -> str:
    """Answer that the sheet of the assault under way settled ahead for a question; "" for none."""
    assault = next((one for one in reversed(war.stack) if isinstance(one, Assault)), None)
    if assault is None:
        return ""
    roles = assault.att if question.side == assault.attacker else assault.dfn
    return dict(roles.settled).get(question.decision, "")


def settled_answer(
    war: War, question: Question, rules: QuestionRules, settled: str
) -> Order | None:
    """Answer settled ahead. None if it is no longer legal: the side is asked again."""
    if settled == DEFAULT:
        return rules.default(war, question)
    answer = rules.settled(war, question, settled)
    return None if answer is None or found_in(rules.refusals(war, question, answer)) else answer


def by_scope_of(war: War, side: str, decision: str) -> Mapping[str, Any]:
    """Conditional orders of a side for a kind of decision, by scope."""
    return war.standing.get(side, {}).get(decision, {})


def without_conditions(given: Any) -> Any:
    """Answer of a conditional order without its conditions."""
    return given["given"] if isinstance(given, Mapping) and "given" in given else given


def nearest(by_scope: Mapping[str, Any], *scopes: str) -> Any:
    """Nearest of the conditional orders: those of the scopes in order, then that of the side."""
    return next((by_scope[one] for one in (*scopes, "side") if one and one in by_scope), None)


def asks_after_all(war: War, question: Question, given: Any) -> bool:
    """Return true if the condition "ask me if" of a conditional order holds.

    It names steps of the assaulting group, an own leader in the space, or a space that scores.
    """
    wish = given.get("ask_if", {}) if isinstance(given, Mapping) else {}
    assault = next((one for one in reversed(war.stack) if isinstance(one, Assault)), None)
    group = assault.group if assault else ()
    scenario = scenario_of(war)
    return bool(
        ("steps" in wish and sum(war.units[key].steps for key in group) >= wish["steps"])
        or (wish.get("leader") and leaders_at(war, question.space, question.side))
        or (wish.get("scores") and scenario and question.space in scenario.control)
    )


def answer(run: Run, order: Order, side: str, registry: Registry) -> None:
    """Answer of a player to the open question; raises `Refused`."""
    decision = DECISION_OF[type(order)]
    question = open_question(run.war)
    rules = registry[decision]
    if question is None or question.side != side or question.decision != decision:
        refuse_if(not_asked(run.war), rules.denied(run.war, side, order))
        return
    refuse_if(passes_and_acts(order), rules.refusals(run.war, question, order))
    give_answer(run, question, rules, order, "player")


def passes_and_acts(order: Order) -> Refusal | None:
    """Refusal of an answer that passes and names something all the same."""
    if not getattr(order, "passes", False) or order == type(order)(passes=True):
        return None
    return no(
        "AFB-WEB-01",
        "An answer that passes names nothing else.",
        "Una respuesta que pasa no nombra nada más.",
    )


def not_asked(war: War) -> Refusal:
    """Refusal of an answer to a question that is not open."""
    if open_question(war) is None:
        return no("AFB-WEB-01", "No such question is open.", "No hay ninguna pregunta así.")
    return no(
        "AFB-WEB-01",
        "Another question is to be answered first.",
        "Antes hay que responder a otra pregunta.",
    )


def owed_first(war: War) -> Refusal | None:
    """Refusal of an action while a question is open."""
    if open_question(war) is None:
        return None
    return no(
        "AFB-WEB-01",
        "A question is open; it is answered first.",
        "Hay una pregunta abierta; antes hay que responderla.",
    )
