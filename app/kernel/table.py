"""State of a table: the game with its seats, clock and result, and the changes by events.

`table_orders` has the orders and events of the platform, `table_decisions` decides them. Their
rules are those of the platform (`CAR-`), in `platform_rules.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from app.kernel import clock, clock_orders
from app.kernel.battle_results import IS_DROPPED, BattleDropped
from app.kernel.clock_claims import CLAIMS
from app.kernel.clock_terms import Terms
from app.kernel.clock_words import ENDINGS
from app.kernel.contract import Event, Game
from app.kernel.offers import Decision
from app.kernel.outcome import Outcome
from app.kernel.rulebook import read_rulebook
from app.kernel.say import say
from app.kernel.table_orders import (
    PLATFORM_EVENTS,
    Began,
    Conceded,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    SeatClosed,
    SeatGaveUp,
    SeatOpened,
    SideRemoved,
)

NUMBERED = re.compile(r"p([1-9]\d*)")
"""Keys of open seats."""
PLATFORM_RULES = read_rulebook(Path(__file__).with_name("platform_rules.yaml"))


class Table(msgspec.Struct, frozen=True):
    """Game with its surroundings. `number` is the last move. `draw_by` are the sides that offer a
    draw, `draw_refused` those whose offer another side ever declined. `left` are the sides that
    conceded or were removed. `gave_up` are seats whose players conceded while others of their side
    play on. `opened` is the highest number of an open seat so far.
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
    opened: int = 0
    gave_up: tuple[str, ...] = ()


EMPTY = Table()


def table_outcome(game: Game, table: Table) -> Outcome | None:
    """Result; None while the game continues. A referee, or a side that left or was eliminated,
    never wins.
    """
    found = table.ending or (game.outcome(table.state) if table.state is not None else None)
    if found is None:
        return None
    playing = in_play(game, table)
    winners = tuple(side for side in found.winners if side in playing)
    return found if winners == found.winners else msgspec.structs.replace(found, winners=winners)


def owed_decisions(game: Game, table: Table) -> tuple[Decision, ...]:
    """Decisions that the game waits for; none before it begins and after it ends."""
    if table.state is None or table_outcome(game, table) is not None:
        return ()
    return tuple(game.waiting_for(table.state))


def seated_sides(table: Table) -> tuple[str, ...]:
    """Sides that have seats, in the order of the seats."""
    return tuple(dict.fromkeys(table.seats.values()))


def competing_sides(game: Game, table: Table) -> tuple[str, ...]:
    """Sides that may win: all but those of referees."""
    scenario = game.card.scenario(table.scenario)
    judges = {side.key for side in scenario.sides if not side.competes} if scenario else set()
    return tuple(side for side in seated_sides(table) if side not in judges)


def in_play(game: Game, table: Table) -> tuple[str, ...]:
    """Competing sides that have not left and are not eliminated."""
    out = {*table.left, *(game.eliminated(table.state) if table.state is not None else ())}
    return tuple(side for side in competing_sides(game, table) if side not in out)


def evolve_table(game: Game, table: Table, event: Event) -> Table:
    """Table after one event. `TakenBack` changes nothing here; the record leaves out the undone
    moves.
    """
    replace = msgspec.structs.replace
    if type(event) not in PLATFORM_EVENTS:
        return replace(table, state=game.evolve(table.state, event))
    match event:
        case Began(setup, terms):
            return replace(
                table,
                scenario=setup.scenario,
                seats=dict(setup.seats),
                clock=clock.Clock(terms or Terms()),
                opened=highest_number(setup.seats),
            )
        case SeatOpened() | SeatClosed() | SeatGaveUp():
            return with_seat(table, event)
        case Conceded(side, winners, ends):
            says = say("A side gave up.", "Un bando se ha rendido.")
            return without_side(table, side, Outcome(winners, "conceded", says) if ends else None)
        case SideRemoved(side, winners, ends):
            return without_side(
                table, side, Outcome(winners, CLAIMS["win"], ENDINGS["win"]) if ends else None
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
        case clock_orders.Claimed() | BattleDropped() if (ending := ending_of(event)) is not None:
            return replace(table, ending=ending)
    return replace(table, clock=clock.evolve_clock(table.clock, event))


def ending_of(event: clock_orders.Claimed | BattleDropped) -> Outcome | None:
    """Result of a claim or of a dropped battle; None for a claim that ends nothing."""
    if isinstance(event, BattleDropped):
        return IS_DROPPED
    what = event.what
    return Outcome(event.winners, CLAIMS[what], ENDINGS[what]) if what in ENDINGS else None


def after_all(game: Game, table: Table, events: Sequence[Event]) -> Table:
    """Table after all events. The state is set once at the end, because no platform event changes
    it.
    """
    state = table.state
    for event in events:
        if type(event) in PLATFORM_EVENTS:
            table = evolve_table(game, table, event)
        else:
            state = game.evolve(state, event)
    return msgspec.structs.replace(table, state=state)


def with_seat(table: Table, event: SeatOpened | SeatClosed | SeatGaveUp) -> Table:
    """Table with one seat more, without a seat and its side, or with a seat that gave up."""
    replace, seat = msgspec.structs.replace, event.seat
    if isinstance(event, SeatGaveUp):
        return replace(table, gave_up=(*table.gave_up, seat))
    if isinstance(event, SeatOpened):
        seats = table.seats | {seat: event.side}
        return replace(table, seats=seats, opened=highest_number([seat]))
    kept = {one: side for one, side in table.seats.items() if one != seat}
    return without_side(replace(table, seats=kept), table.seats[seat], None)


def highest_number(seats: Iterable[str]) -> int:
    """Highest number of an open seat; 0 without one."""
    return max((int(found[1]) for one in seats if (found := NUMBERED.fullmatch(one))), default=0)


def without_side(table: Table, side: str, ending: Outcome | None) -> Table:
    """Table after a side has left."""
    return msgspec.structs.replace(
        table,
        left=(*table.left, side),
        draw_by=tuple(one for one in table.draw_by if one != side),
        clock=clock.without_requests_of(table.clock, side),
        ending=ending or table.ending,
    )
