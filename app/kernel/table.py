"""Table of a game: beginning, conceding, agreed draw and taking back, the same for every game.

These orders and events are recorded beside those of the box. Their rules are those of the platform
(`CAR-`), in `house_rules.yaml`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from app.kernel import clock
from app.kernel.clock_words import ENDINGS
from app.kernel.contract import Event, Order, Setup
from app.kernel.decoding import reader
from app.kernel.dice import Dice
from app.kernel.outcome import Outcome
from app.kernel.refusal import Refusal, Refused, insist, no
from app.kernel.rulebook import read_rulebook
from app.kernel.say import say

if TYPE_CHECKING:
    from app.kernel.contract import Game
    from app.kernel.record import Move

HOUSE_RULES = read_rulebook(Path(__file__).with_name("house_rules.yaml"))


class Begin(Order, frozen=True, tag="begin", omit_defaults=True):
    """Server order that begins the game once every seat is taken. `clock` is None without a
    clock.
    """

    setup: Setup
    clock: clock.Terms | None = None


class Concede(Order, frozen=True, tag="concede"):
    """Surrender of the seat's side."""


class OfferDraw(Order, frozen=True, tag="offer_draw"):
    """Offer of a draw; agreement if all sides offer one."""


class DeclineDraw(Order, frozen=True, tag="decline_draw"):
    """Refusal of the offered draw, or withdrawal of the own offer."""


class TakeBack(Order, frozen=True, tag="take_back"):
    """Undo of the seat's last move."""


class AnswerAhead(Order, frozen=True, tag="answer_ahead"):
    """Server order: an `order` that the seat gave in advance by its conditional orders on this
    topic.

    It is recorded when the question comes.
    """

    order: Any
    topic: str


class SaidMeanwhile(Order, frozen=True, tag="said_meanwhile"):
    """Server order: an `order` together with the answers in advance that were given since the last
    move.

    `said` has the answers by seat and topic (`kernel.conditional_orders`).
    """

    order: Any
    said: dict[str, dict[str, str]]


class Began(Event, frozen=True, tag="began", omit_defaults=True):
    """First event of a game."""

    setup: Setup
    clock: clock.Terms | None = None


class Conceded(Event, frozen=True, tag="conceded", omit_defaults=True):
    """Event: a side conceded. If `ends` is false, the game continues without the side."""

    side: str
    winners: tuple[str, ...]
    ends: bool = True


class SideRemoved(Event, frozen=True, tag="side_removed", omit_defaults=True):
    """Event: a side is out of the game because its time was up. Fields as in `Conceded`."""

    side: str
    winners: tuple[str, ...] = ()
    ends: bool = False


class DrawOffered(Event, frozen=True, tag="draw_offered"):
    side: str


class DrawDeclined(Event, frozen=True, tag="draw_declined"):
    side: str


class DrawAgreed(Event, frozen=True, tag="draw_agreed"):
    """Event: all sides agreed to end. `winners` follow the rules of the game; none means a draw."""

    winners: tuple[str, ...] = ()


class AnsweredAhead(Event, frozen=True, tag="answered_ahead"):
    """Event: the seat decided the events that follow in advance."""

    seat: str
    topic: str


class TakenBack(Event, frozen=True, tag="taken_back"):
    """Event: moves after number `to` no longer count."""

    to: int
    seat: str


ORDERS = (
    Begin,
    Concede,
    OfferDraw,
    DeclineDraw,
    TakeBack,
    AnswerAhead,
    SaidMeanwhile,
    *clock.ORDERS,
)
EVENTS = (
    Began,
    Conceded,
    SideRemoved,
    DrawOffered,
    DrawDeclined,
    DrawAgreed,
    TakenBack,
    AnsweredAhead,
    *clock.EVENTS,
)
HOUSE_EVENTS = frozenset(EVENTS)
AMONG_SIDES = (
    Concede,
    OfferDraw,
    DeclineDraw,
    clock.AskPause,
    clock.DeclinePause,
    clock.EndPause,
    clock.Claim,
)
"""Orders of the sides in play about the game as a whole."""


