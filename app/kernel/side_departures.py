"""Departures of sides: conceding, removal of late sides, and agreements of the sides that
remain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.kernel.clock import a_clock
from app.kernel.clock_claims import may_claim
from app.kernel.clock_orders import Claimed, PauseAgreed, SeatPassedOn, TimeExtended, TimeWasUp
from app.kernel.contract import Event, Game
from app.kernel.dice import Dice
from app.kernel.record import Move
from app.kernel.refusal import refuse_if
from app.kernel.table import Table, after_all, in_play, table_outcome
from app.kernel.table_orders import (
    AnsweredFor,
    Conceded,
    DrawAgreed,
    SeatGaveUp,
    SideRemoved,
    TakenBack,
    decides_something,
)


def departure_events(
    game: Game, table: Table, side: str, kind: type[Conceded | SideRemoved], dice: Dice
) -> Sequence[Event]:
    """CAR-OUT-03: the game decides the consequences when a side leaves."""
    others = tuple(other for other in in_play(game, table) if other != side)
    leaving = game.side_leaves(table.state, side, others)
    events: tuple[Event, ...] = (kind(side, leaving.winners, leaving.ends), *leaving.events)
    if leaving.ends:
        return events
    events = (*events, *game.goes_on(after_all(game, table, events).state, dice))
    return (*events, *agreed_without(game, after_all(game, table, events)))


def concession_events(game: Game, table: Table, seat: str, dice: Dice) -> Sequence[Event]:
    """Events of a concession: the seat alone gives up where the game lets the others of its side
    play on; otherwise its side leaves.
    """
    side = table.seats[seat]
    if allies := allies_in_play(table, seat):
        alone = game.seat_gives_up(table.state, seat, allies)
        if alone is not None:
            return (SeatGaveUp(seat), *alone)
    return departure_events(game, table, side, Conceded, dice)


def allies_in_play(table: Table, seat: str) -> tuple[str, ...]:
    """Other seats of the same side whose players have not given up."""
    side = table.seats[seat]
    return tuple(
        other
        for other, its in table.seats.items()
        if its == side and other != seat and other not in table.gave_up
    )


def removal_events(
    game: Game, table: Table, side: str, late: Sequence[str], dice: Dice
) -> Sequence[Event]:
    """Events that remove every other side whose time is up; raises `Refused`."""
    refuse_if(
        a_clock(table.clock),
        may_claim("remove", side, late, table.seats, in_play(game, table)),
    )
    events: list[Event] = [Claimed(side, "remove")]
    behind = {table.seats[seat] for seat in late} - {side}
    for other in (one for one in in_play(game, table) if one in behind):
        now = after_all(game, table, events)
        if other in in_play(game, now) and table_outcome(game, now) is None:
            events += departure_events(game, now, other, SideRemoved, dice)
    return tuple(events)


def agreed_without(game: Game, table: Table) -> Sequence[Event]:
    """Agreed draw or pause if all sides still in play have asked for it."""
    playing = set(in_play(game, table))
    if table_outcome(game, table) is not None or not playing:
        return ()
    if playing <= set(table.draw_by):
        return (DrawAgreed(tuple(game.agreed(table.state))),)
    if not table.clock.pause and playing <= set(table.clock.pause_by):
        return (PauseAgreed(table.clock.pause_days),)
    return ()


def agreed_after_elimination(game: Game, table: Table, events: Sequence[Event]) -> Sequence[Event]:
    """Agreed draw or pause if these events of the game eliminate the last side without a
    request.
    """
    if not (table.draw_by or table.clock.pause_by):
        return ()
    after = after_all(game, table, events)
    is_fewer = set(in_play(game, after)) < set(in_play(game, table))
    return agreed_without(game, after) if is_fewer else ()


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
            if isinstance(event, TimeWasUp)
            and move.number <= standing
            and event.seat not in (*decided, *late)
        ]
        standing = min(
            [standing, *(event.to for event in move.events if isinstance(event, TakenBack))]
        )
        settled = (TimeExtended, AnsweredFor, SeatGaveUp)
        decided |= {event.seat for event in move.events if isinstance(event, settled)}
        if decides_something(move) or any(isinstance(event, SeatPassedOn) for event in move.events):
            decided.add(move.seat)
        if decided >= set(seats):
            break
    return tuple(late)
