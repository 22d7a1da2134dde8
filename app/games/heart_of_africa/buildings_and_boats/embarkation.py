"""HOA-STR, HOA-ART: going aboard a vessel and ashore."""

from __future__ import annotations

from msgspec.structs import replace

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.board import every_base, on_top_of
from app.games.heart_of_africa.buildings_and_boats import rooms, ways_into_rooms
from app.games.heart_of_africa.buildings_and_boats.places_aboard import free_seat, takes_no
from app.games.heart_of_africa.buildings_and_boats.vessels import in_water, near_land
from app.games.heart_of_africa.events import Boarded, WentAshore
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import (
    base,
    bases_touch,
    figure_of,
    is_fighter,
    is_vessel,
    opponents,
    radius,
    visible_figures,
)
from app.games.heart_of_africa.movement import discovery, hazards
from app.games.heart_of_africa.movement.contact import held_in_contact
from app.games.heart_of_africa.movement.rank_swaps_and_climbing import in_hand, owner_of, taken_up
from app.games.heart_of_africa.pieces import ARRIVED, MOVED, SWAPPED, TURNED, Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.sight import impassable
from app.games.heart_of_africa.sight.lines import fixed_works
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.space.plane import (
    GRACE,
    Base,
    Point,
    angle_to,
    base_gap,
    closed_path,
    distance_to_path,
    first_crossing,
    is_within,
    nearest_on_path,
    on_grid,
)

REACH = 1.0
"""Distance to the hull within which a figure embarks or lands (inches)."""


def aboard_or_ashore(battle: Battle, figure: Figure, vessel: Figure) -> tuple[Refusal, ...]:
    """HOA-STR-12: Embarking or landing takes a whole turn. The figure begins within 1 in of the
    hull, or aboard with land within 1 in. It makes no other move and no shot, and the boat does not
    move. No figure lands in close combat.
    """
    found = []
    if set(figure.did) - {TURNED, ARRIVED} or SWAPPED in figure.did:
        found.append(
            no(
                "HOA-STR-12",
                "{who} has moved; this takes a whole turn.",
                "{who} ya ha movido; esto ocupa un turno entero.",
                who=called(battle, figure),
            )
        )
    if MOVED in vessel.did:
        found.append(
            no(
                "HOA-STR-12",
                "{boat} has moved this turn.",
                "{boat} ya ha navegado este turno.",
                boat=called(battle, vessel),
            )
        )
    return (*found, *out_of_reach(battle, figure, vessel))


def out_of_reach(battle: Battle, figure: Figure, vessel: Figure) -> tuple[Refusal, ...]:
    """Refusal of a figure ashore that is far from the hull, or aboard far from land."""
    if figure.aboard and not near_land(battle, vessel, REACH):
        return (
            no(
                "HOA-STR-12",
                "{boat} does not lie within {reach} in of land.",
                "{boat} no está a {reach} pulgada de tierra.",
                boat=called(battle, vessel),
                reach=1,
            ),
        )
    if figure.aboard or figure.at is None or vessel.at is None:
        return ()
    off = base_gap(base(figure), base(vessel))
    if is_within(off, REACH):
        return ()
    return (
        no(
            "HOA-STR-12",
            "{who} is {off} in from the hull, {reach} at most.",
            "{who} está a {off:pulgada+s} del casco; el máximo es {reach}.",
            who=called(battle, figure),
            off=round(off, 1),
            reach=1,
        ),
    )


def walled_off(battle: Battle, figure: Figure, vessel: Figure) -> tuple[Refusal, ...]:
    """Works between a figure on land and a hull, or at the place where it would stand."""
    if figure.at is None or vessel.at is None or figure.aboard:
        return ()
    way = (nearest_on_path(figure.at, closed_path(base(vessel).corners)), figure.at)
    over = any(
        first_crossing(way, work.line) is not None
        or distance_to_path(figure.at, work.line) < radius(figure) - GRACE
        for work in fixed_works(battle)
    )
    climb = (
        no(
            "HOA-FRT-04",
            "A fortification is in the way of {who} and has to be climbed.",
            "Una fortificación se interpone ante {who}: hay que treparla.",
            who=called(battle, figure),
        )
        if over
        else None
    )
    return found_in(climb, ways_into_rooms.whole_wall(battle, figure, rooms.crossed(battle, way)))


def no_vessel() -> Refusal:
    return no("CAR-TAB-06", "There is no such piece.", "No existe esa figura o unidad.")


