"""Answers that odds assume: the defaults, and those that a policy gives instead."""

from __future__ import annotations

from collections.abc import Callable

from app.games.africa_1859.fights.assault_stages import advance
from app.games.africa_1859.fights.counter_battery import may_answer
from app.games.africa_1859.fights.registry import QUESTIONS
from app.games.africa_1859.fights.rider_questions import RIDERS
from app.games.africa_1859.orders import Defend, Riders, Support
from app.games.africa_1859.procedures import Answer, Assault, Question, RiderChoice
from app.games.africa_1859.questions import give_answer, settled_answer, settled_word
from app.games.africa_1859.run import Run
from app.games.africa_1859.state import War
from app.kernel.contract import Order

Policy = Callable[[War, Question], Order | None]
"""Answer to a question about the defence, riders, guns or ships; None for the usual one."""


def answer_by(policy: Policy, war: War, question: Question) -> Order:
    """Answer to a question: the only legal one, that of the policy, or the usual one."""
    rules = QUESTIONS[question.decision]
    return rules.only(war, question) or policy(war, question) or rules.default(war, question)


def advance_once(run: Run, policy: Policy) -> None:
    """Carry out the next stage of a fight, or give the answer to the question on top."""
    top = run.top
    if isinstance(top, Question):
        answer = answer_by(policy, run.war, top)
        give_answer(run, top, QUESTIONS[top.decision], answer, "server")
    elif isinstance(top, Answer):
        may_answer(run, top)
    elif isinstance(top, Assault):
        advance(run, top)


def with_support(war: War, question: Question) -> Order | None:
    """Usual answers, but all guns of the attacker support as one group, then each ship."""
    if question.decision != "support":
        return None
    guns = tuple(key for key in question.units if key in war.units)
    return Support(guns=guns) if guns else Support(ship=question.units[0])


def by_sheet(war: War, question: Question) -> Order | None:
    """Answers that the sheet of the assault settles ahead; `with_support` where it leaves them
    open.
    """
    settled = settled_word(war, question)
    if not settled:
        return with_support(war, question)
    return settled_answer(war, question, QUESTIONS[question.decision], settled)


def with_defence(own: Policy, defence: Defend, riders: str) -> Policy:
    """Policy with a designation, and the same choice for all riders that may make it."""

    def answer(war: War, question: Question) -> Order | None:
        if question.decision == "defend":
            return defence
        if question.decision == "riders" and riders:
            shelter = riders == "caracole"
            choices = tuple(RiderChoice(key, riders, shelter=shelter) for key in question.units)
            chosen = Riders(choices)
            refused = [one for one in RIDERS.refusals(war, question, chosen) if one is not None]
            return None if refused else chosen
        return own(war, question)

    return answer
