"""HOA-SCN, HOA-DEP: sides of the table, the order of march, and putting the armies down."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from random import Random

import shapely

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa import orders
from app.games.heart_of_africa.buildings_and_boats import berths
from app.games.heart_of_africa.buildings_and_boats.vessels import is_chain, places_left, takes_no
from app.games.heart_of_africa.buildings_and_boats.vessels import seats as places_for
from app.games.heart_of_africa.events import Place
from app.games.heart_of_africa.evolve import fold, replace
from app.games.heart_of_africa.figures import (
    base,
    combat_units,
    defender,
    figure_of,
    is_independent,
    is_vessel,
    members,
    other,
    passengers,
    placed,
    radius,
    unit_of,
)
from app.games.heart_of_africa.movement.cohesion import groups
from app.games.heart_of_africa.movement.layouts import SHAPES, drawn_up
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.setup import ambushes
from app.games.heart_of_africa.setup.homes import home, needs_home
from app.games.heart_of_africa.setup.places import (
    Stand,
    company,
    crowded,
    is_follower,
    missing,
    on_paper,
    on_the_ground,
    overfull,
    rooms_of,
    scattered,
    stands,
    strangers,
)
from app.games.heart_of_africa.setup.scenarios import AMBUSH as AMBUSH_SCENARIO
from app.games.heart_of_africa.setup.scenarios import (
    CHOICE_OF_SIDE,
    ENCOUNTER,
    FACING,
    RAID,
    Part,
    Zone,
    chooser,
    chosen_edges,
    dark_turns,
    fighters,
    figures_needed,
    guard_zone,
    has_home,
    not_that_edge,
    not_that_light,
    off_the_table,
    part_of,
    units_allowed,
    units_needed,
    zone_of,
)
from app.games.heart_of_africa.setup.sites import INCHES, pens, place_camp, place_work, shape_of
from app.games.heart_of_africa.sight import lines
from app.games.heart_of_africa.state import (
    AMBUSH,
    BUILDINGS,
    ON_TABLE,
    RESERVE,
    SIDES_STEP,
    TO_DEPLOY,
    Battle,
    Figure,
    Unit,
    Work,
)
from app.kernel.contract import Event, Order
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, insist, no
from app.kernel.say import say
from app.kernel.space.notation import place_words
from app.kernel.space.plane import (
    CONTACT,
    Point,
    is_inside,
    middle,
    moved,
    path_length,
    place_along,
    quantised,
)

__all__ = [
    "by_heart",
    "choose_side",
    "closing",
    "deploy",
    "end",
    "hold",
    "march_order",
    "opening",
    "owing",
    "owing_sides",
    "place_camp",
    "place_work",
]

CREW_APART = 0.6
"""Between two places of a canoe, inches."""


# ------------------------------------------------------------------------------------------------ s
def owing_sides(battle: Battle) -> tuple[str, ...]:
    """Who has to choose his side of the table (or write his order of march)."""
    return (chooser(battle),) if battle.scenario else ()


def choose_side(battle: Battle, order: orders.ChooseSide, side: str, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 the contract of a chapter
    insist(side_refusals(battle, order, side))
    dark = (
        dark_turns(order.light, order.turns)
        if battle.scenario == RAID and order.light != "day"
        else battle.conditions.dark
    )
    return (
        e.SideChosen(side, chosen_edges(side, order.edge), dark, order.light),
        e.StepPassed(side),
    )


def side_refusals(battle: Battle, order: orders.ChooseSide, side: str) -> tuple[Refusal, ...]:
    if battle.scenario == AMBUSH_SCENARIO:
        return (
            no(
                "HOA-SCN-10",
                "In an Ambush the side is named with the order of march.",
                "En una emboscada el lado se nombra con el orden de marcha.",
            ),
        )
    mine = None if side == chooser(battle) else out_of_turn(battle)
    return found_in(
        mine, not_that_edge(battle, order.edge), not_that_light(battle, order.light, order.turns)
    )


def march_order(battle: Battle, order: orders.MarchOrder, side: str, dice: Dice) -> Sequence[Event]:  # noqa: ARG001
    insist(march_refusals(battle, order, side))
    return (e.MarchOrdered(side, order.order, chosen_edges(side, order.edge)), e.StepPassed(side))


def marchers(battle: Battle, side: str) -> tuple[str, ...]:
    """The entries of an order of march: every unit, the baggage as one, every independent figure;
    who is attached goes with his unit.
    """
    units = [
        unit.id for unit in battle.units.values() if unit.side == side and members(battle, unit.id)
    ]
    return (
        *units,
        *(
            figure.id
            for figure in battle.figures.values()
            if figure.side == side and is_independent(figure) and not figure.fate
        ),
    )


def march_refusals(battle: Battle, order: orders.MarchOrder, side: str) -> tuple[Refusal, ...]:
    """HOA-SCN-10: the attacker of an Ambush writes down the order in which all his units, his
    baggage and his single figures march, and the short side they come from; the defender knows it
    before he deploys, and it never changes.
    """
    if battle.scenario != AMBUSH_SCENARIO or side != battle.attacker:
        return (
            no(
                "HOA-SCN-10",
                "Only the attacker of an Ambush marches in column.",
                "Solo marcha en columna el atacante de una emboscada.",
            ),
        )
    entries = marchers(battle, side)
    left = [entry for entry in entries if entry not in order.order]
    alien = [entry for entry in order.order if entry not in entries]
    return found_in(
        no(
            "HOA-SCN-10",
            "{n} entries are missing from the order of march: {which}.",
            "Faltan {n} entradas en el orden de marcha: {which}.",
            n=len(left),
            which=tuple(called(battle, one) for one in left),
        )
        if left
        else None,
        no(
            "HOA-SCN-10",
            "{n} that are named do not march by themselves.",
            "{n} de los nombrados no marchan por sí mismos.",
            n=len(alien),
        )
        if alien
        else None,
        no("HOA-SCN-10", "Everybody marches once.", "Cada cual marcha una vez.")
        if len(set(order.order)) < len(order.order)
        else None,
        not_that_edge(battle, order.edge),
    )


# ------------------------------------------------------------------------------------------------ w
def units_left(battle: Battle, side: str) -> tuple[str, ...]:
    """Units, the baggage among them, that a side has neither put down nor held back."""
    return tuple(
        unit.id
        for unit in battle.units.values()
        if unit.side == side and unit.where == TO_DEPLOY and not unit.fate
    )


def singles_left(battle: Battle, side: str) -> tuple[str, ...]:
    """The same of independent figures, and Leaders who have joined a unit that stands already."""
    return tuple(
        figure.id
        for figure in battle.figures.values()
        if figure.side == side
        and figure.at is None
        and not figure.fate
        and (
            (is_independent(figure) and figure.where == TO_DEPLOY) or joins_his_men(battle, figure)
        )
    )


def joins_his_men(battle: Battle, figure: Figure) -> bool:
    unit = battle.units.get(figure.unit)
    return (
        unit is not None
        and figure.at is None
        and unit.where in (ON_TABLE, AMBUSH)
        and bool(placed(battle, unit.id))
    )


def boats_left(battle: Battle, side: str) -> tuple[Figure, ...]:
    """Canoes and dhows that are not on the water: they may be left ashore."""
    return tuple(
        figure
        for figure in battle.figures.values()
        if figure.side == side
        and is_vessel(figure)
        and not figure.unit
        and figure.at is None
        and figure.where == TO_DEPLOY
        and not figure.fate
    )


def left(battle: Battle, side: str) -> tuple[str, ...]:
    return (*units_left(battle, side), *singles_left(battle, side))


def owing(battle: Battle) -> tuple[str, ...]:
    """Whose turn it is to deploy: alternately in an Encounter, else the defender first and then,
    but for a column, the attacker.
    """
    if battle.scenario == ENCOUNTER:
        return alternating(battle)
    if battle.scenario == AMBUSH_SCENARIO:
        return battle.deployment.left(defender(battle))
    first = battle.deployment.first_down or defender(battle)
    return battle.deployment.left(first, other(first))[:1]


def alternating(battle: Battle) -> tuple[str, ...]:
    """HOA-SCN-05: in an Encounter one unit goes down in turn, beginning with the attacker in a
    campaign, else with the winner of a roll-off; baggage is one of the units; a reserve or an
    ambush uses up a turn; independent figures follow, again one by one.
    """
    return (battle.to_act,) if battle.to_act else due(battle, battle.first_side)


def due(battle: Battle, first: str) -> tuple[str, ...]:
    """The side that goes on, looked at from `first`: units before single figures."""
    for kind in (units_left, singles_left):
        for side in (first, other(first)):
            if kind(battle, side) and side not in battle.passed:
                return (side,)
    return ()


def turn_passed(before: Battle, after: Battle, side: str) -> list[Event]:
    """After a unit (or figure) of an Encounter is down the other side goes on; with the last unit
    the single figures begin anew.
    """
    if after.scenario != ENCOUNTER:
        return []
    ended = any(units_left(before, one) for one in ("A", "B")) and not any(
        units_left(after, one) for one in ("A", "B")
    )
    sides = due(after, after.first_side if ended else other(side))
    return [e.TurnPassedTo(sides[0] if sides else "")]


def out_of_turn(battle: Battle) -> Refusal:
    """What is said to an order before the battle that is not due, or not from this side."""
    if battle.step == SIDES_STEP:
        rule = CHOICE_OF_SIDE.get(battle.scenario, "HOA-SCN-03")
        if battle.scenario == AMBUSH_SCENARIO:
            return no(
                rule,
                "First the attacker writes his order of march.",
                "Antes escribe el atacante su orden de marcha.",
            )
        return no(
            rule,
            "First the sides of the table are chosen.",
            "Antes se eligen los lados de la mesa.",
        )
    rule = part_of(battle, battle.attacker).waits
    if battle.scenario == AMBUSH_SCENARIO:
        return no(
            rule,
            "The order of march is written; the defender deploys.",
            "El orden de marcha está escrito; despliega el defensor.",
        )
    return no(rule, "It is not your turn to deploy.", "No te toca desplegar.")


# ------------------------------------------------------------------------------------------------ p
def opening(battle: Battle, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 nothing happens by itself
    return ()


def closing(battle: Battle, dice: Dice) -> Sequence[Event]:  # noqa: ARG001
    return ()


def deploy(battle: Battle, order: orders.Deploy, side: str, dice: Dice) -> Sequence[Event]:  # noqa: ARG001
    if order.aboard:
        return embark(battle, order, side)
    order = set_out(battle, order, side)
    insist(deploy_refusals(battle, order, side))
    found = stands(battle, side, company(battle, order.who), order.at)
    unit = battle.units.get(order.who)
    hides = unit is not None and order.ambush
    event = e.Deployed(
        side,
        order.who,
        on_paper(found),
        hides,
        hides and ambushes.lies_behind(battle, unit, found),
        goes_ahead(battle, order, unit, side),
        rooms=rooms_of(battle, found),
    )
    if is_vessel(next(iter(found.values())).figure) and unit is None:
        return (event,)
    return (event, *turn_passed(battle, fold(battle, [event]), side))


def set_out(battle: Battle, order: orders.Deploy, side: str) -> orders.Deploy:
    """The same order with a place for each figure: drawn up where it says, each on the nearest
    ground of the zone where he may stand.
    """
    if order.who not in {*battle.units, *battle.figures}:
        return order
    unit, men = battle.units.get(order.who), company(battle, order.who)
    zone = (
        guard_zone(battle, side) if goes_ahead(battle, order, unit, side) else zone_of(battle, side)
    )
    if berths.is_hull(men) and men[0].side == side:
        return moored(battle, order, men[0], zone)
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


def moored(battle: Battle, order: orders.Deploy, vessel: Figure, zone: Zone) -> orders.Deploy:
    """The same order with the place of a hull: the lawful one nearest to where it says, or, if none
    is near, that very place."""
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
        found = berths.Berth(quantised(to), facing)
    return replace(order, at={**order.at, vessel.id: (*found.at, found.heading)}, to=None)


def nearest_berth(
    battle: Battle, vessel: Figure, to: Point, facing: float | None, zone: Zone, *, within: float
) -> berths.Berth | None:
    """The berth nearest to a place in which a hull may be put down in a zone; None if there is none
    within so many inches."""

    def lawful(at: Point, heading: float) -> bool:
        return (
            touches_zone(battle, zone, Stand(vessel, at, heading)) is None
            and off_the_table(battle.land, at) is None
        )

    return berths.berth(battle, vessel, to, facing, zone.rect, lawful, within=within)


def goes_ahead(battle: Battle, order: orders.Deploy, unit: Unit | None, side: str) -> bool:
    """Whether a unit of an Encounter is the advanced guard: the first one placed beyond the strip
    of its side is, for nothing else lets it stand there; nobody need say so before."""
    if unit is None or battle.scenario != ENCOUNTER:
        return False
    if order.advance_guard:
        return True
    if unit.kind == "baggage" or advance_guard(battle, side) is not None:
        return False
    zone = zone_of(battle, side)
    if order.to is not None:
        return not zone.has(battle.land, (order.to[0], order.to[1]))
    found = stands(battle, side, company(battle, order.who), order.at)
    return any(is_outside(battle, zone, stand) is not None for stand in found.values())


def open_zones(battle: Battle, side: str) -> tuple[Zone, ...]:
    """The ground where a side may still put units down: its zone, and that of the advanced guard
    while an Encounter leaves it open."""
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


def deploy_refusals(battle: Battle, order: orders.Deploy, side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against putting these figures there."""
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
    found = stands(battle, side, men, order.at)
    if berths.is_hull(men) and men[0].id in found:
        return hull_refusals(battle, order, unit, side, found)
    rule = "HOA-SPC-18" if unit is not None and unit.kind == "baggage" else part.rule
    whole = found_in(strangers(men, order.at), missing(battle, men, found, rule))
    if whole:
        return whole
    return found_in(
        numbers(battle, order, unit, side),
        without_works(battle, side),
        away_from_works(battle, unit, found),
        in_the_zone(battle, order, unit, side, found),
        on_the_ground(battle, found),
        crowded(battle, side, found),
        scattered(battle, unit.id, found) if unit is not None else with_his_men(battle, found),
        overfull(battle, side, found),
        hiding(battle, order, unit, found),
    )


