"""CAR-PLN: Deployment plans: laying out, checking, and the next station."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from app.games.heart_of_africa.buildings_and_boats import berths
from app.games.heart_of_africa.conditional_orders import planned_works
from app.games.heart_of_africa.conditional_orders.marching import not_there, off_the_table
from app.games.heart_of_africa.conditional_orders.plans import ASK, DeploymentPlan, Station
from app.games.heart_of_africa.conditional_orders.stations import not_afloat, plannable
from app.games.heart_of_africa.conditional_orders.words import (
    ABOARD,
    HELD,
    HIDDEN,
    HOUSE,
    LATER,
    OPEN,
)
from app.games.heart_of_africa.conditional_orders.work_rows import is_planned as is_to_be_built
from app.games.heart_of_africa.conditional_orders.work_rows import shapes_of, work_rows
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import is_vessel, radius
from app.games.heart_of_africa.figures import not_there as unknown
from app.games.heart_of_africa.movement.layouts import LINE, SHAPES, deploy_block, slots
from app.games.heart_of_africa.orders import Deploy, Hold, PlanDeployment
from app.games.heart_of_africa.pieces import RESERVE, TO_DEPLOY, Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.setup import ambushes, boarding, deployment, holding_back
from app.games.heart_of_africa.setup.ground_to_deploy import advance_guard, zone_for
from app.games.heart_of_africa.setup.places import Stand, company, ordered_stands
from app.games.heart_of_africa.setup.scenarios import Zone
from app.games.heart_of_africa.setup.table_edges import FACING
from app.games.heart_of_africa.sight.ground import kept_with
from app.games.heart_of_africa.state import DEPLOYMENT, Battle
from app.kernel.contract import Event
from app.kernel.record import to_json
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.say import Say, say
from app.kernel.space.plane import Point, on_grid

HOWS = (OPEN, HIDDEN, HELD, LATER)
RESTS = (ASK, HOUSE)
EASY_SHAPE = LINE
"""Formation of a unit that names none."""
NORTH, SOUTH, EAST, WEST = (
    say("north", "norte"),
    say("south", "sur"),
    say("east", "este"),
    say("west", "oeste"),
)


class Draft(NamedTuple):
    """A plan as it is laid out, its faults by unit or figure, the figures in wrong places, and the
    advanced guard ("" for none).
    """

    plan: DeploymentPlan
    faults: Mapping[str, tuple[Refusal, ...]]
    misplaced: frozenset[str]
    guard: str


# ----------------------------------------------------------------------------- the plan as given
def plan_refusals(battle: Battle, order: PlanDeployment, side: str) -> tuple[Refusal, ...]:
    """CAR-PLN-03: A plan names pieces of its own side that are still to be deployed, and each could
    be deployed there now. Enemies that are still to come are not considered.
    """
    wrong = form_refusals(battle, order, side)
    return wrong or found_in(*drafted(battle, order, side).faults.values())


def form_refusals(battle: Battle, order: PlanDeployment, side: str) -> tuple[Refusal, ...]:
    """Refusals of a plan that cannot be laid out."""
    if battle.step != DEPLOYMENT:
        return (
            no(
                "CAR-PLN-03",
                "A deployment is planned while the armies are being deployed.",
                "El despliegue se planea mientras se despliegan los ejércitos.",
            ),
        )
    mine = {*plannable(battle, side), *(row.key for row in work_rows(battle, side))}
    named = (*order.to, *order.facing, *order.shape, *order.how, *order.order, *order.course)
    stray = next((key for key in named if key not in mine), None)
    if stray is not None:
        return (not_waiting(battle, stray, side),)
    return found_in(
        *(off_the_table(battle, who, spot) for who, spot in order.to.items()),
        *(off_the_table(battle, key, spot) for key, way in order.course.items() for spot in way),
        *planned_works.course_refusals(battle, order, side),
        *(without_place(battle, order, who) for who in planned_pieces(battle, order, side)),
        *(no_vessel(battle, key, side) for who in order.how for key in vessels_of(order, who)),
        strange_words(battle, order, side),
        nothing_planned(battle, order, side),
    )


def planned_pieces(battle: Battle, order: PlanDeployment, side: str) -> tuple[str, ...]:
    """Pieces with a station, in the order of the plan: units before single figures, and vessels
    before the pieces aboard.
    """
    some = [who for who in plannable(battle, side) if is_planned(order, who)]
    ranks = {who: number for number, who in enumerate(order.order)}
    some.sort(key=lambda who: (who in battle.figures, ranks.get(who, len(ranks))))
    found: dict[str, None] = {}
    for who in some:
        hulls = [piece_of_vessel(battle, key) for key in vessels_of(order, who)]
        found |= dict.fromkeys([*(hull for hull in hulls if hull in some), who])
    return tuple(found)


def is_planned(order: PlanDeployment, who: str) -> bool:
    how = order.how.get(who, OPEN)
    if vessels_of(order, who):
        return True
    return how != LATER and (who in order.to or how in (HELD, HIDDEN))


def vessels_of(order: PlanDeployment, who: str) -> tuple[str, ...]:
    """Vessels on which a plan puts a piece."""
    how, *vessels = order.how.get(who, OPEN).split() or [OPEN]
    return tuple(vessels) if how == ABOARD else ()


def piece_of_vessel(battle: Battle, key: str) -> str:
    """The unit of a vessel, or the vessel itself."""
    vessel = battle.figures.get(key)
    return vessel.unit or key if vessel is not None else key


def no_vessel(battle: Battle, key: str, side: str) -> Refusal | None:
    """Refusal of a vessel that is not the side's own."""
    vessel = battle.figures.get(key)
    if vessel is not None and vessel.side == side and is_vessel(vessel) and not vessel.fate:
        return None
    return unknown(battle, key, side)


