"""Facts about figures: places, contact, units. It contains no rule of the book."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from app.games.heart_of_africa.land import GUNS, VESSELS
from app.games.heart_of_africa.pieces import (
    AMBUSH,
    DISPLACED,
    LEADER,
    SCOUT,
    STANDARD_BEARER,
    TURNED,
    WITCH_DOCTOR,
    Figure,
    Unit,
)
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.state import SIDES, Battle
from app.games.heart_of_africa.tables import MODES, PROFILES, Profile
from app.kernel.refusal import Refusal, Refused, no
from app.kernel.say import Say, say
from app.kernel.space.plane import CONTACT, Base, Point, base_gap, inches_to

WITHIN_REACH = 2.0
"""Distance of centres, east or north, beyond which no two fighters touch (inches)."""


def profile(figure: Figure) -> Profile:
    """The row of the table that a figure uses now (Mounted Regulars: of their mode)."""
    return (
        MODES[figure.mode or "mounted"]
        if figure.type == "mounted_regular"
        else PROFILES[figure.type]
    )


def hull_size(vessel: Figure) -> tuple[float, float]:
    """Length and beam of a vessel (inches); LookupError for another figure."""
    size = profile(vessel).base
    if isinstance(size, tuple):
        return size
    raise LookupError(f"{vessel.id} is not a vessel")


def radius(figure: Figure) -> float:
    """Half the diameter of the base, inches (of a hull: half its beam)."""
    size = profile(figure).base
    return size[1] / 2 if isinstance(size, tuple) else size / 2


def base(figure: Figure, at: Point | None = None, facing: float | None = None) -> Base:
    """HOA-GEN-05: Bases are discs with a facing: foot 0.8 in across, mounted 1.2, guns 1.6, baggage
    2.0. Hulls are oblong: canoe 3 by 1 in, dhow and Gunboat 8 by 2.5.

    The base of a figure at its place, or at another one.
    """
    size = profile(figure).base
    here = at if at is not None else figure.at
    if here is None:
        raise ValueError(f"{figure.id} is not on the table")
    if not isinstance(size, tuple):
        return Base(here, size / 2)
    return Base(
        here, heading=figure.facing if facing is None else facing, length=size[0], beam=size[1]
    )


def distance_between(a: Figure, b: Figure) -> float:
    """HOA-GEN-06: Every distance runs from the nearest edge of one base to the nearest edge of the
    other (inches).
    """
    if a.type not in VESSELS and b.type not in VESSELS:
        return max(0.0, inches_to(a.position, b.position) - radius(a) - radius(b))
    return base_gap(base(a), base(b))


def is_vessel(figure: Figure) -> bool:
    return figure.type in VESSELS


def is_attendant(figure: Figure) -> bool:
    return figure.type == "attendant"


def is_baggage(figure: Figure) -> bool:
    return figure.type == "baggage"


def is_leader(figure: Figure) -> bool:
    return figure.role == LEADER


def is_independent(figure: Figure) -> bool:
    """Leader (unless attached), Standard Bearer, Witch Doctor, Scout."""
    return not figure.unit and (
        figure.role == LEADER or figure.type in (STANDARD_BEARER, WITCH_DOCTOR, SCOUT)
    )


def fights_alone(figure: Figure) -> bool:
    """True for an independent figure and for the Gun Bearer of a Leader without a unit."""
    return is_independent(figure) or is_lone_bearer(figure)


def is_lone_bearer(figure: Figure) -> bool:
    """True for the Gun Bearer of a Leader, which belongs to no unit."""
    return figure.type == "gun_bearer" and not figure.unit


def is_mounted(figure: Figure) -> bool:
    return profile(figure).has("mounted")


def is_target_mounted(figure: Figure) -> bool:
    """True if it counts as mounted when shot at, also if it mounted or dismounted this turn."""
    return is_mounted(figure) or (
        figure.type == "mounted_regular" and figure.mode_at_start == "mounted"
    )


def is_gun(figure: Figure) -> bool:
    return figure.type in GUNS


def is_on_foot(figure: Figure) -> bool:
    """True for a figure on foot: not mounted, no gun, no baggage, no vessel."""
    return (
        not is_mounted(figure)
        and not is_gun(figure)
        and not is_vessel(figure)
        and not is_baggage(figure)
    )


def is_fighter(figure: Figure) -> bool:
    """True if it can be in close combat: all but attendants, baggage, vessels and figures
    aboard.
    """
    return (
        not is_attendant(figure)
        and not is_baggage(figure)
        and not is_vessel(figure)
        and not figure.aboard
    )


def has_moved(figure: Figure) -> bool:
    return bool(DISPLACED.intersection(figure.did))


def has_turned(figure: Figure) -> bool:
    return TURNED in figure.did


def home_of(battle: Battle, figure: Figure) -> str:
    """The unit of a figure, or of the Leader that it follows; "" for a figure without one."""
    if figure.unit or not figure.of:
        return figure.unit
    master = battle.figures.get(figure.of)
    return master.unit if master is not None else ""


def is_hidden(battle: Battle, figure: Figure) -> bool:
    """True if it is in ambush, with its unit or with a Leader in one."""
    home = home_of(battle, figure)
    return bool(home) and battle.units[home].where == AMBUSH


def is_there(battle: Battle, figure: Figure) -> bool:
    """True if it stands visible on the table."""
    return figure.at is not None and not figure.fate and not is_hidden(battle, figure)


def visible_figures(battle: Battle, side: str = "") -> Iterator[Figure]:
    """All visible figures on the table, of one side or of both, in the order of the roster."""
    found: tuple[Figure, ...] | None = battle.__dict__.get("visible")
    if found is None:
        found = tuple(one for one in battle.figures.values() if is_there(battle, one))
        battle.__dict__["visible"] = found
    return (figure for figure in found if side in ("", figure.side))


def enemies(battle: Battle, side: str) -> Iterator[Figure]:
    return (figure for figure in visible_figures(battle) if figure.side != side)


def members(battle: Battle, unit: str) -> tuple[Figure, ...]:
    """The living figures of a unit, at any place."""
    return tuple(
        figure for figure in battle.figures.values() if figure.unit == unit and not figure.fate
    )


def placed(battle: Battle, unit: str) -> tuple[Figure, ...]:
    """The living figures of a unit that have a place."""
    return tuple(figure for figure in members(battle, unit) if figure.at is not None)


def followers_of(battle: Battle, unit: str) -> tuple[Figure, ...]:
    """The living figures that follow a figure of a unit without belonging to it, if they have a
    place.
    """
    return tuple(
        figure
        for figure in battle.figures.values()
        if figure.of
        and not figure.unit
        and not figure.fate
        and figure.at is not None
        and home_of(battle, figure) == unit
    )


def attendants(battle: Battle, leader: str) -> tuple[Figure, ...]:
    return tuple(
        figure
        for figure in battle.figures.values()
        if figure.of == leader and is_attendant(figure) and not figure.fate
    )


def leaders(battle: Battle, side: str) -> tuple[Figure, ...]:
    return tuple(
        figure
        for figure in battle.figures.values()
        if figure.side == side and is_leader(figure) and not figure.fate
    )


def combat_units(battle: Battle, side: str) -> tuple[Unit, ...]:
    """The units of a side that still have figures, baggage left out."""
    return tuple(
        unit
        for unit in battle.units.values()
        if unit.side == side and unit.kind == "troops" and members(battle, unit.id)
    )


def passengers(battle: Battle, vessel: str) -> tuple[Figure, ...]:
    return tuple(
        figure for figure in battle.figures.values() if figure.aboard == vessel and not figure.fate
    )


def other_side(side: str) -> str:
    return "B" if side == "A" else "A"


def in_rolling_order(battle: Battle) -> tuple[str, str]:
    """HOA-SEQ-09: If both sides roll in one step, the attacker's dice come first, then the
    defender's.
    """
    return (battle.attacker, other_side(battle.attacker))


def defender(battle: Battle) -> str:
    """The side that goes second."""
    return other_side(battle.attacker)


def bases_touch(a: Figure, b: Figure) -> bool:
    """True if two bases touch."""
    return a.at is not None and b.at is not None and distance_between(a, b) <= CONTACT


def can_fight(a: Figure, b: Figure) -> bool:
    """True if two figures that touch are in close combat: enemies, both fighters, in the same place
    (room, roof or outside).
    """
    return (
        a.side != b.side
        and is_fighter(a)
        and is_fighter(b)
        and a.room == b.room
        and a.roof == b.roof
    )


def opponents(battle: Battle, figure: Figure) -> tuple[Figure, ...]:
    """The enemies that a figure is in close combat contact with."""
    if figure.at is None or not is_fighter(figure):
        return ()
    x, y = figure.at
    return tuple(
        enemy
        for enemy in battle.figures.values()
        if enemy.side != figure.side
        and enemy.at is not None
        and abs(enemy.at[0] - x) < WITHIN_REACH
        and abs(enemy.at[1] - y) < WITHIN_REACH
        and is_there(battle, enemy)
        and can_fight(figure, enemy)
        and bases_touch(figure, enemy)
    )


def pairs_in_contact(battle: Battle) -> tuple[tuple[str, str], ...]:
    """Every pair of enemies in close combat contact, A's figure first, in the order of the
    roster.
    """
    ours, theirs = (
        [one for one in visible_figures(battle, side) if is_fighter(one)] for side in SIDES
    )
    if not ours or not theirs:
        return ()
    here, yonder = (np.array([one.at for one in ones], dtype=float) for ones in (ours, theirs))
    near = (np.abs(here[:, None, :] - yonder[None, :, :]) < WITHIN_REACH).all(axis=2)
    return tuple(
        (ours[row].id, theirs[column].id)
        for row, column in zip(*np.nonzero(near), strict=True)
        if can_fight(ours[row], theirs[column]) and bases_touch(ours[row], theirs[column])
    )


SEEN = "CAR-TAB-06"
"""The rule about pieces that an order may name."""
NO_LONGER: dict[str, Say] = {
    "exited": say("{who} has left the table.", "{who} ha salido de la mesa."),
    "broken": say("{who} has fled.", "{who} ha huido."),
    "captured": say("{who} is in enemy hands.", "{who} está en manos del enemigo."),
    "withdrawn": say("{who} has left the battle.", "{who} se ha retirado de la batalla."),
    "left": say("{who} left with its Leader.", "{who} se fue con su Líder."),
    "sunk": say("{who} went down.", "{who} se hundió."),
}
"""Refusals of a piece that is gone, by its fate."""
FALLEN = say("{who} has fallen.", "{who} ha caído.")
LOST = say("{who} is lost.", "{who} se ha perdido.")


def figure_of(battle: Battle, key: str, side: str = "", rule: str = SEEN) -> Figure:
    """CAR-TAB-06: The figure with that name. One that the side cannot know of gets the same answer
    as an invented one. For one that is publicly gone the refusal says so, under the rule of the
    order.
    """
    figure = battle.figures.get(key)
    if (
        figure is None
        or figure.fate
        or (side and figure.side != side and not is_there(battle, figure))
    ):
        raise Refused(not_there(battle, key, side, rule))
    return figure


def unit_of(battle: Battle, key: str, side: str = "") -> Unit:
    """The unit with that name; of the other side only while it is visible on the table."""
    unit = battle.units.get(key)
    if unit is None or (
        side
        and unit.side != side
        and not any(is_there(battle, figure) for figure in members(battle, key))
    ):
        raise Refused(not_there(battle, key, side))
    return unit


def not_there(battle: Battle, key: str, side: str = "", rule: str = SEEN) -> Refusal:
    """The refusal of a piece that is not on the table: that it is gone, if the side knows."""
    thing = battle.units.get(key) or battle.figures.get(key)
    if thing is None or not thing.fate or is_kept_from(battle, thing, side):
        return no(SEEN, "There is no such piece.", "No existe esa figura o unidad.")
    unmanned = isinstance(thing, Unit) or thing.type in ("baggage", *VESSELS, *GUNS)
    says = NO_LONGER.get(thing.fate, LOST if unmanned else FALLEN)
    return no(rule, says.en, says.es, who=called(battle, thing))


def is_kept_from(battle: Battle, thing: Unit | Figure, side: str) -> bool:
    """True if a named side cannot know the fate of an enemy unit or figure."""
    if not side or thing.side == side:
        return False
    return thing.where == AMBUSH if isinstance(thing, Unit) else is_hidden(battle, thing)