def hull_refusals(
    battle: Battle, order: orders.Deploy, unit: Unit | None, side: str, found: Mapping[str, Stand]
) -> tuple[Refusal, ...]:
    """Everything that speaks against a vessel lying there; the first refusal of the place names the
    nearest lawful one."""
    stand = next(iter(found.values()))
    unfit = hiding(battle, order, unit, found) if order.ambush else ()
    first = found_in(
        strangers([stand.figure], order.at),
        unfit,
        numbers(battle, order, unit, side),
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
        instead=berths.instead(better),
    )
    return (replace(place[0], says=says), *place[1:])


def not_ones_own(thing: Unit | Figure, side: str) -> Refusal | None:
    return (
        None
        if thing.side == side
        else no("CAR-TAB-06", "There is no such piece.", "No hay tal ficha.")
    )


def done_with(part: Part) -> Refusal:
    return no(
        part.rule,
        "That is on the table already, or has been held back.",
        "Eso ya está en la mesa o se ha dejado fuera.",
    )


def not_due(battle: Battle, who: str, side: str, part: Part) -> Refusal | None:
    """Whether it is the turn of this unit or figure."""
    thing = battle.units.get(who) or battle.figures[who]
    if who not in battle.units and is_follower(battle, battle.figures[who]):
        return no("CAR-TAB-06", "He is put down with his master.", "Se despliega con su señor.")
    free_boat = (
        who in battle.figures and is_vessel(battle.figures[who]) and not battle.figures[who].unit
    )
    if who in battle.figures and not free_boat and who not in singles_left(battle, side):
        return done_with(part)
    if thing.where != TO_DEPLOY and not (
        who in battle.figures and joins_his_men(battle, battle.figures[who])
    ):
        return done_with(part)
    if (
        battle.scenario == ENCOUNTER
        and who in battle.figures
        and not free_boat
        and (units_left(battle, side) or units_left(battle, other(side)))
    ):
        return no(
            "HOA-SCN-05",
            "Units first; independent figures go down when all units have.",
            "Primero las unidades; las figuras independientes, cuando estén todas.",
        )
    return None


