"""Offers of moves: activations, and orders of the unit in hand."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.buildings_and_boats import boats, buildings, embarkation, roofs
from app.games.heart_of_africa.drawing.places import spelled
from app.games.heart_of_africa.figures import (
    base,
    between,
    enemies,
    is_attendant,
    is_baggage,
    is_fighter,
    is_independent,
    is_on_foot,
    is_vessel,
    members,
    placed,
    touch,
)
from app.games.heart_of_africa.land import BUILDINGS, FIXED_WORKS
from app.games.heart_of_africa.melee_and_morale import leaders
from app.games.heart_of_africa.movement import guides, moves, rank_swaps_and_climbing
from app.games.heart_of_africa.movement.activation import activation_refusals
from app.games.heart_of_africa.movement.contact import SNAP
from app.games.heart_of_africa.offering import field
from app.games.heart_of_africa.offering.refusals import manoeuvre
from app.games.heart_of_africa.offering.words import choices, room_title, spot
from app.games.heart_of_africa.pieces import AMBUSH, COLUMN, ON_TABLE, SCOUT, Figure
from app.games.heart_of_africa.presentation.naming import COMPASS, called, place_title
from app.games.heart_of_africa.sight import lines
from app.games.heart_of_africa.state import FIRST_STEPS, INDEPENDENT_MOVES, Battle
from app.games.heart_of_africa.turn_order import still_to_act
from app.kernel.form import Choice, Field
from app.kernel.offers import Offer
from app.kernel.say import Say, say
from app.kernel.space.plane import (
    Point,
    angle_between,
    angle_to,
    compass,
    gap_to_outline,
    mean_of,
    on_grid,
    point_at,
    rect_path,
)

NEAR_A_SCOUT, FOLLOWERS, SHORT_COLUMN = 8.0, 2, 4.0
"""Reach of a column's offers from the Scout, and its straight path (inches)."""
NEAR_A_DOOR = 14.0
"""Distance from a building within which its rooms are offered (inches)."""
DRILLS = {
    "line": say("Form a line", "Formar en línea"),
    "column": say("Form a column", "Formar en columna"),
    "loose": say("Loose order", "Orden abierto"),
    "close_up": say("Close up", "Cerrar filas"),
}
WHERE = say("Where to", "Adónde")
UNMOVED = say("Units that do not move", "Unidades que no mueven")
WHICH_WAY = say(
    "Facing, degrees: 0 is north, 90 east", "Orientación en grados: 0 es norte, 90 este"
)


def offers(battle: Battle, side: str) -> Iterator[Offer]:
    if battle.hand is not None:
        if battle.hand.side == side:
            yield from in_hand(battle, side)
        return
    taking = list(to_take_in_hand(battle, side))
    yield from taking
    yield from guide_offers(battle, side)
    still = not_moved(battle, side, taking)
    left = [
        who for who in still_to_act(battle, side) if not moves.stands_refusals(battle, who, side)
    ]
    if len(left) > 1:
        yield Offer(
            orders.NoMove(tuple(left)),
            say("Do not move the other {n}", "No mover los otros {n}", n=len(left)),
            leaves_undone=still,
        )
        yield Offer(
            orders.NoMove(tuple(left)),
            say("Choose units that will not move", "Elegir unidades que no mueven"),
            asks=(Field.some("units", UNMOVED, choices(battle, left)),),
        )
    yield Offer(
        orders.Pass(),
        say("End my moves of this step", "Acabar mis movimientos de este paso"),
        main=True,
        leaves_undone=still,
    )


def not_moved(battle: Battle, side: str, taking: Sequence[Offer]) -> Say | None:
    """A warning with the units that could still move in this step; None if there are none."""
    able = {
        offer.piece
        for offer in taking
        if offer.is_live and isinstance(offer.order, orders.Activate)
    }
    still = [called(battle, who) for who in still_to_act(battle, side) if who in able]
    if not still:
        return None
    return say(
        "Not moved yet: {who}. What has not moved stays where it is this turn.",
        "Aún sin mover: {who}. Lo que no se haya movido se queda donde está este turno.",
        who=still,
    )


