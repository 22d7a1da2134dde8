"""HOA-FRT, HOA-TRP: Actions instead of walking: two ranks change places, a work is climbed, figures
dismount or mount.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from app.games.heart_of_africa.board import Board, board, on_top_of
from app.games.heart_of_africa.events import Crossed, ModeChanged, Swapped
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import (
    bases_touch,
    figure_of,
    has_moved,
    has_turned,
    is_on_foot,
    members,
    profile,
    radius,
)
from app.games.heart_of_africa.land import BUILDINGS, FIXED_WORKS, Work
from app.games.heart_of_africa.movement import discovery, hazards
from app.games.heart_of_africa.movement.activation import activated, activation_refusals
from app.games.heart_of_africa.movement.contact import (
    enemies_touched,
    held_by_contact,
    held_in_contact,
    holds_in_melee,
    opponents_now,
)
from app.games.heart_of_africa.orders import Cross, Remount, Swap
from app.games.heart_of_africa.pieces import REMOUNTED, SWAPPED, TRAPPED, Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.sight import impassable, lines
from app.games.heart_of_africa.state import Battle, Charge
from app.games.heart_of_africa.tables import WORK_NAMES
from app.games.heart_of_africa.terrain_and_works import work_of
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.space.plane import (
    CONTACT,
    Point,
    angle_to,
    distance_to_path,
    inches_to,
    nearest_on_path,
    on_grid,
    point_at,
    segments_cross,
)

SIDESTEP = 2.0
"""Distance along a work within which room on its other side is searched (inches)."""
MODES = {"mounted": "dismounted", "dismounted": "mounted"}


def owner_of(battle: Battle, figure: Figure) -> str:
    """Id of the unit or figure in whose activation a figure acts."""
    master = battle.figures.get(figure.of) if figure.of and not figure.unit else None
    return figure.unit or (master.unit or master.id if master is not None else figure.id)


def in_hand(battle: Battle, who: str, side: str) -> tuple[Refusal, ...]:
    """Everything that keeps a unit or figure from acting now. It must be in hand, or free to be
    activated.
    """
    if battle.hand is not None and battle.hand.who == who and battle.hand.side == side:
        return ()
    return activation_refusals(battle, who, side)


def taken_up(battle: Battle, who: str, dice: Dice) -> list[Event]:
    """Events of the activation, unless it is in hand already."""
    return (
        [] if battle.hand is not None and battle.hand.who == who else activated(battle, who, dice)
    )


def swap(battle: Battle, order: Swap, side: str, dice: Dice) -> list[Event]:
    """Events of two ranks that change places behind a work or at a loophole."""
    front, rear = figure_of(battle, order.front, side), figure_of(battle, order.rear, side)
    who = owner_of(battle, front)
    refuse_if(in_hand(battle, who, side), swap_refusals(battle, front, rear, side))
    return [*taken_up(battle, who, dice), Swapped(front.id, rear.id)]


def wrongly_placed(battle: Battle, front: Figure, rear: Figure) -> list[Refusal]:
    """Refusals of two figures that do not touch, or of which none is at a wall."""
    found = []
    on_table = front.at is not None and rear.at is not None
    if not on_table or not bases_touch(front, rear) or front.room != rear.room:
        found.append(
            no(
                "HOA-FRT-08",
                "The two bases must touch, one behind the other.",
                "Las dos bases deben tocarse, una detrás de otra.",
            )
        )
    if on_table and not (is_at_a_wall(battle, front) or is_at_a_wall(battle, rear)):
        found.append(
            no(
                "HOA-FRT-08",
                "One of them has to be at a fortification or loophole.",
                "Una de las dos figuras debe estar junto a una fortificación o tronera.",
            )
        )
    return found


def swap_refusals(battle: Battle, front: Figure, rear: Figure, side: str) -> tuple[Refusal, ...]:
    """HOA-FRT-08: Behind a work or at a loophole a figure that has to reload may change places with
    one directly behind it. Both are of one type and unit, and do so in their unit's move, once a
    turn, without moving otherwise. Neither counts as having moved.
    """
    found = []
    if front.side != side or rear.side != side:
        return (no("CAR-TAB-06", "There is no such piece.", "No existe esa figura o unidad."),)
    if front.unit != rear.unit or not front.unit or front.type != rear.type or front.id == rear.id:
        found.append(
            no(
                "HOA-FRT-08",
                "Only two figures of one unit and one type change places.",
                "Solo se relevan dos figuras de la misma unidad y tipo.",
            )
        )
    if not profile(front).reload:
        found.append(
            no(
                "HOA-FRT-08",
                "Only figures that have to reload change places.",
                "Solo se relevan figuras que tienen que recargar.",
            )
        )
    found += wrongly_placed(battle, front, rear)
    found += [
        no(
            "HOA-FRT-08",
            "{who} has moved this turn.",
            "{who} se ha movido este turno.",
            who=called(battle, figure),
        )
        for figure in (front, rear)
        if has_moved(figure) or has_turned(figure) or SWAPPED in figure.did
    ]
    grid = board(battle, side)
    return found_in(
        found,
        *(held_by_contact(battle, figure, opponents_now(figure, grid)) for figure in (front, rear)),
    )


def is_at_a_wall(battle: Battle, figure: Figure) -> bool:
    """True if a figure touches a work, or stands at a loophole inside a building."""
    near = radius(figure) + CONTACT
    if figure.room:
        return lines.own_loophole(battle, figure) is not None
    return any(
        work.kind in FIXED_WORKS and distance_to_path(figure.position, work.line) <= near
        for work in battle.land.works
    )


def cross(battle: Battle, order: Cross, side: str, dice: Dice) -> list[Event]:
    """Events of a figure on foot that climbs over a work it has touched since the turn began."""
    figure = figure_of(battle, order.figure, side)
    who = owner_of(battle, figure)
    refuse_if(in_hand(battle, who, side), cross_refusals(battle, figure, order.work, side))
    grid = board(battle, side)
    at = landing_place(battle, figure, order.work, grid)
    if at is None:
        return []
    happened = taken_up(battle, who, dice)
    touched = [
        enemy for enemy in enemies_touched(figure, at, grid) if holds_in_melee(figure, enemy)
    ]
    charges = tuple(
        Charge(figure.id, enemy.id, figure.began or figure.position, enemy.facing)
        for enemy in touched
        if enemy.id not in figure.contact_at_start
    )
    facing = round(angle_to(figure.position, at), 3) % 360
    happened.append(Crossed(figure.id, order.work, (*at, facing), charges))
    return happened + discovery.discovery_events(fold(battle, happened), figure.id)


def cross_refusals(battle: Battle, figure: Figure, key: str, side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against climbing. It takes the whole move of a figure on foot that
    touched the work before.
    """
    work = work_of(battle, key)
    if figure.side != side:
        return (no("CAR-TAB-06", "There is no such piece.", "No existe esa figura o unidad."),)
    refused = nothing_to_climb(figure, work)
    if refused or work is None or figure.at is None:
        return refused
    found = []
    if distance_to_path(figure.at, work.line) > radius(figure) + CONTACT:
        found.append(
            no(
                "HOA-FRT-04",
                "{who} does not touch it ({work}).",
                "{who} no está en contacto ({work}).",
                who=called(battle, figure),
                work=WORK_NAMES[work.kind],
            )
        )
    if has_moved(figure) or SWAPPED in figure.did or TRAPPED in figure.did:
        found.append(
            no(
                "HOA-FRT-04",
                "{who} has moved this turn; climbing takes a whole one.",
                "{who} ya ha movido; trepar ocupa un turno entero.",
                who=called(battle, figure),
            )
        )
    grid = board(battle, side)
    found += held_in_contact(battle, figure, opponents_now(figure, grid))
    if not found and landing_place(battle, figure, work.id, grid) is None:
        found.append(
            no(
                "HOA-FRT-04",
                "There is no room for {who} on the other side.",
                "Al otro lado no hay sitio para {who}.",
                who=called(battle, figure),
            )
        )
    return tuple(found)