def numbers(
    battle: Battle, order: orders.Deploy, unit: Unit | None, side: str
) -> Iterator[Refusal]:
    """How many units a side may have on the table, in ambush, in front."""
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
            "One unit is the advanced guard, and baggage never is.",
            "La vanguardia es una sola unidad, y nunca el bagaje.",
        )


def on_table(battle: Battle, side: str) -> list[Unit]:
    """The combat units that start on the table, hidden ones among them."""
    return [
        unit
        for unit in combat_units(battle, side)
        if unit.where in (ON_TABLE, AMBUSH) and placed(battle, unit.id)
    ]


def in_the_zone(
    battle: Battle, order: orders.Deploy, unit: Unit | None, side: str, found: Mapping[str, Stand]
) -> Iterator[Refusal]:
    """Where the scenario lets them stand."""
    if unit is not None and unit.kind == "baggage" and part_of(battle, side).baggage == "home":
        outside = outside_the_pens(battle, side, found)
        if outside:
            yield outside
        return
    ahead = advance_guard(battle, side)
    guard = ahead is None and goes_ahead(battle, order, unit, side)
    joined = battle.figures.get(order.who)
    guard = guard or (
        joined is not None and bool(joined.unit) and battle.units[joined.unit].advance_guard
    )
    zone = guard_zone(battle, side) if guard else zone_of(battle, side)
    refused = next(
        (no_ for stand in found.values() if (no_ := is_outside(battle, zone, stand))), None
    )
    if refused is not None:
        yield refused
    if refused is not None and ahead is not None and unit is not None and unit.kind == "troops":
        yield no(
            "HOA-SCN-06",
            "{guard} is the advanced guard already.",
            "La vanguardia ya es {guard}.",
            guard=called(battle, ahead),
        )


