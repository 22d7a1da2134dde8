"""HOA-SCN: places at which arrivals may come in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.board import board
from app.games.heart_of_africa.buildings_and_boats import berths
from app.games.heart_of_africa.figures import (
    distance_between,
    enemies,
    placed,
)
from app.games.heart_of_africa.land import EDGES
from app.games.heart_of_africa.movement.layouts import SHAPES, drawn_up
from app.games.heart_of_africa.pieces import ARRIVING, SCOUT, Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.setup.places import (
    Stand,
    company,
    followers,
    ordered_stands,
)
from app.games.heart_of_africa.setup.table_edges import FACING, Rect, from_edge, half, in_rect
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import TERRAIN_DATA
from app.kernel.refusal import Refusal, no
from app.kernel.space.notation import place_words
from app.kernel.space.plane import CONTACT, Point, is_within, on_grid

ROW = TERRAIN_DATA["arrivals"]


def at_the_edge(battle: Battle, side: str, found: Mapping[str, Stand]) -> Iterator[Refusal]:
    """HOA-DEP-03: Arrivals stand within 3 in of any edge of the table without water, in their own
    half, in cohesion, without contact. They may act this turn, as figures that have moved.
    """
    own = half(battle.land, battle.edges[side])
    edges = dry_edges(battle)
    for stand in found.values():
        if not in_rect(own, stand.at):
            yield no(
                "HOA-DEP-03",
                "The place {at} is in the other half.",
                "El punto {at} está en la otra mitad.",
                at=place_words(stand.at),
            )
            return
        far = min((from_edge(battle.land, edge, stand.at) for edge in edges), default=NEAR_EDGE + 1)
        if not is_within(far, NEAR_EDGE):
            yield no(
                "HOA-DEP-03",
                "{who} would stand {inches} in from the edge of the table: 3 at most, and not by "
                "the water.",
                "{who} quedaría a {inches:pulgada+s} del borde de la mesa: como máximo 3, y no "
                "por el agua.",
                who=called(battle, stand.figure),
                inches=round(far, 1),
            )
            return


def arrival_stands(
    battle: Battle, side: str, men: Sequence[Figure], at: Mapping[str, Sequence[float]]
) -> dict[str, Stand]:
    """The arrivals at their ordered places. Followers without a place stand next to their master
    by the edge.
    """
    return ordered_stands(battle, side, men, at, lambda spot: is_at_the_edge(battle, side, spot))


def is_at_the_edge(battle: Battle, side: str, spot: Point) -> bool:
    return in_rect(half(battle.land, battle.edges[side]), spot) and any(
        is_within(from_edge(battle.land, edge, spot), NEAR_EDGE) for edge in dry_edges(battle)
    )


def dry_edges(battle: Battle) -> tuple[str, ...]:
    return tuple(edge for edge in EDGES if edge != battle.land.water_edge)


def near_enemies(stand: Stand, foes: Sequence[Figure]) -> tuple[float, Figure] | None:
    """The nearest of some enemies to a place, with its distance in inches."""
    here = replace(stand.figure, at=stand.at, facing=stand.facing)
    return min(
        ((distance_between(here, foe), foe) for foe in foes), key=lambda pair: pair[0], default=None
    )


def touching(battle: Battle, side: str, found: Mapping[str, Stand]) -> Iterator[Refusal]:
    """Refusals of arrivals in contact with an enemy."""
    foes = [spot.figure for spot in board(battle, side).foes]
    for stand in found.values():
        near = near_enemies(stand, foes)
        if near and near[0] <= CONTACT:
            yield no(
                "HOA-DEP-03",
                "{who} would touch {enemy}.",
                "{who} tocaría a {enemy}.",
                who=called(battle, stand.figure),
                enemy=called(battle, near[1]),
            )
            return


def near_a_scout(battle: Battle, side: str, found: Mapping[str, Stand]) -> Iterator[Refusal]:
    """HOA-DEP-04: No arriving figure stands within 12 in of an enemy Scout."""
    for stand in found.values():
        near = near_enemies(stand, scouts_watch(battle, side))
        if near and is_within(near[0], FROM_SCOUT):
            yield no(
                "HOA-DEP-04",
                "{who} would stand {inches} in from an enemy Scout: more than 12 are needed.",
                "{who} quedaría a {inches:pulgada+s} de un Explorador enemigo: han de ser más de "
                "12.",
                who=called(battle, stand.figure),
                inches=round(near[0], 1),
            )
            return


def scouts_watch(battle: Battle, side: str) -> list[Figure]:
    """HOA-SPC-15: No enemy reinforcement may be put on the table within 12 in of a Scout."""
    return [figure for figure in enemies(battle, side) if figure.type == SCOUT]


def near_arrivals(battle: Battle, side: str, found: Mapping[str, Stand]) -> Iterator[Refusal]:
    """HOA-DEP-05: The side that places second keeps more than 12 in away from enemy units that
    arrived this turn.
    """
    fresh = [
        figure
        for unit in battle.units.values()
        if unit.side != side and unit.arrived
        for figure in placed(battle, unit.id)
    ]
    for stand in found.values():
        near = near_enemies(stand, fresh)
        if near and is_within(near[0], FROM_ARRIVALS):
            yield no(
                "HOA-DEP-05",
                "{who} would stand {inches} in from a unit that arrived this turn: more than 12 "
                "are needed.",
                "{who} quedaría a {inches:pulgada+s} de una unidad llegada este turno: han de ser "
                "más de 12.",
                who=called(battle, stand.figure),
                inches=round(near[0], 1),
            )
            return


FIRST_TURN: int = ROW["first_turn"]


NEAR_EDGE: float = ROW["within_of_table_edge"]


FROM_SCOUT: float = ROW["min_distance_from_enemy_scout_exclusive"]


FROM_ARRIVALS: float = ROW["second_player_min_distance_from_enemy_arrivals_exclusive"]


NORMALLY, WITH_A_GENIUS = ROW["arrives_on"]["normal"], ROW["arrives_on"]["organisational_genius"]


def set_out(battle: Battle, order: orders.Place, side: str) -> orders.Place:
    """The same order with a place for each figure: laid out at the named place, each figure on the
    nearest lawful ground by the edge.
    """
    if (
        order.to is None
        or order.shape not in SHAPES
        or order.unit not in {*battle.units, *battle.figures}
    ):
        return order
    own = half(battle.land, battle.edges[side])
    men = company(battle, order.unit)
    if berths.is_hull(men):
        return moored(battle, order, order.to, men[0], own)

    def allowed(figure: Figure, spot: Point) -> bool:  # noqa: ARG001 one for all
        return is_at_the_edge(battle, side, spot)

    return replace(order, at=drawn_up(battle, order, order.unit, side, own, allowed), to=None)


def moored(
    battle: Battle, order: orders.Place, to: Point, vessel: Figure, own: Rect
) -> orders.Place:
    """The same order with the place of a hull: the lawful one by the edge nearest to the named
    place. If none is near, that place.
    """
    found = berth_at_the_edge(battle, vessel, to, order.facing, own, within=berths.NEAR)
    facing = FACING[battle.edges[vessel.side]] if order.facing is None else order.facing
    return replace(
        order,
        at={
            **order.at,
            vessel.id: (*found.at, found.heading) if found else (*on_grid(to), facing),
        },
        to=None,
    )


def berth_at_the_edge(
    battle: Battle, vessel: Figure, to: Point, facing: float | None, own: Rect, *, within: float
) -> berths.Berth | None:
    """The nearest berth with its middle by an edge of the own half; None if there is none within so
    many inches.
    """

    def lawful(spot: Point, heading: float) -> bool:  # noqa: ARG001 the middle counts
        return is_at_the_edge(battle, vessel.side, spot)

    return berths.berth(battle, vessel, to, facing, own, lawful, within=within)


def comers(battle: Battle, who: str, at: Mapping[str, object]) -> tuple[Figure, ...]:
    """The figures placed with a unit: its own, and single figures that came with it and have a
    place in the order.
    """
    men = company(battle, who)
    guests = [
        figure
        for figure in battle.figures.values()
        if figure.id in at and figure.comes_with == who and figure.where == ARRIVING
    ]
    return (
        *men,
        *(
            one
            for guest in guests
            for one in (guest, *followers(battle, guest.id))
            if one not in men
        ),
    )
