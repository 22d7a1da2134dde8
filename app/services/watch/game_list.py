"""Games as they appear in lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from app.kernel.contract import Game
from app.kernel.outcome import (
    CANCELLED,
    CLOSED,
    DROPPED,
    headline_of_winners,
    headline_without_winners,
)
from app.kernel.record import Broken
from app.kernel.say import Say, as_is
from app.services.container import Services, current_time
from app.services.people import initials
from app.services.people.permissions import is_asked, seat_of
from app.services.play import game_setup
from app.services.watch.broadcast_delay import as_shown
from app.services.watch.side_titles import side_title
from app.store import records
from app.store.transactions import UnitOfWork

_Shown = tuple[records.Game, tuple[records.Seat, ...]]


class ListedGame(msgspec.Struct, frozen=True):
    """Game in a list. `unseen` counts the moves since the visitor's last visit, `mine` is the
    visitor's seat, and `terms` are the terms in words.

    `result` is the headline of a finished game, None for others. `deadline` is for the visitor's
    decision, "" without a running clock; `is_late` is true after it.
    """

    game: records.Game
    seats: tuple[records.Seat, ...]
    box_title: Say
    scenario_title: Say
    mine: str | None = None
    waits_for_me: bool = False
    unseen: int = 0
    terms: tuple[Say, ...] = ()
    deadline: str = ""
    is_late: bool = False
    result: Say | None = None

    @property
    def own_result(self) -> str:
        """Result of a finished game for the visitor's seat: "won", "lost" or "drawn"; "" without
        one.
        """
        mine = next((seat for seat in self.seats if seat.seat == self.mine), None)
        return result_of_side(self.game, mine.side) if mine and not mine.is_of_referees else ""

    @property
    def joined(self) -> int:
        """Number of seats of players that are taken."""
        return sum(1 for seat in self.seats if seat.name)

    @property
    def players(self) -> tuple[records.Seat, ...]:
        """Seats of players, free ones included; seats of referees are no seats of players."""
        return tuple(seat for seat in self.seats if not seat.is_of_referees)


def list_games(
    services: Services,
    work: UnitOfWork,
    games: Sequence[records.Game],
    user_id: int | None = None,
    seats: Mapping[int, tuple[records.Seat, ...]] | None = None,
) -> list[ListedGame]:
    """List the games in the same order. `seats` are those of the games, if they are read already.

    Games without a box in the registry are left out, as are delayed games with a damaged record.
    """
    known = [game for game in games if game.box in services.shelf]
    numbers = [game.id for game in known]
    seats = work.seats.of_games(numbers) if seats is None else seats
    mine = {number: seat_of(seats.get(number, ()), user_id) for number in numbers}
    own = [number for number in numbers if mine[number] is not None]
    seen = work.visits.last_seen(user_id, own) if user_id is not None and own else {}
    clocks = work.clocks.of_games(own) if own and any(one.clock.runs for one in known) else {}
    shown = [
        _as_user_may_see(services, work, game, seats.get(game.id, ()), user_id) for game in known
    ]
    if user_id is None:
        shown = _with_initials(services, work, shown)
    return [
        _listed_game(
            services,
            *one,
            user_id,
            mine.get(one[0].id),
            seen.get(one[0].id, 0),
            clocks.get(one[0].id, {}),
        )
        for one in shown
        if one is not None
    ]


def _with_initials(
    services: Services, work: UnitOfWork, shown: Sequence[_Shown | None]
) -> list[_Shown | None]:
    """Games with their seats, as anonymous visitors read them (CAR-CLB-53)."""
    parents = work.games.by_id([one[0].parent_id for one in shown if one and one[0].parent_id])
    return [
        (game, initials.with_initials(seats))
        if initials.has_private_names(services.shelf, game, parents.get(game.parent_id or 0))
        else (game, seats)
        for game, seats in filter(None, shown)
    ]


def _as_user_may_see(
    services: Services,
    work: UnitOfWork,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    user_id: int | None,
) -> tuple[records.Game, tuple[records.Seat, ...]] | None:
    """Game and seats as the user may know them; None if the record of a delayed game is damaged."""
    if not game.delay or game.status != "running" or seat_of(seats, user_id):
        return game, seats
    try:
        return as_shown(
            game, seats, services.histories.of(work, services.shelf[game.box], game), work.former
        )[:2]
    except Broken:
        return None


def _listed_game(
    services: Services,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    user_id: int | None,
    mine: records.Seat | None,
    seen: int,
    clocks: Mapping[str, records.SeatClock],
) -> ListedGame:
    card = services.shelf[game.box].card
    deadline = clocks[mine.seat].deadline if mine and mine.seat in clocks else ""
    known = card.scenario(game.scenario)
    scenario = known.title if known else card.title
    return ListedGame(
        game,
        seats,
        card.title,
        scenario,
        mine.seat if mine else None,
        is_asked(mine, user_id),
        max(0, game.number - seen) if mine else 0,
        game_setup.terms_in_words(services.shelf[game.box], game),
        deadline,
        bool(deadline) and current_time() >= deadline,
        result_headline(services.shelf[game.box], game, seats) if game.status == "over" else None,
    )


def result_headline(box: Game, game: records.Game, seats: Sequence[records.Seat]) -> Say:
    """Winners and degree of a finished game, or its end without winners. In a game that players
    join and leave, the winners have the names of their players.
    """
    if not game.winners:
        return headline_without_winners(game.ending)
    names = {seat.side: seat.name for seat in seats} if box.card.open_seats else {}
    titles = tuple(
        as_is(name) if (name := names.get(side)) else side_title(box, game, side)
        for side in game.winners
    )
    return headline_of_winners(titles, box.card.degrees.get(game.degree))


def result_of_side(game: records.Game, side: str) -> str:
    """Result of a finished game for a side: "won", "lost" or "drawn"; "" if the game has none."""
    if game.status != "over" or game.ending in (CANCELLED, DROPPED, CLOSED):
        return ""
    if not game.winners:
        return "drawn"
    return "won" if side in game.winners else "lost"
