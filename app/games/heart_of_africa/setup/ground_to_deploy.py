"""HOA-DEP: Ground on which a unit may be deployed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import shapely

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.events import Place
from app.games.heart_of_africa.figures import base, combat_units, is_vessel, placed, radius
from app.games.heart_of_africa.land import BUILDINGS, Work
from app.games.heart_of_africa.pieces import AMBUSH, ON_TABLE, TO_DEPLOY, Unit
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.setup import ambushes
from app.games.heart_of_africa.setup.camps_and_kraals import pens
from app.games.heart_of_africa.setup.deployment_turns import units_left
from app.games.heart_of_africa.setup.places import Stand, company, ordered_stands
from app.games.heart_of_africa.setup.scenarios import (
    ENCOUNTER,
    Zone,
    guard_zone,
    part_of,
    units_allowed,
    zone_of,
)
from app.games.heart_of_africa.setup.sites import INCHES, shape_of
from app.games.heart_of_africa.setup.table_edges import FACING
from app.games.heart_of_africa.sight import lines
from app.games.heart_of_africa.state import Battle
from app.kernel.refusal import Refusal, no
from app.kernel.space.notation import place_words
from app.kernel.space.plane import (
    CONTACT,
    is_inside,
    mean_of,
    on_grid,
    path_length,
    place_along,
    point_at,
)


def goes_ahead(battle: Battle, order: orders.Deploy, unit: Unit | None, side: str) -> bool:
    """True if a unit of an Encounter is the advanced guard: the first one placed beyond the strip
    of its side. It needs no declaration.
    """
    if unit is None or battle.scenario != ENCOUNTER:
        return False
    if order.advance_guard:
        return True
    if unit.kind == "baggage" or advance_guard(battle, side) is not None:
        return False
    zone = zone_of(battle, side)
    if order.to is not None:
        return not zone.has(battle.land, (order.to[0], order.to[1]))
    found = ordered_stands(battle, side, company(battle, order.who), order.at)
    return any(is_outside(battle, zone, stand) is not None for stand in found.values())


def open_zones(battle: Battle, side: str) -> tuple[Zone, ...]:
    """The ground where a side may still deploy units: its zone, and that of the advanced guard if
    an Encounter still allows one.
    """
    zone = zone_of(battle, side)
    waits = any(battle.units[who].kind == "troops" for who in units_left(battle, side))
    if battle.scenario != ENCOUNTER or not waits or advance_guard(battle, side) is not None:
        return (zone,)
    return (zone, guard_zone(battle, side))


def advance_guard(battle: Battle, side: str) -> Unit | None:
    """The advanced guard of a side, once it has one."""
    return next(
        (one for one in battle.units.values() if one.side == side and one.advance_guard), None
    )


def number_refusals(
    battle: Battle, order: orders.Deploy, unit: Unit | None, side: str
) -> Iterator[Refusal]:
    """Refusals if a side would have too many units on the table, in ambush, or in front."""
    if unit is None:
        return
    if unit.kind == "troops" and len(on_table(battle, side)) >= units_allowed(battle, side):
        yield no(
            part_of(battle, side).rule,
            "On the table already: {n} units, as many as the scenario allows; the others dice to "
            "arrive.",
            "Ya hay {n} unidades en la mesa, las que permite el escenario; las demás tiran para "
            "llegar.",
            n=len(on_table(battle, side)),
        )
    if order.ambush:
        many = ambushes.too_many(battle, side)
        if many:
            yield many
    if (
        order.advance_guard
        and battle.scenario == ENCOUNTER
        and (unit.kind == "baggage" or advance_guard(battle, side) is not None)
    ):
        yield no(
            "HOA-SCN-06",
            "Only one unit is the advanced guard, and never the baggage.",
            "La guardia avanzada es una sola unidad, y nunca el bagaje.",
        )


def on_table(battle: Battle, side: str) -> list[Unit]:
    """The combat units that start on the table, hidden ones included."""
    return [
        unit
        for unit in combat_units(battle, side)
        if unit.where in (ON_TABLE, AMBUSH) and placed(battle, unit.id)
    ]


def in_the_zone(
    battle: Battle, order: orders.Deploy, unit: Unit | None, side: str, found: Mapping[str, Stand]
) -> Iterator[Refusal]:
    """Refusals of places outside the ground of the scenario."""
    if unit is not None and unit.kind == "baggage" and part_of(battle, side).baggage == "home":
        outside = outside_the_pens(battle, side, found)
        if outside:
            yield outside
        return
    ahead = advance_guard(battle, side)
    zone = zone_for(battle, order, unit, side)
    refused = next(
        (no_ for stand in found.values() if (no_ := is_outside(battle, zone, stand))), None
    )
    if refused is not None:
        yield refused
    if refused is not None and ahead is not None and unit is not None and unit.kind == "troops":
        yield no(
            "HOA-SCN-06",
            "{guard} is the advanced guard already.",
            "La guardia avanzada ya es {guard}.",
            guard=called(battle, ahead),
        )


def zone_for(battle: Battle, order: orders.Deploy, unit: Unit | None, side: str) -> Zone:
    """The ground of a unit or single figure: that of the advanced guard, if it is the guard or has
    joined it.
    """
    guard = advance_guard(battle, side) is None and goes_ahead(battle, order, unit, side)
    joined = battle.figures.get(order.who)
    guard = guard or (
        joined is not None and bool(joined.unit) and battle.units[joined.unit].advance_guard
    )
    return guard_zone(battle, side) if guard else zone_of(battle, side)


def is_outside(battle: Battle, zone: Zone, stand: Stand) -> Refusal | None:
    """Reason why a figure may not be placed there; None inside the zone."""
    if is_vessel(stand.figure):
        return touches_zone(battle, zone, stand)
    return zone.refuses(battle.land, stand.at)


def touches_zone(battle: Battle, zone: Zone, stand: Stand) -> Refusal | None:
    """Refusal of a hull no part of which lies in the own ground."""
    hull, ground = (
        shapely.Polygon(base(stand.figure, stand.at, stand.facing).corners),
        shapely.box(*zone.rect),
    )
    if hull.intersects(ground) and (not zone.edge or zone.has(battle.land, stand.at)):
        return None
    who, (x, y) = called(battle, stand.figure), (round(one, 1) for one in stand.at)
    if zone.edge:
        return no(
            zone.rule,
            "{who} at {x} / {y} is outside the zone: {zone}.",
            "{who} en {x} / {y} queda fuera de la zona: {zone}.",
            who=who,
            x=x,
            y=y,
            zone=zone.says,
        )
    return no(
        zone.rule,
        "{who} at {x} / {y}: the hull lies {n} in outside the zone: {zone}.",
        "{who} en {x} / {y}: el casco queda {n:pulgada+s} fuera de la zona: {zone}.",
        who=who,
        x=x,
        y=y,
        n=round(hull.distance(ground), 1),
        zone=zone.says,
    )


def outside_the_pens(battle: Battle, side: str, found: Mapping[str, Stand]) -> Refusal | None:
    """HOA-SCN-25: All baggage of a raided defender starts inside its village or camp, or in a kraal
    of 8 by 8 in next to it. The raider may leave its baggage at home.
    """
    inside = pens(battle, side)
    out = [
        stand
        for stand in found.values()
        if not any(is_inside(piece.outline, stand.at) for piece in inside)
    ]
    if not out:
        return None
    return no(
        "HOA-SCN-25",
        "{n} elements are outside village, camp and kraal, one of them at {at}.",
        "{n} elementos quedan fuera del poblado, campamento o kraal, uno de ellos en {at}.",
        n=len(out),
        at=place_words(out[0].at),
    )


def works_of(battle: Battle, side: str) -> list[Work]:
    """The walls and buildings of a side."""
    return [
        work
        for work in battle.land.works
        if work.owner == side and work.kind in (*INCHES, *BUILDINGS)
    ]


def without_works(battle: Battle, side: str) -> Refusal | None:
    """Refusal of deployment before the work that a gun of the side needs is built; works cannot be
    built later.
    """
    if works_of(battle, side) or not any(
        unit.side == side and unit.at_works and unit.where == TO_DEPLOY
        for unit in battle.units.values()
    ):
        return None
    return no(
        "HOA-LST-78",
        "First build the fortification for the machine gun.",
        "Antes hay que construir la fortificación de la ametralladora.",
    )


def away_from_works(
    battle: Battle, unit: Unit | None, found: Mapping[str, Stand]
) -> Refusal | None:
    """Refusal of a Belgian machine gun away from a work of its side. It touches the work, or stands
    inside the building.
    """
    if unit is None or not unit.at_works:
        return None
    for stand in found.values():
        here, reach = shapely.Point(stand.at), radius(stand.figure) + CONTACT
        if stand.figure.type == "machine_gun" and not any(
            shape_of(work).distance(here) <= reach for work in works_of(battle, unit.side)
        ):
            return no(
                "HOA-LST-78",
                "{who} has to touch a fortification of its own side, or stand in one.",
                "{who} ha de tocar una fortificación de su bando o estar dentro de ella.",
                who=called(battle, stand.figure),
            )
    return None


def spots_at_works(battle: Battle, side: str, who: str) -> Iterator[dict[str, Place]]:
    """Places behind a wall, before it, or in the courtyard of a building for the gun that must be
    at a work.
    """
    gun, facing = company(battle, who)[0], FACING[battle.edges[side]]
    for work in works_of(battle, side):
        spots = (
            [mean_of(lines.room_outlines(work)[lines.COURTYARD])]
            if work.rect is not None
            else [
                point_at(place_along(work.line, along), facing + aside, radius(gun) + 0.02)
                for aside in (180, 0)
                for along in range(math.ceil(path_length(work.line)))
            ]
        )
        yield from ({gun.id: (*on_grid(spot), facing)} for spot in spots)