class Table(msgspec.Struct, frozen=True):
    """Game with its surroundings. `number` is the last move. `draw_by` are the sides that offer a
    draw, `draw_refused` those whose offer another side ever declined. `left` are the sides that
    conceded or were removed.
    """

    state: Any = None
    number: int = 0
    scenario: str = ""
    seats: dict[str, str] = {}
    draw_by: tuple[str, ...] = ()
    draw_refused: tuple[str, ...] = ()
    ending: Outcome | None = None
    clock: clock.Clock = clock.Clock()
    left: tuple[str, ...] = ()


EMPTY = Table()


class _Kind(msgspec.Struct):
    kind: str
    order: msgspec.Raw = msgspec.Raw()


_KIND = reader(_Kind)
HOLDING = frozenset(
    order.__struct_config__.tag for order in (AnswerAhead, SaidMeanwhile, clock.StandIn)
)
"""Kinds of platform order that contain another order."""


def outcome(game: Game, table: Table) -> Outcome | None:
    """Result; None while the game continues. A referee, or a side that left or was eliminated,
    never wins.
    """
    found = table.ending or (game.outcome(table.state) if table.state is not None else None)
    if found is None:
        return None
    playing = in_play(game, table)
    winners = tuple(side for side in found.winners if side in playing)
    return found if winners == found.winners else msgspec.structs.replace(found, winners=winners)


def begin(
    game: Game, setup: Setup, dice: Dice, terms: clock.Terms | None = None
) -> Sequence[Event]:
    return (Began(setup, terms), *game.new_game(setup, dice))


def decide(
    game: Game, table: Table, order: Order, seat: str, dice: Dice, past: Sequence[Move] = ()
) -> Sequence[Event]:
    """Events of an order of the platform or of the box; `past` are the earlier moves. Raises
    `Refused`.
    """
    insist(
        still_open(game, table),
        None if isinstance(order, clock.HOUSE_ONLY) else own_seat(table, seat),
    )
    side = table.seats.get(seat, "")
    insist(None if isinstance(order, clock.HOUSE_ONLY) else not_out(game, table, side))
    if isinstance(order, AMONG_SIDES):
        return among_sides(game, table, order, seat, past)
    match order:
        case Begin():
            raise Refused(begun_already())
        case TakeBack():
            return (TakenBack(taken_back_to(seat, past), seat),)
        case AnswerAhead():
            return answered_ahead(game, table, order, seat, dice)
        case SaidMeanwhile():
            return said_meanwhile(game, table, order, seat, dice, past)
        case clock.StandIn():
            return stood_in(game, table, order, seat, dice, past)
    if isinstance(order, clock.ORDERS):
        return clock.decide(table.clock, table.seats, order, seat, (), ())
    insist(present(table, seat))
    return tuple(game.decide(table.state, order, seat, dice))


def among_sides(
    game: Game, table: Table, order: Order, seat: str, past: Sequence[Move]
) -> Sequence[Event]:
    """Events of an order of one side about the game as a whole; raises `Refused`."""
    side = table.seats[seat]
    insist(competes(game, table, side))
    match order:
        case Concede():
            return departed(game, table, side, Conceded)
        case OfferDraw():
            insist(one_offer(table, side))
            agreed = {*table.draw_by, side} >= set(in_play(game, table))
            return (
                (DrawOffered(side), DrawAgreed(tuple(game.agreed(table.state))))
                if agreed
                else (DrawOffered(side),)
            )
        case DeclineDraw():
            insist(draw_on_offer(table))
            return (DrawDeclined(side),)
        case clock.Claim("remove"):
            return removed(game, table, side, late_seats(table.seats, past))
    late = late_seats(table.seats, past) if isinstance(order, clock.Claim) else ()
    return clock.decide(table.clock, table.seats, order, seat, late, in_play(game, table))


def stood_in(
    game: Game, table: Table, order: clock.StandIn, seat: str, dice: Dice, past: Sequence[Move]
) -> Sequence[Event]:
    """Events of an order that the server gives in place of a seat."""
    given = as_read(game, order.order)
    events = (
        decide(game, table, given, seat, dice, past)
        if isinstance(given, ORDERS)
        else game.decide(table.state, given, seat, dice)
    )
    return (clock.StoodIn(seat, order.by, order.deadline), *events)


