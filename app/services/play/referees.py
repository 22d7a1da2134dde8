"""Referees: users who decide for the seat of the referee in a game with open seats
(`CAR-REF-…`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

import msgspec

from app.kernel.clock_orders import TimeWasUp
from app.kernel.contract import Card, Game
from app.kernel.decider_names import decider_name, deciders_name
from app.kernel.refusal import Refusal, no, refuse_if
from app.services.clubs import club_games, game_offices
from app.services.container import Services, current_time, require_game
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people.permissions import may_watch, player_seat_of, referee_seat_of
from app.services.play import invitations
from app.services.time.availability import parse_time
from app.services.time.viewer_clocks import clocks_for_viewer
from app.services.watch import game_view
from app.services.watch.game_view import GameView
from app.store import records
from app.store.transactions import UnitOfWork

SILENCE = timedelta(days=7)
MOST = 6  # referees of a game


class NamedReferees(msgspec.Struct, frozen=True):
    """Referees of a game, silent ones among them, and what the viewer may do about them.
    `may_remove`: the viewer owns the club of the game and may end their offices.
    """

    look: GameView
    referees: tuple[records.Referee, ...]
    silent: tuple[records.Referee, ...]
    may_name: bool
    may_vote: bool
    may_remove: bool = False
    may_resign: bool = False


def load_referees(services: Services, address: int | str, user_id: int | None) -> NamedReferees:
    """Referees of a game. Raises `NoSuchGame`, also for a game without referees."""
    look = game_view.load_view(services, address, user_id)
    seat = next((one for one in look.seats if one.is_of_referees), None)
    if seat is None:
        raise NoSuchGame
    silent = silent_referees(services, look)
    return NamedReferees(
        look,
        seat.referees,
        silent,
        referee_seat_of(look.seats, user_id) is not None,
        player_seat_of(look.seats, user_id) is not None and bool(silent or not seat.referees),
        game_offices.may_remove_from_office(services, look.game, user_id),
        seat.is_refereed_by(user_id) and len(seat.referees) > 1,
    )


# ---------------------------------------------------------------------- naming
def name_first_referees(
    work: UnitOfWork, box: Game, game_id: int, founder: int, names: Sequence[str]
) -> None:
    """Name the founder and other members at the founding; raises `Refused` for an unknown one."""
    if box.card.open_seats is None:
        return
    now = current_time()
    work.referees.add(game_id, founder, now)
    named = {founder}
    for name in filter(None, (" ".join(one.split()) for one in names)):
        user = invitations.require_invitable(work, founder, name)
        game = require_game(work.games.find_game(game_id))
        refuse_if(club_games.outsider_refusal(work, game, user.id))
        if user.id not in named:
            refuse_if(too_many_refusal(box.card, len(named)))
            work.referees.add(game_id, user.id, now)
            named.add(user.id)


def name_referee(services: Services, address: int | str, user_id: int, name: str) -> records.User:
    """Name another referee, by a referee. Raises `NoSuchGame`, `NotYourSeat` and `Refused`."""
    with services.store.write() as work:
        game, seat, _ = _refereed_game(work, address, user_id)
        card = services.box(game).card
        user = invitations.require_invitable(work, user_id, name)
        refuse_if(
            named_already_refusal(card, seat, user),
            too_many_refusal(card, len(seat.referees)),
            club_games.outsider_refusal(work, game, user.id),
        )
        work.referees.add(game.id, user.id, current_time())
        work.commit()
    return user


def resign(services: Services, address: int | str, user_id: int) -> None:
    """Resign as a referee; the last one stays. Raises `NoSuchGame`, `NotYourSeat`, `Refused`."""
    with services.store.write() as work:
        game, seat, _ = _refereed_game(work, address, user_id)
        if not seat.is_refereed_by(user_id):
            raise NotYourSeat
        refuse_if(last_referee_refusal(services.box(game).card, seat))
        work.referees.remove(game.id, user_id)
        ended = work.logins.end_streams(user_id)
        work.commit()
    services.notifier.publish(user_id, ended, "logins")


def _refereed_game(
    work: UnitOfWork, address: int | str, user_id: int
) -> tuple[records.Game, records.Seat, tuple[records.Seat, ...]]:
    """Locked game with the seat of its referees; the user must be one of them."""
    game = require_game(work.games.lock_game(address))
    seats = work.seats.for_game(game.id)
    seat = referee_seat_of(seats, user_id)
    is_refereed = any(one.is_of_referees for one in seats)
    if seat is None:
        may_know = is_refereed and may_watch(game, seats, user_id, address)
        raise NotYourSeat if may_know else NoSuchGame
    return game, seat, seats


def named_already_refusal(card: Card, seat: records.Seat, user: records.User) -> Refusal | None:
    """Refusal of a user who is a referee already."""
    if not seat.is_refereed_by(user.id):
        return None
    return no(
        "CAR-REF-01",
        "{name} is one of the {deciders} already.",
        "{name} ya es uno de los {deciders}.",
        name=user.name,
        deciders=deciders_name(card),
    )


def too_many_refusal(card: Card, many: int) -> Refusal | None:
    """Refusal of more referees than a game may have."""
    if many < MOST:
        return None
    return no(
        "CAR-REF-01",
        "There are at most {most} {deciders}.",
        "Hay {most} {deciders} como mucho.",
        most=MOST,
        deciders=deciders_name(card),
    )


def last_referee_refusal(card: Card, seat: records.Seat) -> Refusal | None:
    """Refusal of the last referee, who names another one before resigning."""
    if len(seat.referees) > 1:
        return None
    return no(
        "CAR-REF-01",
        "You are the only {decider}: name another one first.",
        "Eres el único {decider}: nombra antes a otro.",
        decider=decider_name(card),
    )


# ---------------------------------------------------------------------- silence
def waits_for_referee_since(services: Services, look: GameView) -> str:
    """Time since which a decision waits for the referee; "" if none does.

    The referee is asked by the game, or by a time that is up without a default order.
    """
    since = filter(None, (asked_by_game_since(look), out_of_time_since(services, look)))
    return min(since, default="")


def out_of_time_since(services: Services, look: GameView) -> str:
    """Earliest time at which a player ran out of time who still owes the decision; "" without
    one.
    """
    clocks = clocks_for_viewer(services, look.game, look.seats, look.history, None)
    owed = {one.seat for one in look.box.waiting_for(look.table.state)}
    late = {
        (one.seat, key)
        for one in (clocks.seats if clocks else ())
        if one.seat in owed
        for key in (one.up_for or (("",) if one.is_up else ()))
    }
    late |= {(seat, "") for seat, _ in late}  # older moves tell the seat alone
    ended = {
        event.seat: move.made_at
        for move in look.history.moves
        for event in move.events
        if isinstance(event, TimeWasUp) and (event.seat, event.decision) in late
    }
    return min(ended.values(), default="")


def asked_by_game_since(look: GameView) -> str:
    """Time since which the game asks the referee without a break; "" if it does not."""
    judges = {seat.seat for seat in look.seats if seat.is_of_referees}
    since = ""
    for number in range(look.history.number, 0, -1):
        position = look.history.tables[number]
        owed = {one.seat for one in look.box.waiting_for(position.state)}
        if not owed & judges:
            break
        since = look.history.moves[number - 1].made_at
    return since


def silent_referees(services: Services, look: GameView) -> tuple[records.Referee, ...]:
    """CAR-REF-03: Referees without an act for seven days while a decision waits for them."""
    if look.game.status != "running" or not look.is_now:
        return ()
    since = waits_for_referee_since(services, look)
    limit = parse_time(current_time()) - SILENCE
    if not since or parse_time(since) > limit:
        return ()
    with services.store.read() as work:
        return tuple(
            one
            for seat in look.seats
            for one in seat.referees
            if parse_time(work.referees.last_act(look.game.id, one.user_id) or one.named_at)
            <= limit
        )


def vote_for_referee(
    services: Services, look: GameView, user_id: int, name: str
) -> records.User | None:
    """Vote of a player for another referee while one is silent.

    Returns the member who is named by more than half of the players, or None. Raises
    `NotYourSeat` and `Refused`.
    """
    silent = silent_referees(services, look)
    with services.store.write() as work:
        game = require_game(work.games.lock_game(look.game.id))
        seats = work.seats.for_game(game.id)
        seat = next((one for one in seats if one.is_of_referees), None)
        if seat is None:
            raise NoSuchGame
        if player_seat_of(seats, user_id) is None:
            raise NotYourSeat
        refuse_if(not_silent_refusal(look.box.card, silent, seat))
        candidate = invitations.require_invitable(work, user_id, name)
        refuse_if(named_already_refusal(look.box.card, seat, candidate))
        work.referees.vote(game.id, user_id, candidate.id, current_time())
        players = {one.user_id for one in seats if one.user_id is not None}
        chosen = is_chosen(work.referees.votes(game.id), players, candidate.id)
        if chosen:
            work.referees.add(game.id, candidate.id, current_time())
            work.referees.clear_votes(game.id)
        work.commit()
    return candidate if chosen else None


def is_chosen(votes: Mapping[int, int], players: set[int], candidate: int) -> bool:
    """True if more than half of the players have voted for this candidate."""
    own = sum(votes.get(player) == candidate for player in players)
    return 2 * own > len(players)


def not_silent_refusal(
    card: Card, silent: Sequence[records.Referee], seat: records.Seat
) -> Refusal | None:
    """Refusal of a vote while no referee is silent and at least one is left."""
    if silent or not seat.referees:
        return None
    return no(
        "CAR-REF-03",
        "The players name another {decider} once one has been silent for seven days.",
        "Los jugadores nombran a otro {decider} cuando uno lleva siete días sin responder.",
        decider=decider_name(card),
    )
