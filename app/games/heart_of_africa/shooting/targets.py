"""HOA-SHT-16 to 23: Lawful targets, and the priorities among them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import numpy as np

from app.games.heart_of_africa.figures import enemies, is_leader, is_vessel, radius, visible_figures
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.shooting import ability_to_shoot, aim
from app.games.heart_of_africa.shooting.ability_to_shoot import opponents
from app.games.heart_of_africa.shooting.eligibility import (
    behind_loopholes,
    keeps_silent,
    no_target,
    out_of_range,
    shadowed_bearer,
    target_refusals_by_rule,
    unmanned_work,
)
from app.games.heart_of_africa.shooting.weapons import arm_of, is_big_ship, weapon
from app.games.heart_of_africa.sight import lines, lines_of_sight, visibility
from app.games.heart_of_africa.sight.ground import kept_with
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import ARCS
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.space.plane import GRACE, angle_between, angle_to, inches_to, is_within

FREE, NO_CLASS = "free", "none"
TIE = 0.05
NEAR_UNIT = 16.0
ADVANCE_ARC = float(ARCS["advancing_directly_half_angle"]["value"])
ADVANCE_LEAST = float(ARCS["advancing_directly_half_angle"]["min_displacement"])


class Mark(msgspec.Struct, frozen=True):
    """An enemy that a shooter can hit, and its distance in inches."""

    figure: Figure
    distance: float


class Lawful(msgspec.Struct, frozen=True):
    """The lawful targets of a figure.

    `priority`: 1 attackers, 2 the nearest advancing enemy, 3 the nearest unit, "none" no such
    target, "free" free choice. `no`: the reasons why it may not shoot at all.
    """

    priority: int | str
    targets: tuple[str, ...]
    no: tuple[Refusal, ...] = ()


def eligible(battle: Battle, shooters: Sequence[Figure]) -> dict[str, tuple[Mark, ...]]:
    """The enemies that each of these figures can hit, by its id. The result is cached with the
    position.
    """
    known: dict[str, tuple[Mark, ...]] = kept_with(battle, "marks", lambda _: {"": ()})
    missing = [one for one in shooters if one.id not in known]
    for side in dict.fromkeys(one.side for one in missing):
        known.update(worked_out(battle, [one for one in missing if one.side == side]))
    return {one.id: known[one.id] for one in shooters}


def worked_out(battle: Battle, shooters: Sequence[Figure]) -> dict[str, tuple[Mark, ...]]:
    """The marks of figures of one side, uncached. Cheap checks run first, for all pairs at once;
    sight is computed only for the remaining pairs.
    """
    side = shooters[0].side
    able = [one for one in shooters if one.at is not None and weapon(battle, one).range]
    foes = [one for one in enemies(battle, side) if no_target(battle, side, one) is None]
    found: dict[str, list[Mark]] = {one.id: [] for one in shooters}
    if not able or not foes:
        return dict.fromkeys(found, ())
    apart, possible = in_reach(battle, able, foes)
    rows, columns = np.nonzero(possible)
    if not len(rows):
        return dict.fromkeys(found, ())
    ends = [lines_of_sight.End(battle, one) for one in (*able, *foes)]
    lines_of_fire = lines_of_sight.Looks(battle, ends, rows, columns + len(able), shooting=True)
    visibility.judge_lines(lines_of_fire)
    plain = [is_plain(battle, one) for one in foes]
    simple = [is_plain(battle, one) for one in able]
    has_works = any(True for _ in lines.fixed_works(battle))
    for row, column in zip(rows[lines_of_fire.free], columns[lines_of_fire.free], strict=True):
        shooter, target = able[row], foes[column]
        if simple[row] and plain[column]:
            inches = max(0.0, float(apart[row, column]))
        else:
            shot = aim.aim(battle, shooter, target)
            inches = shot.distance
            if found_in(
                behind_loopholes(battle, shooter, target),
                keeps_silent(battle, shooter, target),
                out_of_range(battle, shooter, shot),
                aim.out_of_arc(battle, shooter, shot),
            ):
                continue
        if (target.type == "gun_bearer" and shadowed_bearer(battle, shooter, target)) or (
            has_works and unmanned_work(battle, shooter, target)
        ):
            continue
        found[shooter.id].append(Mark(target, inches))
    return {key: tuple(marks) for key, marks in found.items()}


def is_plain(battle: Battle, figure: Figure) -> bool:
    """True if shots from it and at it run from base to base."""
    return not (
        figure.room
        or figure.roof
        or is_vessel(figure)
        or is_big_ship(battle.figures.get(figure.aboard))
    )


def in_reach(battle: Battle, able: Sequence[Figure], foes: Sequence[Figure]) -> tuple[Any, Any]:
    """Distances between all pairs, and flags of those within range and arc. The check is generous
    for hulls and loopholes.
    """
    here = np.array([one.at for one in able], dtype=float)
    there_ = np.array([one.at for one in foes], dtype=float)
    off = there_[None, :, :] - here[:, None, :]
    apart = (
        np.hypot(off[..., 0], off[..., 1])
        - np.array([radius(one) for one in able])[:, None]
        - np.array([radius(one) for one in foes])[None, :]
    )
    odd = ~(
        np.array([is_plain(battle, one) for one in able])[:, None]
        & np.array([is_plain(battle, one) for one in foes])[None, :]
    )
    reach = np.array([weapon(battle, one).range for one in able])[:, None] + GRACE
    near = apart <= reach + np.where(odd, 6.0, 0.0)
    facing = np.array([one.facing for one in able])[:, None]
    angle = np.degrees(np.arctan2(off[..., 1], off[..., 0]))
    turn = np.abs((angle - facing + 180.0) % 360.0 - 180.0)
    free = np.array([aim.shoots_all_round(one) or aim.needs_no_arc(battle, one) for one in able])[
        :, None
    ]
    return apart, near & (free | odd | (turn <= aim.half_arc(battle) + aim.ARC_GRACE))


def lawful_targets(battle: Battle, shooter: Figure) -> Lawful:
    """The lawful targets of a figure now."""
    return lawful_all(battle, [shooter])[shooter.id]


def lawful_all(battle: Battle, shooters: Iterable[Figure]) -> dict[str, Lawful]:
    """The lawful targets of many figures at once, by id."""
    found: dict[str, Lawful] = {}
    free: list[Figure] = []
    for shooter in shooters:
        refused = ability_to_shoot.unable(battle, shooter)
        if refused:
            found[shooter.id] = Lawful(NO_CLASS, (), refused)
        elif opponents(battle, shooter):
            attackers = tuple(
                one.id
                for one in opponents(battle, shooter)
                if not forbidden_in_contact(battle, shooter, one)
            )
            found[shooter.id] = Lawful(1 if attackers else NO_CLASS, attackers)
        else:
            free.append(shooter)
    marks = eligible(battle, free)
    for shooter in free:
        found[shooter.id] = chosen_targets(battle, shooter, marks[shooter.id])
    return found


def forbidden_in_contact(battle: Battle, shooter: Figure, attacker: Figure) -> tuple[Refusal, ...]:
    """Everything that keeps a contacted figure from shooting at an enemy that touches it."""
    return found_in(
        ability_to_shoot.immune(battle, attacker),
        aim.outside_his_arc(battle, shooter, attacker),
        unmanned_work(battle, shooter, attacker),
    )


def chosen_targets(battle: Battle, shooter: Figure, marks: Sequence[Mark]) -> Lawful:
    """The lawful targets of a figure without enemies in contact, by the order of priorities."""
    if chooses_freely(shooter):
        return Lawful(FREE, tuple(mark.figure.id for mark in marks))
    for priority, first in (
        (2, nearest_advancing(shooter, marks)),
        (3, nearest_unit(battle, shooter, marks)),
    ):
        if first:
            return Lawful(priority, tuple(mark.figure.id for mark in first))
    return no_priority(marks)


def chooses_freely(shooter: Figure) -> bool:
    """HOA-SHT-16: Leaders, Artillery and Gunboats choose any target; all others keep to the order
    of priorities.
    """
    return is_leader(shooter) or arm_of(shooter).shells


def nearest_advancing(shooter: Figure, marks: Sequence[Mark]) -> list[Mark]:
    """HOA-SHT-18: The nearest enemy in range that advanced directly towards the shooter this turn
    comes before all but attackers.
    """
    coming = [mark for mark in marks if advances_on(mark.figure, shooter)]
    return nearest_marks(coming)


def advances_on(enemy: Figure, shooter: Figure) -> bool:
    """True if the enemy's straight way from start to end is at least 1 in and points within 22.5
    degrees of the shooter's place.
    """
    if (
        enemy.began is None
        or enemy.at is None
        or shooter.at is None
        or inches_to(enemy.began, enemy.at) < ADVANCE_LEAST - GRACE
    ):
        return False
    return (
        angle_between(angle_to(enemy.began, enemy.at), angle_to(enemy.began, shooter.at))
        <= ADVANCE_ARC + aim.ARC_GRACE
    )


def nearest_unit(battle: Battle, shooter: Figure, marks: Sequence[Mark]) -> list[Mark]:
    """HOA-SHT-19: The third priority is the enemy unit with the nearest eligible figure, within 16
    in or the shooter's own lesser range. A figure without a unit is a unit of one.
    """
    limit = min(NEAR_UNIT, weapon(battle, shooter).range)
    first = nearest_marks([mark for mark in marks if is_within(mark.distance, limit)])
    units = {unit_key(mark.figure) for mark in first}
    return [mark for mark in marks if unit_key(mark.figure) in units]


def no_priority(marks: Sequence[Mark]) -> Lawful:
    """HOA-SHT-20: If none of the classes has a target, any other that can be hit is allowed."""
    return Lawful(NO_CLASS, tuple(mark.figure.id for mark in marks))


def nearest_marks(marks: Sequence[Mark]) -> list[Mark]:
    """The nearest of these marks; marks within 0.05 in of each other are equal, and the shooter
    chooses.
    """
    least = min((mark.distance for mark in marks), default=0.0)
    return [mark for mark in marks if mark.distance <= least + TIE]


def unit_key(figure: Figure) -> str:
    return figure.unit or figure.id


def next_of_group(
    battle: Battle, shooter: Figure, unit: str, taken: Iterable[str]
) -> Figure | None:
    """The nearest figure of the unit that the shooter can hit, by the order of priorities. Figures
    already removed by its group are left out.
    """
    marks = eligible(battle, [shooter])[shooter.id]
    left = [mark for mark in marks if mark.figure.id not in set(taken)]
    first = chosen_targets(battle, shooter, left).targets
    for some in ([mark for mark in left if mark.figure.id in first], left, marks):
        here = [mark for mark in some if mark.figure.unit == unit]
        if here:
            return min(here, key=lambda mark: mark.distance).figure
    return None


def target_refusals(
    battle: Battle, shooter: Figure, target: Figure, *, first: bool = True
) -> tuple[Refusal, ...]:
    """Everything that speaks against a target. `first`: the priorities apply to this shot."""
    touching = opponents(battle, shooter)
    if touching:
        return in_contact_refusals(battle, shooter, target, touching)
    refused = target_refusals_by_rule(battle, shooter, target)
    if refused or not first:
        return refused
    law = chosen_targets(battle, shooter, eligible(battle, [shooter])[shooter.id])
    return () if target.id in law.targets else (goes_first(battle, shooter, law),)


def in_contact_refusals(
    battle: Battle, shooter: Figure, target: Figure, touching: Sequence[Figure]
) -> tuple[Refusal, ...]:
    """Everything that speaks against a target of a figure in close combat."""
    if target.id in {one.id for one in touching}:
        return forbidden_in_contact(battle, shooter, target)
    attackers = [one for one in touching if not forbidden_in_contact(battle, shooter, one)]
    return found_in(
        attackers_first(battle, shooter, attackers), no_other_target(battle, shooter, touching)
    )


def attackers_first(battle: Battle, shooter: Figure, attackers: Sequence[Figure]) -> Refusal | None:
    """HOA-SHT-17: The first priority are the figures that ended their movement in close combat with
    the shooter.
    """
    if not attackers:
        return None
    return no(
        "HOA-SHT-17",
        "{who} must shoot at its attacker: {first}.",
        "{who} debe disparar a su atacante: {first}.",
        who=called(battle, shooter),
        first=tuple(called(battle, one) for one in attackers),
    )


def no_other_target(battle: Battle, shooter: Figure, touching: Sequence[Figure]) -> Refusal:
    """HOA-SHT-23: A contacted figure shoots at no target outside that combat, even if it has none
    in it.
    """
    return no(
        "HOA-SHT-23",
        "{who} is in contact with {foes} and can shoot at no other enemy.",
        "{who} está en contacto con {foes} y no puede disparar a otros enemigos.",
        who=called(battle, shooter),
        foes=tuple(called(battle, one) for one in touching),
    )


def goes_first(battle: Battle, shooter: Figure, law: Lawful) -> Refusal:
    """The refusal that names the targets with a higher priority than the named one."""
    by_key = {mark.figure.id: mark for mark in eligible(battle, [shooter])[shooter.id]}
    near = min(law.targets, key=lambda key: by_key[key].distance)
    facts: dict[str, Any] = {
        "who": called(battle, shooter),
        "first": called(battle, near),
        "inches": round(by_key[near].distance, 1),
    }
    if law.priority == 2:
        return no(
            "HOA-SHT-18",
            "{who} must shoot at {first}, {inches} in away: {first} advanced straight towards it.",
            "{who} debe disparar a {first}, a {inches:pulgada+s}: avanzó directamente "
            "hacia el tirador.",
            **facts,
        )
    unit = by_key[near].figure.unit
    if unit:
        return no(
            "HOA-SHT-19",
            "{who} must shoot at the nearest unit, {unit}: {first} is {inches} in away.",
            "{who} debe disparar a la unidad más cercana, {unit}: {first} está a "
            "{inches:pulgada+s}.",
            unit=called(battle, unit),
            **facts,
        )
    return no(
        "HOA-SHT-19",
        "{who} must shoot at {first}, the nearest target, {inches} in away.",
        "{who} debe disparar a {first}, el objetivo más cercano, a {inches:pulgada+s}.",
        **facts,
    )


def shooters_of(battle: Battle, side: str) -> list[Figure]:
    """The figures of a side that are able to shoot now."""
    return [
        one for one in visible_figures(battle, side) if not ability_to_shoot.unable(battle, one)
    ]
