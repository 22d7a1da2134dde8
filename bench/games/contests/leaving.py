"""Plans of leaving and returning in Swiss contests whose results go by strength.

Usage: python -m bench.games.contests.leaving [CONTESTS] [--write]

One entrant of each contest misses rounds by a plan: each single round, every second one, or all but
the last. The same contest is played without an absence, and with losses in place of the absences.
Points may differ by chance, because other opponents come. So the bench also compares the strength
of the opponents after the first absence, and the points that their strengths let expect.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from app.games import shelf
from app.games.contests import orders as o
from app.games.contests.forms import SWISS
from app.games.contests.standings import points_of_entrants
from app.games.contests.state import REFEREE, Contest, Pairing
from app.kernel.contract import Order, Setup
from app.services.watch.benchmarks import Measurement
from bench.written import at_most, counted, write

BOX: Any = shelf()["contests"]
WON, DRAWN, LOST = "won", "drawn", "lost"
BY_STRENGTH = "by strength"
SIZES, ROUNDS = (4, 16), (3, 6)
SPREAD = 1.2
"""Difference of strength that is worth ten to one."""
REPEATS = 40
"""Times that a plan with more points is played again."""
TWO_ERRORS = 2.0
"""Standard errors within which a mean difference is chance."""


class RandomDice:
    """Dice of a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - random lots

    def roll(self, sides: int, purpose: str, of: str = "") -> int:  # noqa: ARG002 - as all dice
        """Number of 1 to `sides`."""
        return self.chance.randint(1, sides)


class PlannedContest(msgspec.Struct, frozen=True):
    """Swiss contest, and the rounds that the entrant `me` misses or loses.

    `result` is that of each battle of this entrant. Other battles go to the stronger entrant, or by
    strength and chance like those of `me`. `returns`: the entrant leaves before each round and
    comes back before its drawing. Other `lots` give other dice and results, but the same strengths.
    """

    number: int
    entrants: int
    rounds: int
    me: str
    result: str
    missed: Collection[int] = ()
    lost: Collection[int] = ()
    returns: bool = False
    lots: int = 0

    def strengths(self) -> dict[str, float]:
        """Strength of each entrant from 0 to 1; it depends on the number only."""
        chance = random.Random(self.number)  # noqa: S311 - random strengths
        return {f"p{one}": chance.random() for one in range(1, self.entrants + 1)}

    def played(self) -> Contest:
        """Contest after all rounds."""
        contest = self.opened()
        for number in range(1, self.rounds + 1):
            dice = RandomDice(100 * self.number + number + 1_000_000 * self.lots)
            if self.returns:
                contest = given(contest, self.me, o.BeAbsent(True), dice)
                contest = given(contest, self.me, o.BeAbsent(False), dice)
            if number in self.missed:
                contest = given(contest, self.me, o.BeAbsent(True), dice)
            contest = given(contest, REFEREE, o.DraftRound(), dice)
            contest = given(contest, REFEREE, o.PublishRound(), dice)
            for battle in contest.open_pairings():
                decided = o.Decide(battle.key, self.winner(battle))
                contest = given(contest, REFEREE, decided, dice)
        return contest

    def opened(self) -> Contest:
        """Contest after its sign-up."""
        terms = {"places": str(self.entrants), "rounds": str(self.rounds)}
        stock = BOX.agreement.stock(SWISS, (), terms, {})
        contest: Any = None
        for event in BOX.new_game(Setup(SWISS, {REFEREE: REFEREE}, (), stock), RandomDice(0)):
            contest = BOX.evolve(contest, event)
        for key in self.strengths():
            contest = given(contest, key, o.Enter(key.upper()), RandomDice(0))
        return given(contest, REFEREE, o.CloseSignUp(), RandomDice(self.number))

    def winner(self, battle: Pairing) -> str | None:
        """Winner of a battle. Two entrants have the same result whenever they meet."""
        strengths = self.strengths()
        if self.me in battle.entrants and self.result != BY_STRENGTH:
            other = battle.opponent(self.me)
            return {WON: self.me, LOST: other, DRAWN: None}[self.result]
        if self.me in battle.entrants and battle.round in self.lost:
            return battle.opponent(self.me)
        if self.result != BY_STRENGTH:
            return max(battle.entrants, key=strengths.__getitem__)
        one, other = sorted(battle.entrants)
        seed = f"{self.number} {self.lots} {one} {other}"
        chance = random.Random(seed).random()  # noqa: S311 - a random result
        return one if chance < expected(strengths[one], strengths[other]) else other


def given(contest: Contest | None, seat: str, order: Order, dice: RandomDice) -> Contest:
    """Contest after an order."""
    after: Any = contest
    for event in BOX.decide(contest, order, seat, dice):
        after = BOX.evolve(after, event)
    return after


def expected(strength: float, other: float) -> float:
    """Chance of the first entrant to win."""
    return 1 / (1 + 10 ** ((other - strength) / SPREAD))