# ------------------------------------------------------------------------------------------------ n
def to_take_in_hand(battle: Battle, side: str) -> Iterator[Offer]:
    """Offers of all units that could move in this step, and the refusals of the others."""
    due = set(still_to_act(battle, side))
    for who in candidates(battle, side):
        refused = activation_refusals(battle, who, side)
        order = orders.Activate(who)
        yield Offer(
            order,
            say("Move {who}", "Mover {who}", who=called(battle, who)),
            refused,
            piece=who,
            rolls=True,
        )
        if who in due and not refused:
            stand = orders.NoMove((who,))
            yield Offer(
                stand,
                say("{who}: do not move", "{who}: no mover", who=called(battle, who)),
                moves.stands_refusals(battle, who, side),
                piece=who,
            )


def candidates(battle: Battle, side: str) -> Iterator[str]:
    """Ids of the units and single figures of this step, moved or not."""
    late = battle.step == INDEPENDENT_MOVES
    for unit in battle.units.values():
        if (
            unit.side == side
            and (unit.kind == "baggage") == late
            and unit.where in (ON_TABLE, AMBUSH, COLUMN)
            and (unit.where == COLUMN or placed(battle, unit.id))
            and members(battle, unit.id)
        ):
            yield unit.id
    for figure in battle.figures.values():
        if (
            figure.side != side
            or figure.fate
            or not is_independent(figure)
            or (figure.at is None and figure.where != COLUMN)
        ):
            continue
        if late or figure.type == SCOUT or "organisational_genius" in figure.traits:
            yield figure.id


def guide_offers(battle: Battle, side: str) -> Iterator[Offer]:
    """Offers of columns behind a Scout: along a drawn way, or some inches straight on."""
    for scout in battle.figures.values():
        if (
            scout.side != side
            or scout.type != SCOUT
            or scout.at is None
            or guides.may_guide(battle, scout, side)
        ):
            continue
        near = sorted(
            (min(between(scout, man) for man in men), unit.id)
            for unit in battle.units.values()
            if unit.side == side
            and not guides.may_be_guided(battle, unit)
            and (men := [man for man in placed(battle, unit.id) if not is_attendant(man)])
        )
        for gap, who in near[:FOLLOWERS]:
            if gap > NEAR_A_SCOUT:
                break
            title = say(
                "{scout} leads {unit:the} in file",
                "{scout} guía en fila {unit:al}",
                scout=called(battle, scout.id),
                unit=called(battle, who),
            )
            yield Offer(
                orders.Guide(scout.id, who, (scout.at,)),
                title,
                piece=scout.id,
                target=who,
                rolls=True,
                asks=(field.way("path", say("Path of the Scout", "Camino del Explorador")),),
            )
            yield from straight_on(battle, side, scout, who)


def straight_on(battle: Battle, side: str, scout: Figure, who: str) -> Iterator[Offer]:
    """The first of eight directions in which a short column is lawful."""
    for angle, way in COMPASS:
        order = orders.Guide(
            scout.id, who, (scout.position, on_grid(point_at(scout.position, angle, SHORT_COLUMN)))
        )
        if not guides.guide_refusals(battle, order, side):
            title = say(
                "{scout} leads {unit:the} {n} in to the {way}",
                "{scout} guía {unit:al} {n} pulgadas hacia el {way}",
                scout=called(battle, scout.id),
                unit=called(battle, who),
                n=SHORT_COLUMN,
                way=way,
            )
            yield Offer(order, title, piece=scout.id, target=who, rolls=True)
            return


