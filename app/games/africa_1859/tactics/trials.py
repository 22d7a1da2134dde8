"""Trials of the hard bot: positions after an order, by the usual answers and dice of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.games.africa_1859.activation import seats_of, side_of
from app.games.africa_1859.counters import is_fighter
from app.games.africa_1859.evolve import fold, with_counters, with_ground
from app.games.africa_1859.fights.assault_order import assault_of
from app.games.africa_1859.fights.branching import WHOLE
from app.games.africa_1859.fights.odds import TooMuchWork, Work, assault_won
from app.games.africa_1859.fights.odds_policies import with_support
from app.games.africa_1859.ground import controller, has_enemy_counter, is_enemy_held
from app.games.africa_1859.orders import Assault, Move
from app.games.africa_1859.procedures import Question
from app.games.africa_1859.sequence import decide, default_answer
from app.games.africa_1859.state import War
from app.games.africa_1859.tactics.estimates import opened
from app.games.africa_1859.tactics.sheets import with_sheet
from app.kernel.contract import Order
from app.kernel.dice import SeededDice
from app.kernel.refusal import Refused

MOST_WORK = 300
"""Courses and pairs of conditions that the odds of a trial may follow."""
OF_ONE = 1.5
"""Standard error in points of a mean of one value."""


class Trial:
    """Assault that is tried several times; tries won and lost are weighed by the exact odds.

    `worth` values a position in points. `is_legal` turns false if the rules refuse the order.
    """

    def __init__(self, war: War, order: Assault, seat: str, worth: Callable[[War], float]) -> None:
        self.order, self.is_legal = order, True
        self._war, self._seat, self._worth = war, seat, worth
        self._sheet = with_sheet(war, order)
        self._won, self._lost = list[float](), list[float]()
        self._exact: float | None = None

    def try_on(self, tries: int) -> None:
        """Try the assault so many times more."""
        side, target = side_of(self._war, self._seat), self.order.path[-1]
        done = len(self._won) + len(self._lost)
        for number in range(done, done + tries):
            after = after_order(self._war, self._sheet, self._seat, number)
            if after is None:
                self.is_legal = False
                return
            is_won = controller(after, target) == side and not is_enemy_held(after, target, side)
            (self._won if is_won else self._lost).append(self._worth(after))

    @property
    def chance(self) -> float:
        """Chance to win by the exact odds; that of the tries if these take too long or agree."""
        if not self._won or not self._lost:
            return float(bool(self._won))
        if self._exact is None:
            before = opened(self._war, self.order.space)
            assault = assault_of(before, self.order)
            try:
                self._exact = assault_won(before, assault, with_support, Work(MOST_WORK)) / WHOLE
            except TooMuchWork:
                self._exact = len(self._won) / (len(self._won) + len(self._lost))
        return self._exact

    @property
    def mean(self) -> float:
        """Points expected after the assault."""
        chance = self.chance
        return chance * mean_of(self._won) + (1 - chance) * mean_of(self._lost)

    @property
    def error(self) -> float:
        """Standard error of the points expected, for a known chance."""
        won, lost = error_of(self._won), error_of(self._lost)
        return ((self.chance * won) ** 2 + ((1 - self.chance) * lost) ** 2) ** 0.5


def mean_of(found: Sequence[float]) -> float:
    """Mean of some values; 0 of none."""
    return sum(found) / len(found) if found else 0.0


def error_of(found: Sequence[float]) -> float:
    """Standard error of the mean of some values."""
    if len(found) <= 1:
        return OF_ONE * len(found)
    mean = mean_of(found)
    return (sum((one - mean) ** 2 for one in found) / (len(found) - 1) / len(found)) ** 0.5


def after_order(war: War, order: Order, seat: str, number: int) -> War | None:
    """Position after an order and the usual answers; None if the rules refuse the order.

    The dice depend on the number of the try only, so equal positions give equal orders.
    """
    dice = SeededDice(f"trial {number}".encode(), 1)
    try:
        war = fold(war, decide(war, order, seat, dice))
        while war.stack and war.ending is None:
            top, usual = war.stack[-1], default_answer(war)
            if usual is None or not isinstance(top, Question):
                break
            war = fold(war, decide(war, usual, seats_of(war, top.side)[0], dice))
    except Refused:
        return None
    return war


def after_move(war: War, order: Move, seat: str) -> War | None:
    """Position after a move, without reactions of riders where no enemy is in the way."""
    side, end = side_of(war, seat), order.path[-1]
    if has_enemy_counter(war, end, side):
        return after_order(war, order, seat, 0)
    war = with_counters(war, (*order.units, *order.leaders), at=end, marker=True)
    if controller(war, end) != side and any(is_fighter(war, war.units[one]) for one in order.units):
        war = with_ground(war, control={**war.ground.control, end: side})
    return war
