"""HOA-SHT: resolution of the written shots, one by one."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import other_side, visible_figures
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.shooting import (
    ability_to_shoot,
    aim,
    guns,
    hits,
    roof_shots,
    torches,
)
from app.games.heart_of_africa.shooting.fire_phase import written_by
from app.games.heart_of_africa.shooting.fires import light_fire
from app.games.heart_of_africa.shooting.modifiers import HIT, tally, total_of
from app.games.heart_of_africa.shooting.single_shots import MACHINE_GUN
from app.games.heart_of_africa.shooting.targets import lawful_all, next_of_group, unit_key
from app.games.heart_of_africa.shooting.weapons import weapon
from app.games.heart_of_africa.sight import lines
from app.games.heart_of_africa.state import Battle, Sealed, Shot
from app.kernel.contract import Event
from app.kernel.dice import Dice

AT_ONCE = 8


def group_shot(battle: Battle, sealed: Sealed, dice: Dice) -> e.ShotFired:
    """The die of a group, rolled against the figure nearest to its shooter. A hit removes the
    nearest figure that the group has not removed yet.
    """
    shot, shooter = sealed.shot, battle.figures[sealed.shot.figure]
    target = next_of_group(battle, shooter, shot.unit, ())
    if target is None:
        raise AssertionError(f"{shooter.id} has no target in {shot.unit}")
    fired = one_shot(battle, shooter, target, dice)
    victim = taker_of(battle, sealed) if fired.hit else None
    if victim is None or victim.id == target.id:
        return fired
    return msgspec.structs.replace(fired, falls_on=victim.id)


def taker_of(battle: Battle, sealed: Sealed) -> Figure | None:
    """The figure that a hit of a group removes; hits are assigned in the order of the shots."""
    shot, shooter = sealed.shot, battle.figures[sealed.shot.figure]
    mates = {
        one.figure
        for one in written_by(battle, sealed.side).shots
        if one.unit == shot.unit and unit_key(battle.figures[one.figure]) == unit_key(shooter)
    }
    taken = {key for key, _, by in battle.struck_by if by in mates}
    return next_of_group(battle, shooter, shot.unit, taken)


def owing(battle: Battle) -> tuple[str, ...]:
    """The sides that have any lawful shot or fire to write."""
    return tuple(
        side for side in (battle.attacker, other_side(battle.attacker)) if has_fire(battle, side)
    )


def has_fire(battle: Battle, side: str) -> bool:
    if written_by(battle, side).shots or written_by(battle, side).torches:
        return True
    mine = list(visible_figures(battle, side))
    armed = [
        one
        for one in mine
        if weapon(battle, one).range and not ability_to_shoot.unable(battle, one)
    ]
    for start in range(0, len(armed), AT_ONCE):
        if any(law.targets for law in lawful_all(battle, armed[start : start + AT_ONCE]).values()):
            return True
    return any(has_odd_shot(battle, one) for one in armed) or torches.any_possible(battle, mine)


def has_odd_shot(battle: Battle, figure: Figure) -> bool:
    """True if a figure could shoot at a wall, a roof, or with a fire arrow."""
    works = [work for work in battle.land.works if work.rect is not None]
    if not works or (
        guns.arm_of(figure).shells and any(work.owner != figure.side for work in works)
    ):
        return bool(works)
    if figure.room and not roof_shots.blind_refusals(
        battle, figure, Shot(figure.id, room=figure.room, blind=True)
    ):
        return True
    return guns.arm_of(figure).fire_arrows and any(
        not roof_shots.arrow_refusals(
            battle, figure, Shot(figure.id, room=f"{work.id}/{room}", arrow=True)
        )
        for work in works
        for room in lines.plan(work)[1]
    )


def resolve(battle: Battle, dice: Dice) -> list[Event]:
    """Opens the orders and rolls every shot. Stops at a question to the owner of a Leader, and
    continues when called again.
    """
    happened: list[Event] = []
    now = battle

    def go(events: Iterable[Event]) -> None:
        nonlocal now
        more = list(events)
        happened.extend(more)
        now = fold(now, more)

    if battle.shooting.queue is None:
        opened = all_at_once(battle)
        if not opened.queue and not opened.torches:
            return []
        go([opened])
    while now.shooting.queue and not now.pending:
        go(next_die(now, dice))
    if now.pending:
        return happened
    go(hits.carried_off(now))
    for room, by, at in now.shooting.kindled:
        go(light_fire(now, room, at, now.figures[by].side))
    go(guns.jammed_guns(now))
    go([e.FireClosed()])
    return happened


def all_at_once(battle: Battle) -> e.FireOpened:
    """HOA-SEQ-05: All shots count as simultaneous: a figure that falls in this phase still makes
    its own. The dice are rolled in the order of the attacker's orders, then the defender's.
    """
    sides = (battle.attacker, other_side(battle.attacker))
    return e.FireOpened(
        tuple(Sealed(side, shot) for side in sides for shot in written_by(battle, side).shots),
        tuple(torch for side in sides for torch in written_by(battle, side).torches),
    )


def next_die(battle: Battle, dice: Dice) -> list[Event]:
    """Events of the next shooting die of the queue, with all that follows from it."""
    sealed = (battle.shooting.queue or ())[0]
    shot, shooter = sealed.shot, battle.figures[sealed.shot.figure]
    if shot.building and shot.point is not None:
        return guns.at_wall(battle, shooter, shot.building, shot.point, dice)
    place = roof_shots.room_named(battle, shot.room) if shot.arrow else None
    if place is not None:
        return roof_shots.fire_arrow(battle, shooter, shot, place[0], dice)
    fired = blind_or_aimed(battle, sealed, dice)
    return [fired, *hits.follow_shot(fold(battle, [fired]), fired, dice)]


def blind_or_aimed(battle: Battle, sealed: Sealed, dice: Dice) -> e.ShotFired:
    """The die of a shot at a figure."""
    shot, shooter = sealed.shot, battle.figures[sealed.shot.figure]
    above = roof_shots.on_the_roof(battle, shooter, shot) if shot.blind else None
    if above is not None:
        return roof_shots.blind_shot(shooter, above, dice)
    if shot.unit:
        return group_shot(battle, sealed, dice)
    place = len(battle.shooting.shot_dice.get(shooter.id, ())) if shooter.type == MACHINE_GUN else 0
    return one_shot(
        battle,
        shooter,
        battle.figures[shot.targets[place]],
        dice,
        last=place == len(shot.targets) - 1,
    )


def one_shot(
    battle: Battle, shooter: Figure, target: Figure, dice: Dice, *, last: bool = True
) -> e.ShotFired:
    line, mods = aim.aim(battle, shooter, target), tally(battle, shooter, target)
    die = dice.roll(6, "shot", shooter.id)
    total = total_of(die, mods)
    return e.ShotFired(
        shooter.id,
        target.id,
        die,
        mods,
        total,
        total >= HIT,
        round(line.distance, 3),
        (line.muzzle, line.mark),
        needs=HIT,
        last=last,
    )