# ------------------------------------------------------------------------------------------------ s
def in_hand(battle: Battle, side: str) -> Iterator[Offer]:
    """Offers of the activation in hand: drills, moves drawn one by one, and other actions."""
    who = battle.activation.who
    every = [figure for figure in moves.movers(battle, who) if not figure.fate]
    walkers = [figure for figure in every if not is_vessel(figure) and not figure.aboard]
    if any(is_vessel(figure) for figure in every) or any(figure.aboard for figure in every):
        yield from sail_offers(battle, who, side, every)
    if walkers:
        yield from drills(battle, who, walkers)
    yield from special_offers(battle, side, every)
    hand = battle.activation
    wasted = (
        None
        if hand.stirred
        else say(
            "{who} has not moved. Its dice for this turn are spent.",
            "{who}: sin mover. Sus dados de este turno quedan gastados.",
            who=called(battle, hand.who),
        )
    )
    yield Offer(
        orders.EndActivation(),
        say("End its move", "Acabar su movimiento"),
        main=True,
        leaves_undone=wasted,
    )


def here(walkers: Sequence[Figure]) -> Point | None:
    """The middle of the unit in hand, on the table."""
    spots = [figure.at for figure in walkers if figure.at is not None and not is_attendant(figure)]
    return mean_of(spots) if spots else None


def pace(battle: Battle, walkers: Sequence[Figure]) -> float:
    """The longest allowance of any figure in hand, in inches."""
    return max(
        (
            inches
            for figure in walkers
            for inches in moves.allowance(battle, figure)
            if inches is not None
        ),
        default=0.0,
    )


def drills(battle: Battle, who: str, walkers: Sequence[Figure]) -> Iterator[Offer]:
    """Offers of drills: displace, form, wheel, send against an enemy, or move each figure."""
    centre, far = here(walkers), pace(battle, walkers)
    facing = next((figure.facing for figure in walkers if figure.at is not None), 0.0)
    if far > 0:
        start = centre or entrance(battle, who)
        reach = tuple(
            spot(on_table(battle, point_at(start, angle, far)), way) for angle, way in COMPASS
        )
        yield Offer(
            usual_march(battle, who, walkers, start, far),
            say("March", "Marchar"),
            piece=who,
            asks=(field.point("to", WHERE, reach, start=spelled(start)),),
        )
        foes = within_reach(battle, walkers, far)
        if foes:
            charge = usual_charge(battle, who, walkers[0].side, foes)
            foes = (charge.target, *(foe for foe in foes if foe != charge.target))
            yield Offer(
                charge,
                say("Charge", "Cargar"),
                piece=who,
                asks=(Field.choice("target", say("Target", "Objetivo"), choices(battle, foes)),),
            )
    if len([figure for figure in walkers if not is_attendant(figure)]) > 1 and centre is not None:
        for drill, label in DRILLS.items():
            yield Offer(
                orders.Manoeuvre(who, drill, to=centre, angle=round(facing, 1)),
                label,
                piece=who,
                asks=(
                    field.point(
                        "to", WHERE, (spot(centre, say("here", "aquí")),), start=spelled(centre)
                    ),
                ),
            )
        ends = flanks(walkers, facing)
        yield Offer(
            orders.Manoeuvre(who, "wheel", to=ends[0], angle=45.0),
            say("Wheel", "Conversión"),
            piece=who,
            asks=(
                field.point("to", say("About", "Sobre"), tuple(map(spot, ends))),
                Field.number(
                    "angle", say("By how many degrees", "Cuántos grados"), least=-90, most=90
                ),
            ),
        )
    if centre is not None:
        yield Offer(
            orders.Manoeuvre(who, "displace", angle=round(facing, 1)),
            say("Turn", "Girar"),
            piece=who,
            asks=(
                Field.direction(
                    "angle", WHICH_WAY, least=0, most=359, usual=f"{compass(round(facing)):g}"
                ),
            ),
        )
    men = [figure.id for figure in walkers]
    near = foes_of(battle, walkers, far)
    asks = [
        field.ways("paths", say("Way", "Camino"), choices(battle, men)),
        Field.directions(
            "facing",
            say("Facing, 0° is north", "Orientación, 0° es el norte"),
            choices(battle, men),
        ),
    ]
    if near:
        prey = choices(battle, (foe.id for foe in near))
        asks.append(
            Field.each(
                "attack",
                say("Attacks", "Ataca a"),
                tuple(msgspec.structs.replace(man, of=prey) for man in choices(battle, men)),
            )
        )
    yield Offer(
        orders.Move(who),
        say("Move figure by figure", "Mover figura a figura"),
        piece=who,
        asks=tuple(asks),
    )


