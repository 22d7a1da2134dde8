"""Consequences of a correction as its page shows them: shared ones, then those of each new die."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import TypeVar

from app.kernel.contract import Difference, Line
from app.services.play.corrections import ChangedMove, Preview, Result

T = TypeVar("T")
TONES = 4
"""Backgrounds of the results, in turn."""
MOST_PICTURES = 12
"""Largest number of ways to a result that are drawn as dice."""
DRAWN_SIDES = 6
SHARES = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}


@dataclass(frozen=True)
class ShownResult:
    """Possible result with the changes that not all results share.

    `dice` are the faces of each way to it as pictures, empty if there are too many. `faces` are the
    same in words. `tone` numbers the background, from 1.
    """

    share: str
    percent: int
    faces: str
    dice: Sequence[Sequence[int]]
    tone: int
    differences: Sequence[Difference]
    changed: Sequence[ChangedMove]


@dataclass(frozen=True)
class ShownPreview:
    """Consequences of a correction.

    `differences` and `changed` follow in every case. `results` is empty for a certain correction
    and for one with too many new dice. `die` has each face of a single new die with the tone of its
    result; it is empty for several dice. `entry` are the lines of the corrected move, empty if they
    depend on a die or if nothing takes its place. `unlisted` are the odds in per cent of dice whose
    result is not listed, at least 1 if there are any.
    """

    differences: Sequence[Difference]
    changed: Sequence[ChangedMove]
    results: Sequence[ShownResult] = ()
    die: Sequence[tuple[int, int]] = ()
    entry: Sequence[Line] = ()
    unlisted: int = 0


def shown_preview(preview: Preview) -> ShownPreview:
    """Consequences in the order of the page."""
    if not preview.results:
        return ShownPreview((), ())
    if preview.is_certain:
        [only] = preview.results
        entry = only.entry if len(only.rolls) == 1 else ()
        return ShownPreview(only.differences, only.changed, entry=entry)
    differences = in_all(one.differences for one in preview.results)
    changed = in_all(one.changed for one in preview.results)
    results = [
        shown_result(one, place % TONES + 1, differences, changed)
        for place, one in enumerate(preview.results)
    ]
    unlisted = ceil(100 * preview.unlisted)
    return ShownPreview(differences, changed, results, faces_of_one_die(results), (), unlisted)


def in_all(lists: Iterable[Sequence[T]]) -> list[T]:
    """Members of the first list that all others have too."""
    first, *others = lists
    return [one for one in first if all(one in other for other in others)]


def shown_result(
    result: Result,
    tone: int,
    differences: Sequence[Difference],
    changed: Sequence[ChangedMove],
) -> ShownResult:
    """Result without the changes that follow in every case."""
    is_drawn = len(result.rolls) <= MOST_PICTURES and all(
        roll.sides <= DRAWN_SIDES for way in result.rolls for roll in way
    )
    return ShownResult(
        SHARES.get(result.odds, f"{result.odds.numerator}/{result.odds.denominator}"),
        result.percent,
        result.faces,
        [[roll.face for roll in way] for way in result.rolls] if is_drawn else (),
        tone,
        [one for one in result.differences if one not in differences],
        [one for one in result.changed if one not in changed],
    )


def faces_of_one_die(results: Iterable[ShownResult]) -> list[tuple[int, int]]:
    """Faces of the only new die, each with the tone of its result; none for several dice."""
    ways = [(way, one.tone) for one in results for way in one.dice]
    if any(len(way) != 1 for way, _ in ways):
        return []
    return sorted((face, tone) for [face], tone in ways)