def not_waiting(battle: Battle, key: str, side: str) -> Refusal:
    """Refusal of a piece that is not the side's own, or no longer to be deployed."""
    thing = battle.units.get(key) or battle.figures.get(key)
    if thing is None or thing.side != side:
        return unknown(battle, key, side)
    if thing.where == TO_DEPLOY:
        return not_there(battle, key, side)
    return no(
        "CAR-PLN-03",
        "{who:The} {who:is|are} not waiting to be deployed.",
        "{who:El} no {who:espera|esperan} a desplegarse.",
        who=called(battle, key),
    )


def without_place(battle: Battle, order: PlanDeployment, who: str) -> Refusal | None:
    if who in order.to or order.how.get(who) == HELD or vessels_of(order, who):
        return None
    return no(
        "CAR-PLN-03",
        "{who}: name a place for the ambush.",
        "{who}: indica un sitio para la emboscada.",
        who=called(battle, who),
    )


def strange_words(battle: Battle, order: PlanDeployment, side: str) -> Refusal | None:
    rows = {row.key: row for row in work_rows(battle, side)}
    shapes = {who: shapes_of(rows[who]) if who in rows else SHAPES for who in order.shape}
    if (
        all(how in HOWS or vessels_of(order, who) for who, how in order.how.items())
        and all(order.how.get(key, OPEN) in (OPEN, LATER) for key in rows)
        and all(shape in shapes[who] or not shape for who, shape in order.shape.items())
        and order.rest in RESTS
        and all(map(math.isfinite, order.facing.values()))
    ):
        return None
    return no(
        "CAR-PLN-03",
        "The plan has a formation, a direction or a way of deployment that is not on offer.",
        "El plan tiene una formación, una orientación o un modo de desplegar que no se ofrece.",
    )


def nothing_planned(battle: Battle, order: PlanDeployment, side: str) -> Refusal | None:
    is_built = any(is_to_be_built(order, row) for row in work_rows(battle, side))
    if order.rest == HOUSE or is_built or planned_pieces(battle, order, side):
        return None
    return no(
        "CAR-PLN-03",
        "Give a place to at least one unit.",
        "Da un sitio al menos a una unidad.",
    )


# ----------------------------------------------------------------------------- laying out
def drafted(battle: Battle, order: PlanDeployment, side: str) -> Draft:
    """The plan with the place of each figure: piece after piece, as if the enemy deployed nothing
    more.
    """

    def laid_out(battle: Battle) -> Draft:
        return _drafted(battle, order, side)

    found: Draft = kept_with(battle, f"plan of {side} {to_json(order)!r}", laid_out)
    return found