def is_outside(battle: Battle, zone: Zone, stand: Stand) -> Refusal | None:
    """Why a figure may not be put there; None inside the zone."""
    if is_vessel(stand.figure):
        return touches_zone(battle, zone, stand)
    return zone.refuses(battle.land, stand.at)


def touches_zone(battle: Battle, zone: Zone, stand: Stand) -> Refusal | None:
    """Boats lie on water that touches the own ground: some of the hull must be in it."""
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
    """HOA-SCN-25: all baggage of a raided defender starts inside his village or camp, or in a kraal
    of 8 by 8 in beside it; the raider may leave his own at home.
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
    """Who has a gun that needs a work builds one before anybody goes down, for afterwards it is too
    late.
    """
    if works_of(battle, side) or not any(
        unit.side == side and unit.at_works and unit.where == TO_DEPLOY
        for unit in battle.units.values()
    ):
        return None
    return no(
        "HOA-LST-78",
        "First build the work that the machine gun is to stand at.",
        "Antes hay que construir la obra tras la que irá la ametralladora.",
    )


def away_from_works(
    battle: Battle, unit: Unit | None, found: Mapping[str, Stand]
) -> Refusal | None:
    """The Belgian machine gun is put down at a work of its side: it touches it, or stands inside
    the building.
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
                "{who} has to touch a work of its own side, or stand in one.",
                "{who} ha de tocar una obra de su bando o estar dentro de ella.",
                who=called(battle, stand.figure),
            )
    return None