def embark_refusals(battle: Battle, order: orders.Embark, side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against getting aboard."""
    figure, vessel = figure_of(battle, order.figure, side), figure_of(battle, order.vessel, side)
    if figure.side != side or not is_vessel(vessel) or vessel.side != side or is_vessel(figure):
        return (no_vessel(),)
    found = list(in_hand(battle, owner_of(battle, figure), side))
    if figure.aboard or figure.at is None or figure.room or figure.roof:
        found.append(
            no(
                "HOA-STR-12",
                "{who} does not stand on the bank.",
                "{who} no está en la orilla.",
                who=called(battle, figure),
            )
        )
    found += found_in(aboard_or_ashore(battle, figure, vessel), walled_off(battle, figure, vessel))
    found += held_in_contact(battle, figure, opponents(battle, figure))
    found += takes_no(battle, figure, vessel)
    return found_in(found)


def embark(battle: Battle, order: orders.Embark, side: str, dice: Dice) -> list[Event]:
    """Events of a figure that embarks on a vessel within 1 in of it."""
    refuse_if(embark_refusals(battle, order, side))
    figure, vessel = battle.figures[order.figure], battle.figures[order.vessel]
    return [
        *taken_up(battle, owner_of(battle, figure), dice),
        Boarded(figure.id, vessel.id, free_seat(battle, vessel)),
    ]


def far_from_the_hull(place: Base, vessel: Figure) -> tuple[Refusal, ...]:
    """Refusal of a place ashore that is far from the hull."""
    off = base_gap(place, base(vessel))
    if is_within(off, REACH):
        return ()
    return (
        no(
            "HOA-STR-12",
            "That is {off} in from the hull, {reach} at most.",
            "Eso está a {off:pulgada+s} del casco; el máximo es {reach}.",
            off=round(off, 1),
            reach=1,
        ),
    )


def land_refusals(battle: Battle, order: orders.Disembark, side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against going ashore at a place."""
    figure = figure_of(battle, order.figure, side)
    if figure.side != side:
        return (no_vessel(),)
    vessel = battle.figures.get(figure.aboard)
    if vessel is None or vessel.at is None:
        return (
            no(
                "HOA-STR-12",
                "{who} is aboard no vessel.",
                "{who} no está a bordo de ninguna nave.",
                who=called(battle, figure),
            ),
        )
    found = [
        *in_hand(battle, owner_of(battle, figure), side),
        *aboard_or_ashore(battle, figure, vessel),
    ]
    spot = on_grid(order.to)
    on_land = replace(figure, at=spot, aboard="")
    found += far_from_the_hull(Base(spot, radius(figure)), vessel)
    if not (0 <= spot[0] <= battle.land.width and 0 <= spot[1] <= battle.land.depth) or in_water(
        battle, spot
    ):
        found.append(no("HOA-STR-12", "That is not dry land.", "Eso no es tierra firme."))
    found += found_in(
        impassable.ground_refusals(battle, on_land, (spot, on_grid((spot[0] + 0.002, spot[1])))),
        walled_off(battle, on_land, vessel),
        impassable.in_flames() if impassable.burning_at(battle, spot) else None,
    )
    return beside_others(battle, side, on_land, spot, found, figure)


def beside_others(
    battle: Battle, side: str, on_land: Figure, spot: Point, found: list[Refusal], figure: Figure
) -> tuple[Refusal, ...]:
    """Refusals of a place on another base, or in contact with an enemy."""
    other = on_top_of(every_base(battle), on_land, spot, {})
    if other is not None:
        found.append(
            no(
                "HOA-MOV-05",
                "{who} would stand on the base of {other}.",
                "{who} acabaría encima de la base de {other}.",
                who=called(battle, figure),
                other=called(battle, other),
            )
        )
    if is_fighter(on_land) and any(
        enemy.side != side and is_fighter(enemy) and bases_touch(on_land, enemy)
        for enemy in visible_figures(battle)
    ):
        found.append(
            no(
                "HOA-STR-12",
                "No figure may land in contact with an enemy.",
                "Ninguna figura puede desembarcar en contacto con un enemigo.",
            )
        )
    return found_in(found)


def disembark(battle: Battle, order: orders.Disembark, side: str, dice: Dice) -> list[Event]:
    """Events of a figure that lands within 1 in of its vessel, with ambushes and traps
    found there.
    """
    refuse_if(land_refusals(battle, order, side))
    figure = battle.figures[order.figure]
    vessel = battle.figures[figure.aboard]
    spot = on_grid(order.to[:2])
    facing = order.to[2] if len(order.to) > 2 else angle_to(vessel.position, spot)
    happened = taken_up(battle, owner_of(battle, figure), dice)
    happened.append(WentAshore(figure.id, (*spot, round(facing, 3) % 360)))
    return happened + what_lies_there(fold(battle, happened), figure.id, dice)


def what_lies_there(battle: Battle, key: str, dice: Dice) -> list[Event]:
    """Events of a figure at a new place: ambushes that it finds, and traps that it touches."""
    figure = battle.figures[key]
    happened = discovery.discovery_events(battle, key)
    trap = hazards.trap_along(battle, figure, (figure.position, figure.position))
    if trap is not None:
        happened += hazards.sprung(fold(battle, happened), figure, trap[1], dice)
    return happened