def nothing_to_climb(figure: Figure, work: Work | None) -> tuple[Refusal, ...]:
    """Refusals of a thing that is no fortification, and of figures that climb nothing."""
    if work is not None and work.kind in BUILDINGS:
        return (
            no(
                "HOA-FRT-23",
                "The wall of a building cannot be climbed like a fortification.",
                "El muro de un edificio no se trepa como una fortificación.",
            ),
        )
    if work is None or work.kind not in FIXED_WORKS or figure.at is None:
        return (no("HOA-FRT-04", "There is nothing to climb.", "No hay nada que trepar."),)
    if not is_on_foot(figure):
        return (
            no(
                "HOA-FRT-04",
                "Only figures on foot climb it ({work}).",
                "Solo trepan figuras a pie ({work}).",
                work=WORK_NAMES[work.kind],
            ),
        )
    return ()


def landing_place(battle: Battle, figure: Figure, key: str, grid: Board) -> Point | None:
    """The nearest free spot against the other face of a work."""
    work = work_of(battle, key)
    if work is None:
        return None
    known = {enemy.id for enemy in opponents_now(figure, grid)}
    for spot in far_face_places(figure, work):
        if not (0 <= spot[0] <= battle.land.width and 0 <= spot[1] <= battle.land.depth):
            continue
        if (
            on_top_of(grid.friends, figure, spot, {}) is not None
            or on_top_of(grid.foes, figure, spot, {}) is not None
        ):
            continue
        if known and any(
            enemy.id not in known
            for enemy in enemies_touched(figure, spot, grid)
            if holds_in_melee(figure, enemy)
        ):
            continue
        if (
            impassable.first_obstacle(battle, figure, (figure.position, spot)) is None
            and hazards.trap_along(battle, figure, (spot, spot)) is None
        ):
            return spot
    return None