def spots_at_works(battle: Battle, side: str, who: str) -> Iterator[dict[str, Place]]:
    """Places behind a wall, before it, or in the courtyard of a building for the gun that has to
    stand at one.
    """
    gun, facing = company(battle, who)[0], FACING[battle.edges[side]]
    for work in works_of(battle, side):
        spots = (
            [middle(lines.room_outlines(work)[lines.COURTYARD])]
            if work.rect is not None
            else [
                moved(place_along(work.line, along), facing + aside, radius(gun) + 0.02)
                for aside in (180, 0)
                for along in range(math.ceil(path_length(work.line)))
            ]
        )
        yield from ({gun.id: (*quantised(spot), facing)} for spot in spots)


def with_his_men(battle: Battle, found: Mapping[str, Stand]) -> Refusal | None:
    """A Leader who has joined a unit stands in its cohesion."""
    leader = next((stand.figure for stand in found.values() if stand.figure.unit), None)
    return scattered(battle, leader.unit, found) if leader is not None else None


def hiding(
    battle: Battle, order: orders.Deploy, unit: Unit | None, found: Mapping[str, Stand]
) -> tuple[Refusal, ...]:
    joined = battle.figures.get(order.who)
    if joined is not None and joined.unit and battle.units[joined.unit].where == AMBUSH:
        return tuple(ambushes.refusals(battle, battle.units[joined.unit], found))
    if not order.ambush:
        return ()
    if unit is None:
        return (
            no(
                "HOA-DEP-06",
                "Single figures lie in no ambush.",
                "Las figuras sueltas no se emboscan.",
            ),
        )
    return tuple(ambushes.refusals(battle, unit, found))


