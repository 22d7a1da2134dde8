"""HOA-SHT-06 to 15: Additions to a shooting die and deductions from it."""

from __future__ import annotations

import msgspec

from app.games.heart_of_africa.events import Mod
from app.games.heart_of_africa.figures import (
    distance_between,
    has_moved,
    has_turned,
    is_attendant,
    is_baggage,
    is_target_mounted,
    is_vessel,
    visible_figures,
)
from app.games.heart_of_africa.land import Work
from app.games.heart_of_africa.pieces import CHARGED, SCOUT, Figure
from app.games.heart_of_africa.shooting import ability_to_shoot, aim
from app.games.heart_of_africa.shooting.eligibility import is_indoors, is_room
from app.games.heart_of_africa.shooting.weapons import arm_of, weapon
from app.games.heart_of_africa.sight import cover, lines
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import CHARACTERISTICS
from app.kernel.space.plane import Point, is_within

HIT: int = CHARACTERISTICS["meta"]["hit_total"]
COMPANY = 1.0
WIDEST_OF_DISCS = 3.5
"""More than `COMPANY` and the half widths of two bases that are no hulls (inches)."""
SCATTER = 8.0
STOCKADE = "field_fortification"


def tally(battle: Battle, shooter: Figure, target: Figure) -> tuple[Mod, ...]:
    """All modifiers of the die of a shot, in the order of the book."""
    shot = aim.aim(battle, shooter, target)
    reasons = (
        shooting_bonus(battle, shooter, target),
        might_bonus(shooter),
        over_half_range(battle, shooter, shot.distance),
        target_charged(battle, shooter, target),
        in_cover(battle, shooter, target),
        pygmy_in_cover(battle, shooter, target),
        target_scattered(battle, target, shot.distance),
        from_works(battle, shooter, target),
    )
    return tuple(reason for reason in reasons if reason is not None)


def tally_at_point(
    battle: Battle, shooter: Figure, shot: aim.Aim, *, far_counts: bool
) -> tuple[Mod, ...]:
    """All modifiers of a shot at a wall; for a fire arrow without the deduction for range."""
    reasons = (
        table_bonus(battle, shooter),
        might_bonus(shooter),
        over_half_range(battle, shooter, shot.distance) if far_counts else None,
        FROM_WORKS
        if is_indoors(shooter) or is_behind_stockade(battle, shooter, shot.mark)
        else None,
    )
    return tuple(reason for reason in reasons if reason is not None)


def total_of(die: int, mods: tuple[Mod, ...]) -> int:
    """HOA-SHT-08: The die with the bonus and all deductions hits with a total of 5 or more. No face
    hits or misses by itself.
    """
    return die + sum(amount for _, _, amount in mods)


def shooting_bonus(battle: Battle, shooter: Figure, target: Figure) -> Mod | None:
    """The bonus of the table; None if the shooter moved or the target is hidden by works."""
    return None if hides_from_aim(battle, shooter, target) else table_bonus(battle, shooter)


def table_bonus(battle: Battle, shooter: Figure) -> Mod | None:
    amount = weapon(battle, shooter).bonus
    return ("HOA-SHT-08", "bonus", amount) if amount and not has_stirred(battle, shooter) else None


def has_stirred(battle: Battle, shooter: Figure) -> bool:
    """HOA-SHT-06: A figure that moved or turned shoots without the bonus. A Gunboat and the figures
    aboard lose it only if the vessel moves.
    """
    if has_moved(shooter):
        return True
    vessel = battle.figures.get(shooter.aboard)
    if vessel is not None:
        return has_moved(vessel)
    return has_turned(shooter) and not is_vessel(shooter)


def might_bonus(figure: Figure) -> Mod | None:
    """HOA-LDR-18: A Mighty Warrior Leader adds 1 to all own shooting and fighting rolls, and
    never loses it. Rules about the natural face of a die ignore it.
    """
    return ("HOA-LDR-18", "mighty_warrior", 1) if "mighty_warrior" in figure.traits else None


