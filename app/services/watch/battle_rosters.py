"""Rosters that were brought to the table of a battle of a long game, as far as a user may read
them.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.kernel.army_form import Form
from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.people.permissions import seat_of
from app.services.play.game_setup import ARMY
from app.services.play.saved_armies import builder_of
from app.services.watch.game_view import GameView
from app.store import records


class RosterUnit(msgspec.Struct, frozen=True):
    """Unit of a roster: its name in the language of the reader, its figures and points."""

    title: str
    figures: int
    points: int = 0


def load_rosters(
    services: Services, look: GameView, battle: str, language: str
) -> Mapping[str, tuple[RosterUnit, ...]]:
    """Units of the battle by side of the long game.

    A player reads the own roster. Rosters of other sides are listed after the end of the table.
    """
    table, seats, brought = _brought(services, look, battle)
    if table is None:
        return {}
    mine = seat_of(seats, look.user_id)
    sides = _sides_by_seat(look, battle, seats)
    return {
        sides[seat.seat]: units_of(services, table.box, brought[seat.seat][ARMY], language)
        for seat in seats
        if seat.seat in sides
        and brought.get(seat.seat, {}).get(ARMY)
        and (table.status == "over" or (mine is not None and mine.seat == seat.seat))
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
    look: GameView, battle: str, seats: tuple[records.Seat, ...]
) -> Mapping[str, str]:
    """Side of the long game for each seat of the table."""
    found = next((one for one in look.box.battles(look.table.state) if one.key == battle), None)
    if found is None:
        return {}
    return {
        seat.seat: look.table.seats[found.seats[seat.side]]
        for seat in seats
        if found.seats.get(seat.side) in look.table.seats
    }


def units_of(services: Services, box: str, army: Form, language: str) -> tuple[RosterUnit, ...]:
    """Units of an army; none if it cannot be read any more."""
    try:
        units = builder_of(services, box)[1].sheet(army).units
    except (Refused, NoSuchGame):
        return ()
    return tuple(
        RosterUnit(unit.title.in_(language), sum(count for _, count in unit.figures), unit.points)
        for unit in units
    )