def by_heart(battle: Battle, side: str, chance: Random) -> Order | None:
    """The next order of a sensible hand before the battle; None if the side owes none."""
    from app.games.heart_of_africa.setup import auto_deployment  # noqa: PLC0415 it asks for the refusals of this chapter

    return auto_deployment.next_order(battle, side, chance)


# ------------------------------------------------------------------------------------------------ a
def embark(battle: Battle, order: orders.Deploy, side: str) -> Sequence[Event]:
    """Men who start aboard fill the vessels named, in order."""
    insist(aboard_refusals(battle, order, side))
    men = company(battle, order.who)
    seated = seats(battle, order.aboard.split(), men)
    happened: list[Event] = []
    for vessel in order.aboard.split():
        hull = battle.figures[vessel]
        crew = [figure for figure in men if seated[figure.id] == vessel]
        if crew and hull.at is not None:
            before = len(passengers(battle, vessel))
            at = {
                figure.id: (*quantised(seat_at(hull, before + n)), hull.facing)
                for n, figure in enumerate(crew)
            }
            happened.append(e.Deployed(side, order.who, at, aboard=vessel))
    return (*happened, *turn_passed(battle, fold(battle, happened), side))


def seat_at(hull: Figure, n: int) -> tuple[float, float]:
    """A place aboard: canoe crews sit in a row, in larger vessels nobody has a place of his own."""
    middle = hull.at or (0.0, 0.0)
    return middle if hull.type != "canoe" else moved(middle, hull.facing, CREW_APART * (n - 2))


def seats(battle: Battle, vessels: Sequence[str], men: Sequence[Figure]) -> dict[str, str]:
    """Who goes into which vessel; whoever finds no place is left out."""
    free = {vessel: places_left(battle, battle.figures[vessel]) for vessel in vessels}
    found: dict[str, str] = {}
    for figure in men:
        for vessel in vessels:
            if places_for(figure) <= free[vessel] and not takes_no(
                battle, figure, battle.figures[vessel]
            ):
                found[figure.id] = vessel
                free[vessel] -= places_for(figure)
                break
    return found


def aboard_refusals(battle: Battle, order: orders.Deploy, side: str) -> tuple[Refusal, ...]:
    vessels = [figure_of(battle, key, side) for key in order.aboard.split()]
    thing = (
        unit_of(battle, order.who, side)
        if order.who in battle.units
        else figure_of(battle, order.who, side)
    )
    part = part_of(battle, side)
    men = company(battle, order.who)
    if (
        thing.side != side
        or any(hull.side != side or not is_vessel(hull) or hull.at is None for hull in vessels)
        or any(map(is_vessel, men))
    ):
        return (no("CAR-TAB-06", "There is no such piece.", "No hay tal ficha."),)
    first = found_in(
        not_due(battle, order.who, side, part),
        numbers(battle, order, battle.units.get(order.who), side),
        no(
            "HOA-DEP-06",
            "Baggage, boats and Gunboats lie in no ambush.",
            "Ni el bagaje, ni los botes, ni las cañoneras se emboscan.",
        )
        if order.ambush
        else None,
    )
    if first or not men:
        return first or (done_with(part),)
    seated = seats(battle, order.aboard.split(), men)
    out = [figure for figure in men if figure.id not in seated]
    if not out:
        used = [base(battle.figures[key]) for key in dict.fromkeys(seated.values())]
        return () if is_chain(used) else (too_far_apart(battle, order.who),)
    barred = [takes_no(battle, out[0], hull) for hull in vessels]
    if all(barred):
        return barred[0]
    return (
        no(
            "HOA-STR-06",
            "{n} places aboard, and {who} needs {needs}: {out} would be left ashore.",
            "Plazas a bordo: {n}; {who} necesita {needs}. Se quedarían en tierra: {out}.",
            n=sum(places_left(battle, hull) for hull in vessels),
            who=called(battle, order.who),
            needs=sum(map(places_for, men)),
            out=len(out),
        ),
    )


def too_far_apart(battle: Battle, who: str) -> Refusal:
    """What is said to a unit in boats that do not keep together."""
    return no(
        "HOA-DEP-12",
        "{who} would be in boats more than {link} in apart.",
        "{who}: sus botes estarían a más de {link:pulgada+s} unos de otros.",
        who=called(battle, who),
        link=4,
    )


