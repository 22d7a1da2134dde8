"""AFR-ASL-11 to AFR-ASL-13: fire between the screens of an assault."""

from __future__ import annotations

import msgspec

from app.games.africa_1859.fights.firing import (
    Fire,
    apply_harm,
    resolve_fire,
    roll_together,
    small_arms,
)
from app.games.africa_1859.fights.roles import (
    ATTACKER,
    DEFENDER,
    active_screen,
    assault_of,
    roles_of,
    screen_joins,
    with_roles,
)
from app.games.africa_1859.ground import has_cover
from app.games.africa_1859.procedures import Assault
from app.games.africa_1859.run import Run
from app.games.africa_1859.state import War

OTHER = {ATTACKER: DEFENDER, DEFENDER: ATTACKER}


class Condition(msgspec.Struct, frozen=True):
    """Steps of a unit, and true if it is demoralised."""

    steps: int
    dem: bool


def condition_of(war: War, unit: str) -> Condition:
    """Condition of a unit."""
    one = war.units[unit]
    return Condition(one.steps, one.dem)


def defenders_cover(war: War, assault: Assault) -> bool:
    """Return true if defenders have cover; units that have just arrived have none."""
    return not assault.reaction and has_cover(war, assault.space)


def screen_fire(war: War, assault: Assault, purpose: str, units: tuple[str, str]) -> Fire:
    """Fire of a screen at a unit; only a defender has cover."""
    cover = units[1] not in assault.group and defenders_cover(war, assault)
    return small_arms(war, purpose, units, has_cover=cover)


def fight_screens(run: Run) -> None:
    """Fire of the screens, after which both join their stacks."""
    war, assault = run.war, assault_of(run)
    one, other = (active_screen(war, assault, role) for role in (ATTACKER, DEFENDER))
    if other:
        run.update(with_roles(assault, DEFENDER, fired_screen=other))
    if one and other:
        exchange_of_screens(run, one, other)
    elif one or other:
        fire_at_unscreened(run, one or other, ATTACKER if one else DEFENDER)
    for role in (ATTACKER, DEFENDER):
        screen_joins(run, role)


def fire_at_unscreened(run: Run, screen: str, role: str) -> None:
    """AFR-ASL-11: A vanguard without screen takes one fire of the enemy screen."""
    assault = assault_of(run)
    target = roles_of(assault, OTHER[role]).vanguard
    resolve_fire(run, screen_fire(run.war, assault, "screen_at_vanguard", (screen, target)))


def exchange_of_screens(run: Run, one: str, other: str) -> None:
    """AFR-ASL-12: Both screens fire at the same time; the defending one suffers first."""
    war, assault = run.war, assault_of(run)
    before = {unit: condition_of(war, unit) for unit in (one, other)}
    fire = screen_fire(war, assault, "screen_attacker", (one, other))
    back = screen_fire(war, assault, "screen_defender", (other, one))
    harm, harm_back = roll_together(run, fire, back)
    apply_harm(run, fire, harm)
    apply_harm(run, back, harm_back)
    harmed = {unit: condition_of(run.war, unit) != before[unit] for unit in (one, other)}
    if harmed[other] and not harmed[one]:
        extra_fire(run, one, ATTACKER)
    elif harmed[one] and not harmed[other]:
        extra_fire(run, other, DEFENDER)


def extra_fire(run: Run, screen: str, role: str) -> None:
    """AFR-ASL-13: A screen that did harm without any fires once more, at the enemy vanguard."""
    assault = assault_of(run)
    target = roles_of(assault, OTHER[role]).vanguard
    resolve_fire(run, screen_fire(run.war, assault, "extra_fire", (screen, target)))
