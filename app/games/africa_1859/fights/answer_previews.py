"""Exact odds of answers in an assault, from the functions that resolve it.

A fire has the odds of its own dice, losses and a retreat those of the checks that follow. Other
answers have the odds of the whole assault.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from app.games.africa_1859.fights.assault_fire import fire_in_assault, shot_of
from app.games.africa_1859.fights.branching import WHOLE
from app.games.africa_1859.fights.counter_battery import counter_battery
from app.games.africa_1859.fights.fight_odds import assault_chances, fire_chances
from app.games.africa_1859.fights.further_odds import (
    assault_shares,
    seen_by_enemy,
    shares_for_enemy,
)
from app.games.africa_1859.fights.odds import assault_results, assault_won
from app.games.africa_1859.fights.odds_after_clash import (
    after_clash,
    check_chances,
    further_shares,
)
from app.games.africa_1859.fights.odds_policies import Policy, by_sheet
from app.games.africa_1859.fights.roles import ATTACKER
from app.games.africa_1859.orders import (
    CounterBattery,
    DefenceFire,
    Intercept,
    Losses,
    NewVanguard,
    Retreat,
    Riders,
    Support,
)
from app.games.africa_1859.procedures import Assault, Question
from app.games.africa_1859.questions import open_question
from app.games.africa_1859.state import War
from app.kernel.contract import Order
from app.kernel.offers import Assessment
from app.kernel.say import Say, say

LATER = say(
    "Later questions get their default answers. The attacker's guns that are left support the"
    " assault.",
    "Las preguntas posteriores reciben su respuesta por defecto. Los cañones que le queden al"
    " atacante apoyan el asalto.",
)

REST = say(
    "The odds are those of the dice up to the end of the assault. Later questions get their default"
    " answers, or those that you settled ahead.",
    "Las probabilidades son las de los dados hasta el final del asalto. Las preguntas posteriores"
    " reciben su respuesta por defecto o la que fijaste por adelantado.",
)


def preview_of_fire(war: War, order: Support | DefenceFire) -> Assessment:
    """Odds of a legal fire at the enemy vanguard, and of the assault with it.

    Holding fire has the odds of the assault alone.
    """
    if order.passes:
        return preview_of_answer(war, order)
    question, assault = asked_in(war)
    odds = fire_chances(
        replace(war, stack=war.stack[:-1]),
        lambda run: fire_in_assault(run, question, order),
        [shot_of(war, assault, order).target],
    )
    below = replace(war, stack=war.stack[:-2])
    won = assault_won(below, assault, first(order, question), begun=war)
    return Assessment(odds=odds, notes=(wins_note(won), LATER))


def preview_of_counter_battery(war: War, order: CounterBattery) -> Assessment:
    """Odds of a legal answer to guns."""
    question = open_question(war)
    if order.passes or question is None:
        return Assessment()
    answered = replace(war, stack=war.stack[:-1])
    odds = fire_chances(answered, lambda run: counter_battery(run, question, order), [order.target])
    return Assessment(odds=odds)


def preview_of_answer(war: War, order: Order) -> Assessment:
    """Odds of the assault with a legal answer of one side."""
    question, assault = asked_in(war)
    below = replace(war, stack=war.stack[:-2])
    results = assault_results(below, assault, first(order, question), begun=war)
    odds, shares = assault_chances(war, assault, results), assault_shares(war, results)
    if question.side != assault.attacker:
        odds, shares = seen_by_enemy(odds), shares_for_enemy(shares)
    return Assessment(odds=odds, further_odds=shares, notes=(LATER,))


def preview_after_clash(war: War, order: Losses | Retreat) -> Assessment:
    """Odds of a legal answer about losses or a retreat; none if no die or retreat follows."""
    question, assault = asked_in(war)
    if assault.clash is None:
        return Assessment()
    after = after_clash(war, len(war.stack) - 1, first(order, question))
    is_attacker = question.side == assault.attacker
    attacker_won = assault.clash.winner == ATTACKER
    shares = further_shares(
        war, assault, after, tells_fate=attacker_won and isinstance(order, Losses)
    )
    odds = check_chances(after)
    return Assessment(
        odds=seen_by_enemy(odds) if is_attacker == attacker_won else odds,
        further_odds=shares if is_attacker else shares_for_enemy(shares),
        notes=(REST,) if odds or shares else (),
    )


def asked_in(war: War) -> tuple[Question, Assault]:
    """Open question, and the assault in which it is asked."""
    question = open_question(war)
    below = war.stack[-2] if len(war.stack) > 1 else None
    if question is None or not isinstance(below, Assault):
        raise LookupError("no question of an assault is open")
    return question, below


def first(order: Order, asked: Question) -> Policy:
    """Policy that answers one question with an order, and later ones by the sheet."""

    def answer(war: War, question: Question) -> Order | None:
        return order if question == asked else by_sheet(war, question)

    return answer


def wins_note(won: int) -> Say:
    """Share of the attacker's victories with a fire, from their weight."""
    return say(
        "With this fire the attacker has a chance of {percent}% to win the assault.",
        "Con este disparo el atacante tiene un {percent} % de probabilidad de ganar el asalto.",
        percent=round(100 * won / WHOLE),
    )


PREVIEWS: dict[type[Order], Callable[[War, Any], Assessment]] = {
    Support: preview_of_fire,
    DefenceFire: preview_of_fire,
    CounterBattery: preview_of_counter_battery,
    Riders: preview_of_answer,
    Intercept: preview_of_answer,
    NewVanguard: preview_of_answer,
    Losses: preview_after_clash,
    Retreat: preview_after_clash,
}
"""Odds of legal answers in an assault."""
