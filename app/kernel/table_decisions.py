"""Decisions on the orders of a table: those of the platform, and those of the box when the table
allows them.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.kernel import battle_armies, battle_results, clock_absence, clock_decisions, clock_orders
from app.kernel.answers_in_advance import answered_ahead, said_meanwhile
from app.kernel.clock_terms import Terms
from app.kernel.contract import Event, Game, Order, Setup
from app.kernel.correction_orders import AnswerReview, AskReview, CorrectMove
from app.kernel.correction_reviews import decide_review
from app.kernel.corrections import correct_move, corrections_exist
from app.kernel.dice import Dice
from app.kernel.open_seats import draws_refusal, leaving_refusal, seat_left, seat_taken
from app.kernel.record import Move
from app.kernel.refusal import Refused, refuse_if
from app.kernel.shared_decisions import for_another_seat
from app.kernel.side_departures import (
    agreed_after_elimination,
    concession_events,
    late_seats,
    removal_events,
)
from app.kernel.table import Table, in_play
from app.kernel.table_orders import (
    AMONG_SIDES,
    ORDERS,
    WITHOUT_SEAT,
    AnswerAhead,
    Began,
    Begin,
    ByReferee,
    Concede,
    DeclineDraw,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    LeaveSeat,
    OfferDraw,
    RefereePlays,
    SaidMeanwhile,
    TakeBack,
    TakenBack,
    TakeSeat,
    server_only_refusal,
)
from app.kernel.table_refusals import (
    begun_already,
    draw_on_offer,
    must_report_back,
    not_competing,
    not_out,
    one_offer,
    only_a_referee,
    own_seat,
    still_open,
    still_plays,
)
from app.kernel.undo import taken_back_to
from app.kernel.wrapped_orders import as_read


def begin_table(
    game: Game, setup: Setup, dice: Dice, terms: Terms | None = None
) -> Sequence[Event]:
    return (Began(setup, terms), *game.new_game(setup, dice))


def decide_on(
    game: Game, table: Table, order: Order, seat: str, dice: Dice, past: Sequence[Move] = ()
) -> Sequence[Event]:
    """Events of an order of the platform or of the box; `past` are the earlier moves. Raises
    `Refused`.
    """
    events = _decided_events(game, table, order, seat, dice, past)
    return (*events, *agreed_after_elimination(game, table, events))


def _decided_events(
    game: Game, table: Table, order: Order, seat: str, dice: Dice, past: Sequence[Move]
) -> Sequence[Event]:
    refuse_if(
        still_open(game, table),
        None if isinstance(order, WITHOUT_SEAT) else own_seat(table, seat),
    )
    side = table.seats.get(seat, "")
    refuse_if(
        None if isinstance(order, WITHOUT_SEAT) else not_out(game, table, side),
        still_plays(table, seat),
    )
    if isinstance(order, AMONG_SIDES):
        return among_sides(game, table, order, seat, past, dice)
    match order:
        case Begin():
            raise Refused(begun_already())
        case TakeBack():
            return (TakenBack(taken_back_to(seat, past), seat),)
        case TakeSeat():
            return seat_taken(game, table, order, seat, dice)
        case AnswerAhead():
            return answered_ahead(game, table, order, seat, dice)
        case CorrectMove() | AskReview() | AnswerReview():
            return about_correction(game, table, order, seat, dice, past)
        case clock_orders.StandIn() | ByReferee() | SaidMeanwhile():
            return in_place(game, table, order, seat, dice, past)
        case battle_results.FromTable() | battle_armies.ReportArmy() | battle_results.DropBattle():
            return of_a_child_battle(game, table, order, dice)
    if isinstance(order, ORDERS):
        return clock_events(game, table, order, seat)
    refuse_if(must_report_back(table, seat))
    return (
        *for_another_seat(game, table, order, seat),
        *game.decide(table.state, order, seat, dice),
    )


def about_correction(
    game: Game,
    table: Table,
    order: CorrectMove | AskReview | AnswerReview,
    seat: str,
    dice: Dice,
    past: Sequence[Move],
) -> Sequence[Event]:
    """Events of a correction or of a review; raises `Refused`."""
    if isinstance(order, CorrectMove):
        return correct_move(game, table, order, seat, dice, past, decide_on)
    is_answer = isinstance(order, AnswerReview)
    refuse_if(
        corrections_exist(game),
        only_a_referee(game, table, table.seats[seat]) if is_answer else None,
    )
    return decide_review(order, past)


def of_a_child_battle(
    game: Game,
    table: Table,
    order: battle_results.FromTable | battle_armies.ReportArmy | battle_results.DropBattle,
    dice: Dice,
) -> Sequence[Event]:
    """Events of an army or a result of a child battle, or of its table that is closed."""
    if isinstance(order, battle_results.DropBattle):
        return (battle_results.BattleDropped(),)
    if isinstance(order, battle_armies.ReportArmy):
        return tuple(battle_armies.decide_army(game, table.state, order))
    return tuple(battle_results.decide_result(game, table.state, order, dice))


def clock_events(game: Game, table: Table, order: Order, seat: str) -> Sequence[Event]:
    """Events of an order about the clock by one seat or by the server; raises `Refused`."""
    if isinstance(order, clock_orders.ExtendTime):
        refuse_if(only_a_referee(game, table, table.seats[seat]))
        refuse_if(clock_absence.extension(table.clock, table.seats, order.to, order.days))
        return (clock_orders.TimeExtended(order.to, order.days),)
    if isinstance(order, clock_orders.AnnounceAbsence):
        refuse_if(only_a_referee(game, table, table.seats[seat]))
        refuse_if(clock_absence.announced_absence(table.clock, table.seats, order.to, order.days))
        return (clock_orders.HolidayTaken(order.to, order.first, order.days),)
    return clock_decisions.decide_clock_order(table.clock, table.seats, order, seat, (), ())


def among_sides(
    game: Game, table: Table, order: Order, seat: str, past: Sequence[Move], dice: Dice
) -> Sequence[Event]:
    """Events of an order of one side about the game as a whole; raises `Refused`."""
    side = table.seats[seat]
    refuse_if(not_competing(game, table, side))
    match order:
        case Concede() if game.card.open_seats is None:
            return concession_events(game, table, seat, dice)
        case Concede() | LeaveSeat():
            refuse_if(leaving_refusal(game))
            successor = order.successor if isinstance(order, LeaveSeat) else ""
            return seat_left(game, table, seat, dice, successor)
        case OfferDraw():
            refuse_if(draws_refusal(game), one_offer(table, side))
            agreed = {*table.draw_by, side} >= set(in_play(game, table))
            return (
                (DrawOffered(side), DrawAgreed(tuple(game.agreed(table.state))))
                if agreed
                else (DrawOffered(side),)
            )
        case DeclineDraw():
            refuse_if(draw_on_offer(table))
            return (DrawDeclined(side),)
        case clock_orders.Claim("remove"):
            return removal_events(game, table, side, late_seats(table.seats, past), dice)
    late = late_seats(table.seats, past) if isinstance(order, clock_orders.Claim) else ()
    return clock_decisions.decide_clock_order(
        table.clock, table.seats, order, seat, late, in_play(game, table)
    )


def in_place(
    game: Game,
    table: Table,
    order: clock_orders.StandIn | ByReferee | SaidMeanwhile,
    seat: str,
    dice: Dice,
    past: Sequence[Move],
) -> Sequence[Event]:
    """Events of an order that contains another one: by the server in place of the seat, by a
    referee, or with answers in advance.
    """
    given = as_read(game, order.order)
    if isinstance(order, SaidMeanwhile):
        table, told = said_meanwhile(game, table, order.said)
        return (*told, *decide_on(game, table, given, seat, dice, past))
    if isinstance(order, ByReferee):
        refuse_if(only_a_referee(game, table, table.seats[seat]), server_only_refusal(given))
        marks = (RefereePlays(order.plays),) if order.plays else ()
        return (*marks, *decide_on(game, table, given, seat, dice, past))
    events = (
        decide_on(game, table, given, seat, dice, past)
        if isinstance(given, ORDERS)
        else game.decide(table.state, given, seat, dice)
    )
    return (clock_orders.StoodIn(seat, order.by, order.deadline, order.decision), *events)
