"""Spectators of a game: their number, and members who agree to be listed."""

from __future__ import annotations

import msgspec

from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.people.permissions import may_view


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
        game = services.find(work, address)
        seats = work.seats.for_game(game.id)
        if not may_view(game, seats, user_id, address, work.former.last_of_user(game.id, user_id)):
            raise NoSuchGame
        unnamed = {seat.user_id for seat in seats} | (
            work.blocks.kept_apart_from(user_id) if user_id is not None else set()
        )
        named = services.stands.members(game.id) - unnamed
        people = work.users.listed_members(named) if named else ()
    return Spectators(services.stands.count(game.id), tuple(people))
