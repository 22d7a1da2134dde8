"""AFR-SEQ: moves of demoralised units towards the rear."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.africa_1859.activation import (
    known_space,
    not_at_command,
    own_counters,
    side_of,
)
from app.games.africa_1859.counters import title_of
from app.games.africa_1859.ground import place, rear_distance
from app.games.africa_1859.movement import path_refusals
from app.games.africa_1859.orders import DemoralisedMove
from app.games.africa_1859.procedures import March
from app.games.africa_1859.run import ActionRules, Run
from app.games.africa_1859.state import Unit, War
from app.kernel.refusal import Refusal, Refused, found_in, no


def demoralised_move_refusals(
    war: War, order: DemoralisedMove, seat: str
) -> Iterator[Refusal | None]:
    """Reasons against the move of a demoralised unit."""
    side = side_of(war, seat)
    own_counters(war, side, order.unit)
    known_space(war, *order.path)
    unit = war.units.get(order.unit)
    if unit is None:
        raise Refused(
            no("AFR-SEQ-18", "Only a unit can fall back.", "Solo puede replegarse una unidad.")
        )
    yield space_is_open(war)
    yield not_demoralised(war, unit)
    yield moved_already(war, unit)
    yield not_at_command(war, seat, (order.unit,))
    yield no_path(order)
    barred = found_in(path_refusals(war, side, [unit], order.path, unit.at))
    yield from barred
    yield way_is_barred(war, unit) if barred else None
    yield from not_nearer(war, unit, order.path)


def space_is_open(war: War) -> Refusal | None:
    """Refusal while a space is open."""
    if not war.phase.open:
        return None
    return no(
        "AFB-ACT-07",
        "Close {place:the} first; demoralised units move while no space is open.",
        "Cierra antes {place:el}; las unidades desmoralizadas mueven sin espacio abierto.",
        place=place(war, war.phase.open),
    )


def not_demoralised(war: War, unit: Unit) -> Refusal | None:
    """Refusal of a unit that is not demoralised."""
    if unit.dem:
        return None
    return no(
        "AFR-SEQ-18",
        "Only demoralised units fall back, and {who} can act as usual.",
        "{who}: la unidad no está desmoralizada.",
        who=title_of(war, unit.id),
    )


def moved_already(war: War, unit: Unit) -> Refusal | None:
    """Refusal of a second move of this kind in one turn."""
    if unit.id not in war.phase.fell_back:
        return None
    return no(
        "AFR-SEQ-18",
        "{who} fell back earlier this turn.",
        "{who}: ya se ha replegado este turno.",
        who=title_of(war, unit.id),
    )


def no_path(order: DemoralisedMove) -> Refusal | None:
    """Refusal of an order without a path."""
    if order.path:
        return None
    return no("AFR-SEQ-18", "The move needs a path.", "El movimiento necesita un camino.")


def way_is_barred(war: War, unit: Unit) -> Refusal:
    """Refusal of a path that the class of the unit cannot use."""
    return no(
        "AFR-SEQ-18",
        "{who} cannot fall back this way.",
        "{who}: no puede replegarse por este camino.",
        who=title_of(war, unit.id),
    )


def not_nearer(war: War, unit: Unit, path: tuple[str, ...]) -> Iterator[Refusal]:
    """AFR-SEQ-18: Each space entered is nearer to the nearest own rear town than the one left.

    Without a rear town that the enemy does not control the unit stays.
    """
    here = unit.at
    for there in path:
        left, entered = (rear_distance(war, key, unit.side) for key in (here, there))
        if left is None or entered is None or entered >= left:
            yield no(
                "AFR-SEQ-18",
                "The way from {here:the} to {there:the} leads no nearer to the rear.",
                "El camino {here:del} {there:al} no acerca a la retaguardia.",
                here=place(war, here),
                there=place(war, there),
            )
            return
        here = there


def demoralised_move(run: Run, order: DemoralisedMove, seat: str) -> None:
    """Begin the move of a demoralised unit."""
    start = run.war.units[order.unit].at
    side = side_of(run.war, seat)
    run.push(March(side, start, (order.unit,), (), order.path, demoralised=True))


DEMORALISED_MOVE = ActionRules(demoralised_move_refusals, demoralised_move)
