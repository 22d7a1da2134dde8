"""Rematches: a new game with the sides swapped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from app.kernel.contract import Game, Scenario
from app.kernel.game_setup import NOTHING_YET, Form
from app.kernel.refusal import Refused, refuse_if
from app.services.container import Services, require_game
from app.services.errors import NotYourSeat
from app.services.people import blocking
from app.services.people.permissions import player_seat_of
from app.services.play import game_setup, invitations, new_tables
from app.services.play.lobby import begun_if_full, joinable_game, scenario_of, take_seat
from app.services.play.table_rules import (
    begun_game_refusal,
    child_battle_refusal,
    rematch_refusal,
    seat_taken_refusal,
)
from app.store import records
from app.store.transactions import UnitOfWork


def open_rematch(
    services: Services, address: int | str, user_id: int, added: str = ""
) -> records.Game:
    """Open a rematch with the sides swapped, or join it if another player has opened it.

    The terms stay. Each player keeps their choices if these fit the other side.
    """
    with services.store.write() as work:
        game = joinable_game(work, address, user_id)
        seats = work.seats.for_game(game.id)
        held = player_seat_of(seats, user_id)
        if held is None:
            raise NotYourSeat
        found, plot = scenario_of(services, game.box, game.scenario)
        refuse_if(
            rematch_refusal(found, game) or child_battle_refusal(game),
            blocking.blocked_player_refusal(work, user_id, (seat.user_id for seat in seats)),
        )
        judges = {side.key for side in plot.sides if not side.competes}
        again = work.games.rematch_of(game.id)
        if again is None:
            counts = swapped_counts(seats, judges)
            players = {seat.user_id for seat in seats if seat.user_id is not None and not seat.bot}
            game_id = add_rematch(work, found, plot, game, user_id, counts, players)
            invitations.offer_rematch(
                work, found, require_game(work.games.find_game(game_id)), user_id, players
            )
        else:
            game_id = again.id
        new = work.seats.for_game(game_id)
        if player_seat_of(new, user_id):
            return require_game(again)
        refuse_if(begun_game_refusal(require_game(work.games.find_game(game_id))))
        for seat in seats:
            other = rematch_seat(seats, seat, judges)
            if seat.bot and next(one for one in new if one.seat == other).is_free:
                new_tables.seat_bot(work, game_id, other, seat.bot)
        wanted = rematch_seat(seats, held, judges)
        mine = next(one for one in work.seats.for_game(game_id) if one.seat == wanted)
        if not mine.is_free:
            raise Refused(seat_taken_refusal())
        brings = _choices_taken_along(services, game, work, game_id, mine, held)
        take_seat(services, work, game_id, mine.seat, user_id, added, brings)
        return begun_if_full(services, work, game_id)


def _choices_taken_along(
    services: Services,
    game: records.Game,
    work: UnitOfWork,
    game_id: int,
    mine: records.Seat,
    held: records.Seat,
) -> Form:
    return game_setup.carried_over_choices(
        services,
        work,
        require_game(work.games.find_game(game_id)),
        mine,
        held.user_id,
        work.seats.contributions_by_seat(game.id).get(held.seat, NOTHING_YET),
    )


def add_rematch(
    work: UnitOfWork,
    box: Game,
    scenario: Scenario,
    game: records.Game,
    user_id: int,
    per_side: Mapping[str, int],
    players: set[int],
) -> int:
    """Row of the rematch. Only members of the club see it if they saw the game, and all play still
    in the club.
    """
    return new_tables.add_game(
        work,
        box,
        scenario,
        opened_by=user_id,
        options=game.options,
        visibility="private",
        spectators=game.spectators,
        title=game.title,
        rematch_of=game.id,
        per_side=per_side,
        terms=game.terms,
        clock=game.clock,
        delay=game.delay,
        rated=game.rated,
        club_id=game.club_id,
        club_only=game.club_only and players <= game.club_readers,
    )


def swapped_counts(seats: Sequence[records.Seat], judges: Collection[str]) -> dict[str, int]:
    """Number of seats of each side in a rematch: the players of a side stay together."""
    counts = Counter(seat.side for seat in seats)
    return {next_side(seats, side, judges): count for side, count in counts.items()}


def next_side(seats: Sequence[records.Seat], side: str, judges: Collection[str]) -> str:
    """Side that the players of a side have in a rematch."""
    competing = [*dict.fromkeys(one.side for one in seats if one.side not in judges)]
    return side if side in judges else competing[(competing.index(side) + 1) % len(competing)]


def rematch_seat(
    seats: Sequence[records.Seat], seat: records.Seat, judges: Collection[str] = ()
) -> str:
    """Seat of a player in a rematch: the same place on the next side, cyclically.

    Seats of `judges` (sides that do not compete) stay.
    """
    by_side: dict[str, list[str]] = {}
    for one in seats:
        by_side.setdefault(one.side, []).append(one.seat)
    if seat.side in judges:
        return seat.seat
    side = next_side(seats, seat.side, judges)
    own, following = by_side[seat.side], by_side[side]
    place = own.index(seat.seat)
    if len(own) != len(following):
        return new_tables.seat_name(side, place + 1, len(own))
    return following[place]
