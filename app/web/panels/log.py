"""Log panel: the tabs of changes, log and pieces in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from app.kernel.contract import Line
from app.kernel.survey import Battlefield
from app.services.watch import game_view
from app.web.panels.frame import GameFrame

ENGLISH = "en"
RECENT = 30
"""Rows of the log that the page in words shows without a press."""


@dataclass(frozen=True)
class LogRow:
    """Heading, or an event with its details. `shots` has the number of the shot for each line.

    `leads` is true for the first row of its move in the panel. That row links the move.
    """

    number: int
    undone: bool
    lines: tuple[Line, ...]
    shots: tuple[int, ...]
    leads: bool

    @property
    def is_heading(self) -> bool:
        return self.lines[0].level == 0


@dataclass(frozen=True)
class LogPanel:
    """Log of the game, newest event first; empty under another tab. Each heading stands over its
    own events. `battlefield` is the position in words, for the page without a board.
    """

    told: Sequence[LogRow]
    battlefield: Battlefield | None

    @property
    def recent(self) -> Sequence[LogRow]:
        """Newest rows, up to the first heading after `RECENT` rows."""
        return self.told[: self._end_of_recent]

    @property
    def earlier(self) -> Sequence[LogRow]:
        return self.told[self._end_of_recent :]

    @property
    def _end_of_recent(self) -> int:
        headings = (n for n, row in enumerate(self.told) if n >= RECENT and row.is_heading)
        return next(headings, len(self.told))


def build_log(frame: GameFrame) -> LogPanel:
    look = frame.look
    is_shown = frame.in_words or frame.tab == "log"
    steps = frozenset(step.title.in_(ENGLISH) for step in look.box.card.sequence)
    return LogPanel(
        told=newest_first(game_view.load_log(look), steps) if is_shown else (),
        battlefield=look.box.battlefield(look.view)
        if frame.in_words and look.view is not None
        else None,
    )


def newest_first(
    entries: Iterable[game_view.LogEntry], steps: Collection[str] = ()
) -> tuple[LogRow, ...]:
    """Rows of the log, newest event first, each heading over the events that it begins.

    The headings of `steps` (English titles) without events of their own are left out, except the
    newest. Two other headings in a row are two sections, such as a turn without events and the next
    one. Those of the opening move stay together.
    """
    sections: list[tuple[list[LogRow], list[LogRow]]] = [([], [])]
    told = [row for entry in entries for row in rows_of_entry(entry)]
    for row in told:
        headings, events = sections[-1]
        if not row.is_heading:
            events.append(row)
            continue
        if headings and not events and _is_step(headings[-1], steps):
            headings.pop()
        is_opening = row.number == told[0].number
        if events or (headings and not is_opening and not _is_step(row, steps)):
            headings = []
            sections.append((headings, []))
        headings.append(row)
    rows = [
        row for headings, events in reversed(sections) for row in (*headings, *reversed(events))
    ]
    seen: set[int] = set()
    return tuple(_with_link(row, seen) for row in rows)


def _is_step(heading: LogRow, steps: Collection[str]) -> bool:
    return heading.lines[0].says.in_(ENGLISH) in steps


def _with_link(row: LogRow, seen: set[int]) -> LogRow:
    """Row that leads its move if no row before it does."""
    if row.number in seen:
        return row
    seen.add(row.number)
    return LogRow(row.number, row.undone, row.lines, row.shots, leads=True)


def rows_of_entry(entry: game_view.LogEntry) -> list[LogRow]:
    """Headings and events of a move, in their order. Details belong to the event before them."""
    groups: list[list[int]] = []
    for place, line in enumerate(entry.lines):
        is_detail = line.level > 1 and groups and entry.lines[groups[-1][0]].level > 0
        if is_detail:
            groups[-1].append(place)
        else:
            groups.append([place])
    return [
        LogRow(
            entry.number,
            entry.undone,
            tuple(entry.lines[place] for place in group),
            tuple(entry.shots[place] for place in group),
            leads=False,
        )
        for group in groups
    ]