def answered_ahead(
    game: Game, table: Table, order: AnswerAhead, seat: str, dice: Dice
) -> Sequence[Event]:
    """CAR-STO-01: an answer in advance is an order of its own, taken or refused when the question
    comes.
    """
    insist(present(table, seat))
    return (
        AnsweredAhead(seat, order.topic),
        *game.decide(table.state, as_read(game, order.order), seat, dice),
    )


def said_meanwhile(
    game: Game, table: Table, order: SaidMeanwhile, seat: str, dice: Dice, past: Sequence[Move]
) -> Sequence[Event]:
    """CAR-STO-04: an answer in advance counts from the next move on and is recorded with it."""
    events: list[Event] = []
    for one, answers in order.said.items():
        fresh = game.standing.recorded(table.state, one, answers) if game.standing else ()
        table, events = after(game, table, fresh), [*events, *fresh]
    return (*events, *decide(game, table, as_read(game, order.order), seat, dice, past))


def as_read(game: Game, order: Any) -> Order:
    """Inner order, decoded if it is still in its stored form."""
    from app.kernel.record import read_order  # noqa: PLC0415 - record imports this module

    return order if isinstance(order, Order) else read_order(game, order)


def by_the_house(order: Order) -> Refusal | None:
    """CAR-STO-03: only the server records that an answer was given in advance."""
    if isinstance(order, (AnswerAhead, SaidMeanwhile)):
        return no(
            "CAR-STO-03",
            "Only the house puts on record what was answered in advance.",
            "Solo la casa registra lo que se respondió por adelantado.",
        )
    return clock.by_the_house(order)


def is_ahead(move: Move) -> bool:
    """Return true if a move was decided in advance."""
    return any(isinstance(event, AnsweredAhead) for event in move.events)


def itself(written: bytes) -> bytes:
    """Stored order without the platform orders that contain it."""
    found = _KIND.decode(written)
    while found.kind in HOLDING:
        written = bytes(found.order)
        found = _KIND.decode(written)
    return written


def present(table: Table, seat: str) -> Refusal | None:
    """Refusal for a replaced player who has not reported back; None otherwise."""
    if seat in table.clock.away:
        return no(
            "CAR-CLK-08",
            "The house plays for you: say first that you are back.",
            "La casa juega por ti: di antes que has vuelto.",
        )
    return None


def decides(move: Move) -> bool:
    """Return true if a move decides something in the game itself."""
    return any(type(event) not in HOUSE_EVENTS for event in move.events)


def late_seats(seats: Mapping[str, str], past: Sequence[Move]) -> tuple[str, ...]:
    """Late seats: their time was recorded as up, and their players have decided nothing since.

    A record of an undone part of the game does not count.
    """
    late: list[str] = []
    decided: set[str] = set()
    standing = past[-1].number if past else 0
    for move in reversed(past):
        late += [
            event.seat
            for event in move.events
            if isinstance(event, clock.TimeWasUp)
            and move.number <= standing
            and event.seat not in (*decided, *late)
        ]
        standing = min(
            [standing, *(event.to for event in move.events if isinstance(event, TakenBack))]
        )
        if decides(move) or any(isinstance(event, clock.SeatPassedOn) for event in move.events):
            decided.add(move.seat)
        if decided >= set(seats):
            break
    return tuple(late)