def usual_march(
    battle: Battle, who: str, walkers: Sequence[Figure], start: Point, far: float
) -> orders.Manoeuvre:
    """The default march of a form: none; in the guided battle the first lawful one."""
    stay = orders.Manoeuvre(who, "displace", to=start)
    if battle.conditions.lesson != FIRST_STEPS:
        return stay
    ahead = next((figure.facing for figure in walkers if figure.at is not None), 0.0)
    ways = sorted((angle for angle, _ in COMPASS), key=lambda angle: angle_between(angle, ahead))
    marches = (
        orders.Manoeuvre(who, "displace", to=on_grid(on_table(battle, point_at(start, angle, far))))
        for angle in ways
    )
    return next((march for march in marches if not manoeuvre(battle, march, walkers[0].side)), stay)


def usual_charge(battle: Battle, who: str, side: str, foes: Sequence[str]) -> orders.Manoeuvre:
    """The default charge of a form: at the nearest enemy; in the guided battle a lawful one."""
    charges = [orders.Manoeuvre(who, "charge", target=foe) for foe in foes]
    if battle.conditions.lesson != FIRST_STEPS:
        return charges[0]
    return next((charge for charge in charges if not manoeuvre(battle, charge, side)), charges[0])


def entrance(battle: Battle, who: str) -> Point:
    """The middle of the edge over which the marching column enters."""
    side = battle.units[who].side if who in battle.units else battle.figures[who].side
    land = battle.land
    return {
        "west": (0.0, land.depth / 2),
        "east": (land.width, land.depth / 2),
        "south": (land.width / 2, 0.0),
        "north": (land.width / 2, land.depth),
    }[battle.edges[side]]


def on_table(battle: Battle, point: Point) -> Point:
    return (
        min(max(point[0], 0.5), battle.land.width - 0.5),
        min(max(point[1], 0.5), battle.land.depth - 0.5),
    )


def foes_of(battle: Battle, walkers: Sequence[Figure], far: float) -> list[Figure]:
    """The enemies that figures in hand might reach, the nearest first."""
    mine = [figure for figure in walkers if figure.at is not None and is_fighter(figure)]
    if not mine:
        return []
    near = [
        (min(between(figure, enemy) for figure in mine), enemy)
        for enemy in enemies(battle, mine[0].side)
        if not (is_vessel(enemy) or enemy.aboard or is_attendant(enemy))
    ]
    return [enemy for gap, enemy in sorted(near, key=lambda pair: pair[0]) if gap <= max(far, SNAP)]


def within_reach(battle: Battle, walkers: Sequence[Figure], far: float) -> tuple[str, ...]:
    """Ids of the enemy units and single figures within reach, the nearest first."""
    return tuple(dict.fromkeys(enemy.unit or enemy.id for enemy in foes_of(battle, walkers, far)))


def flanks(walkers: Sequence[Figure], facing: float) -> tuple[Point, Point]:
    """The outermost figures to the left and to the right of the front."""
    spots = [figure.at for figure in walkers if figure.at is not None]
    left = math.radians(facing + 90)
    across = [x * math.cos(left) + y * math.sin(left) for x, y in spots]
    return spots[across.index(max(across))], spots[across.index(min(across))]


# ------------------------------------------------------------------------------------------------ b
def sail_offers(battle: Battle, who: str, side: str, every: Sequence[Figure]) -> Iterator[Offer]:
    """Offers of courses for the vessels in hand: drawn, or straight on."""
    hulls = {figure.aboard or figure.id for figure in every if figure.aboard or is_vessel(figure)}
    afloat = [battle.figures[key] for key in sorted(hulls) if battle.figures[key].at is not None]
    if not afloat:
        return
    yield Offer(
        orders.Sail(who, {}),
        say("Sail", "Navegar"),
        piece=who,
        asks=(
            field.ways(
                "paths", say("Courses", "Rumbos"), choices(battle, (hull.id for hull in afloat))
            ),
        ),
    )
    for length in (6.0, 2.0):
        order = orders.Sail(
            who,
            {
                hull.id: (
                    hull.position,
                    on_table(battle, point_at(hull.position, hull.facing, length)),
                )
                for hull in afloat
            },
        )
        if not boats.sail_refusals(battle, order, side):
            yield Offer(
                order,
                say(
                    "{who}: {n} in straight on",
                    "{who}: {n} pulgadas avante",
                    who=called(battle, who),
                    n=length,
                ),
                piece=who,
            )
            return


