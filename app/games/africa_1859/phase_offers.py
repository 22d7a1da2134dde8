"""Offers of opening and closing spaces, lending counters and ending a phase."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.africa_1859.activation import (
    command_of,
    may_still_move,
    opening_refusals,
    seats_of,
    side_of,
)
from app.games.africa_1859.ground import leaders_at, map_of, place, units_at
from app.games.africa_1859.orders import Close, EndPhase, Lend, Open
from app.games.africa_1859.sequence import refusals_of_action
from app.games.africa_1859.state import War
from app.kernel.offers import Offer
from app.kernel.refusal import found_in
from app.kernel.say import say


def phase_offers(war: War, seat: str) -> Iterator[Offer]:
    """Offers about the open space and the phase."""
    if war.phase.open:
        label = say("Close {place:the}", "Cerrar {place:el}", place=place(war, war.phase.open))
        yield Offer(Close(), label, main=True)
    else:
        yield from open_offers(war, seat)
    if len(seats_of(war, side_of(war, seat))) > 1:
        yield from lend_offers(war, seat)
    order = EndPhase()
    label = say("End the phase", "Cerrar la fase")
    yield Offer(order, label, refusals_of_action(war, order, seat), main=not war.phase.open)


def lend_offers(war: War, seat: str) -> Iterator[Offer]:
    """Offers to reserve counters of the own command that are lent, and to lend reserved ones."""
    own = [key for key in (*war.leaders, *war.units) if command_of(war, key) == seat]
    if any(key not in war.reserved for key in own):
        yield Offer(Lend(to=False), say("Reserve my counters", "Reservar mis fichas"))
    if any(key in war.reserved for key in own):
        yield Offer(Lend(to=True), say("Lend my counters", "Prestar mis fichas"))


def open_offers(war: War, seat: str) -> Iterator[Offer]:
    """Offers to open each own space with a counter that can still act."""
    side = side_of(war, seat)
    for space in map_of(war).spaces:
        units, leaders = units_at(war, space, side), leaders_at(war, space, side)
        keys = [*(unit.id for unit in units), *(leader.id for leader in leaders)]
        if any(may_still_move(war, key) is None for key in keys):
            label = say("Open {place:the}", "Abrir {place:el}", place=place(war, space))
            faults = found_in(opening_refusals(war, space, side))
            yield Offer(Open(space), label, faults, place=space, stack=space)
