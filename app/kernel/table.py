"""The table round a box: beginning, conceding, a draw by agreement, taking back. The same for every game.

These orders and events stand on record beside the box's own. Their rules are the house's (`CAR-`), in `house_rules.yaml`.
"""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from app.kernel.contract import Event, Order, Setup
from app.kernel.dice import Dice
from app.kernel.outcome import Outcome
from app.kernel.refusal import Refusal, Refused, insist, no
from app.kernel.rulebook import read_rulebook
from app.kernel.say import say

if TYPE_CHECKING:
    from app.kernel.contract import Game
    from app.kernel.record import Move

HOUSE_RULES = read_rulebook(Path(__file__).with_name("house_rules.yaml"))


class Begin(Order, frozen=True, tag="begin"):
    """The game begins; given by the house once every seat is taken."""

    setup: Setup


class Concede(Order, frozen=True, tag="concede"):
    """The seat's side gives up."""


class OfferDraw(Order, frozen=True, tag="offer_draw"):
    """A draw is offered to the other sides, or agreed to if they all offer one."""


class DeclineDraw(Order, frozen=True, tag="decline_draw"):
    """The draw on offer is declined, or withdrawn by the one who offered it."""


class TakeBack(Order, frozen=True, tag="take_back"):
    """The seat's last move is taken back."""


class Began(Event, frozen=True, tag="began"):
    """The first event of a game."""

    setup: Setup


class Conceded(Event, frozen=True, tag="conceded"):
    side: str
    winners: tuple[str, ...]


class DrawOffered(Event, frozen=True, tag="draw_offered"):
    side: str


class DrawDeclined(Event, frozen=True, tag="draw_declined"):
    side: str


class DrawAgreed(Event, frozen=True, tag="draw_agreed"):
    """All sides have agreed to end; `winners` as the game counts, none: a draw."""

    winners: tuple[str, ...] = ()


class TakenBack(Event, frozen=True, tag="taken_back"):
    """Moves after number `to` count no longer."""

    to: int
    seat: str


ORDERS = (Begin, Concede, OfferDraw, DeclineDraw, TakeBack)
EVENTS = (Began, Conceded, DrawOffered, DrawDeclined, DrawAgreed, TakenBack)


class Table(msgspec.Struct, frozen=True):
    """A game with what surrounds it. `number` is the last move; `draw_by` are the sides that have offered a draw."""

    state: Any = None
    number: int = 0
    scenario: str = ""
    seats: dict[str, str] = {}
    draw_by: tuple[str, ...] = ()
    ending: Outcome | None = None


EMPTY = Table()


def outcome(game: Game, table: Table) -> Outcome | None:
    return table.ending or (game.outcome(table.state) if table.state is not None else None)


def begin(game: Game, setup: Setup, dice: Dice) -> Sequence[Event]:
    return (Began(setup), *game.new_game(setup, dice))


def decide(game: Game, table: Table, order: Order, seat: str, dice: Dice, past: Sequence[Move] = ()) -> Sequence[Event]:
    """What follows from an order of the house or of the box; `past` are the moves so far. Raises `Refused`."""
    insist(still_open(game, table), own_seat(table, seat))
    side = table.seats[seat]
    match order:
        case Begin():
            raise Refused(begun_already())
        case Concede():
            return (Conceded(side, tuple(other for other in sides(table) if other != side)),)
        case OfferDraw():
            insist(one_offer(table, side))
            agreed = {*table.draw_by, side} == set(sides(table))
            return (DrawOffered(side), DrawAgreed(tuple(game.agreed(table.state)))) if agreed else (DrawOffered(side),)
        case DeclineDraw():
            insist(draw_on_offer(table))
            return (DrawDeclined(side),)
        case TakeBack():
            return (TakenBack(taken_back_to(seat, past), seat),)
    return tuple(game.decide(table.state, order, seat, dice))


