"""A game as it stands in a list."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from app.club import agreeing
from app.club.club import Club, now
from app.club.delay import as_shown
from app.club.seeing import seat_of
from app.kernel.say import Say
from app.store import rows
from app.store.work import Work


class Listed(msgspec.Struct, frozen=True):
    """`unseen` counts the moves since the visitor was last there; `mine` is his seat, if he has one; `terms` are the words of what was agreed.

    `deadline`: until when he has to decide, "" where no clock runs for him; `is_late`: it is past.
    """

    game: rows.Game
    seats: tuple[rows.Seat, ...]
    box_title: Say
    scenario_title: Say
    mine: str | None = None
    waits_for_me: bool = False
    unseen: int = 0
    terms: tuple[Say, ...] = ()
    deadline: str = ""
    is_late: bool = False


def listed(club: Club, work: Work, games: Sequence[rows.Game], user_id: int | None = None) -> list[Listed]:
    """The games in the same order; those whose box has left the shelf are left out."""
    known = [game for game in games if game.box in club.shelf]
    numbers = [game.id for game in known]
    seats = work.seats.of_games(numbers)
    seen = work.visits.seen(user_id, numbers) if user_id is not None else {}
    clocks = work.clocks.of_games(numbers) if user_id is not None and any(game.clock.runs for game in known) else {}
    shown = [_shown(club, work, game, seats.get(game.id, ()), user_id) for game in known]
    return [_listed(club, game, sitting, user_id, seen.get(game.id, 0), clocks.get(game.id, {})) for game, sitting in shown]


def _shown(club: Club, work: Work, game: rows.Game, seats: tuple[rows.Seat, ...], user_id: int | None) -> tuple[rows.Game, tuple[rows.Seat, ...]]:
    """The game and its seats as the user may know them."""
    if not game.delay or game.status != "running" or seat_of(seats, user_id):
        return game, seats
    return as_shown(game, seats, club.stories.of(work, club.shelf[game.box], game))[:2]


def _listed(club: Club, game: rows.Game, seats: tuple[rows.Seat, ...], user_id: int | None, seen: int,
            clocks: Mapping[str, rows.SeatClock]) -> Listed:
    card, mine = club.shelf[game.box].card, seat_of(seats, user_id)
    deadline = clocks[mine.seat].deadline if mine and mine.seat in clocks else ""
    scenario = next((one.title for one in card.scenarios if one.key == game.scenario), card.title)
    return Listed(game, seats, card.title, scenario, mine.seat if mine else None, bool(mine and mine.owes),
                  max(0, game.number - seen) if mine else 0, agreeing.told(club.shelf[game.box], game), deadline, bool(deadline) and now() >= deadline)
