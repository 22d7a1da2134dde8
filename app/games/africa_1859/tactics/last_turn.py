"""Choice of a hint in the last turn: each order is played to the end of the game several times."""

from __future__ import annotations

import random
from collections.abc import Iterator

from app.games.africa_1859.activation import side_of
from app.games.africa_1859.evolve import fold
from app.games.africa_1859.ground import map_of, units_at
from app.games.africa_1859.orders import Close, EndPhase
from app.games.africa_1859.sequence import decide
from app.games.africa_1859.state import SPAIN, War
from app.games.africa_1859.supply import scenario_of
from app.games.africa_1859.tactics.choosing import choose
from app.games.africa_1859.tactics.estimates import assaults_from, is_legal, may_open
from app.games.africa_1859.turn_order import waiting_for
from app.kernel.contract import Order
from app.kernel.dice import SeededDice

TRIES = 4
"""Times that an order is played to the end of the game."""
OF_A_DRAW, OF_A_POINT = 0.4, 0.01
"""Value of a draw beside that of a victory, which is 1, and of a point of the result."""


def choose_in_the_last_turn(war: War, seat: str) -> Order:
    """Order of the bot, the best assault on a neighbour, or nothing more.

    The one that does best against the bot counts; in earlier turns it is that of the bot. The dice
    are those of practice, so equal positions give equal orders.
    """
    scenario = scenario_of(war)
    found = list(candidates(war, seat))
    if scenario is None or war.turn < scenario.turns or len(found) == 1:
        return found[0]
    return max(found, key=lambda order: sum(value(war, order, seat, n) for n in range(TRIES)))


def candidates(war: War, seat: str) -> Iterator[Order]:
    """Order of the bot first. A question has no other answer."""
    usual = choose(war, seat, chance())
    yield usual
    if war.stack:
        return
    side = side_of(war, seat)
    for space in map_of(war).spaces:
        if units_at(war, space, side) and may_open(war, space, side):
            for _, order in assaults_from(war, space, side):
                if order != usual and is_legal(war, order, seat):
                    yield order
    end = Close() if war.phase.open else EndPhase()
    if end != usual:
        yield end


def value(war: War, order: Order, seat: str, number: int) -> float:
    """Value of the end of the game for a side, if the bot plays on after an order with some
    dice.
    """
    key, side = f"practice {number}".encode(), side_of(war, seat)
    move = 1
    war = fold(war, decide(war, order, seat, SeededDice(key, move)))
    while war.ending is None:
        move += 1
        mover = waiting_for(war)[0].seat
        dice = SeededDice(key, move)
        war = fold(war, decide(war, choose(war, mover, chance()), mover, dice))
    points = war.ending.result if side == SPAIN else -war.ending.result
    is_draw = war.ending.winner is None
    return (war.ending.winner == side) + OF_A_DRAW * is_draw + OF_A_POINT * points


def chance() -> random.Random:
    """Chance of the bot, which draws nothing in this game."""
    return random.Random(0)  # noqa: S311 - no secret
