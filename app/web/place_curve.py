"""Curve of a place on a ladder: a line of steps, the first place at the top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.kernel.strokes import num
from app.services.watch.place_course import PlaceStep
from app.web.rating_curve import Mark

LEFT, RIGHT, EDGE = 34.0, 14.0, 16.0
"""Space left, right, above and below the line, in pixels."""
SIZES = {"desk": (640, 220), "phone": (320, 200)}
"""Width and height in pixels."""
MOST_LEVELS = 8
FEWEST_STEPS = 2


@dataclass(frozen=True)
class PlaceDrawing:
    """Drawing of a curve in pixels. `line` is a list of points, `now` the last one."""

    width: int
    height: int
    left: str
    right: str
    line: str
    now: tuple[str, str]
    levels: Sequence[Mark]


@dataclass(frozen=True)
class PlaceCurve:
    """Course of a place, as drawings by their use ("desk" and "phone") and as steps."""

    drawings: Mapping[str, PlaceDrawing]
    steps: Sequence[PlaceStep]

    @property
    def best(self) -> int:
        """Highest place, which is the smallest number."""
        return min(one.place for one in self.steps)


def place_curve(steps: Sequence[PlaceStep]) -> PlaceCurve | None:
    """Curve of a place; None before it has changed."""
    if len(steps) < FEWEST_STEPS:
        return None
    return PlaceCurve({use: drawing_of(steps, *size) for use, size in SIZES.items()}, steps)


def drawing_of(steps: Sequence[PlaceStep], width: int, height: int) -> PlaceDrawing:
    """Drawing with a step of equal width for each change."""
    places = [one.place for one in steps]
    best, worst = min(places), max(places)
    right, floor = width - RIGHT, height - EDGE

    def x_of(number: int) -> float:
        return LEFT + (right - LEFT) * number / len(places)

    def y_of(place: int) -> float:
        return EDGE + (floor - EDGE) * (place - best) / max(worst - best, 1)

    points = [
        (x_of(number + end), y_of(place)) for number, place in enumerate(places) for end in (0, 1)
    ]
    every = -(-(worst - best + 1) // MOST_LEVELS)
    return PlaceDrawing(
        width,
        height,
        num(LEFT),
        num(right),
        " ".join(f"{num(x)},{num(y)}" for x, y in points),
        (num(right), num(y_of(places[-1]))),
        [
            Mark(num(LEFT - 8), num(y_of(place)), str(place), "end")
            for place in range(best, worst + 1, every)
        ],
    )
