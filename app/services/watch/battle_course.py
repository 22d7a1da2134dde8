"""Course of a battle of a long game: the lines of the log about it, each with its time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

import msgspec

from app.kernel.contract import Event, Line
from app.kernel.log_lines import told_events
from app.kernel.reading_pages import BattlePage
from app.kernel.record import Move
from app.services.watch.game_view import GameView


class CourseEntry(msgspec.Struct, frozen=True):
    """Move about a battle, with its number, its time, and its log lines for the viewer."""

    number: int
    made_at: str
    lines: tuple[Line, ...]


def battle_course(look: GameView, battle: BattlePage) -> tuple[CourseEntry, ...]:
    """Moves about a battle in order of time: the attack with its answer, then its own events."""
    tables, found = look.story.counted_tables(look.at), []
    for move, pairs in groupby(events_about(look, battle), itemgetter(0)):
        events = [event for _, event in pairs]
        told = told_events(look.box, tables[move.number - 1], move, look.viewer)
        lines = [line for event, lines in told if event in events for line in lines if line.level]
        if lines:
            found.append(CourseEntry(move.number, move.made_at, tuple(lines)))
    return tuple(found)


def events_about(look: GameView, battle: BattlePage) -> Iterator[tuple[Move, Event]]:
    """Events about a battle, each with its move.

    An event of a battle has its key in the field `battle`. The last negotiation of both sides
    before the first one belongs to it.
    """
    tables = look.story.counted_tables(look.at)
    talk: list[tuple[Move, Event]] = []
    has_begun = False
    for move in look.story.counted(look.at):
        before = tables[move.number - 1].state
        for event in move.events:
            said = None if has_begun else look.box.exchange(before, event)
            if said is not None and {said.by, said.to} == set(battle.sides):
                talk = [*([] if said.is_opening else talk), (move, event)]
            if getattr(event, "battle", "") == battle.key:
                yield from () if has_begun else talk
                yield move, event
                has_begun = True
