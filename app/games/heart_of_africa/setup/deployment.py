"""HOA-SCN, HOA-DEP: Sides of the table, the order of march, and deployment."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa import orders
from app.games.heart_of_africa.buildings_and_boats import berths
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import figure_of, is_vessel, unit_of
from app.games.heart_of_africa.movement.layouts import SHAPES, drawn_up
from app.games.heart_of_africa.pieces import AMBUSH, Figure, Unit
from app.games.heart_of_africa.setup import ambushes
from app.games.heart_of_africa.setup.boarding import embark_at_start
from app.games.heart_of_africa.setup.deployment_turns import (
    done_with,
    not_due,
    not_ones_own,
    turn_passed,
)
from app.games.heart_of_africa.setup.ground_to_deploy import (
    away_from_works,
    goes_ahead,
    in_the_zone,
    number_refusals,
    touches_zone,
    without_works,
)
from app.games.heart_of_africa.setup.places import (
    Stand,
    company,
    crowded,
    incomplete_unit,
    on_paper,
    on_the_ground,
    ordered_stands,
    overfull,
    rooms_of,
    scattered,
    strangers,
)
from app.games.heart_of_africa.setup.scenarios import Zone, guard_zone, part_of, zone_of
from app.games.heart_of_africa.setup.table_edges import FACING, off_the_table
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.say import say
from app.kernel.space.plane import Point, on_grid


def opening(battle: Battle, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 nothing happens by itself
    return ()


def closing(battle: Battle, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 - all steps of deployment share one signature
    return ()


def deploy(battle: Battle, order: orders.Deploy, side: str, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 - all steps of deployment share one signature
    if order.aboard:
        return embark_at_start(battle, order, side)
    order = set_out(battle, order, side)
    refuse_if(deploy_refusals(battle, order, side))
    event = deployed(battle, order, side)
    if order.who in battle.figures and is_vessel(battle.figures[order.who]):
        return (event,)
    return (event, *turn_passed(battle, fold(battle, [event]), side))


def deployed(battle: Battle, order: orders.Deploy, side: str) -> e.Deployed:
    """The event of an order that names the place of each figure."""
    found = ordered_stands(battle, side, company(battle, order.who), order.at)
    unit = battle.units.get(order.who)
    hides = unit is not None and order.ambush
    return e.Deployed(
        side,
        order.who,
        on_paper(found),
        hides,
        hides and unit is not None and ambushes.lies_behind(battle, unit, found),
        goes_ahead(battle, order, unit, side),
        rooms=rooms_of(battle, found),
    )


def set_out(battle: Battle, order: orders.Deploy, side: str) -> orders.Deploy:
    """The same order with a place for each figure: laid out at the named place, each figure on the
    nearest lawful ground of the zone.
    """
    if order.who not in {*battle.units, *battle.figures}:
        return order
    unit, men = battle.units.get(order.who), company(battle, order.who)
    zone = (
        guard_zone(battle, side) if goes_ahead(battle, order, unit, side) else zone_of(battle, side)
    )
    if berths.is_hull(men) and men[0].side == side:
        return hull_deployed(battle, order, men[0], zone)
    if order.facing is not None:
        order = replace(
            order,
            at={
                key: (spot[0], spot[1], order.facing) if len(spot) < 3 else spot
                for key, spot in order.at.items()
            },
        )
    if order.to is None or order.shape not in SHAPES:
        return order
    cover = (
        ambushes.hiding_ground(battle, all(map(ambushes.is_light, men)))
        if order.ambush and unit is not None
        else None
    )

    def allowed(figure: Figure, spot: Point) -> bool:
        return zone.has(battle.land, spot) and (
            cover is None or not men or ambushes.wholly_in(cover, Stand(figure, spot, 0.0))
        )

    places = drawn_up(battle, order, order.who, side, zone.rect, allowed)
    if cover is not None and len(places) < len(men):
        places = drawn_up(
            battle, order, order.who, side, zone.rect, lambda _, spot: zone.has(battle.land, spot)
        )
    return replace(order, at=places, to=None)


def hull_deployed(
    battle: Battle, order: orders.Deploy, vessel: Figure, zone: Zone
) -> orders.Deploy:
    """The same order with the place of a hull: the lawful one nearest to the named place, or that
    place if none is near.
    """
    at = order.at.get(vessel.id)
    if at is not None and (len(at) > 2 or not all(map(math.isfinite, at))):
        return replace(order, to=None)
    to = (at[0], at[1]) if at is not None else order.to
    if to is None:
        return order
    reach = 0.0 if at is not None else berths.NEAR
    found = nearest_berth(battle, vessel, to, order.facing, zone, within=reach)
    if found is None:
        facing = (
            berths.along_the_channel(battle, to, FACING[battle.edges[vessel.side]])
            if order.facing is None
            else order.facing
        )
        found = berths.Berth(on_grid(to), facing)
    return replace(order, at={**order.at, vessel.id: (*found.at, found.heading)}, to=None)


def nearest_berth(
    battle: Battle, vessel: Figure, to: Point, facing: float | None, zone: Zone, *, within: float
) -> berths.Berth | None:
    """The lawful berth of a hull in a zone nearest to a place; None if there is none within so many
    inches.
    """

    def lawful(at: Point, heading: float) -> bool:
        return (
            touches_zone(battle, zone, Stand(vessel, at, heading)) is None
            and off_the_table(battle.land, at) is None
        )

    return berths.berth(battle, vessel, to, facing, zone.rect, lawful, within=within)


def deploy_refusals(battle: Battle, order: orders.Deploy, side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against these places of figures."""
    order = set_out(battle, order, side)
    unit = battle.units.get(order.who)
    thing = (
        unit_of(battle, order.who, side) if unit is not None else figure_of(battle, order.who, side)
    )
    part = part_of(battle, side)
    first = found_in(not_ones_own(thing, side)) or found_in(not_due(battle, order.who, side, part))
    men = company(battle, order.who)
    if first or not men:
        return first or (done_with(part),)
    found = ordered_stands(battle, side, men, order.at)
    if berths.is_hull(men) and men[0].id in found:
        return hull_refusals(battle, order, unit, side, found)
    rule = "HOA-SPC-18" if unit is not None and unit.kind == "baggage" else part.rule
    whole = found_in(strangers(men, order.at), incomplete_unit(battle, men, found, rule))
    if whole:
        return whole
    return found_in(
        number_refusals(battle, order, unit, side),
        without_works(battle, side),
        away_from_works(battle, unit, found),
        in_the_zone(battle, order, unit, side, found),
        on_the_ground(battle, found),
        crowded(battle, side, found),
        scattered(battle, unit.id, found) if unit is not None else with_his_men(battle, found),
        overfull(battle, side, found),
        hiding_refusals(battle, order, unit, found),
    )