def over_half_range(battle: Battle, shooter: Figure, inches: float) -> Mod | None:
    """HOA-SHT-09: Deduct 1 beyond half of the shooter's range in inches; beyond the whole range
    there is no shot.
    """
    return (
        None
        if is_within(inches, weapon(battle, shooter).range / 2)
        else ("HOA-SHT-09", "over_half_range", -1)
    )


def work_before(battle: Battle, figure: Figure, enemy: Figure) -> Work | None:
    """The work or fence between a figure and an enemy. If both are at it, only a figure of its
    owner is behind it.
    """
    work = lines.behind_work(battle, figure, aim.place_of(enemy))
    if (
        work is None
        or not work.line
        or (
            work.owner != figure.side and lines.is_before(battle, enemy, work, aim.place_of(figure))
        )
    ):
        return None
    return work


def is_at_loophole(battle: Battle, figure: Figure, enemy: Figure) -> bool:
    """True if the walls of a building with their loopholes lie between a figure inside and an
    enemy.
    """
    return is_indoors(figure) and not aim.in_plain_sight(battle, figure, enemy)


def hides_from_aim(battle: Battle, shooter: Figure, target: Figure) -> bool:
    """HOA-FRT-09: Against figures behind a field fortification or at a loophole there is no
    shooting bonus.
    """
    if drops_over(shooter):
        return False
    work = work_before(battle, target, shooter)
    return (work is not None and work.kind == STOCKADE) or is_at_loophole(battle, target, shooter)


def drops_over(shooter: Figure) -> bool:
    """HOA-FRT-10: Bows and thrown weapons keep their bonus against figures behind a wall, because
    their missiles fall from above.
    """
    return arm_of(shooter).drops


def fires_from_stockade(battle: Battle, shooter: Figure, target: Figure) -> bool:
    """HOA-FRT-07: A figure that shoots across a field fortification in front of it deducts 1. It
    keeps its bonus, and has no deduction against a target that charges it.
    """
    work = work_before(battle, shooter, target)
    return work is not None and work.kind == STOCKADE


def is_behind_stockade(battle: Battle, shooter: Figure, point: Point) -> bool:
    """True if the shooter is at a field fortification that its line to a point crosses."""
    work = lines.behind_work(battle, shooter, point)
    return work is not None and work.kind == STOCKADE


FROM_WORKS: Mod = ("HOA-SHT-15", "shooter_in_works", -1)


def from_works(battle: Battle, shooter: Figure, target: Figure) -> Mod | None:
    """HOA-SHT-15: Deduct 1 for a shot from behind a field fortification or out of a building; none
    from barricades and fences.
    """
    out_of_building = is_indoors(shooter) and shooter.room != target.room
    return FROM_WORKS if out_of_building or fires_from_stockade(battle, shooter, target) else None


def target_charged(battle: Battle, shooter: Figure, target: Figure) -> Mod | None:
    """HOA-SHT-10: Deduct 1 if the target moved into close combat this turn, with any figure. A
    shooter behind a work or fence that the target charges has no deduction.
    """
    if CHARGED not in target.did or (
        is_charging(battle, target, shooter) and work_before(battle, shooter, target) is not None
    ):
        return None
    return ("HOA-SHT-10", "target_charged", -1)


def is_charging(battle: Battle, attacker: Figure, victim: Figure) -> bool:
    return ability_to_shoot.in_contact(attacker, victim) or any(
        one.attacker == attacker.id and one.victim == victim.id for one in battle.movement.charges
    )


def in_cover(battle: Battle, shooter: Figure, target: Figure) -> Mod | None:
    """HOA-SHT-11: Deduct 1 if the target begins or ends its movement in cover, for any number of
    covers. There is none if it ends in contact with the shooter.
    """
    if ability_to_shoot.in_contact(shooter, target) or not (
        started_in_cover(battle, shooter, target) or ends_in_cover(battle, shooter, target)
    ):
        return None
    return ("HOA-SHT-11", "target_in_cover", -1)


