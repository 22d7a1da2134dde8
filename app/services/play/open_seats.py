"""Open seats: users join a running game, and leave it for good (`CAR-SEA-…`)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.kernel import open_seats, table
from app.kernel.contract import Game
from app.kernel.dice import JOINED_LATER
from app.kernel.offers import Decision
from app.kernel.refusal import Refusal, refuse_if
from app.kernel.say import say
from app.kernel.seats import Viewer
from app.kernel.table_orders import TakeSeat
from app.services.clubs import club_games
from app.services.container import Services, require_account
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people import blocking, bot_accounts
from app.services.people.login_cache import CheckedLogin, lock_game_for
from app.services.people.permissions import (
    has_room,
    may_watch,
    player_seat_of,
    referee_seat_of,
)
from app.services.play import large_orders, orders
from app.services.play.entry_conditions import condition_refusals
from app.services.play.given_orders import given_entry_refusals
from app.services.play.order_requests import (
    LockedGame,
    OrderRequest,
    UnreadOrder,
    lock_game,
    with_seats,
)
from app.services.play.played_orders import PlayedOrder
from app.services.play.rating_rules import not_a_member_refusal
from app.services.play.table_rules import second_seat_refusal
from app.services.watch.game_list import ListedGame
from app.services.watch.game_lists import list_running
from app.services.watch.game_view import GameView
from app.store import records
from app.store.transactions import UnitOfWork

MANY = 100  # running games in which the lobby looks for room
FIRST_PLACE = 100
"""Place of the first seat that was opened later, behind the seats of the beginning."""
HAS_LEFT = say(
    "You have left this game. A player may still pass a seat on to you.",
    "Has abandonado esta partida. Un jugador todavía puede cederte su asiento.",
)
JOIN = say("Join the game.", "Entra en la partida.")


# ---------------------------------------------------------------------- looking
def possible_entry(look: GameView) -> Decision | None:
    """Decision of a user without a seat who may join now; None if the game takes no player."""
    game = look.game
    seats = look.box.card.open_seats
    is_seated = player_seat_of(look.seats, look.user_id) is not None
    if look.user_id is None or is_seated or look.has_left or seats is None or not look.is_now:
        return None
    if game.status != "running" or open_seats.room_refusal(look.box, look.table):
        return None
    seat = open_seats.next_seat(look.table)
    view = look.box.view(look.table.state, Viewer(seat, seat))
    live = [one for one in look.box.offers(view) if one.is_live]
    if not any(isinstance(one.order, seats.entries) for one in live):
        return None
    step = next(
        one.key
        for one in look.box.card.sequence
        if any(isinstance(offer.order, one.orders) for offer in live)
    )
    return Decision(seat, step, JOIN, rule="CAR-SEA-01")


def as_joiner(look: GameView) -> GameView:
    """View of a user who is about to join: the offers of the next seat, and nothing secret."""
    entry = possible_entry(look)
    if entry is None:
        return look
    view = look.box.view(look.table.state, Viewer(entry.seat, entry.seat))
    return msgspec.structs.replace(look, view=view, decisions=(entry,), is_offered=True)


def list_joinable(services: Services, user_id: int | None) -> list[ListedGame]:
    """Public running games with room for the user, without those in which the user plays."""
    boxes = [key for key, box in services.shelf.items() if box.card.open_seats]
    return [
        one
        for one in list_running(services, MANY, user_id=user_id, boxes=boxes)
        if has_room(services.box(one.game).card, one.game, one.seats, user_id)
    ]


def list_watchable(
    services: Services, limit: int, user_id: int | None, joinable: Sequence[ListedGame]
) -> list[ListedGame]:
    """Public running games, last move first, without those that are listed as `joinable`."""
    listed = {one.game.id for one in joinable}
    running = list_running(services, limit + len(listed), user_id=user_id)
    return [one for one in running if one.game.id not in listed][:limit]


# ---------------------------------------------------------------------- joining
def take_seat(
    services: Services,
    address: int | str,
    user_id: int,
    command: str,
    order: UnreadOrder,
) -> PlayedOrder:
    """Join a running game by the order of its box.

    Raises `NoSuchGame`, `NotYourSeat` (the game has no open seats), `Malformed` and `Refused`.
    """
    with services.store.write() as work:
        locked = lock_game(services, work, address)
        joined = _join(locked, address, user_id, command, order)
    return joined.told(services)


def _join(
    locked: LockedGame, address: int | str, user_id: int, command: str, order: UnreadOrder
) -> PlayedOrder:
    """Record an entry in a locked game, and commit; raises as `take_seat` does."""
    work, game, seats, box = locked.work, locked.game, locked.seats, locked.box
    if not may_watch(game, seats, user_id, address):
        raise NoSuchGame
    if box.card.open_seats is None or game.status != "running":
        raise NotYourSeat
    user = require_account(work.users.find_user(user_id))
    refuse_if(
        second_seat_refusal(seats, user_id),
        returning_refusal(work, game, user_id),
        club_games.outsider_refusal(work, game, user_id),
        bot_accounts.bot_game_count_refusal(work, user),
        not_a_member_refusal(game, user),
        blocking.blocked_player_refusal(
            work, user_id, (game.opened_by, *(one.user_id for one in seats))
        ),
    )
    entry = orders.parse_order(box, order)
    now = locked.history().now
    given = given_entry_refusals(work, box, game, user_id, entry)
    refuse_if(given, open_seats.room_refusal(box, now))
    refuse_if(*condition_refusals(work, box, game, now, user_id))
    seat = new_seat(now, user)
    work.seats.add_seats(game.id, [seat])
    work.invitations.remove_invitation(game.id, user_id)
    taken = TakeSeat(msgspec.to_builtins(entry))
    joined = msgspec.structs.replace(locked, seats=(*seats, seat))
    return orders.record_server_order(joined, seat, f"join:{command}", taken)


def new_seat(now: table.Table, user: records.User) -> records.Seat:
    """Seat of a user who joins; it adds no text to the dice."""
    key = open_seats.next_seat(now)
    place = FIRST_PLACE + now.opened
    return records.Seat(key, key, place, user.id, name=user.name, added=JOINED_LATER)


def returning_refusal(work: UnitOfWork, game: records.Game, user_id: int) -> Refusal | None:
    """Refusal of a user who has left this game before."""
    if work.former.last_of_user(game.id, user_id) is None:
        return None
    return Refusal("CAR-SEA-02", HAS_LEFT)


def declare_or_join(
    services: Services,
    address: int | str,
    user_id: int,
    request: OrderRequest,
    cached: CheckedLogin | None = None,
) -> PlayedOrder:
    """Record the order of a user's seat. Without a seat as a player, an entry joins the game; a
    referee without one gives other orders as a referee.

    `cached` is the log-in of the user if it was not checked for this request. Raises `LoginEnded`
    if it is no longer the same, else as `orders.declare_order` and `take_seat` do.
    """

    def act(work: UnitOfWork) -> PlayedOrder:
        locked = with_seats(services, work, lock_game_for(work, address, cached))
        if is_entry(locked.box, locked.seats, user_id, request.order):
            return _join(locked, address, user_id, request.command, request.order)
        return orders.decide_for_user(locked, address, user_id, request)

    opened = services.store.write_together
    return large_orders.record_in(services, opened, act).told(services)


def is_entry(
    box: Game,
    seats: Sequence[records.Seat],
    user_id: int,
    order: UnreadOrder,
) -> bool:
    """True if the order of a user joins the game. The game has open seats, and the user has none. A
    referee may give other orders. Raises `Malformed`.
    """
    entries = box.card.open_seats.entries if box.card.open_seats else ()
    if not entries or player_seat_of(seats, user_id) is not None:
        return False
    joins = isinstance(orders.parse_order(box, order), entries)
    return joins or referee_seat_of(seats, user_id, judging=True) is None
