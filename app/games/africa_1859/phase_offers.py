"""Offers of opening and closing spaces, lending counters and ending a phase."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.africa_1859.activation import opening_refusals, seats_of, side_of
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
        label = say("Close {place}", "Cerrar {place}", place=place(war, war.phase.open))
        yield Offer(Close(), label, place=war.phase.open, stack=war.phase.open)
    else:
        yield from open_offers(war, seat)
    if len(seats_of(war, side_of(war, seat))) > 1:
        yield Offer(Lend(to=False), say("Reserve my counters", "Reservar mis fichas"))
        yield Offer(Lend(to=True), say("Lend my counters", "Prestar mis fichas"))
    order = EndPhase()
    label = say("End the phase", "Cerrar la fase")
    yield Offer(order, label, refusals_of_action(war, order, seat), main=True)


def open_offers(war: War, seat: str) -> Iterator[Offer]:
    """Offers to open each own space."""
    side = side_of(war, seat)
    for space in map_of(war).spaces:
        if units_at(war, space, side) or leaders_at(war, space, side):
            label = say("Open {place}", "Abrir {place}", place=place(war, space))
            faults = found_in(opening_refusals(war, space, side))
            yield Offer(Open(space), label, faults, place=space, stack=space)
