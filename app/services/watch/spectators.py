"""Spectators of a game: their number, and members who agree to be listed."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.people.permissions import may_view
from app.services.watch.game_view import GameView
from app.store import records
from app.store.transactions import UnitOfWork


class Spectators(msgspec.Struct, frozen=True):
    """Number of spectators, and listed members by number and name."""

    count: int
    people: tuple[tuple[int, str], ...] = ()


def load_spectators(
    services: Services, address: int | str, user_id: int | None = None
) -> Spectators:
    """Load the spectators of a game.

    Names of users with a block on either side are left out. Raises `NoSuchGame`.
    """
    with services.store.read() as work:
        game, seats = services.find_for(work, address, user_id)
        if not may_view(game, seats, user_id, address, work.former.last_of_user(game.id, user_id)):
            raise NoSuchGame
        return _spectators_of(services, work, game.id, seats, user_id)


def spectators_on_page(services: Services, look: GameView) -> Spectators:
    """Spectators for the viewer of a game that was loaded for the same page."""
    if not services.presence.members(look.game.id):
        return Spectators(services.presence.count(look.game.id))
    with services.store.read() as work:
        return _spectators_of(services, work, look.game.id, look.seats, look.user_id)


def _spectators_of(
    services: Services,
    work: UnitOfWork,
    game_id: int,
    seats: Sequence[records.Seat],
    user_id: int | None,
) -> Spectators:
    named = services.presence.members(game_id) - {seat.user_id for seat in seats}
    if named and user_id is not None:
        named -= work.blocks.kept_apart_from(user_id)
    people = work.users.listed_members(named) if named else ()
    return Spectators(services.presence.count(game_id), tuple(people))
