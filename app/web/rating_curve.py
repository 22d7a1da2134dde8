"""Curve of a rating: its line, and the band in which the strength lies with a probability of 95
%.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from babel.dates import format_date

from app.kernel.rating_periods import WeeklyRating
from app.kernel.strokes import num
from app.services.time.weeks import first_day

LEFT, RIGHT, TOP, BOTTOM = 48.0, 14.0, 12.0, 26.0
"""Space round the line, in pixels."""
SIZES = {"desk": (780, 300, 9), "phone": (340, 240, 4)}
"""Width and height in pixels, and most dates below the drawing."""
STEPS = (50, 100, 200, 500)
MOST_LEVELS = 8
MOST_WEEKS = 26
"""Most weeks that the table lists one by one. A longer course is listed by months."""
Place = Callable[[float], float]


@dataclass(frozen=True)
class Mark:
    """Number of an axis at a place, in pixels."""

    x: str
    y: str
    text: str
    anchor: str = "middle"


@dataclass(frozen=True)
class RatingDrawing:
    """Drawing of a curve in pixels. `band` and `line` are lists of points; `now` is the last
    point.
    """

    width: int
    height: int
    left: str
    right: str
    band: str
    line: str
    now: tuple[str, str]
    levels: Sequence[Mark]
    dates: Sequence[Mark]


@dataclass(frozen=True)
class CurveRow:
    """Row of the table: a week or a month with the rating and its deviation, in whole points."""

    when: str
    rating: int
    deviation: int


@dataclass(frozen=True)
class RatingCurve:
    """Course of a rating, as drawings by their use ("desk" and "phone") and as a table."""

    drawings: Mapping[str, RatingDrawing]
    rows: Sequence[CurveRow]
    is_by_month: bool
    first: CurveRow
    last: CurveRow


def rating_curve(course: Sequence[WeeklyRating], language: str) -> RatingCurve | None:
    """Curve of a rating; None without a battle."""
    if not course:
        return None
    is_by_month = len(course) > MOST_WEEKS
    shown = list(course)
    if is_by_month:
        ends = [
            one
            for one, then in pairwise(course)
            if first_day(one.week).month != first_day(then.week).month
        ]
        shown = [*ends, course[-1]]
    form = "MMM y" if is_by_month else "d MMM y"
    rows = [_row(one, form, language) for one in shown]
    return RatingCurve(
        {use: drawing_of(course, language, *size) for use, size in SIZES.items()},
        rows[::-1],
        is_by_month,
        _row(course[0], form, language),
        rows[-1],
    )


def _row(one: WeeklyRating, form: str, language: str) -> CurveRow:
    when = format_date(first_day(one.week), form, locale=language)
    return CurveRow(when, round(one.rating.value), round(one.rating.deviation))


def drawing_of(
    course: Sequence[WeeklyRating], language: str, width: int, height: int, most: int
) -> RatingDrawing:
    """Drawing with a point for each week. A single week is drawn over the whole width."""
    weeks = [*course, *(course if len(course) == 1 else ())]
    lows = [one.rating.range[0] for one in weeks]
    highs = [one.rating.range[1] for one in weeks]
    step = next(
        (one for one in STEPS if (max(highs) - min(lows)) / one < MOST_LEVELS - 1), STEPS[-1]
    )
    low, high = math.floor(min(lows) / step) * step, math.ceil(max(highs) / step) * step
    right, floor = width - RIGHT, height - BOTTOM

    def x_of(number: float) -> float:
        return LEFT + (right - LEFT) * number / (len(weeks) - 1)

    def y_of(value: float) -> float:
        return floor - (floor - TOP) * (value - low) / (high - low)

    values = [one.rating.value for one in weeks]
    band = [*enumerate(highs), *reversed([*enumerate(lows)])]
    return RatingDrawing(
        width,
        height,
        num(LEFT),
        num(right),
        _points(band, x_of, y_of),
        _points([*enumerate(values)], x_of, y_of),
        (num(right), num(y_of(values[-1]))),
        [
            Mark(num(LEFT - 6), num(y_of(value)), str(value), "end")
            for value in range(low, high + 1, step)
        ],
        _dates(course, language, most, x_of, num(height - 6)),
    )


def _points(points: Iterable[tuple[int, float]], x_of: Place, y_of: Place) -> str:
    return " ".join(f"{num(x_of(number))},{num(y_of(value))}" for number, value in points)


def _dates(
    course: Sequence[WeeklyRating], language: str, most: int, x_of: Place, y: str
) -> list[Mark]:
    """Dates below the drawing: the first one at its left end, others at even distances."""
    form = "MMM yy" if len(course) > MOST_WEEKS else "d MMM"
    every = -(-len(course) // most)
    return [
        Mark(
            num(x_of(number)),
            y,
            format_date(first_day(course[number].week), form, locale=language),
            "start" if number == 0 else "end" if number == len(course) - 1 else "middle",
        )
        for number in range(0, len(course), every)
    ]
