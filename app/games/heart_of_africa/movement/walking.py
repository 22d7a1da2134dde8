"""HOA-MOV: The way of one figure: obstacles, rate, length, and enemies met at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec
import numpy as np

from app.games.heart_of_africa.board import Board, Spot, board, near, on_top_of, same_floor, trimmed
from app.games.heart_of_africa.buildings_and_boats import rooms
from app.games.heart_of_africa.figures import (
    figure_of,
    is_attendant,
    is_gun,
    is_vessel,
    profile,
    radius,
    touch,
)
from app.games.heart_of_africa.land import FIXED_WORKS, Piece
from app.games.heart_of_africa.movement.contact import (
    SNAP,
    across,
    against,
    attackable,
    held,
    holds_in_melee,
    new_opponent,
    newly_touched,
    opponents_now,
    reached,
)
from app.games.heart_of_africa.movement.evasion import evasion, passes_over
from app.games.heart_of_africa.pieces import (
    ARRIVED,
    BROKE_OFF,
    COLUMN,
    EVADED,
    REMOUNTED,
    SWAPPED,
    TRAPPED,
    TURNED,
    Figure,
)
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.sight import ground, impassable, smoke
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import TERRAIN_NAMES, WORK_NAMES
from app.games.heart_of_africa.terrain_and_works import work_of
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.say import Say, say
from app.kernel.space.plane import (
    CONTACT,
    GRACE,
    Base,
    Path,
    Point,
    bearing,
    closed,
    crosses,
    distance,
    distance_to_path,
    gap_to_line,
    gap_to_outline,
    is_within,
    moved,
    path_length,
    place_along,
    quantised,
)

BESIDE = 0.05
"""A path may begin this far from its figure (inches), because it is drawn by hand."""
LONGEST = 64
"""The most points of a path."""
FOOTFALL = 0.1
"""Interval along a way at which contact with works is checked (inches)."""
OPEN, DIFFICULT = "open", "difficult"
FAR_EDGE = {"west": "east", "east": "west", "south": "north", "north": "south"}


class Step(msgspec.Struct, frozen=True):
    """A figure's planned move. `way` is its path if nothing hidden stops it. `touches` are the
    enemies it then fights. `room` is its room afterwards, if that changes.
    """

    figure: Figure
    way: Path
    length: float = 0.0
    rate: str = OPEN
    touches: tuple[Figure, ...] = ()
    leaves: bool = False
    mark: str = ""
    room: str | None = None
    refusals: tuple[Refusal, ...] = ()


# ------------------------------------------------------------------------------------------------ w
def commands(battle: Battle, who: str, figure: Figure) -> bool:
    """True if the activation of a unit or figure covers this figure: members, attendants, a lone
    Leader's Gun Bearer.
    """
    if who in (figure.id, figure.unit):
        return True
    return attends(battle, who, figure)


def attends(battle: Battle, who: str, figure: Figure) -> bool:
    """HOA-LDR-07: Attendants move with their Leader, in the same activation and on the same roll,
    each to any place. So does the Gun Bearer of a Leader without a unit.
    """
    if not figure.of or figure.unit:
        return False
    master = battle.figures.get(figure.of)
    return figure.of == who or (master is not None and bool(master.unit) and master.unit == who)


def allowance(battle: Battle, figure: Figure) -> tuple[float | None, float | None]:
    """Inches that a figure of the activation in hand may still go, in the open and in difficult
    ground; None: not at all.
    """
    hand = battle.hand
    if hand is None or not commands(battle, hand.who, figure):
        return (None, None)
    rates = hand.own.get(figure.id) or hand.own.get(figure.of) or (hand.open, hand.difficult)
    spent = hand.spent.get(figure.id, 0.0)
    fast, slow = (None if inches is None else max(0.0, inches - spent) for inches in rates)
    return fast, slow


# ------------------------------------------------------------------------------------------------ t
class Slow(msgspec.Struct, frozen=True):
    """The reason why a figure goes at the difficult rate, and its rule."""

    rule: str
    why: Say


def in_the_dark(battle: Battle) -> Slow | None:
    """HOA-VIS-10: In the dark every move is at the difficult rate, on roads too. A figure without
    such a rate stays in place.
    """
    return Slow("HOA-VIS-10", say("the dark", "la oscuridad")) if smoke.is_dark(battle) else None


def slowing(
    battle: Battle, figure: Figure, way: Sequence[Point], touched: Sequence[Figure] = ()
) -> Slow | None:
    """HOA-MOV-02: The difficult rate applies to the whole move of a figure that begins in difficult
    ground or crosses it. It also applies if the figure reaches an enemy in it, behind it or behind
    an obstacle. Each figure is judged by itself.
    """
    dark = in_the_dark(battle)
    if dark is not None:
        return dark
    if battle.hand is not None and figure.id in battle.hand.slowed:
        return Slow(
            "HOA-MOV-02",
            say("the difficult ground already crossed", "el terreno difícil ya cruzado"),
        )
    indoors = rooms.is_indoors(battle, way)
    start = None if indoors else ground.slow_at(battle, way[0])
    if start is not None:
        return Slow(
            "HOA-MOV-02", TERRAIN_NAMES.get(start.kind, say("difficult ground", "terreno difícil"))
        )
    for piece, inches in () if indoors else ground.slow_pieces(battle, way):
        if inches > CONTACT:
            return Slow(
                "HOA-MOV-02",
                TERRAIN_NAMES.get(piece.kind, say("difficult ground", "terreno difícil")),
            )
    if rooms.through_breach(battle, way, touched):
        return Slow("HOA-FRT-27", say("the rubble of the breach", "los escombros de la brecha"))
    for enemy in touched:
        if holds_in_melee(figure, enemy) or enemy.type == "baggage":
            shelter = shelter_of(battle, way[-1], enemy)
            if shelter is not None:
                return Slow("HOA-MOV-03", shelter)
    return None


def shelter_of(battle: Battle, at: Point, enemy: Figure) -> Say | None:
    """The difficult ground or the obstacle that an enemy stands in or behind, from a place."""
    piece = next(iter(slow_ground_of(battle, at, enemy)), None)
    if piece is not None:
        return TERRAIN_NAMES.get(piece.kind, say("difficult ground", "terreno difícil"))
    work = work_of(battle, across(battle, at, enemy))
    return WORK_NAMES[work.kind] if work is not None else None


def slow_ground_of(battle: Battle, at: Point, enemy: Figure) -> tuple[Piece, ...]:
    """The difficult ground that an enemy stands in, and all difficult ground between that place and
    the centre of its base, however narrow. Inside a building there is none.
    """
    if enemy.at is None or rooms.is_indoors(battle, (at, enemy.at)):
        return ()
    under = ground.slow_at(battle, enemy.at)
    between = tuple(piece for piece, _ in ground.slow_pieces(battle, (at, enemy.at)))
    return between if under is None else (under, *between)


def rate_of(battle: Battle, figure: Figure, path: Sequence[Point], attack: str = "") -> str:
    """The rate of a path: open or difficult."""
    way = trimmed(path)
    touched: tuple[Figure, ...] = ()
    if attack:
        victim = battle.figures[attack]
        way, touched = met(figure, way, victim)
    return DIFFICULT if slowing(battle, figure, way, touched) else OPEN


def met(figure: Figure, way: Path, victim: Figure) -> tuple[Path, tuple[Figure, ...]]:
    """The way as it ends against an enemy, and the enemy if the way reaches it."""
    spot = Spot(victim, victim.position, radius(victim))
    way = against(figure, way, spot)
    return way, (victim,) if distance(way[-1], spot.at) <= radius(
        figure
    ) + spot.radius + CONTACT else ()


# ------------------------------------------------------------------------------------------------ t
def guns_keep_out(battle: Battle, figure: Figure, slow: Slow | None) -> Refusal | None:
    """HOA-ART-07: Guns of every kind neither enter, cross nor leave difficult ground. On a road
    they may, but not in the dark.
    """
    if slow is None or not is_gun(figure) or profile(figure).difficult is not None:
        return None
    return no(
        "HOA-ART-07",
        "{who} cannot be moved at the difficult rate: {why}.",
        "{who} no puede moverse por terreno difícil: {why}.",
        who=called(battle, figure),
        why=slow.why,
    )


def never_moves(battle: Battle, figure: Figure) -> Refusal | None:
    """Refusal of a type without movement in the table: it stays in place, but may turn."""
    if not is_gun(figure) or profile(figure).open is not None:
        return None
    return no(
        "HOA-ART-25",
        "{who} never moves; it may turn.",
        "{who} no se mueve nunca; puede girar.",
        who=called(battle, figure),
    )


def too_far(
    battle: Battle, figure: Figure, length: float, slow: Slow | None
) -> tuple[Refusal, ...]:
    """HOA-MOV-01: The roll of the activation is the most that a figure may go in inches, measured
    along the path of its centre. The open roll counts for a move in the open, else the difficult
    one.
    """
    may = allowance(battle, figure)
    if battle.hand is None or never_moves(battle, figure) is not None:
        return ()
    has = may[0] if slow is None else may[1]
    if has is None:
        return (
            ()
            if is_gun(figure)
            else (
                no(
                    "HOA-TRP-24",
                    "{who} has no rate for that ground.",
                    "{who} no puede mover por ese terreno.",
                    who=called(battle, figure),
                ),
            )
        )
    if is_within(length, has):
        return ()
    if slow is None:
        refusal = no(
            "HOA-MOV-01",
            "{who} would go {way} in; the roll allows {has}.",
            "{who} recorrería {way:pulgada+s}; la tirada permite {has}.",
            who=called(battle, figure),
            way=round(length, 1),
            has=round(has, 1),
        )
    else:
        refusal = no(
            slow.rule,
            "{who} would go {way} in; at the difficult rate ({why}) the roll allows {has}.",
            "{who} recorrería {way:pulgada+s}; con la tirada de terreno difícil ({why}) puede "
            "{has}.",
            who=called(battle, figure),
            way=round(length, 1),
            has=round(has, 1),
            why=slow.why,
        )
    return (refusal, nothing_rolled(battle, figure)) if has <= 0 else (refusal,)


def nothing_rolled(battle: Battle, figure: Figure) -> Refusal:
    """Refusal of a move if the roll comes to nothing."""
    return no(
        "HOA-TRP-24",
        "The roll gives {who} nothing: it may only turn.",
        "La tirada no da nada a {who}: solo puede girar.",
        who=called(battle, figure),
    )


def stops_short(
    battle: Battle, figure: Figure, way: Path, length: float, victim: Figure | None
) -> Refusal | None:
    """HOA-MOV-03: With its open roll a figure does not reach an enemy in or behind difficult
    ground, or behind an obstacle. It ends at least 1 in from that cover.
    """
    if victim is None or victim.at is None:
        return None
    slow_roll = allowance(battle, figure)[1]
    if battle.hand is None or (slow_roll is not None and is_within(length, slow_roll)):
        return None
    here = Base(way[-1], radius(figure))
    work = work_of(battle, across(battle, way[-1], victim))
    before_him = beside(figure, victim, way[-1])
    slow_ground = slow_ground_of(battle, before_him, victim)
    gaps = [gap_to_outline(here, piece.outline) for piece in slow_ground if piece.outline]
    gaps += [gap_to_line(here, work.line)] if work is not None else []
    if not gaps or min(gaps) >= 1 - GRACE or slowing(battle, figure, way) is not None:
        return None
    return no(
        "HOA-MOV-03",
        "{who} uses its open roll and must end 1 in from the cover of {enemy}, not {gap}.",
        "{who} usa la tirada de terreno abierto y debe quedar a 1 pulgada de la cobertura de "
        "{enemy}, no a {gap}.",
        who=called(battle, figure),
        enemy=called(battle, victim),
        gap=round(min(gaps), 1),
    )


def beside(figure: Figure, victim: Figure, at: Point) -> Point:
    """The place at which a figure would touch an enemy if it came straight from that place."""
    apart, centre = radius(figure) + radius(victim), victim.at
    if centre is None or distance(at, centre) <= apart:
        return at
    return quantised(moved(centre, bearing(centre, at), apart))


# ------------------------------------------------------------------------------------------------ w
def off_the_table(battle: Battle, figure: Figure, way: Path) -> Refusal | None:
    """HOA-MOV-06: Base centres do not pass the edge of the table. Figures leave only where the
    scenario says so.
    """
    if all(on_the_table(battle, point) for point in way) or leaves_here(battle, figure, way):
        return None
    return no(
        "HOA-MOV-06",
        "{who} may not leave the table.",
        "{who} no puede salir de la mesa.",
        who=called(battle, figure),
    )


def on_the_table(battle: Battle, point: Point) -> bool:
    return (
        -0.001 <= point[0] <= battle.land.width + 0.001
        and -0.001 <= point[1] <= battle.land.depth + 0.001
    )


def leaves_here(battle: Battle, figure: Figure, way: Path) -> bool:
    """True if a way ends at the edge over which the scenario lets the figure leave: the marching
    column's far side.
    """
    if battle.scenario != "ambush" or figure.side != battle.attacker or is_attendant(figure):
        return False
    return past(battle, way[-1], FAR_EDGE[battle.edges[figure.side]]) and all(
        on_the_table(battle, point) for point in way[:-1]
    )


def past(battle: Battle, point: Point, edge: str) -> bool:
    """True if a point lies at an edge of the table or beyond it."""
    x, y = point
    return {
        "west": x <= GRACE,
        "east": x >= battle.land.width - GRACE,
        "south": y <= GRACE,
        "north": y >= battle.land.depth - GRACE,
    }[edge]


def bases_in_the_way(
    battle: Battle, figure: Figure, way: Path, victim: Figure | None, grid: Board
) -> tuple[Refusal, ...]:
    """HOA-MOV-05: No figure moves over the base of an enemy or past it within 0.05 in, except the
    enemy it attacks. Friends may be passed through. At the end of a move bases never overlap.
    """
    found = []
    width = radius(figure)
    for spot in near(grid.foes, way, width + CONTACT):
        enemy = spot.figure
        if not same_floor(figure, enemy) or not passes_over(figure, way, spot):
            continue
        ends = distance(way[-1], spot.at) - width - spot.radius
        only_at_the_end = (
            ends <= CONTACT and distance_to_path(spot.at, way) >= width + spot.radius - CONTACT
        )
        if not (victim is not None and only_at_the_end):
            found.append(
                no(
                    "HOA-MOV-05",
                    "{who} would touch the base of {enemy}: name {enemy} as the enemy to attack, "
                    "or keep clear.",
                    "{who} tocaría la base de {enemy}: nombra a {enemy} como enemigo que atacar o "
                    "pasa sin tocar su base.",
                    who=called(battle, figure),
                    enemy=called(battle, enemy),
                )
            )
    friend = on_top_of(near(grid.friends, (way[-1],), width), figure, way[-1], {})
    if friend is not None:
        found.append(
            no(
                "HOA-MOV-05",
                "{who} would end on the base of {friend}.",
                "{who} acabaría encima de la base de {friend}.",
                who=called(battle, figure),
                friend=called(battle, friend),
            )
        )
    return tuple(found)


def works_in_the_way(battle: Battle, figure: Figure, way: Path) -> Refusal | None:
    """HOA-FRT-04: No figure walks over a work: a move that reaches it ends there. Only figures on
    foot climb it, which takes the whole of a later turn.
    """
    width = radius(figure)
    for work in battle.land.works:
        if work.kind not in FIXED_WORKS or not may_meet(work.line, way, width):
            continue
        rule = "HOA-TER-20" if work.kind == "fence" else "HOA-FRT-04"
        name = WORK_NAMES[work.kind]
        if crosses(way, work.line) is not None:
            return no(
                rule,
                "{who} cannot walk over it ({work}): reaching it ends the move, climbing takes "
                "the next one.",
                "{who} no puede pasar por encima ({work}): al llegar se detiene y trepar ocupa "
                "otro turno.",
                who=called(battle, figure),
                work=name,
            )
        if (
            distance_to_path(way[-1], work.line)
            < width - CONTACT
            <= distance_to_path(way[0], work.line)
        ):
            return no(
                rule,
                "{who} would stand on it ({work}).",
                "{who} quedaría encima ({work}).",
                who=called(battle, figure),
                work=name,
            )
        if goes_on_after_touching(work.line, way, width):
            return no(
                rule,
                "{who} touches it on the way ({work}) and has to stop there.",
                "{who} toca por el camino ({work}) y debe parar ahí.",
                who=called(battle, figure),
                work=name,
            )
    return None


def only_out_of_the_fire(battle: Battle, figure: Figure, way: Path) -> Refusal | None:
    """Refusal of a figure in burning ground whose way does not lead towards the edge of the
    fire.
    """
    fire = impassable.burning_at(battle, way[0]) if battle.fires else None
    if fire is None or impassable.burning_at(battle, way[-1]) is None:
        return None
    rim = closed(fire.burning)
    if distance_to_path(way[-1], rim) < distance_to_path(way[0], rim) - GRACE:
        return None
    return no(
        "HOA-FIR-06",
        "{who} may only move towards the edge of the fire.",
        "{who} solo puede ir hacia fuera del fuego.",
        who=called(battle, figure),
    )


def may_meet(line: Sequence[Point], way: Path, width: float) -> bool:
    """True if a line and a way lie near each other at all."""
    reach = width + CONTACT
    return (
        min(x for x, _ in line) <= max(x for x, _ in way) + reach
        and min(x for x, _ in way) <= max(x for x, _ in line) + reach
        and min(y for _, y in line) <= max(y for _, y in way) + reach
        and min(y for _, y in way) <= max(y for _, y in line) + reach
    )


def goes_on_after_touching(line: Path, way: Path, width: float) -> bool:
    """True if a way touches the face of a line, not merely its end, and goes on."""
    whole = path_length(way)
    if distance_to_path(way[0], line) <= width + CONTACT:
        return False
    steps = max(2, round(whole / FOOTFALL))
    for n in footfalls_near(line, way, steps, width):
        at = place_along(way, whole * n / steps)
        if distance_to_path(at, line) <= width - GRACE:
            return (
                min(distance(at, line[0]), distance(at, line[-1])) > width
                and whole * (1 - n / steps) > 0.15
            )
    return False


def footfalls_near(line: Path, way: Path, steps: int, reach: float) -> Iterator[int]:
    """Indices of the equal steps along a way that come within reach of a line, without the ends of
    the way.
    """
    corners, ends = np.array(way, dtype=float), np.array(line, dtype=float)
    gone = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(corners, axis=0).T))))
    along = gone[-1] * np.arange(1, steps) / steps
    feet = np.stack(
        (np.interp(along, gone, corners[:, 0]), np.interp(along, gone, corners[:, 1])), axis=1
    )
    close = np.zeros(len(feet), dtype=bool)
    for a, b in pairwise(ends):
        leg = b - a
        share = np.clip((feet - a) @ leg / max(float(leg @ leg), GRACE * GRACE), 0.0, 1.0)
        close |= np.hypot(*(feet - a - share[:, None] * leg).T) <= reach
    return (int(n) + 1 for n in np.nonzero(close)[0])


# ------------------------------------------------------------------------------------------------ t
def cannot_stir(battle: Battle, figure: Figure) -> tuple[Refusal, ...]:
    """Everything that keeps a figure in its place for any way."""
    if is_vessel(figure):
        return (no("HOA-STR-10", "A vessel needs a sail order.", "Una nave mueve navegando."),)
    if figure.aboard:
        return (
            no(
                "HOA-STR-12",
                "{who} is aboard; going ashore takes a turn of its own.",
                "{who} está a bordo; desembarcar ocupa un turno.",
                who=called(battle, figure),
            ),
        )
    if figure.roof:
        return (
            no(
                "HOA-FRT-29",
                "{who} is on a roof and can jump down, break the roof or stay.",
                "{who} está en un techo: puede saltar, romperlo o quedarse.",
                who=called(battle, figure),
            ),
        )
    if TRAPPED in figure.did:
        return (
            no(
                "HOA-STR-03",
                "{who} was stopped by a trap for the rest of the turn.",
                "Una trampa detuvo {who:al} para el resto del turno.",
                who=called(battle, figure),
            ),
        )
    if REMOUNTED in figure.did:
        return (
            no(
                "HOA-TRP-23",
                "{who} has mounted or dismounted, which ends the move.",
                "{who} ya ha montado o desmontado, y con eso acaba su movimiento.",
                who=called(battle, figure),
            ),
        )
    hand = battle.hand
    if hand is not None and (
        SWAPPED in figure.did or (figure.id in hand.done and set(figure.did) - {TURNED, ARRIVED})
    ):
        return (
            no(
                "HOA-SEQ-02",
                "{who} has already moved.",
                "{who} ya ha movido.",
                who=called(battle, figure),
            ),
        )
    return found_in(never_moves(battle, figure))


def begins(battle: Battle, figure: Figure, path: Path) -> Refusal | None:
    """Refusal of a path with a wrong start: it begins at the figure, or for the marching column at
    a point of its edge.
    """
    if not 1 <= len(path) <= LONGEST:
        return no(
            "HOA-MOV-01",
            "A path has up to {n} points.",
            "Un camino tiene hasta {n} puntos.",
            n=LONGEST,
        )
    if figure.at is not None:
        if distance(path[0], figure.at) <= BESIDE:
            return None
        return no(
            "HOA-MOV-01",
            "The path of {who} does not begin at its place.",
            "El camino de {who} no empieza donde está.",
            who=called(battle, figure),
        )
    if (
        figure.where == COLUMN
        or (figure.unit and battle.units[figure.unit].where == COLUMN)
        or (figure.side == battle.attacker and battle.deployment.march)
    ):
        edge = battle.edges[figure.side]
        if past(battle, path[0], edge) and on_the_table(battle, path[0]):
            return None
        return no(
            "HOA-SCN-11",
            "The column comes in over the {edge} edge.",
            "La columna entra por el lado {edge}.",
            edge=EDGE_NAMES[edge],
        )
    return no(
        "HOA-SEQ-02",
        "{who} is not on the table.",
        "{who} no está en la mesa.",
        who=called(battle, figure),
    )


EDGE_NAMES = {
    "west": say("western", "oeste"),
    "east": say("eastern", "este"),
    "south": say("southern", "sur"),
    "north": say("northern", "norte"),
}


def plan(
    battle: Battle,
    figure: Figure,
    path: Sequence[Point],
    attack: str = "",
    taken: Mapping[str, Point | None] | None = None,
    grid: Board | None = None,
) -> Step:
    """A figure's move as ordered, with everything that speaks against it. `taken` are the places
    where others of the same order will stand.
    """
    grid = grid if grid is not None else board(battle, figure.side)
    grid = rearranged(battle, grid, taken) if taken else grid
    way = trimmed(path)
    stuck = found_in(cannot_stir(battle, figure), begins(battle, figure, way))
    opponents = opponents_now(figure, grid)
    if stuck or (kept := held(battle, figure, opponents)):
        return Step(figure, way or ((0.0, 0.0),), refusals=stuck or kept)
    if figure.at is not None:
        way = (figure.at, *way[1:])
    victim, refused = named_victim(battle, figure, attack)
    if victim is not None:
        way = onto(battle, figure, way, victim)
    leaves = leaves_here(battle, figure, way)
    length = path_length(way)
    in_the_gap = victim is not None and touches_through_breach(battle, figure, victim)
    if length <= 0.001 and figure.at is not None and not in_the_gap:
        return Step(figure, way, refusals=found_in(refused))
    touched = reached(figure, way[-1], grid)
    passed = rooms.crossed(battle, way)
    walls = rooms.bars(battle, figure, way, passed)
    entered = rooms.room_after(battle, way, victim)
    room = None if entered == figure.room else entered
    if room is not None:
        figure = msgspec.structs.replace(figure, room=room)
        touched = reached(figure, way[-1], grid)
    slow = slowing(battle, figure, way, touched)
    whole = allowance(battle, figure)[0 if slow is None else 1]
    inside = tuple(
        (min(max(x, 0.0), battle.land.width), min(max(y, 0.0), battle.land.depth)) for x, y in way
    )
    flees = newly_touched(figure, opponents)
    refusals = found_in(
        refused,
        off_the_table(battle, figure, way),
        impassable.bars(battle, figure, inside),
        only_out_of_the_fire(battle, figure, way),
        works_in_the_way(battle, figure, inside),
        walls,
        rooms.rider_in_the_gap(battle, figure, way[-1], victim),
        through_a_wall(battle, figure, victim, way),
        new_opponent(battle, figure, opponents, touched),
        () if leaves else bases_in_the_way(battle, figure, way, victim, grid),
        evasion(battle, figure, opponents, way, whole, grid),
        guns_keep_out(battle, figure, slow),
        no(
            "HOA-VIS-10",
            "{who} cannot move in the dark.",
            "{who} no puede moverse de noche.",
            who=called(battle, figure),
        )
        if slow is not None and slow.rule == "HOA-VIS-10" and profile(figure).difficult is None
        else None,
        too_far(battle, figure, length, slow),
        None if victim in touched else stops_short(battle, figure, way, length, victim),
    )
    fights = tuple(enemy for enemy in touched if holds_in_melee(figure, enemy))
    return Step(
        figure,
        way,
        length,
        DIFFICULT if slow else OPEN,
        fights,
        leaves,
        EVADED if flees else BROKE_OFF if opponents else "",
        room,
        refusals,
    )


def onto(battle: Battle, figure: Figure, way: Path, victim: Figure) -> Path:
    """The way as it ends against the enemy attacked. A figure that touches it through a breach
    attacks with a move of no length, if its way is straight and ends there.
    """
    if figure.at is None or victim.at is None:
        return met(figure, way, victim)[0]
    ends_there = distance(way[-1], victim.at) <= radius(figure) + radius(victim) + SNAP
    if len(way) <= 2 and ends_there and touches_through_breach(battle, figure, victim):
        return (figure.at, figure.at)
    return met(figure, way if len(way) > 1 else (figure.at, figure.at), victim)[0]


def touches_through_breach(battle: Battle, figure: Figure, victim: Figure) -> bool:
    """True if two bases on different floors touch through a breach."""
    if figure.at is None or same_floor(figure, victim) or not touch(figure, victim):
        return False
    return rooms.across_a_breach(battle, figure.at, victim.at)


def rearranged(battle: Battle, grid: Board, ends: Mapping[str, Point | None]) -> Board:
    """The bases as they will stand after the moves of others of the order (None: they leave the
    table).
    """
    friends = [spot for spot in grid.friends if spot.figure.id not in ends]
    friends += [
        Spot(battle.figures[key], at, radius(battle.figures[key]))
        for key, at in ends.items()
        if at is not None and not is_attendant(battle.figures[key])
    ]
    return Board(grid.foes, tuple(friends))


def named_victim(
    battle: Battle, figure: Figure, attack: str
) -> tuple[Figure | None, Refusal | None]:
    """The enemy that a figure is sent against, and the reason that forbids the attack."""
    if not attack:
        return None, None
    victim = figure_of(battle, attack, figure.side)
    refused = attackable(battle, figure, victim)
    return (None if refused is not None or victim.at is None else victim), refused


def through_a_wall(
    battle: Battle, figure: Figure, victim: Figure | None, way: Path
) -> Refusal | None:
    """Refusal of an attack through the wall or the roof of a building."""
    if (
        victim is None
        or same_floor(figure, victim)
        or distance(way[-1], victim.position) > radius(figure) + radius(victim) + CONTACT
    ):
        return None
    return no(
        "HOA-FRT-23",
        "An intact wall is between {who} and {enemy}.",
        "Hay un muro intacto entre {who} y {enemy}.",
        who=called(battle, figure),
        enemy=called(battle, victim),
    )


def figure_refusals(
    battle: Battle,
    figure: Figure,
    path: Sequence[Point],
    attack: str = "",
    taken: Mapping[str, Point | None] | None = None,
    grid: Board | None = None,
) -> tuple[Refusal, ...]:
    """Everything that speaks against one figure's path, with others of its order placed as in
    `taken`.
    """
    return plan(battle, figure, path, attack, taken, grid).refusals
