"""Course of a battle of a long game: the lines of the log about it, each with its time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    tables, found = look.history.counted_tables(look.at), []
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
    events = [(move, event) for move in look.history.counted(look.at) for event in move.events]
    own = [n for n, (_, event) in enumerate(events) if getattr(event, "battle", "") == battle.key]
    if own:
        yield from talk_before(look, battle, events[: own[0]])
        yield from (events[n] for n in own)


def talk_before(
    look: GameView, battle: BattlePage, events: Sequence[tuple[Move, Event]]
) -> list[tuple[Move, Event]]:
    """Last negotiation of both sides among these events, found from their end."""
    tables, found = look.history.counted_tables(look.at), []
    for move, event in reversed(events):
        said = look.box.exchange(tables[move.number - 1].state, event)
        if said is not None and {said.by, said.to} == set(battle.sides):
            found.append((move, event))
            if said.is_opening:
                break
    return found[::-1]
