"""Rosters that were brought to the table of a battle of a long game, as far as a user may read
them.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.kernel.army_form import Form
from app.kernel.battle_results import find_battle
from app.kernel.child_battles import Battle
from app.kernel.reading_pages import BattlePage
from app.kernel.refusal import Refused
from app.kernel.say import Say, say
from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.people.permissions import seat_of
from app.services.play.game_setup import ARMY
from app.services.play.saved_armies import builder_of
from app.services.watch.game_view import GameView
from app.store import records


class RosterUnit(msgspec.Struct, frozen=True):
    """Unit of a roster: its name in the language of the reader, its figures and points. `what` are
    the kinds of its figures with their numbers, and notes.
    """

    title: str
    figures: int
    points: int = 0
    what: tuple[Say, ...] = ()


class Roster(msgspec.Struct, frozen=True):
    """Roster of a side: its units, and `lines` for all that belongs to no unit. `spent` are its
    points.
    """

    units: tuple[RosterUnit, ...] = ()
    lines: tuple[Say, ...] = ()
    spent: int = 0


def load_rosters(
    services: Services, look: GameView, battle: BattlePage, language: str
) -> Mapping[str, Roster]:
    """Rosters of the battle by side of the long game.

    A player reads the own roster. Rosters of other sides are public once all armies are in and the
    table has begun, or both players fight on a real table.
    """
    table, seats, brought = _brought(services, look, battle.key)
    if table is None:
        return {}
    mine = seat_of(seats, look.user_id)
    found = find_battle(look.box, look.table.state, battle.key)
    is_held = found is not None and found.is_on_real_table
    is_public = battle.is_armed and (is_held or table.status != "open")
    sides = _sides_by_seat(look, found, seats)
    return {
        battle.side_of(sides[seat.seat]): roster_of(
            services, table.box, brought[seat.seat][ARMY], language
        )
        for seat in seats
        if seat.seat in sides
        and brought.get(seat.seat, {}).get(ARMY)
        and (is_public or (mine is not None and mine.seat == seat.seat))
    }


def _brought(
    services: Services, look: GameView, battle: str
) -> tuple[records.Game | None, tuple[records.Seat, ...], Mapping[str, Form]]:
    """Table of the battle with its seats, and what each seat has brought."""
    with services.store.read() as work:
        tables = work.child_battles.of_game(look.game.id)
        table = next((one for one in tables if one.battle == battle), None)
        if table is None:
            return None, (), {}
        return table, work.seats.for_game(table.id), work.seats.contributions_by_seat(table.id)


def _sides_by_seat(
    look: GameView, found: Battle | None, seats: tuple[records.Seat, ...]
) -> Mapping[str, str]:
    """Side of the long game for each seat of the table of a battle."""
    if found is None:
        return {}
    return {
        seat.seat: look.table.seats[found.seats[seat.side]]
        for seat in seats
        if found.seats.get(seat.side) in look.table.seats
    }


def roster_of(services: Services, box: str, army: Form, language: str) -> Roster:
    """Roster of an army; an empty one if it cannot be read any more."""
    try:
        sheet = builder_of(services, box)[1].sheet(army)
    except (Refused, NoSuchGame):
        return Roster()
    units = tuple(
        RosterUnit(
            unit.title.in_(language),
            sum(count for _, count in unit.figures),
            unit.points,
            (
                *(say("{n} {kind}", "{n} {kind}", n=n, kind=kind) for kind, n in unit.figures),
                *unit.notes,
            ),
        )
        for unit in sheet.units
    )
    return Roster(units, sheet.lines, sheet.brief.verdict.spent)
