"""A game as it stands in a list."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from app.club import agreeing
from app.club.club import Club, now
from app.club.delay import as_shown
from app.club.problems import Broken
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
    """The games in the same order; left out are those whose box has left the shelf, and those that are shown late and whose record is damaged."""
    known = [game for game in games if game.box in club.shelf]
    numbers = [game.id for game in known]
    seats = work.seats.of_games(numbers)
    mine = {number: seat_of(sitting, user_id) for number, sitting in seats.items()}
    seen = work.visits.seen(user_id, numbers) if user_id is not None else {}
    clocks = work.clocks.of_games(numbers) if user_id is not None and any(game.clock.runs for game in known) else {}
    shown = [_shown(club, work, game, seats.get(game.id, ()), user_id) for game in known]
    return [_listed(club, *one, mine.get(one[0].id), seen.get(one[0].id, 0), clocks.get(one[0].id, {})) for one in shown if one is not None]


def _shown(club: Club, work: Work, game: rows.Game, seats: tuple[rows.Seat, ...], user_id: int | None) -> tuple[rows.Game, tuple[rows.Seat, ...]] | None:
    """The game and its seats as the user may know them; None if its record does not say how it stood: how it stands now he is not told."""
    if not game.delay or game.status != "running" or seat_of(seats, user_id):
        return game, seats
    try:
        return as_shown(game, seats, club.stories.of(work, club.shelf[game.box], game), work.former)[:2]
    except Broken:
        return None


def _listed(club: Club, game: rows.Game, seats: tuple[rows.Seat, ...], mine: rows.Seat | None, seen: int,
            clocks: Mapping[str, rows.SeatClock]) -> Listed:
    card = club.shelf[game.box].card
    deadline = clocks[mine.seat].deadline if mine and mine.seat in clocks else ""
    scenario = next((one.title for one in card.scenarios if one.key == game.scenario), card.title)
    return Listed(game, seats, card.title, scenario, mine.seat if mine else None, bool(mine and mine.owes),
                  max(0, game.number - seen) if mine else 0, agreeing.told(club.shelf[game.box], game), deadline, bool(deadline) and now() >= deadline)