def far_face_places(figure: Figure, work: Work) -> Iterator[Point]:
    """The places against the other face of a work, the one right opposite first."""
    at = figure.position
    foot = nearest_on_path(at, work.line)
    legs = sorted(
        zip(work.line, work.line[1:], strict=False), key=lambda leg: distance_to_path(foot, leg)
    )
    spots = []
    for a, b in legs:
        along = angle_to(a, b)
        left = ((b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])) > 0
        for n in range(-round(SIDESTEP / 0.1), round(SIDESTEP / 0.1) + 1):
            on = point_at(foot, along, n * 0.1)
            if distance_to_path(on, (a, b)) > 0.001:
                continue
            spot = on_grid(point_at(on, along - 90 if left else along + 90, radius(figure)))
            if (
                distance_to_path(spot, work.line) >= radius(figure) - CONTACT
                and segments_cross(at, spot, a, b) is not None
            ):
                spots.append((inches_to(at, spot), spot))
    return (spot for _, spot in sorted(spots))


def remount(battle: Battle, order: Remount, side: str, dice: Dice) -> list[Event]:
    """Events of Mounted Regulars that dismount or mount at the end of their move."""
    refuse_if(in_hand(battle, order.unit, side), remount_refusals(battle, order.unit, side))
    happened = taken_up(battle, order.unit, dice)
    riders = riders_of(battle, order.unit)
    return [
        *happened,
        ModeChanged(order.unit, other_mode(riders), tuple(figure.id for figure in riders)),
    ]


def riders_of(battle: Battle, who: str) -> tuple[Figure, ...]:
    """The Mounted Regulars of a unit, or a Leader of that type without a unit."""
    men = (
        members(battle, who)
        if who in battle.units
        else (battle.figures[who],)
        if who in battle.figures
        else ()
    )
    return tuple(
        figure
        for figure in men
        if figure.type == "mounted_regular" and figure.at is not None and not figure.fate
    )


def other_mode(riders: Sequence[Figure]) -> str:
    return MODES[riders[0].mode or "mounted"]


def remount_refusals(battle: Battle, unit: str, side: str) -> tuple[Refusal, ...]:
    """HOA-TRP-23: Mounted Regulars mount or dismount as a whole unit at the end of their move, once
    a turn, without cost. No figure may be in contact. For this turn they count as having moved, and
    as mounted when shot at.
    """
    thing = battle.units.get(unit) or battle.figures.get(unit)
    if thing is None or thing.side != side:
        return (no("CAR-TAB-06", "There is no such piece.", "No existe esa figura o unidad."),)
    riders = riders_of(battle, unit)
    if not riders:
        return (
            no(
                "HOA-TRP-23",
                "Only Mounted Regulars mount or dismount.",
                "Solo montan o desmontan los Regulares Montados.",
            ),
        )
    grid = board(battle, side)
    found = []
    if any(REMOUNTED in figure.did for figure in riders):
        found.append(
            no("HOA-TRP-23", "They did so already this turn.", "Ya lo han hecho este turno.")
        )
    if any(opponents_now(figure, grid) for figure in riders):
        found.append(
            no(
                "HOA-TRP-23",
                "One of them is in contact with an enemy.",
                "Uno de ellos está en contacto con el enemigo.",
            )
        )
    mode = other_mode(riders)
    changed = [msgspec.structs.replace(figure, mode=mode) for figure in riders]
    if mode == "mounted" and (
        mounts_overlap(changed, grid) or any(figure.room or figure.roof for figure in riders)
    ):
        found.append(no("HOA-TRP-23", "There is no room to mount.", "No hay sitio para montar."))
    return tuple(found)


def mounts_overlap(riders: Sequence[Figure], grid: Board) -> bool:
    """True if mounted bases would overlap one another or other bases."""
    ids = {figure.id for figure in riders}
    others = [spot for spot in (*grid.friends, *grid.foes) if spot.figure.id not in ids]
    close = any(
        inches_to(a.position, b.position) < radius(a) + radius(b) - 0.01
        for n, a in enumerate(riders)
        for b in riders[n + 1 :]
    )
    return close or any(
        on_top_of(others, figure, figure.position, {}) is not None for figure in riders
    )