def _drafted(battle: Battle, order: PlanDeployment, side: str) -> Draft:
    pieces = planned_pieces(battle, order, side)
    site = planned_works.planned_site(without_the_others(battle, side, pieces), order, side)
    now, faults = site.battle, site.faults
    stations: list[Station] = []
    misplaced: set[str] = set()
    for who in pieces:
        if order.how.get(who) == HELD:
            hold = Hold(who)
            wrong = holding_back.hold_refusals(now, hold, side)
            stations.append(Station(who, HELD))
            now = (
                put_aside(now, who)
                if wrong
                else after(now, holding_back.held_back(now, hold, side))
            )
        elif vessels_of(order, who):
            wrong, now = boarded(now, order, who, side)
            stations.append(Station(who, ABOARD, aboard=vessels_of(order, who)))
        else:
            deploy = laid_out(now, order, who, side)
            wrong, outside = place_refusals(now, deploy, side)
            misplaced |= outside or (set(deploy.at) if wrong else set())
            stations.append(station_of(order, deploy))
            now = (
                put_aside(now, who) if wrong else after(now, deployment.deployed(now, deploy, side))
            )
        if wrong:
            faults[who] = tuple(with_name(now, who, one) for one in wrong)
    guard = advance_guard(now, side)
    return Draft(
        DeploymentPlan(tuple(stations), order.rest, site.works, site.camp),
        faults,
        frozenset(misplaced),
        guard.id if guard is not None and guard.id in pieces else "",
    )


def boarded(
    battle: Battle, order: PlanDeployment, who: str, side: str
) -> tuple[tuple[Refusal, ...], Battle]:
    """Refusals of a piece aboard its vessels, and the battle with it aboard or put aside."""
    vessels = vessels_of(order, who)
    ashore = tuple(not_afloat(battle, key) for key in vessels if battle.figures[key].at is None)
    deploy = Deploy(who, aboard=" ".join(vessels))
    wrong = ashore or boarding.aboard_refusals(battle, deploy, side)
    if wrong:
        return wrong, put_aside(battle, who)
    return (), fold(battle, boarding.embark_at_start(battle, deploy, side))


def after(battle: Battle, event: Event) -> Battle:
    return fold(battle, [event])


def put_aside(battle: Battle, who: str) -> Battle:
    """The battle without a piece whose station is refused, so that it hinders no other one."""
    if who in battle.units:
        unit = replace(battle.units[who], where=RESERVE)
        return replace(battle, units={**battle.units, who: unit})
    figure = replace(battle.figures[who], where=RESERVE)
    return replace(battle, figures={**battle.figures, who: figure})


def without_the_others(battle: Battle, side: str, pieces: Sequence[str]) -> Battle:
    """The battle without the units of both sides that are still to come, except those planned."""
    away = [
        unit.id
        for unit in battle.units.values()
        if unit.where == TO_DEPLOY and (unit.side != side or unit.id not in pieces)
    ]
    for who in away:
        battle = put_aside(battle, who)
    return battle


def laid_out(battle: Battle, order: PlanDeployment, who: str, side: str) -> Deploy:
    """The order that deploys a piece at its station, with a place for each figure."""
    x, y, *turned = order.to[who]
    men = company(battle, who)
    facing = order.facing.get(who, turned[0] if turned else None)
    deploy = Deploy(
        who,
        ambush=order.how.get(who) == HIDDEN,
        to=on_grid((x, y)),
        facing=facing,
        shape=order.shape.get(who, EASY_SHAPE),
    )
    if berths.is_hull(men):
        return deployment.set_out(battle, deploy, side)
    return replace(deploy, at=places_of(battle, deploy, men, side), to=None)