def evolve(game: Game, table: Table, event: Event) -> Table:
    """Table after one event. `TakenBack` changes nothing here; the record leaves out the undone
    moves.
    """
    replace = msgspec.structs.replace
    if type(event) not in HOUSE_EVENTS:
        return replace(table, state=game.evolve(table.state, event))
    match event:
        case Began(setup, terms):
            return replace(
                table,
                scenario=setup.scenario,
                seats=dict(setup.seats),
                clock=clock.Clock(terms or clock.Terms()),
            )
        case Conceded(side, winners, ends):
            says = say("A side gave up.", "Un bando se ha rendido.")
            return without(table, side, Outcome(winners, "conceded", says) if ends else None)
        case SideRemoved(side, winners, ends):
            return without(
                table, side, Outcome(winners, clock.CLAIMS["win"], ENDINGS["win"]) if ends else None
            )
        case DrawAgreed(winners):
            says = (
                say(
                    "Ended by agreement: the higher total wins.",
                    "Final de mutuo acuerdo: gana el total más alto.",
                )
                if winners
                else say("A draw by agreement.", "Tablas de mutuo acuerdo.")
            )
            return replace(table, ending=Outcome(winners, "agreed", says))
        case DrawOffered(side):
            return replace(table, draw_by=(*table.draw_by, side))
        case DrawDeclined(side):
            refused = {*table.draw_refused, *table.draw_by} - {side}
            return replace(table, draw_by=(), draw_refused=tuple(sorted(refused)))
        case clock.Claimed(_, what, winners) if what in ENDINGS:
            return replace(table, ending=Outcome(winners, clock.CLAIMS[what], ENDINGS[what]))
    return replace(table, clock=clock.evolve(table.clock, event))


def after(game: Game, table: Table, events: Sequence[Event]) -> Table:
    """Table after all events. The state is set once at the end, because no platform event changes
    it.
    """
    state = table.state
    for event in events:
        if type(event) in HOUSE_EVENTS:
            table = evolve(game, table, event)
        else:
            state = game.evolve(state, event)
    return msgspec.structs.replace(table, state=state)


def sides(table: Table) -> tuple[str, ...]:
    """Sides that have seats, in the order of the seats."""
    return tuple(dict.fromkeys(table.seats.values()))


def competing(game: Game, table: Table) -> tuple[str, ...]:
    """Sides that may win: all but those of referees."""
    scenario = next((one for one in game.card.scenarios if one.key == table.scenario), None)
    judges = {side.key for side in scenario.sides if not side.competes} if scenario else set()
    return tuple(side for side in sides(table) if side not in judges)


def in_play(game: Game, table: Table) -> tuple[str, ...]:
    """Competing sides that have not left and are not eliminated."""
    out = {*table.left, *(game.eliminated(table.state) if table.state is not None else ())}
    return tuple(side for side in competing(game, table) if side not in out)


def departed(
    game: Game, table: Table, side: str, kind: type[Conceded | SideRemoved]
) -> Sequence[Event]:
    """CAR-OUT-03: the game decides the consequences when a side leaves."""
    others = tuple(other for other in in_play(game, table) if other != side)
    leaving = game.side_leaves(table.state, side, others)
    events: tuple[Event, ...] = (kind(side, leaving.winners, leaving.ends), *leaving.events)
    return events if leaving.ends else (*events, *agreed_without(game, after(game, table, events)))


def removed(game: Game, table: Table, side: str, late: Sequence[str]) -> Sequence[Event]:
    """Events that remove every other side whose time is up; raises `Refused`."""
    insist(
        clock.a_clock(table.clock),
        clock.may_claim("remove", side, late, table.seats, in_play(game, table)),
    )
    events: list[Event] = [clock.Claimed(side, "remove")]
    behind = {table.seats[seat] for seat in late} - {side}
    for other in (one for one in in_play(game, table) if one in behind):
        now = after(game, table, events)
        if other in in_play(game, now) and outcome(game, now) is None:
            events += departed(game, now, other, SideRemoved)
    return tuple(events)


def agreed_without(game: Game, table: Table) -> Sequence[Event]:
    """Agreed draw or pause if all remaining sides have asked for it after another side left."""
    playing = set(in_play(game, table))
    if outcome(game, table) is not None or not playing:
        return ()
    if playing <= set(table.draw_by):
        return (DrawAgreed(tuple(game.agreed(table.state))),)
    if not table.clock.pause and playing <= set(table.clock.pause_by):
        return (clock.PauseAgreed(table.clock.pause_days),)
    return ()


def without(table: Table, side: str, ending: Outcome | None) -> Table:
    """Table after a side has left."""
    return msgspec.structs.replace(
        table,
        left=(*table.left, side),
        draw_by=tuple(one for one in table.draw_by if one != side),
        clock=clock.without(table.clock, side),
        ending=ending or table.ending,
    )