def evolve(game: Game, table: Table, event: Event) -> Table:
    """The table after one event; a taking back is no event of the fold, the record leaves out what it took back."""
    replace = msgspec.structs.replace
    match event:
        case Began(setup):
            return replace(table, scenario=setup.scenario, seats=dict(setup.seats))
        case Conceded(side, winners):
            return replace(table, ending=Outcome(winners, "conceded", say("A side gave up.", "Un bando se ha rendido.")))
        case DrawAgreed(winners):
            says = say("Ended by agreement: the higher total wins.", "Final de mutuo acuerdo: gana el total más alto.") if winners else \
                say("A draw by agreement.", "Tablas de mutuo acuerdo.")
            return replace(table, ending=Outcome(winners, "agreed", says))
        case DrawOffered(side):
            return replace(table, draw_by=(*table.draw_by, side))
        case DrawDeclined():
            return replace(table, draw_by=())
        case TakenBack():
            return table
    return replace(table, state=game.evolve(table.state, event))


def after(game: Game, table: Table, events: Sequence[Event]) -> Table:
    for event in events:
        table = evolve(game, table, event)
    return table


def sides(table: Table) -> tuple[str, ...]:
    return tuple(dict.fromkeys(table.seats.values()))


def still_open(game: Game, table: Table) -> Refusal | None:
    """CAR-TAB-02: nothing is ordered after the end."""
    if outcome(game, table):
        return no("CAR-TAB-02", "The game is over.", "La partida ha terminado.")
    return None


def begun_already() -> Refusal:
    """CAR-TAB-01: a game begins once."""
    return no("CAR-TAB-01", "The game has begun already.", "La partida ya ha empezado.")


def own_seat(table: Table, seat: str) -> Refusal | None:
    """CAR-TAB-03: only a seat of the game gives orders."""
    if seat not in table.seats:
        return no("CAR-TAB-03", "You have no seat in this game.", "No tienes asiento en esta partida.")
    return None


def one_offer(table: Table, side: str) -> Refusal | None:
    """CAR-DRW-01: a side offers one draw at a time."""
    if side in table.draw_by:
        return no("CAR-DRW-01", "Your offer of a draw still stands.", "Tu oferta de tablas sigue en pie.")
    return None


def draw_on_offer(table: Table) -> Refusal | None:
    """CAR-DRW-02: a draw is declined only while one is on offer."""
    if not table.draw_by:
        return no("CAR-DRW-02", "No draw is on offer.", "Nadie ha ofrecido tablas.")
    return None


def taken_back_to(seat: str, past: Sequence[Move]) -> int:
    """CAR-UND-01: one's own last move is taken back, up to the last die, revelation or other player's decision."""
    from app.kernel.record import standing  # noqa: PLC0415 - the record knows the table

    kept = standing(past)
    last = kept[-1] if kept else None
    if last is None or last.seat != seat:
        raise Refused(no("CAR-UND-01", "The last move is not yours.", "La última jugada no es tuya."))
    if last.rolls:
        raise Refused(no("CAR-UND-01", "Dice have been rolled.", "Ya se han tirado los dados."))
    if any(event.reveals for event in last.events):
        raise Refused(no("CAR-UND-01", "The move has revealed something.", "La jugada ha revelado algo."))
    return kept[-2].number if len(kept) > 1 else 0


def may_take_back(seat: str, past: Sequence[Move]) -> Refusal | None:
    """Whether `TakeBack` would be refused, for the page."""
    try:
        taken_back_to(seat, past)
    except Refused as refused:
        return refused.refusals[0]
    return None


def right_step(game: Game, table: Table, seat: str, step: str) -> Refusal | None:
    """CAR-TAB-04: an order goes to the address of the step that is on."""
    owed = [decision.step for decision in game.waiting_for(table.state) if decision.seat == seat]
    if step in owed:
        return None
    if not owed:
        return nothing_owed()
    on = next(one.title for one in game.card.sequence if one.key == owed[0])
    return no("CAR-TAB-04", "The step that is on is: {step}.", "El paso en curso es: {step}.", step=on)


def nothing_owed() -> Refusal:
    """CAR-TAB-05: an order is taken only from a seat that owes a decision."""
    return no("CAR-TAB-05", "Nothing waits for you at the moment.", "Ahora mismo no te toca decidir nada.")