def places_of(
    battle: Battle, deploy: Deploy, men: Sequence[Figure], side: str
) -> dict[str, tuple[float, ...]]:
    """Places of a formation at the named place; figures without room there stand beside it. Those
    of an ambush stand in cover, if there is enough. A formation inside the zone stays in it.
    """
    facing = FACING[battle.edges[side]] if deploy.facing is None else deploy.facing
    at, unit = deploy.to or (0.0, 0.0), battle.units.get(deploy.who)
    zone = zone_for(battle, deploy, unit, side)
    fits = all(zone.has(battle.land, spot) for spot in formed(men, deploy.shape, at, facing))
    cover = None
    if deploy.ambush and unit is not None:
        cover = ambushes.hiding_ground(battle, all(map(ambushes.is_light, men)))

    def in_cover(man: Figure, spot: Point) -> bool:
        return cover is None or ambushes.wholly_in(cover, Stand(man, spot, 0.0))

    def in_zone(_: Figure, spot: Point) -> bool:
        return not fits or zone.has(battle.land, spot)

    found: dict[str, tuple[float, ...]] = {}
    for allowed in (lambda *one: in_cover(*one) and in_zone(*one), in_zone, lambda *_: True):
        found = dict(deploy_block(battle, deploy.who, at, facing, deploy.shape, allowed=allowed))
        if len(found) >= len(men):
            break
    return found


def formed(men: Sequence[Figure], shape: str, at: Point, facing: float) -> list[Point]:
    """Places of a formation on open ground."""
    return slots(shape, len(men), max(map(radius, men)), at, facing)


def station_of(order: PlanDeployment, deploy: Deploy) -> Station:
    x, y, *_ = order.to[deploy.who]
    how = HIDDEN if deploy.ambush else OPEN
    return Station(deploy.who, how, on_grid((x, y)), deploy.facing, deploy.shape, deploy.at)


# ----------------------------------------------------------------------------- faults
def place_refusals(
    battle: Battle, deploy: Deploy, side: str
) -> tuple[tuple[Refusal, ...], set[str]]:
    """Everything that speaks against a station, and the figures outside the zone."""
    wrong = deployment.deploy_refusals(battle, deploy, side)
    unit = battle.units.get(deploy.who)
    men = company(battle, deploy.who)
    if not wrong or any(map(is_vessel, men)):
        return wrong, set()
    zone = zone_for(battle, deploy, unit, side)
    found = ordered_stands(battle, side, men, deploy.at)
    outside = {key for key, one in found.items() if zone.refuses(battle.land, one.at)}
    if not outside or zone.edge or wrong[0].rule != zone.rule:
        return wrong, set()
    spots = [found[key].at for key in outside]
    return (outside_the_zone(zone, spots, len(found)), *wrong[1:]), outside


def outside_the_zone(zone: Zone, spots: Iterable[Point], all_: int) -> Refusal:
    """Refusal of figures outside a zone, with the way that the unit has to move."""
    spots = list(spots)
    ways = ways_back(zone, spots)
    return no(
        zone.rule,
        "{n} of {all:figure+s} {n:lies|lie} outside the zone ({zone}), by up to {far} in: move the "
        "unit {ways}.",
        "{n} de {all:figura+s} {n:queda|quedan} fuera de la zona ({zone}), hasta "
        "{far:pulgada+s}: mueve la unidad {ways}.",
        n=len(spots),
        all=all_,
        zone=zone.says,
        far=max(far for far, _ in ways),
        ways=[say("{n} in {way}", "{n:pulgada+s} al {way}", n=far, way=way) for far, way in ways],
    )


def ways_back(zone: Zone, spots: Sequence[Point]) -> list[tuple[float, Say]]:
    """Distances (inches, rounded up to tenths) and directions that bring all places into a zone."""
    x0, y0, x1, y1 = zone.rect
    short = (
        (max(x0 - x for x, _ in spots), EAST),
        (max(x - x1 for x, _ in spots), WEST),
        (max(y0 - y for _, y in spots), NORTH),
        (max(y - y1 for _, y in spots), SOUTH),
    )
    return [(math.ceil(round(10 * far, 3)) / 10, way) for far, way in short if far > 0]


def with_name(battle: Battle, who: str, refusal: Refusal) -> Refusal:
    says = say("{who}: {why}", "{who}: {why}", who=called(battle, who), why=refusal.says)
    return replace(refusal, says=says)
