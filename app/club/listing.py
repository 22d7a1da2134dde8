"""A game as it stands in a list."""
from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.club import agreeing
from app.club.club import Club
from app.club.seeing import seat_of
from app.kernel.say import Say
from app.store import rows
from app.store.work import Work


class Listed(msgspec.Struct, frozen=True):
    """`unseen` counts the moves since the visitor was last there; `mine` is his seat, if he has one; `terms` are the words of what was agreed."""

    game: rows.Game
    seats: tuple[rows.Seat, ...]
    box_title: Say
    scenario_title: Say
    mine: str | None = None
    waits_for_me: bool = False
    unseen: int = 0
    terms: tuple[Say, ...] = ()


def listed(club: Club, work: Work, games: Sequence[rows.Game], user_id: int | None = None) -> list[Listed]:
    """The games in the same order; those whose box has left the shelf are left out."""
    known = [game for game in games if game.box in club.shelf]
    numbers = [game.id for game in known]
    seats = work.seats.of_games(numbers)
    seen = work.visits.seen(user_id, numbers) if user_id is not None else {}
    return [_listed(club, game, seats.get(game.id, ()), user_id, seen.get(game.id, 0)) for game in known]


def _listed(club: Club, game: rows.Game, seats: tuple[rows.Seat, ...], user_id: int | None, seen: int) -> Listed:
    card, mine = club.shelf[game.box].card, seat_of(seats, user_id)
    scenario = next((one.title for one in card.scenarios if one.key == game.scenario), card.title)
    return Listed(game, seats, card.title, scenario, mine.seat if mine else None, bool(mine and mine.owes),
                  max(0, game.number - seen) if mine else 0, agreeing.told(club.shelf[game.box], game))
