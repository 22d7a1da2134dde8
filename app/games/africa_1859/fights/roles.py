"""Roles of an assault that change before the clash: vanguard and screen of each side."""

from __future__ import annotations

from msgspec.structs import replace

from app.games.africa_1859.fights.designations import (
    attacking_vanguards,
    defending_units,
    defending_vanguards,
    group_units,
    is_fresh,
)
from app.games.africa_1859.procedures import Assault, Roles
from app.games.africa_1859.run import Run
from app.games.africa_1859.state import ENEMY_OF, Unit, War

ATTACKER, DEFENDER = "attacker", "defender"


def assault_of(run: Run) -> Assault:
    """Assault that is the innermost procedure of a run."""
    return top_assault(run.war)


def top_assault(war: War) -> Assault:
    """Assault that is the innermost procedure of a position."""
    top = war.stack[-1]
    if not isinstance(top, Assault):
        raise TypeError(f"no assault is on top: {top}")
    return top


def side_in(assault: Assault, role: str) -> str:
    """Side with a role in the assault."""
    return assault.attacker if role == ATTACKER else ENEMY_OF[assault.attacker]


def roles_of(assault: Assault, role: str) -> Roles:
    """Roles of one side."""
    return assault.att if role == ATTACKER else assault.dfn


def with_roles(assault: Assault, role: str, **changes: object) -> Assault:
    """Assault with changes of the roles of one side."""
    if role == ATTACKER:
        return replace(assault, att=replace(assault.att, **changes))
    return replace(assault, dfn=replace(assault.dfn, **changes))


def units_of_role(war: War, assault: Assault, role: str) -> list[Unit]:
    """Units of one side in the assault, by id: the group, or all in the assaulted space."""
    return group_units(war, assault) if role == ATTACKER else defending_units(war, assault)


def active_screen(war: War, assault: Assault, role: str) -> str:
    """Screen that still stands before its vanguard; "" if there is none."""
    roles = roles_of(assault, role)
    if not roles.screen or roles.screened_off:
        return ""
    there = any(unit.id == roles.screen for unit in units_of_role(war, assault, role))
    return roles.screen if there and is_fresh(war, war.units[roles.screen]) else ""


def able_vanguards(war: War, assault: Assault, role: str) -> list[Unit]:
    """Units of one side that may be vanguard now."""
    return able_among(war, assault, role, units_of_role(war, assault, role))


def able_among(war: War, assault: Assault, role: str, units: list[Unit]) -> list[Unit]:
    """Units of a stack that may be vanguard."""
    if role == ATTACKER:
        return attacking_vanguards(war, units, assault.space)
    return defending_vanguards(war, units)


def vanguard_stands(war: War, assault: Assault, role: str) -> bool:
    """Return true if the vanguard is there and fresh, or the defender has nothing fresh."""
    key = roles_of(assault, role).vanguard
    return stands_among(war, role, units_of_role(war, assault, role), key)


def stands_among(war: War, role: str, units: list[Unit], vanguard: str) -> bool:
    """Return true if the vanguard of a stack stands."""
    named = next((unit for unit in units if unit.id == vanguard), None)
    if named is None:
        return False
    if is_fresh(war, named):
        return True
    return role == DEFENDER and not any(is_fresh(war, unit) for unit in units)


def replacements(war: War, assault: Assault, role: str) -> list[Unit]:
    """AFB-ASL-04: A lost or shaken vanguard is replaced; the screen leads only if no other unit
    can.
    """
    able = able_vanguards(war, assault, role)
    screen = active_screen(war, assault, role)
    return [unit for unit in able if unit.id != screen] or able


def screen_joins(run: Run, role: str) -> None:
    """Take the screen back into its stack; it cannot be replaced."""
    assault = assault_of(run)
    if roles_of(assault, role).screen and not roles_of(assault, role).screened_off:
        run.update(with_roles(assault, role, screened_off=True))


def front_unit(war: War, assault: Assault) -> str:
    """AFR-ASL-08: Riders of the defender strike the attacker's screen, or else the vanguard."""
    return active_screen(war, assault, ATTACKER) or assault.att.vanguard