def started_in_cover(battle: Battle, shooter: Figure, target: Figure) -> bool:
    """True if country, a work, or the walls of a building covered the target at the start of its
    move.
    """
    return (
        has_moved(target)
        and target.began is not None
        and not is_vessel(target)
        and (
            started_indoors(battle, shooter, target)
            or bool(cover.covers(battle, target, target.began, shooter))
            or work_at_start(battle, shooter, target) is not None
        )
    )


def started_indoors(battle: Battle, shooter: Figure, target: Figure) -> bool:
    """True if the target came out of a room, and the shooter is not in that room."""
    room = battle.movement.began_in.get(target.id, "")
    return is_room(room) and room not in (target.room, shooter.room)


def work_at_start(battle: Battle, shooter: Figure, target: Figure) -> Work | None:
    """The work or fence that covered a moved target from this shooter at the start of its move."""
    if not has_moved(target) or target.began is None or arm_of(shooter).shells:
        return None
    before = msgspec.structs.replace(target, at=target.began, room="", roof="")
    return work_before(battle, before, shooter)


def ends_in_cover(battle: Battle, shooter: Figure, target: Figure) -> bool:
    """True if country, a work, or the walls of a building cover the target now."""
    if is_vessel(target) or target.aboard or target.at is None:
        return False
    if is_indoors(target):
        return target.room != shooter.room and not aim.is_under_roof_hole(battle, target, shooter)
    off = aim.aim(battle, shooter, target).distance
    return bool(cover.covers(battle, target, target.at, shooter, off)) or behind_cover(
        battle, shooter, target
    )


def behind_cover(battle: Battle, shooter: Figure, target: Figure) -> bool:
    """True if a work covers a target from this shooter."""
    work = work_before(battle, target, shooter)
    if work is None:
        return False
    return stockade_covers(shooter) if work.kind == STOCKADE else barricade_covers(shooter)


def stockade_covers(shooter: Figure) -> bool:
    """HOA-FRT-11: Behind a field fortification the target is in cover from all figures except
    Artillery and Gunboats. Other cover adds nothing.
    """
    return not arm_of(shooter).shells


def barricade_covers(shooter: Figure) -> bool:
    """HOA-FRT-16: Behind a barricade or a fence the target is in cover too, but the shooter keeps
    its bonus.
    """
    return not arm_of(shooter).shells


def pygmy_in_cover(battle: Battle, shooter: Figure, target: Figure) -> Mod | None:
    """HOA-SHT-12: Deduct another 1 if the target is a Pygmy in cover when the movement ends, in
    contact or not.
    """
    if not arm_of(target).pygmy or not ends_in_cover(battle, shooter, target):
        return None
    return ("HOA-SHT-12", "pygmy_in_cover", -1)


def target_scattered(battle: Battle, target: Figure, inches: float) -> Mod | None:
    """HOA-SHT-13: Deduct 1 for a target on foot, more than 8 in off, with no other figure of its
    side within 1 in. Scouts, Gun Bearers, attendants and baggage are no company. A gun with its
    crew is one figure.
    """
    if is_within(inches, SCATTER) or never_scattered(target):
        return None
    if any(
        mate.id != target.id and is_near(target, mate) and keeps_company(mate)
        for mate in visible_figures(battle, target.side)
    ):
        return None
    return ("HOA-SHT-13", "target_scattered", -1)


def never_scattered(target: Figure) -> bool:
    """HOA-SHT-14: Riders, boats, and figures inside a boat or building are never scattered; Scouts
    are not riders. A figure that dismounted or mounted this turn still counts as a rider.
    """
    if is_vessel(target) or target.aboard or is_indoors(target):
        return True
    return is_target_mounted(target)


def keeps_company(mate: Figure) -> bool:
    return not (mate.type in (SCOUT, "gun_bearer") or is_attendant(mate) or is_baggage(mate))


def is_near(target: Figure, mate: Figure) -> bool:
    """True if a mate stands within 1 in of the target. The check of coordinates first is only for
    speed.
    """
    (x, y), (u, v) = target.position, mate.position
    far = max(abs(x - u), abs(y - v))
    if far >= WIDEST_OF_DISCS and not (far < 9 and (is_vessel(target) or is_vessel(mate))):
        return False
    return is_within(distance_between(target, mate), COMPANY)