def plans(rounds: int) -> Iterator[frozenset[int]]:
    """Each single round, every second round, and all but the last one."""
    yield from (frozenset({one}) for one in range(1, rounds + 1))
    yield from (frozenset(range(first, rounds + 1, 2)) for first in (1, 2))
    yield frozenset(range(1, rounds))


class Course(NamedTuple):
    """Course of an entrant: points, and facts about the rounds later than a given one. They are the
    strengths of the opponents, the chances to win, and the number of byes that were not forced.
    """

    points: int
    opponents: list[float]
    chances: list[float]
    byes: int


def course(plan: PlannedContest, after: int = 0) -> Course:
    """Course of the entrant by its plan."""
    contest, strengths = plan.played(), plan.strengths()
    own = [one for one in contest.pairings if plan.me in one.entrants and one.round > after]
    met = [strengths[one.opponent(plan.me)] for one in own if not one.is_bye]
    return Course(
        points_of_entrants(contest)[plan.me],
        met,
        [expected(strengths[plan.me], one) for one in met],
        sum(one.is_bye and not one.relaxed for one in own),
    )


class Compared:
    """Plans of some contests. `gains` are points of each plan more than without an absence;
    `easier` are chances to win after an absence more than after a loss.
    """

    def __init__(self) -> None:
        self.contests = self.byes = self.otherwise = 0
        self.gains: list[int] = []
        self.easier: list[float] = []
        self.opponents: dict[str, list[float]] = {"absent": [], "lost": [], "plain": []}
        self.by_chance: list[PlannedContest] = []
        self.gaining: list[PlannedContest] = []

    def add(self, number: int) -> None:
        """Play one contest by all plans."""
        chance = random.Random(f"plan {number}")  # noqa: S311 - random sizes
        entrants, rounds = chance.randint(*SIZES), chance.randint(*ROUNDS)
        me = f"p{chance.randint(1, entrants)}"
        plain = PlannedContest(number, entrants, rounds, me, BY_STRENGTH)
        self.contests += 1
        returning = msgspec.structs.replace(plain, returns=True)
        self.otherwise += returning.played().pairings != plain.played().pairings
        for missed in plans(rounds):
            self.compare(plain, missed)

    def compare(self, plain: PlannedContest, missed: frozenset[int]) -> None:
        """Compare a plan with the contest without an absence, and with losses instead."""
        absent = msgspec.structs.replace(plain, missed=missed)
        lost = msgspec.structs.replace(plain, lost=missed)
        after = min(missed)
        found = {
            name: course(one, after)
            for name, one in (("absent", absent), ("lost", lost), ("plain", plain))
        }
        for name, one in found.items():
            self.opponents[name] += one.opponents
        self.byes += found["absent"].byes
        if found["absent"].chances and found["lost"].chances:
            means = [statistics.mean(found[name].chances) for name in ("absent", "lost")]
            self.easier.append(means[0] - means[1])
        gain = found["absent"].points - found["plain"].points
        self.gains.append(gain)
        if gain > 0:
            self.repeat(absent, gain)

    def repeat(self, plan: PlannedContest, gain: int) -> None:
        """Play a plan that gained again, with other lots and results. It gains if the mean of the
        gains is more than chance.
        """
        gains = []
        for lots in range(1, REPEATS + 1):
            again = msgspec.structs.replace(plan, lots=lots)
            plain = msgspec.structs.replace(again, missed=())
            gains.append(course(again).points - course(plain).points)
        mean, error = statistics.mean(gains), standard_error(gains)
        print(f"{plan}: {gain} points more; again {mean:.2f} ± {error:.2f}", flush=True)
        (self.gaining if mean > TWO_ERRORS * error else self.by_chance).append(plan)

    def figures(self) -> list[Measurement]:
        """Figures of the plans played."""
        most = 100 * TWO_ERRORS * standard_error(self.easier)
        return [
            counted("leaving_contests", self.contests),
            counted("leaving_plans", len(self.gains)),
            at_most("leaving_otherwise", self.otherwise, 0),
            at_most("leaving_byes", self.byes, 0),
            at_most("leaving_gain", statistics.mean(self.gains), 0),
            counted("leaving_by_chance", len(self.by_chance)),
            at_most("leaving_gaining", len(self.gaining), 0),
            *(
                counted(f"leaving_opponents_{name}", 100 * statistics.mean(met), "%")
                for name, met in self.opponents.items()
            ),
            at_most("leaving_easier", 100 * statistics.mean(self.easier), round(most, 1), "%"),
        ]


def standard_error(values: Sequence[float]) -> float:
    """Standard error of a mean."""
    return statistics.stdev(values) / len(values) ** 0.5


def main(contests: int, *, is_written: bool = False) -> int:
    """Compare the plans of some contests; return 1 if one of them gains."""
    compared = Compared()
    for number in range(contests):
        compared.add(number)
    figures = compared.figures()
    print(*figures, sep="\n")
    if is_written:
        command = f"python -m bench.games.contests.leaving {contests} --write"
        write("contest-leaving", command, figures)
    return 0 if all(one.met is not False for one in figures) else 1


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    sys.exit(main(numbers[0] if numbers else 20, is_written="--write" in sys.argv))