def not_out(game: Game, table: Table, side: str) -> Refusal | None:
    """CAR-OUT-01: a side that has left or is eliminated gives no orders."""
    if side in table.left or side in game.eliminated(table.state):
        return no(
            "CAR-OUT-01",
            "Your side is no longer in the game.",
            "Tu bando ya no está en la partida.",
        )
    return None


def competes(game: Game, table: Table, side: str) -> Refusal | None:
    """CAR-OUT-02: a referee neither gives up nor takes part in draws, pauses and claims."""
    if side in competing(game, table):
        return None
    return no(
        "CAR-OUT-02",
        "The referee is not a side: draws, pauses and giving up are for the players.",
        "El árbitro no es un bando: las tablas, las pausas y la rendición son de los jugadores.",
    )


def still_open(game: Game, table: Table) -> Refusal | None:
    """CAR-TAB-02: no order is accepted after the end."""
    if outcome(game, table):
        return no("CAR-TAB-02", "The game is over.", "La partida ha terminado.")
    return None


def begun_already() -> Refusal:
    """CAR-TAB-01: a game begins once."""
    return no("CAR-TAB-01", "The game has begun already.", "La partida ya ha empezado.")


def own_seat(table: Table, seat: str) -> Refusal | None:
    """CAR-TAB-03: only a seat of the game gives orders."""
    if seat not in table.seats:
        return no(
            "CAR-TAB-03", "You have no seat in this game.", "No tienes asiento en esta partida."
        )
    return None


def one_offer(table: Table, side: str) -> Refusal | None:
    """CAR-DRW-01: a side offers one draw at a time."""
    if side in table.draw_by:
        return no(
            "CAR-DRW-01", "Your offer of a draw still stands.", "Tu oferta de tablas sigue en pie."
        )
    return None


def draw_on_offer(table: Table) -> Refusal | None:
    """CAR-DRW-02: a draw is declined only while one is on offer."""
    if not table.draw_by:
        return no("CAR-DRW-02", "No draw is on offer.", "Nadie ha ofrecido tablas.")
    return None


def taken_back_to(seat: str, past: Sequence[Move]) -> int:
    """CAR-UND-01: a player takes back the own last move, up to the last die, revelation or other
    player's decision.
    """
    from app.kernel.record import standing  # noqa: PLC0415 - record imports this module

    kept = [move for move in standing(past) if not clock.is_beside(move)]
    last = kept[-1] if kept else None
    if last is None or last.seat != seat:
        raise Refused(
            no("CAR-UND-01", "The last move is not yours.", "La última jugada no es tuya.")
        )
    if any(isinstance(event, clock.StoodIn) for event in last.events):
        raise Refused(
            no("CAR-UND-01", "The house decided in your place.", "La casa decidió en tu lugar.")
        )
    if last.rolls or any(
        event.reveals for event in last.events
    ):  # one sentence for both: a roll of dice may be secret
        raise Refused(
            no(
                "CAR-UND-01",
                "The move has rolled dice or revealed something.",
                "La jugada ha tirado dados o revelado algo.",
            )
        )
    return kept[-2].number if len(kept) > 1 else 0


def may_take_back(seat: str, past: Sequence[Move]) -> Refusal | None:
    """Refusal of `TakeBack`, for the page; None if it is allowed."""
    try:
        taken_back_to(seat, past)
    except Refused as refused:
        return refused.refusals[0]
    return None


def right_step(game: Game, table: Table, seat: str, step: str) -> Refusal | None:
    """CAR-TAB-04: an order goes to the address of the current step."""
    owed = [decision.step for decision in game.waiting_for(table.state) if decision.seat == seat]
    if step in owed:
        return None
    if not owed:
        return nothing_owed()
    on = next(one.title for one in game.card.sequence if one.key == owed[0])
    return no(
        "CAR-TAB-04", "The step that is on is: {step}.", "El paso en curso es: {step}.", step=on
    )


def nothing_owed() -> Refusal:
    """CAR-TAB-05: only a seat that owes a decision gives orders."""
    return no(
        "CAR-TAB-05", "Nothing waits for you at the moment.", "Ahora mismo no te toca decidir nada."
    )
