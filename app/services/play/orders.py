"""Orders of players, bots and the server, each in one transaction.

Each order locks its game first, so two orders of a game cannot deadlock.

The steps are: lock the game, check seat, command, version and step, decide, append. Notifications
follow the commit.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from app.kernel import clock_orders, record, table, table_orders, table_refusals
from app.kernel.contract import Game, Order
from app.kernel.correction_orders import REVIEW_ORDERS, CorrectMove
from app.kernel.decoding import MOST, numbers_in
from app.kernel.record import Move
from app.kernel.refusal import Refusal, Refused, no, refuse_if
from app.kernel.stored_orders import decided_as_stored
from app.services.container import Services, current_time
from app.services.errors import NotYourSeat, Overtaken, badly_shaped
from app.services.notify import game_news
from app.services.play import (
    child_battles,
    conditional_answers,
    following_moves,
    large_orders,
    orders_meanwhile,
    seat_exchanges,
    stored_positions,
    table_rules,
    used_answers,
)
from app.services.play.abandoned_seats import abandoned_seat, no_abandoned_seat_refusal
from app.services.play.bot_substitutes import bot_plays_refusal
from app.services.play.club_referees import judging_refusal
from app.services.play.error_context import error_with_order
from app.services.play.given_orders import given_order_refusals
from app.services.play.order_requests import LockedGame, OrderRequest, UnreadOrder, lock_game
from app.services.play.played_orders import PlayedOrder, repeated_order, users_of_seats
from app.services.play.recorded_moves import SERVER_COMMANDS, append_move, dice_of_move
from app.services.play.referee_orders import require_acting_seat, signed
from app.services.time import availability, clocks, holidays, proposed_dates
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork

LONGEST_COMMAND = 64
PLATFORM_ORDERS = (
    table_orders.Concede,
    table_orders.OfferDraw,
    table_orders.DeclineDraw,
    table_orders.TakeBack,
    *REVIEW_ORDERS,
    *clock_orders.ORDERS,
)


def declare_order(
    services: Services,
    address: int | str,
    user_id: int | None,
    command: str,
    after: int,
    order: UnreadOrder,
    step: str | None = None,
    seat: str | None = None,
) -> PlayedOrder:
    """Record the order of a user's seat; see `OrderRequest`.

    Raises `Malformed`, `NoSuchGame`, `NotYourSeat`, `Overtaken` (no longer the last move),
    `Refused` (by a rule), and `TooOften` for clock orders.
    """
    request = OrderRequest(command, after, order, step, seat)

    def act(work: UnitOfWork) -> PlayedOrder:
        return decide_for_user(lock_game(services, work, address), address, user_id, request)

    return large_orders.record_in(services, services.store.write, act).told(services)


def decide_for_user(
    locked: LockedGame, address: int | str, user_id: int | None, request: OrderRequest
) -> PlayedOrder:
    """Record the order of a user's seat in a locked game, and commit; raises as `declare_order`."""
    if request.command.startswith(SERVER_COMMANDS):
        raise badly_shaped("command")
    work, game, seats, box = locked.work, locked.game, locked.seats, locked.box
    sitting = require_acting_seat(game, seats, address, user_id, request.seat)
    refuse_if(bot_plays_refusal(sitting))
    large_orders.insist_on_small_order(work, box, seats)
    history = locked.history()
    asked = parse_order(box, request.order)
    refuse_if(
        given_order_refusals(locked.services, work, game, history, user_id, asked),
        judging_refusal(box.card, seats, sitting, asked, history.moves),
    )
    order = signed(work, game, box.card, asked, sitting, seats)
    if orders_meanwhile.is_given_meanwhile(game, history, sitting, order):
        orders_meanwhile.keep_order(work, game, history, sitting, order)
        work.commit()
        return PlayedOrder(game.id, game.number, history, sitting, last=game.number, kept=True)
    read = msgspec.structs.replace(request, order=order)
    return _decide_order(locked, sitting, read, by_server=sitting.is_of_referees)