# ------------------------------------------------------------------------------------------------ h
def hold(battle: Battle, order: orders.Hold, side: str, dice: Dice) -> Sequence[Event]:  # noqa: ARG001
    insist(hold_refusals(battle, order, side))
    away = order.who in battle.units and battle.units[order.who].kind == "baggage"
    event = e.HeldBack(side, order.who, order.comes_with, away)
    return (event, *turn_passed(battle, fold(battle, [event]), side))


def hold_refusals(battle: Battle, order: orders.Hold, side: str) -> tuple[Refusal, ...]:
    unit = battle.units.get(order.who)
    thing = (
        unit_of(battle, order.who, side) if unit is not None else figure_of(battle, order.who, side)
    )
    part = part_of(battle, side)
    first = found_in(not_ones_own(thing, side)) or found_in(not_due(battle, order.who, side, part))
    if first:
        return first
    if unit is not None and unit.kind == "baggage":
        return found_in(baggage_is_wanted(part))
    return found_in(
        too_few_left(battle, order.who, side, part), no_such_company(battle, order, side)
    )


def baggage_is_wanted(part: Part) -> Refusal | None:
    """What is said to baggage that is to stay at home."""
    return BAGGAGE.get(part.baggage_rule, as_the_part_says)(part)


def as_the_part_says(part: Part) -> Refusal | None:
    if part.baggage == "may_stay":
        return None
    return no(
        part.baggage_rule,
        "The scenario wants the baggage on the table from the start.",
        "El escenario exige el bagaje en la mesa desde el principio.",
    )


def both_bring_baggage(part: Part) -> Refusal | None:
    """HOA-SCN-20: in a Planned Attack both sides have their baggage on the table from the start."""
    return as_the_part_says(part)


def may_leave_baggage(part: Part) -> Refusal | None:  # noqa: ARG001 one call for all scenarios
    """HOA-SCN-14: the defender of an Ambush may leave his baggage at home, all four elements of
    it.
    """
    return None


BAGGAGE = {"HOA-SCN-20": both_bring_baggage, "HOA-SCN-14": may_leave_baggage}


def too_few_left(battle: Battle, who: str, side: str, part: Part) -> Refusal | None:
    """Whether this one can be spared: a reserve has its limit, and enough must stand on the
    table.
    """
    unit = battle.units.get(who)
    if unit is None and part.reserve == 0:
        return no(
            part.rule,
            "All your figures start on the table.",
            "Todas tus figuras empiezan en la mesa.",
        )
    if unit is not None and part.reserve is not None:
        held = [one for one in combat_units(battle, side) if one.where == RESERVE]
        if len(held) >= part.reserve:
            return no(
                part.rule,
                "Units that may stay off the table: {most}.",
                "Unidades que pueden quedar fuera de la mesa: {most}.",
                most=part.reserve,
            )
    if unit is not None:
        units = [
            one for one in combat_units(battle, side) if one.id != who and one.where != RESERVE
        ]
        if len(units) < units_needed(battle, side):
            return no(
                part.rule,
                "{n} units would be left to start with, and at least {least} must.",
                "Empezarían {n} unidades en la mesa y hacen falta al menos {least}.",
                n=len(units),
                least=units_needed(battle, side),
            )
    gone = {figure.id for figure in company(battle, who)}
    figures = sum(
        1
        for figure in fighters(battle, side)
        if figure.id not in gone and not is_held(battle, figure)
    )
    if figures < figures_needed(battle, side):
        return no(
            part.rule,
            "{n} fighting figures would be left to start with, and at least {least} must.",
            "Empezarían {n} figuras combatientes y hacen falta al menos {least}.",
            n=figures,
            least=figures_needed(battle, side),
        )
    return None


def is_held(battle: Battle, figure: Figure) -> bool:
    return battle.units[figure.unit].where == RESERVE if figure.unit else figure.where == RESERVE


def no_such_company(battle: Battle, order: orders.Hold, side: str) -> Refusal | None:
    """An independent figure comes with a unit of its side that is held back."""
    if not order.comes_with:
        return None
    unit = battle.units.get(order.comes_with)
    if (
        order.who in battle.figures
        and unit is not None
        and unit.side == side
        and unit.where == RESERVE
    ):
        return None
    return no(
        "HOA-DEP-01",
        "An independent figure arrives with a unit that is held back.",
        "Una figura independiente llega con una unidad que se haya dejado fuera.",
    )


