"""HOA-ART: Special rules of guns, machine guns and Gunboats."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.heart_of_africa.events import BreachRolled, Jammed, ShotFired, VesselHit
from app.games.heart_of_africa.figures import (
    distance_between,
    is_baggage,
    is_vessel,
    visible_figures,
)
from app.games.heart_of_africa.land import BUILDINGS, Piece, Work
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called, place_title
from app.games.heart_of_africa.shooting import ability_to_shoot, aim
from app.games.heart_of_africa.shooting.eligibility import out_of_range
from app.games.heart_of_africa.shooting.modifiers import HIT, tally_at_point, total_of
from app.games.heart_of_africa.shooting.targets import no_other_target
from app.games.heart_of_africa.shooting.weapons import arm_of, is_big_ship
from app.games.heart_of_africa.sight import ground, lines, lines_of_sight, visibility
from app.games.heart_of_africa.state import Battle, Shot
from app.games.heart_of_africa.tables import PROFILES, WORKS
from app.games.heart_of_africa.terrain_and_works import work_of
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.space.plane import (
    CONTACT,
    Path,
    Point,
    closed_path,
    distance_to_path,
    first_crossing,
    is_within,
    on_grid,
    path_length,
    place_along,
    point_at,
)

MACHINE_GUN = "machine_gun"
SHOTS: int = PROFILES[MACHINE_GUN].row["shots_per_turn"]
SPREAD = float(PROFILES[MACHINE_GUN].row["target_spread_in"])
BURST = float(PROFILES["artillery"].row["fragment_radius_in"])
FRAGMENT_KILLS: int = PROFILES["artillery"].row["fragment_kills_on"]
BREACHED: int = WORKS["temba"]["breach_on"]
HOLE = 0.8
TOO_MANY_ONES = 3
BOAT_GUNS: int = PROFILES["gunboat"].row["shots_per_turn"]
IN_FRONT_OF_THE_WALL = 0.01


def list_refusals(battle: Battle, gun: Figure, targets: Sequence[Figure]) -> tuple[Refusal, ...]:
    """HOA-ART-11: A machine gun fires up to six shots a turn at single figures, named in order
    before any die. The first obeys the priorities. The others must be in sight, arc and range, and
    within 6 in of the first.
    """
    too_many = (
        no(
            "HOA-ART-11",
            "{who}: {count} targets named, {most} at most.",
            "{who}: {count} objetivos nombrados, {most} como máximo.",
            who=called(battle, gun),
            count=len(targets),
            most=SHOTS,
        )
        if len(targets) > SHOTS
        else None
    )
    far = [
        no(
            "HOA-ART-11",
            "{target} is {inches} in from the first target, {most} at most.",
            "{target} está a {inches:pulgada+s} del primer objetivo, {most} como máximo.",
            target=called(battle, one),
            inches=round(distance_between(targets[0], one), 1),
            most=SPREAD,
        )
        for one in targets[1:]
        if not is_within(distance_between(targets[0], one), SPREAD)
    ]
    return found_in(too_many, far, once_each(battle, gun, targets))


def once_each(battle: Battle, gun: Figure, targets: Sequence[Figure]) -> Refusal | None:
    """HOA-ART-12: In one turn a machine gun fires at most once at the same figure; a vessel is one
    figure.
    """
    twice = next((one for n, one in enumerate(targets) if one in targets[:n]), None)
    if twice is None:
        return None
    return no(
        "HOA-ART-12",
        "{who} fires only once at {target}.",
        "{who} dispara una sola vez a {target}.",
        who=called(battle, gun),
        target=called(battle, twice),
    )


def is_jammed_by(faces: Sequence[int]) -> bool:
    """HOA-ART-13: More natural 1s than 6s among a machine gun's shooting dice of a turn jam it for
    the next turn.
    """
    return faces.count(1) > faces.count(6)


def is_broken_by(faces: Sequence[int]) -> bool:
    """HOA-ART-14: More than two natural 1s in one turn put a machine gun out of order for the rest
    of the game. Its 6s do not matter, and its hits stand.
    """
    return faces.count(1) >= TOO_MANY_ONES


def jammed_guns(battle: Battle) -> list[Event]:
    """Events of machine guns that the dice of the turn have jammed or broken."""
    happened: list[Event] = []
    for key, faces in battle.shooting.shot_dice.items():
        if battle.figures[key].type == MACHINE_GUN and (is_broken_by(faces) or is_jammed_by(faces)):
            broken = is_broken_by(faces)
            happened.append(
                Jammed(
                    key, faces.count(1), faces.count(6), None if broken else battle.turn + 1, broken
                )
            )
    return happened


def shell_bursts(shooter: Figure, *, hit: bool) -> bool:
    """HOA-ART-04: A shell that misses its target endangers no other figure."""
    return hit and arm_of(shooter).shells


def in_the_burst(battle: Battle, target: Figure) -> tuple[Figure, ...]:
    """HOA-ART-02: After a hit by a shell, every other figure within 2 in of the target is a
    casualty on a 6. Both sides and attendants are included, baggage is not; cover does not help.

    Figures in the order of the roster.
    """
    return tuple(
        one
        for one in visible_figures(battle)
        if one.id != target.id
        and not is_baggage(one)
        and not is_vessel(one)
        and not is_big_ship(battle.figures.get(one.aboard))
        and is_close(target, one)
        and not is_parted(battle, target, one)
    )


def is_close(target: Figure, one: Figure) -> bool:
    (x, y), (u, v) = target.position, one.position
    return abs(x - u) < 12 and abs(y - v) < 12 and is_within(distance_between(target, one), BURST)


def is_parted(battle: Battle, target: Figure, one: Figure) -> bool:
    """HOA-ART-03: Fragments do not pass a solid obstacle on the straight line between two figures.
    Such are intact walls of a building, the crest of a hill, and the edge of an escarpment or
    ravine. Works, barricades and fences stop nothing.
    """
    here, yonder = aim.place_of(target), aim.place_of(one)
    if target.room or target.roof or one.room or one.roof:
        return (target.room, target.roof) != (one.room, one.roof)
    if any(
        not lines.breach_at(work, spot)
        for work, spot in aim.buildings_between(battle, here, yonder)
    ):
        return True
    return any(
        first_crossing((here, yonder), lip) is not None
        for piece in battle.land.pieces
        for lip in fragment_barriers(piece)
    )


def fragment_barriers(piece: Piece) -> tuple[Path, ...]:
    """The lines of a piece of country that stop fragments."""
    if piece.kind == "low_hill":
        crest = ground.crest_of(piece)
        return (crest,) if crest else ()
    if piece.kind in ground.WITH_SLOPES:
        lip = ground.lip_of(piece)
        return (lip,) if lip else ()
    return (
        (closed_path(piece.outline),) if piece.kind == "ravine" and len(piece.outline) > 2 else ()
    )


def hit_on_hull(vessel: Figure, by: Figure) -> Event:
    """HOA-ART-21: A Gunboat or dhow has no casualties but counts the hits of the whole game. A hit
    by Artillery or another Gunboat counts 10, any other 1.
    """
    return VesselHit(vessel.id, by.id, PROFILES[by.type].row.get("hits_on_vessel") or 1)


def guns_of(gunboat: Figure) -> int:
    """HOA-ART-19: A Gunboat has two guns and may shoot twice a turn, at one target or at two."""
    return BOAT_GUNS if gunboat.type == "gunboat" else 1


def wall_refusals(battle: Battle, gun: Figure, shot: Shot) -> tuple[Refusal, ...]:
    """HOA-FRT-25: Artillery and Gunboats may aim at a point of a Temba's wall, with their bonus and
    without cover deduction. No figure behind is harmed. After a hit a 5 or 6 opens a hole about a
    base wide.
    """
    work = work_of(battle, shot.building)
    if work is None or shot.point is None:
        return (
            no(
                "HOA-FRT-25",
                "Name a point of a building's wall.",
                "Hay que nombrar un punto del muro de un edificio.",
            ),
        )
    if work.kind not in BUILDINGS:
        return (no_breach(battle, work),)
    if not arm_of(gun).shells:
        return (
            no(
                "HOA-FRT-25",
                "{who}: only Artillery and Gunboats can shoot at walls.",
                "{who}: solo la Artillería y las Cañoneras pueden disparar contra muros.",
                who=called(battle, gun),
            ),
        )
    if (
        min(distance_to_path(shot.point, (wall.a, wall.b)) for wall in lines.walls_of(work))
        > CONTACT
    ):
        return (
            no(
                "HOA-FRT-25",
                "The point lies on no wall of {work}.",
                "El punto no está en ningún muro de {work}.",
                work=place_title(battle, work.id),
            ),
        )
    return at_point_refusals(battle, gun, shot.point)


def no_breach(battle: Battle, work: Work) -> Refusal:
    """HOA-FRT-12: Artillery does not destroy field fortifications: shells pass through and burst
    beyond.
    """
    return no(
        "HOA-FRT-12",
        "{work} cannot be destroyed by shots.",
        "{work} no puede destruirse a disparos.",
        work=place_title(battle, work.id),
    )


def at_point_refusals(battle: Battle, shooter: Figure, point: Point) -> tuple[Refusal, ...]:
    """Everything that keeps a figure from shooting at a bare point: range, arc, sight, and enemies
    in contact.
    """
    shot = aim.aim_at_point(battle, shooter, point)
    return found_in(
        held_in_contact(battle, shooter),
        out_of_range(battle, shooter, shot),
        aim.out_of_arc(battle, shooter, shot),
        hidden_point(battle, shooter, shot),
    )


def held_in_contact(battle: Battle, shooter: Figure) -> Refusal | None:
    """Refusal of a figure in close combat; it does not shoot at walls and roofs."""
    held = ability_to_shoot.opponents(battle, shooter)
    return no_other_target(battle, shooter, held) if held else None


def hidden_point(battle: Battle, shooter: Figure, shot: aim.Aim) -> tuple[Refusal, ...]:
    """Everything that blocks the line to a point, seen from just before it."""
    length = path_length((shot.muzzle, shot.mark))
    before = place_along((shot.muzzle, shot.mark), max(0.0, length - IN_FRONT_OF_THE_WALL))
    looks = lines_of_sight.Looks(
        battle,
        (lines_of_sight.End(battle, shooter), lines_of_sight.End(battle, None, before)),
        [0],
        [1],
        shooting=True,
        tells=True,
    )
    visibility.judge_lines(looks)
    return tuple(Refusal(one.rule, one.says) for one in looks.told().blockers)


def at_wall(battle: Battle, gun: Figure, building: str, point: Point, dice: Dice) -> list[Event]:
    """Events of a shell at a wall: the shot, and after a hit the die for the breach."""
    line = aim.aim_at_point(battle, gun, point)
    mods = tally_at_point(battle, gun, line, far_counts=True)
    die = dice.roll(6, "shot", gun.id)
    total = total_of(die, mods)
    happened: list[Event] = [
        ShotFired(
            gun.id,
            "",
            die,
            mods,
            total,
            total >= HIT,
            round(line.distance, 3),
            (line.muzzle, line.mark),
            point,
        )
    ]
    work = work_of(battle, building)
    if total >= HIT and work is not None:
        happened.append(roll_breach(work, gun, point, dice))
    return happened


def roll_breach(work: Work, gun: Figure, point: Point, dice: Dice) -> Event:
    """The die that may open a hole in a wall, centred on the point."""
    die = dice.roll(6, "breach", gun.id)
    return BreachRolled(work.id, gun.id, die, hole_at(work, point) if die >= BREACHED else None)


def hole_at(work: Work, point: Point) -> tuple[Point, Point]:
    wall = min(lines.walls_of(work), key=lambda wall: distance_to_path(point, (wall.a, wall.b)))
    along = 0.0 if wall.a[1] == wall.b[1] else 90.0
    return on_grid(point_at(point, along, -HOLE / 2)), on_grid(point_at(point, along, HOLE / 2))


def damaged_wall(
    battle: Battle, gun: Figure, target: Figure, *, hit: bool
) -> tuple[Work, Point] | None:
    """HOA-FRT-26: A shell that hits a Temba's defender at a loophole may also breach the wall, on
    the same 5 or 6. The shot has the cover deduction and no bonus. Fragments reach only figures in
    the same room.
    """
    if (
        not hit
        or not arm_of(gun).shells
        or not target.room
        or aim.in_plain_sight(battle, target, gun)
    ):
        return None
    work, loophole = lines.building_of(battle, target.room), lines.loophole_in_use(battle, target)
    return (work, loophole.at) if work is not None and loophole is not None else None