def declare_for_bot(
    services: Services, game_id: int, seat: str, command: str, after: int, order: Order
) -> PlayedOrder:
    """Record the order of a bot's seat; raises as `declare_order` does."""
    with services.store.write_together() as work:
        locked = lock_game(services, work, game_id)
        sitting = next((one for one in locked.seats if one.seat == seat and one.bot), None)
        if sitting is None:
            raise NotYourSeat
        played = _decide_order(locked, sitting, OrderRequest(command, after, order))
    return played.told(services)


def declare_for_server(
    services: Services,
    game_id: int,
    seat: str,
    request: OrderRequest,
    is_due: Callable[[clocks.GameClocks], bool],
) -> PlayedOrder:
    """Record an act of the server about a clock or in place of a seat, if it is still due. The game
    is locked during the check.

    Raises as `declare_order` does, `Overtaken` also if the act is no longer due.
    """
    with services.store.write_together() as work:
        locked = lock_game(services, work, game_id)
        game, seats, now = locked.game, locked.seats, availability.parse_time(current_time())
        if (
            request.after != game.number
            or game.status != "running"
            or not is_due(clocks.load_clocks(work, game, seats, locked.history(), now))
        ):
            raise Overtaken(game.number)
        sitting = next((one for one in seats if one.seat == seat), records.Seat("", "", 0))
        server = msgspec.structs.replace(sitting, user_id=None)
        played = _decide_order(locked, server, request, by_server=True)
    return played.told(services)


def claim_game(services: Services, address: int | str, user_id: int) -> PlayedOrder:
    """Let an abandoned side resign. Raises `NoSuchGame`, `NotYourSeat`, `Refused`."""
    with services.store.write() as work:
        locked = lock_game(services, work, address)
        game, seats, box = locked.game, locked.seats, locked.box
        held = require_acting_seat(game, seats, address, user_id, None)
        refuse_if(table_rules.child_battle_refusal(game))
        position = locked.history().now
        absent = abandoned_seat(seats, held.side, box, position)
        if absent is None or game.status != "running":
            raise Refused(no_abandoned_seat_refusal())
        refuse_if(
            table_refusals.not_out(box, position, held.side),
            table_refusals.not_competing(box, position, held.side),
        )
        claim = OrderRequest(f"claim:{absent.seat}", game.number, table_orders.Concede())
        played = _decide_order(locked, absent, claim)
    return msgspec.structs.replace(played, seat=held).told(services)


def record_server_order(
    locked: LockedGame, seat: records.Seat, command: str, order: Order
) -> PlayedOrder:
    """Record an order of the server for a seat, and commit. The caller notifies."""
    request = OrderRequest(command[:LONGEST_COMMAND], locked.game.number, order)
    return _decide_order(locked, seat, request, by_server=True)


def pass_seat_on(locked: LockedGame, seat: str) -> PlayedOrder:
    """Record that another player holds the seat. The caller commits, keeps the history and
    notifies.
    """
    sitting = next(one for one in locked.seats if one.seat == seat)
    history = locked.history()
    command = f"seat:{seat}:{locked.game.number}"[:LONGEST_COMMAND]
    order = holidays.passing_order(locked.work, history, locked.seats, seat, current_time())
    return _record_order(locked, history, sitting, order, command)


def parse_order(box: Game, order: UnreadOrder) -> Order:
    """Parse an order of the box or the platform.

    Raises `Malformed` if it cannot be read or contains an invalid number.
    """
    try:
        asked = order if isinstance(order, Order) else record.read_order(box, order)
        if isinstance(asked, CorrectMove) and asked.instead is not None:
            record.read_order(box, asked.instead)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
        raise badly_shaped(wrong) from wrong
    if any(not abs(number) <= MOST for number in numbers_in(msgspec.to_builtins(asked))):
        raise badly_shaped(f"a number beyond {MOST}")
    return asked


def _decide_order(
    locked: LockedGame, seat: records.Seat, request: OrderRequest, *, by_server: bool = False
) -> PlayedOrder:
    """Record an order and what follows from it, and commit."""
    command = request.command
    if not 0 < len(command) <= LONGEST_COMMAND or not command.isprintable():
        raise badly_shaped("command")
    services, work, game, history = locked.services, locked.work, locked.game, locked.history()
    known = history.under(command, seat.seat)
    if known is not None:
        return repeated_order(game, history, known, seat)
    order = proposed_dates.with_times(parse_order(history.box, request.order), current_time())
    _insist_on_order(locked, history, seat, order, request, by_server=by_server)
    played = _record_order(locked, history, seat, order, command, request.step)
    if isinstance(order, clock_orders.ORDERS) and not by_server:
        services.limits.rate_limit("clocks", seat.user_id, game=game.id)
    work.commit()
    services.histories.keep(game.id, played.history)
    return played


