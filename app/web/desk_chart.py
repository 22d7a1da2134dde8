"""Chart of the decisions of a turn by days: a bar for each decision, below each other by player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from babel.dates import format_date

from app.services.watch.decision_spans import DecisionSpan, TurnDecisions
from app.web.pages import time_in_zone

LEFT, RIGHT, TOP, ROW = 150, 24, 26, 28  # units of the drawing
WIDTH, LEAST_DAY, MOST_DAY = 760, 16, 66  # width of the drawing, and of a day
LEAST_DAYS, MOST_TICKS = 5, 10
LEAST_BAR, NUMBER = 3.0, 26.0  # width of a bar, and of the number after it


@dataclass(frozen=True)
class Bar:
    """Part of a decision: "done" before its deadline, "now" while it is open, "late", "wait" until
    a deadline that is to come.
    """

    kind: str
    x: float
    width: float


@dataclass(frozen=True)
class ChartRow:
    """Decision with its number, its bars and the vertical place of its row. `names_player` is true
    for the first bar of a player.
    """

    number: int
    span: DecisionSpan
    y: int
    bars: tuple[Bar, ...]
    names_player: bool
    is_late: bool
    late: timedelta

    @property
    def text_x(self) -> float:
        return _end_of(self.bars) + 5


@dataclass(frozen=True)
class Tick:
    """First instant of a day, with its weekday and number."""

    x: float
    text: str


@dataclass(frozen=True)
class DeskChart:
    """Chart with its rows by player. `now_x` is the present time."""

    turn: int
    rows: tuple[ChartRow, ...]
    ticks: tuple[Tick, ...]
    width: int
    height: int
    now_x: float

    @property
    def names_width(self) -> int:
        """Width of the column of names, which stays in view while the days scroll."""
        return LEFT

    @property
    def days_width(self) -> int:
        return self.width - LEFT

    @property
    def in_order(self) -> tuple[ChartRow, ...]:
        """Rows in the order in which the decisions were asked."""
        return tuple(sorted(self.rows, key=lambda one: one.number))


@dataclass(frozen=True)
class _Scale:
    start: datetime
    unit: float  # width of a day

    def x(self, when: datetime) -> float:
        return round(LEFT + (when - self.start) / timedelta(days=1) * self.unit, 1)


def desk_chart(found: TurnDecisions, zone: str, language: str) -> DeskChart | None:
    """Chart in the viewer's time zone; None without a decision."""
    if not found.spans:
        return None
    now = time_in_zone(found.now, zone)
    begin = min(time_in_zone(one.asked, zone) for one in found.spans)
    end = max([now, *(time_in_zone(one.deadline, zone) for one in found.spans if one.deadline)])
    start = begin.replace(hour=0, minute=0, second=0, microsecond=0)
    days = max(LEAST_DAYS, (end - start) // timedelta(days=1) + 1)
    scale = _Scale(start, max(LEAST_DAY, min(MOST_DAY, (WIDTH - LEFT - RIGHT) / days)))
    rows = tuple(_rows(found, zone, scale))
    return DeskChart(
        found.turn,
        rows,
        tuple(_ticks(scale, days, language)),
        round(LEFT + RIGHT + days * scale.unit),
        max(row.y for row in rows) + ROW + 4,
        scale.x(now),
    )


def _rows(found: TurnDecisions, zone: str, scale: _Scale) -> list[ChartRow]:
    """Decisions by player, in as few rows as hold them side by side. Players stand in the order in
    which they were first asked.
    """
    rows: list[ChartRow] = []
    top = TOP
    for seat in dict.fromkeys(one.seat for one in found.spans):
        ends: list[float] = []
        for number, span in enumerate(found.spans, start=1):
            if span.seat == seat:
                row = _row(number, span, found.now, zone, scale)
                lane = next((n for n, x in enumerate(ends) if x <= row.bars[0].x), len(ends))
                ends[lane : lane + 1] = [row.text_x + NUMBER]
                is_first = len(ends) == 1 and not any(one.span.seat == seat for one in rows)
                rows.append(replace(row, y=top + ROW * lane, names_player=is_first))
        top += ROW * len(ends)
    return rows


def _row(number: int, span: DecisionSpan, now: str, zone: str, scale: _Scale) -> ChartRow:
    """Decision with its bars, in the first row."""
    until = time_in_zone(span.answered or now, zone)
    deadline = time_in_zone(span.deadline, zone) if span.deadline else None
    bars = tuple(_bars(scale, time_in_zone(span.asked, zone), until, deadline, span))
    is_late = span.is_late(now)
    late = until - deadline if is_late and deadline else timedelta()
    return ChartRow(number, span, TOP, bars, False, is_late, late)


def _bars(
    scale: _Scale, asked: datetime, until: datetime, deadline: datetime | None, span: DecisionSpan
) -> Sequence[Bar]:
    in_time = until if deadline is None else min(until, max(deadline, asked))
    found = [_bar("done" if span.answered else "now", scale, asked, in_time)]
    if deadline is not None and until > deadline:
        found.append(_bar("late", scale, in_time, until))
    elif deadline is not None and not span.answered:
        found.append(_bar("wait", scale, until, deadline))
    return found


def _end_of(bars: Sequence[Bar]) -> float:
    return max(bar.x + bar.width for bar in bars)


def _bar(kind: str, scale: _Scale, start: datetime, end: datetime) -> Bar:
    x = scale.x(start)
    return Bar(kind, x, max(LEAST_BAR, round(scale.x(end) - x, 1)))


def _ticks(scale: _Scale, days: int, language: str) -> list[Tick]:
    each = -(-days // MOST_TICKS)
    moments = (scale.start + timedelta(days=day) for day in range(0, days, each))
    return [Tick(scale.x(one), format_date(one, "EEE d", locale=language)) for one in moments]