def boarding_offers(battle: Battle, side: str, men: Sequence[Figure]) -> Iterator[Offer]:
    """Offers of embarking and landing."""
    hulls = [
        figure
        for figure in battle.figures.values()
        if is_vessel(figure) and figure.side == side and figure.at is not None and not figure.fate
    ]
    for figure in men:
        if figure.aboard:
            hull = battle.figures[figure.aboard]
            yield Offer(
                orders.Disembark(figure.id, hull.at or (0.0, 0.0)),
                say("{who}: ashore", "{who}: a tierra", who=called(battle, figure.id)),
                piece=figure.id,
                asks=(field.point("to", WHERE, landing_places(battle, hull)),),
            )
            continue
        for hull in hulls:
            order = orders.Embark(figure.id, hull.id)
            if (
                figure.at is not None
                and not is_vessel(figure)
                and between(figure, hull) <= 1
                and not embarkation.embark_refusals(battle, order, side)
            ):
                yield Offer(
                    order,
                    say("{who}: aboard", "{who}: a bordo", who=called(battle, figure.id)),
                    piece=figure.id,
                    target=hull.id,
                )


def landing_places(battle: Battle, hull: Figure) -> tuple[Choice, ...]:
    """Places round a hull where the bank might be."""
    rim = base(hull).corners
    centre = mean_of(rim)
    return tuple(
        spot(on_table(battle, point_at(corner, angle_to(centre, corner), 0.9))) for corner in rim
    )


# ------------------------------------------------------------------------------------------------ w
def special_offers(battle: Battle, side: str, every: Sequence[Figure]) -> Iterator[Offer]:
    """Offers of actions other than walking, for figures at the right place."""
    men = [
        figure
        for figure in every
        if figure.at is not None and not is_vessel(figure) and not is_baggage(figure)
    ]
    yield from boarding_offers(battle, side, men)
    for figure in men:
        if figure.roof:
            yield from roof_offers(battle, side, figure)
        elif not figure.aboard:
            yield from wall_offers(battle, side, figure)
            yield from door_offers(battle, figure)
    yield from rank_offers(battle, side, men)
    yield from remount_offers(battle, side)
    yield from joining_offers(battle, side, men)


def wall_offers(battle: Battle, side: str, figure: Figure) -> Iterator[Offer]:
    """Offers of climbing over a work that the figure touches."""
    for work in battle.land.works:
        if work.kind in FIXED_WORKS and work.line and lines.touches_work(figure, work):
            order = orders.Cross(figure.id, work.id)
            yield Offer(
                order,
                say(
                    "{who}: climb over ({work})",
                    "{who}: trepar ({work})",
                    who=called(battle, figure.id),
                    work=place_title(battle, work.id),
                ),
                rank_swaps_and_climbing.cross_refusals(battle, figure, work.id, side),
                piece=figure.id,
            )


def door_offers(battle: Battle, figure: Figure) -> Iterator[Offer]:
    """The rooms of a building near by."""
    if not is_on_foot(figure):
        return
    for work in battle.land.works:
        if (
            work.kind not in BUILDINGS
            or work.rect is None
            or gap_to_outline(base(figure), rect_path(*work.rect)) > NEAR_A_DOOR
        ):
            continue
        rooms = [f"{work.id}/{room}" for room in buildings.rooms(work)]
        yield Offer(
            orders.Enter(figure.id, rooms[0]),
            say(
                "{who}: go in ({work})",
                "{who}: entrar ({work})",
                who=called(battle, figure.id),
                work=place_title(battle, work.id),
            ),
            piece=figure.id,
            asks=(
                Field.choice(
                    "room",
                    say("Room", "Habitación"),
                    tuple(Choice(room, room_title(room)) for room in rooms),
                ),
            ),
        )