# ------------------------------------------------------------------------------------------------ r
def end(battle: Battle, side: str, dice: Dice) -> Sequence[Event]:  # noqa: ARG001
    """The side is ready: what was not put down is held back where it may be, baggage stays at home,
    and the objective is named if it was not."""
    insist(end_refusals(battle, side))
    away, _ = held_at_the_end(battle, side)
    village = (
        home(battle, side)
        if has_home(battle) and side == defender(battle) and not battle.conditions.objective
        else None
    )
    happened: list[Event] = [
        *away,
        *((e.ObjectiveNamed(side, village.id),) if village else ()),
        e.StepPassed(side),
    ]
    return (*happened, *turn_passed(battle, fold(battle, happened), side))


def end_refusals(battle: Battle, side: str) -> tuple[Refusal, ...]:
    """Everything that is still missing."""
    part = part_of(battle, side)
    return found_in(
        no_home(battle, side, part),
        not_all_down(battle, side, part),
        shares(battle, side, part),
        torn_units(battle, side),
    )


def no_home(battle: Battle, side: str, part: Part) -> Refusal | None:
    if not needs_home(battle, side):
        return None
    return no(
        part.rule,
        "There is no village in your half: mark a camp first.",
        "En tu mitad no hay poblado: marca antes un campamento.",
    )


def not_all_down(battle: Battle, side: str, part: Part) -> Iterator[Refusal]:
    """What has not been put down and may not all stay off the table."""
    _, refused = held_at_the_end(battle, side)
    if not refused:
        return
    rule = "HOA-SCN-05" if battle.scenario == ENCOUNTER else part.rule
    yield no(
        rule,
        "Not all of these may stay off the table: {which}.",
        "No todo esto puede quedar fuera de la mesa: {which}.",
        which=tuple(called(battle, who) for who in left(battle, side)),
    )
    yield from refused


def held_at_the_end(battle: Battle, side: str) -> tuple[list[Event], tuple[Refusal, ...]]:
    """What is held back when a side ends its deployment, one by one as if it had been ordered, and
    what speaks against the rest."""
    part = part_of(battle, side)
    happened: list[Event] = []
    refused: list[Refusal | None] = []
    for who in left(battle, side):
        now = fold(battle, happened)
        wrong = stays_off(now, who, side, part)
        refused.append(wrong)
        if wrong is None:
            train = who in now.units and now.units[who].kind == "baggage"
            happened.append(e.HeldBack(side, who, away=train))
    return happened, found_in(*refused)


def stays_off(battle: Battle, who: str, side: str, part: Part) -> Refusal | None:
    """Why this one may not stay off the table; None if it may."""
    if who in battle.units and battle.units[who].kind == "baggage":
        return baggage_is_wanted(part)
    if who in battle.figures and joins_his_men(battle, battle.figures[who]):
        return no(
            part.rule,
            "{who} stands with the unit that he has joined.",
            "{who} va con la unidad a la que se ha unido.",
            who=called(battle, who),
        )
    return too_few_left(battle, who, side, part)


def shares(battle: Battle, side: str, part: Part) -> Iterator[Refusal]:
    """Whether enough stand on the table."""
    units = len(on_table(battle, side))
    if units < units_needed(battle, side):
        yield no(
            part.rule,
            "{n} units on the table: at least {least} of {all}.",
            "{n} unidades en la mesa: al menos {least} de {all}.",
            n=units,
            least=units_needed(battle, side),
            all=len(combat_units(battle, side)),
        )
    figures = sum(1 for figure in fighters(battle, side) if figure.at is not None)
    if figures < figures_needed(battle, side):
        yield no(
            part.rule,
            "{n} fighting figures on the table: at least {least}.",
            "{n} figuras combatientes en la mesa: al menos {least}.",
            n=figures,
            least=figures_needed(battle, side),
        )


def torn_units(battle: Battle, side: str) -> Iterator[Refusal]:
    """A Leader may have joined a unit from afar after both were put down."""
    for unit in on_table(battle, side):
        men = placed(battle, unit.id)
        if (
            any(figure.role for figure in men)
            and len(groups(men, {figure.id: figure.at for figure in men})) > 1
        ):  # type: ignore[misc]
            yield no(
                "HOA-DEP-12",
                "The Leader stands too far from the unit that he has joined.",
                "El Líder está demasiado lejos de la unidad a la que se ha unido.",
            )
