"""Curve of the accounts of a long game: a step line for each side, with the numbers as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.kernel.reading_pages import ReadingPages
from app.kernel.say import Say
from app.kernel.strokes import num

LEFT, TOP, BOTTOM, LABELS = 30.0, 14.0, 26.0, 140.0
"""Space round the lines of a drawing, in pixels; `LABELS` is that of the names on the right."""
LINE_HEIGHT = 17.0
SIZES = {"desk": (760, 270, 12), "phone": (340, 270, 5)}
"""Width and height in pixels, and most numbers below the drawing."""
LEVELS = 5
STEPS = (1, 2, 5, 10, 20, 50, 100)
Place = Callable[[int], float]


@dataclass(frozen=True)
class AccountLine:
    """Account of a side at the end of each turn; None before its first posting."""

    side: str
    title: Say
    shape: str
    values: tuple[int | None, ...]

    @property
    def last(self) -> int:
        return self.values[-1] or 0


@dataclass(frozen=True)
class Mark:
    """Text of a drawing at a place: a number of an axis, or the end of a line."""

    x: str
    y: str
    text: str = ""
    line: AccountLine | None = None


@dataclass(frozen=True)
class Drawing:
    """Drawing of a curve in pixels: lines with their points, names, and numbers of both axes."""

    width: int
    height: int
    right: str
    lines: Sequence[tuple[AccountLine, str]]
    names: Sequence[Mark]
    levels: Sequence[Mark]
    turns: Sequence[Mark]


@dataclass(frozen=True)
class AccountCurve:
    """Accounts over all turns."""

    turns: tuple[int, ...]
    lines: tuple[AccountLine, ...]

    @property
    def highest(self) -> int:
        return max((value or 0 for line in self.lines for value in line.values), default=0)

    @property
    def drawings(self) -> Mapping[str, Drawing]:
        """Drawings by their use: "desk" and "phone"."""
        return {key: drawing_of(self, *size) for key, size in SIZES.items()}


def account_curve(pages: ReadingPages, now: int, shapes: Mapping[str, str]) -> AccountCurve:
    """Curve up to turn `now`, from the postings that count."""
    turns = tuple(range(1, max(now, 1) + 1))
    lines = (
        AccountLine(
            page.side, page.title, shapes.get(page.side, "n"), values_of(pages, page.side, turns)
        )
        for page in pages.sides
    )
    return AccountCurve(turns, tuple(line for line in lines if any(line.values)))


def values_of(pages: ReadingPages, side: str, turns: Sequence[int]) -> tuple[int | None, ...]:
    """Account of a side at the end of each turn."""
    ends = {row.turn: row.balances[side] for row in pages.ledger if side in row.balances}
    held: int | None = None
    found = []
    for turn in turns:
        held = ends.get(turn, held)
        found.append(held)
    return tuple(found)


def drawing_of(curve: AccountCurve, width: int, height: int, most: int) -> Drawing:
    """Drawing with a step for each turn, from zero to the highest account."""
    step = next((one for one in STEPS if one * LEVELS >= curve.highest), STEPS[-1])
    top = max(1, -(-curve.highest // step)) * step
    right, floor = width - LABELS, height - BOTTOM

    def x_of(turn: int) -> float:
        return LEFT + (right - LEFT) * turn / len(curve.turns)

    def y_of(value: int) -> float:
        return floor - (floor - TOP) * value / top

    every = -(-len(curve.turns) // most)
    return Drawing(
        width,
        height,
        num(right),
        tuple((line, points_of(line, x_of, y_of)) for line in curve.lines),
        tuple(names_of(curve, right + 8, y_of)),
        tuple(Mark(num(LEFT - 6), num(y_of(n)), str(n)) for n in range(0, top + 1, step)),
        tuple(
            Mark(num((x_of(turn - 1) + x_of(turn)) / 2), num(height - 6), str(turn))
            for turn in curve.turns[::every]
        ),
    )


def points_of(line: AccountLine, x_of: Place, y_of: Place) -> str:
    """Points of a step line: the account of a turn over its whole width."""
    return " ".join(
        f"{num(x)},{num(y_of(value))}"
        for turn, value in enumerate(line.values, start=1)
        if value is not None
        for x in (x_of(turn - 1), x_of(turn))
    )


def names_of(curve: AccountCurve, x: float, y_of: Place) -> Iterator[Mark]:
    """Names beside the ends of the lines, moved apart where they would overlap."""
    lines = sorted(curve.lines, key=lambda line: -line.last)
    places = [y_of(line.last) for line in lines]
    for number in range(1, len(places)):
        places[number] = max(places[number], places[number - 1] + LINE_HEIGHT)
    lowest = y_of(0)
    for number in reversed(range(len(places))):
        places[number] = min(places[number], lowest - LINE_HEIGHT * (len(places) - 1 - number))
    for line, y in zip(lines, places, strict=True):
        yield Mark(num(x), num(y + 4), line=line)