def roof_offers(battle: Battle, side: str, figure: Figure) -> Iterator[Offer]:
    """Offers of leaving a roof downwards, outside or through it."""
    below = [enemy.id for enemy in enemies(battle, side) if enemy.room == figure.roof]
    for against in (*below[:3], "") if not below else below[:3]:
        order = orders.BreakRoof(figure.id, against)
        label = say(
            "{who}: break the roof", "{who}: romper el techo", who=called(battle, figure.id)
        )
        yield Offer(
            order,
            label,
            roofs.break_refusals(battle, order, side),
            piece=figure.id,
            target=against,
            rolls=True,
        )
    work = lines.building_of(battle, figure.roof)
    if work is not None:
        spots = [
            mean_of(outline)
            for room, outline in buildings.rooms(work).items()
            if room == lines.COURTYARD
        ]
        yield Offer(
            orders.JumpDown(figure.id, figure.position),
            say("{who}: jump down", "{who}: saltar abajo", who=called(battle, figure.id)),
            piece=figure.id,
            asks=(field.point("to", WHERE, tuple(map(spot, spots))),),
        )


def rank_offers(battle: Battle, side: str, men: Sequence[Figure]) -> Iterator[Offer]:
    """Offers of changes of places between a figure that reloads and the one behind it."""
    for front in men:
        if front.smoke is None:
            continue
        for rear in men:
            if (
                rear.id != front.id
                and rear.type == front.type
                and touch(front, rear)
                and not rank_swaps_and_climbing.swap_refusals(battle, front, rear, side)
            ):
                yield Offer(
                    orders.Swap(front.id, rear.id),
                    say(
                        "{one} and {two} change places",
                        "{one} y {two} se relevan",
                        one=called(battle, front.id),
                        two=called(battle, rear.id),
                    ),
                    piece=front.id,
                )


def remount_offers(battle: Battle, side: str) -> Iterator[Offer]:
    who = battle.hand.who if battle.hand else ""
    riders = rank_swaps_and_climbing.riders_of(battle, who)
    if riders:
        down = riders[0].mode != "dismounted"
        label = (
            say("{who}: dismount", "{who}: desmontar", who=called(battle, who))
            if down
            else say("{who}: mount", "{who}: montar", who=called(battle, who))
        )
        yield Offer(
            orders.Remount(who),
            label,
            rank_swaps_and_climbing.remount_refusals(battle, who, side),
            piece=who,
        )


def joining_offers(battle: Battle, side: str, men: Sequence[Figure]) -> Iterator[Offer]:
    """Offers of units nearby for a Charismatic Leader whose unit broke."""
    for leader in men:
        if leader.may_join and not leader.unit:
            for unit in battle.units.values():
                order = orders.Join(leader.id, unit.id)
                if (
                    unit.side == side
                    and placed(battle, unit.id)
                    and not leaders.join_refusals(battle, order, side)
                ):
                    yield Offer(
                        order,
                        say(
                            "The Leader joins {unit:the}",
                            "El Líder se une {unit:al}",
                            unit=called(battle, unit.id),
                        ),
                        piece=leader.id,
                    )


# ------------------------------------------------------------------------------------------------ b
def emerging(battle: Battle, side: str) -> Iterator[Offer]:
    """Offers for ambushes that may emerge during the other side's move."""
    hidden = [
        unit.id
        for unit in battle.units.values()
        if unit.side == side
        and unit.where == AMBUSH
        and not unit.activation
        and placed(battle, unit.id)
    ]
    if (
        hidden
        and battle.hand is None
        and not still_to_act(battle, side)
        and side not in battle.passed
    ):
        yield Offer(
            orders.Activate(hidden[0]),
            say("Reveal an ambush now", "Descubrir ahora una emboscada"),
            rolls=True,
            piece=hidden[0],
            asks=(Field.choice("who", say("Which", "Cuál"), choices(battle, hidden)),),
        )
