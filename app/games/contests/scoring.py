"""Points of battles: tables of data for wins, draws, defeats and differences."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

BYE = ""
"""Opponent of an entrant with a bye."""


class Result(msgspec.Struct, frozen=True):
    """Result of a battle of a round, in points of victory of both entrants. A bye has none.

    `winner` is "" for a draw. `silent` are entrants who get no points: they did not answer.
    """

    round: int
    first: str
    second: str
    winner: str = ""
    scores: tuple[int, int] = (0, 0)
    silent: frozenset[str] = frozenset()


class Step(msgspec.Struct, frozen=True):
    """Row of a table of differences: points from this difference of points of victory on."""

    difference: int
    more: int
    less: int


class Scoring(msgspec.Struct, frozen=True):
    """Points of a contest. With `steps`, sorted by difference, they depend on the difference
    only.
    """

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3
    steps: tuple[Step, ...] = ()


THREE_POINTS = Scoring()
TWO_POINTS = Scoring(win=2, draw=1, loss=0, bye=2)
TWENTY_POINTS = Scoring(
    bye=10,
    steps=tuple(Step(2 * more, 10 + more, 10 - more) for more in range(11)),
)
"""Twenty points divided by the difference: 10-10 up to 1, 20-0 from 20 on."""


def points_of(result: Result, entrant: str, scoring: Scoring) -> int:
    """Points of an entrant of a battle or with a bye."""
    if entrant in result.silent:
        return 0
    if result.second == BYE:
        return scoring.bye
    if not scoring.steps:
        if not result.winner:
            return scoring.draw
        return scoring.win if result.winner == entrant else scoring.loss
    ahead = difference_of(result, entrant)
    step = [one for one in scoring.steps if one.difference <= abs(ahead)][-1]
    return step.more if ahead >= 0 else step.less


def difference_of(result: Result, entrant: str) -> int:
    """Points of victory of an entrant less those of the opponent."""
    first, second = result.scores
    return first - second if entrant == result.first else second - first


def totals(entrants: Iterable[str], results: Iterable[Result], scoring: Scoring) -> dict[str, int]:
    """Points of every entrant."""
    points = dict.fromkeys(entrants, 0)
    for result in results:
        for entrant in (result.first, result.second):
            if entrant != BYE:
                points[entrant] += points_of(result, entrant, scoring)
    return points