def hull_refusals(
    battle: Battle, order: orders.Deploy, unit: Unit | None, side: str, found: Mapping[str, Stand]
) -> tuple[Refusal, ...]:
    """Everything that speaks against this place of a vessel; the first refusal of the place names
    the nearest lawful one.
    """
    stand = next(iter(found.values()))
    unfit = hiding_refusals(battle, order, unit, found) if order.ambush else ()
    first = found_in(
        strangers([stand.figure], order.at),
        unfit,
        number_refusals(battle, order, unit, side),
        without_works(battle, side),
    )
    if first:
        return first
    place = found_in(
        in_the_zone(battle, order, unit, side, found),
        on_the_ground(battle, found),
        berths.lies_over(battle, stand.figure, stand.at, stand.facing),
    )
    if not place:
        return ()
    zone = (
        guard_zone(battle, side) if goes_ahead(battle, order, unit, side) else zone_of(battle, side)
    )
    better = nearest_berth(battle, stand.figure, stand.at, None, zone, within=math.inf)
    says = say(
        "{wrong} {instead}",
        "{wrong} {instead}",
        wrong=place[0].says,
        instead=berths.nearest_berth_words(better),
    )
    return (replace(place[0], says=says), *place[1:])


def with_his_men(battle: Battle, found: Mapping[str, Stand]) -> Refusal | None:
    """Refusal of a Leader that has joined a unit and stands out of its cohesion."""
    leader = next((stand.figure for stand in found.values() if stand.figure.unit), None)
    return scattered(battle, leader.unit, found) if leader is not None else None


def hiding_refusals(
    battle: Battle, order: orders.Deploy, unit: Unit | None, found: Mapping[str, Stand]
) -> tuple[Refusal, ...]:
    joined = battle.figures.get(order.who)
    if joined is not None and joined.unit and battle.units[joined.unit].where == AMBUSH:
        return tuple(ambushes.ambush_refusals(battle, battle.units[joined.unit], found))
    if not order.ambush:
        return ()
    if unit is None:
        return (
            no(
                "HOA-DEP-06",
                "Independent figures cannot be in ambush.",
                "Las figuras independientes no pueden estar en emboscada.",
            ),
        )
    return tuple(ambushes.ambush_refusals(battle, unit, found))