def _insist_on_order(
    locked: LockedGame,
    history: History,
    seat: records.Seat,
    order: Order,
    request: OrderRequest,
    *,
    by_server: bool,
) -> None:
    """Check version, permission, clock and step of an order. Raises `Overtaken` or `Refused`."""
    work, game, seats = locked.work, locked.game, locked.seats
    if (
        request.after != game.number
        and not isinstance(order, clock_orders.ORDERS)
        and (
            isinstance(order, (CorrectMove, table_orders.ByReferee))
            or not following_moves.is_same_decision(history, seat.seat, request.after)
        )
    ):
        other = following_moves.answered_meanwhile(history, seat.seat, request.after)
        raise Overtaken(
            game.number, next((one.name or "" for one in seats if one.seat == other), "")
        )
    refuse_if(
        not_begun_refusal(game),
        seat_exchanges.absent_successor_refusal(work, seats, order),
        None if by_server else table_orders.server_only_refusal(order),
    )
    now = current_time()
    refuse_if(holidays.clock_order_refusal(work, game, seats, history, seat.seat, order, now))
    refuse_if(proposed_dates.date_refusal(work, game, seats, history, order, now))
    if not isinstance(order, PLATFORM_ORDERS) and request.step is not None:
        refuse_if(wrong_step_refusal(history, seat.seat, request.step))


def _record_order(
    locked: LockedGame,
    history: History,
    seat: records.Seat,
    order: Order,
    command: str,
    step: str | None = None,
) -> PlayedOrder:
    """Decide an order and record it with all moves that follow. The caller commits."""
    services, work, game, seats = locked.services, locked.work, locked.game, locked.seats
    order = conditional_answers.with_secret_answers(work, game, seats, history, seat, order)
    number, moment = game.number + 1, current_time()
    known = child_battles.tables_of(work, history.box, game)
    dice, stored = dice_of_move(work, game, seats, number, history), record.stored_order(order)
    with error_with_order(game.id, game.number, seat.seat, order):
        events = decided_as_stored(history.box, history.now, stored, seat.seat, dice, history.moves)
    name = history.on_record(command, seat.seat)
    move = Move(number, seat.seat, stored, events, tuple(dice.rolls), name, moment)
    history = append_move(work, game, history, move, step or "", seat.user_id)
    exchanged = seat_exchanges.exchange_seats(work, game, seats, history, move)
    seats, history = exchanged.seats, exchanged.history
    conditional_answers.restore_secret_answers(work, game, seats, history)
    used_answers.delete_used_answers(work, game, seats, history)
    history = following_moves.with_following_moves(work, game, seats, history)
    actor = None if stored_positions.is_act_of_server(move) else seat.user_id
    with work.outbox.together():
        closed = stored_positions.store_position(work, game, seats, history, move)
        follow_up = child_battles.follow_moves(services, work, game, seats, history, number, known)
        game_news.notify_of_order(work, game, seats, history, number, actor, follow_up.news)
    over = table.table_outcome(history.box, history.now) is not None
    played = PlayedOrder(game.id, number, history, seat, over=over, last=history.number)
    return msgspec.structs.replace(
        played,
        ends_battle=over and game.is_child_battle,
        closed=(*closed, *exchanged.moved),
        tables=follow_up.tables,
        users=users_of_seats(seats),
        moved_at=moment,
    )


def wrong_step_refusal(history: History, seat: str, step: str) -> Refusal | None:
    """Refusal of an order to a step that is not the current one, or after the end."""
    return table_refusals.still_open(history.box, history.now) or table_refusals.right_step(
        history.box, history.now, seat, step
    )


def not_begun_refusal(game: records.Game) -> Refusal | None:
    """CAR-LOB-07: Orders are given once every seat is taken."""
    if game.status == "open":
        return no("CAR-LOB-07", "The game has not begun.", "La partida no ha empezado.")
    return None
