"""HOA-SHT: the fire of both sides: written in secret on the frozen position, opened together,
rolled shot by shot, counted at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import between, figure_of, is_leader, is_there, other, there
from app.games.heart_of_africa.orders import FireOrders, Withdraw
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.shooting import aim, guns, hits, roof_shots, torches
from app.games.heart_of_africa.shooting.fires import light
from app.games.heart_of_africa.shooting.modifiers import HIT, tally, total_of
from app.games.heart_of_africa.shooting.odds import odds, unit_odds
from app.games.heart_of_africa.shooting.targets import (
    Mark,
    eligible,
    lawful,
    lawful_all,
    next_of_group,
    target_refusals,
    unit_key,
)
from app.games.heart_of_africa.shooting.weapons import has_repeater, weapon
from app.games.heart_of_africa.sight import lines
from app.games.heart_of_africa.state import Battle, Figure, Orders, Sealed, Shot, Torch
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, Refused, found_in, insist, no
from app.kernel.space.plane import is_within

__all__ = ["lawful", "odds", "owing", "resolve", "seal", "tally", "unit_odds", "withdraw", "write"]
BEARER_REACH = 1.0
AT_ONCE = 8
MACHINE_GUN = guns.MACHINE_GUN


# ------------------------------------------------------------------------------------------------ w
def write(battle: Battle, order: FireOrders, side: str, dice: Dice) -> list[Event]:  # noqa: ARG001 no dice
    """Fire orders, each told at once whether it is lawful; what is written stays sealed."""
    insist(write_refusals(battle, order, side))
    happened: list[Event] = (
        [e.FireWritten(side, order.shots, order.torches)] if order.shots or order.torches else []
    )
    return [*happened, e.FireSealed(side)] if order.seal else happened


def seal(battle: Battle, side: str, dice: Dice) -> list[Event]:  # noqa: ARG001 the same for every position
    """The side writes no more; who was given no order does not shoot."""
    return [e.FireSealed(side)]


def withdraw(battle: Battle, order: Withdraw, side: str, dice: Dice) -> list[Event]:  # noqa: ARG001 no dice
    insist(withdraw_refusals(battle, order, side))
    return [e.FireStruckOut(side, order.figures)]


def withdraw_refusals(battle: Battle, order: Withdraw, side: str) -> tuple[Refusal, ...]:
    written = written_by(battle, side)
    under_orders = {one.figure for one in (*written.shots, *written.torches)}
    mine = {figure.id for figure in there(battle, side)}
    return found_in(
        no(
            "HOA-SEQ-05",
            "{who} has no fire order to strike out.",
            "{who} no tiene ninguna orden de disparo que tachar.",
            who=called(battle, key if key in mine else ""),
        )
        for key in order.figures
        if key not in under_orders
    )


def written_by(battle: Battle, side: str) -> Orders:
    return battle.shooting.orders.get(side, Orders())


def write_refusals(battle: Battle, order: FireOrders, side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against the orders, one after another, against those already written
    by the side.
    """
    before = written_by(battle, side)
    shots, lit = list(before.shots), list(before.torches)
    found: list[Refusal] = []
    if not order.shots and not order.torches and not order.seal:
        return (named_target(Shot("")),)  # type: ignore[return-value]
    warm(battle, order, side)
    for group in groups_of(order.shots):
        if is_shared(group[0]):
            found += group_refusals(battle, group, side, shots)
        else:
            found += shot_refusals(battle, group[0], side, shots, lit)
        shots += group
    for torch in order.torches:
        found += torch_refusals(battle, torch, side, shots, lit)
        lit.append(torch)
    return found_in(found)


def warm(battle: Battle, order: FireOrders, side: str) -> None:
    """Lines of fire are worked out for all shooters of an order at once."""
    shooters = [
        battle.figures[shot.figure] for shot in order.shots if shot.figure in battle.figures
    ]
    eligible(
        battle,
        [
            one
            for one in shooters
            if one.side == side and is_there(battle, one) and not aim.opponents(battle, one)
        ],
    )


def groups_of(shots: Sequence[Shot]) -> Iterator[list[Shot]]:
    """Group orders against one enemy unit together, all others one by one."""
    gathered: dict[str, list[Shot]] = {}
    for shot in shots:
        if is_shared(shot):
            gathered.setdefault(shot.unit, []).append(shot)
    for shot in shots:
        if not is_shared(shot):
            yield [shot]
        elif shot.unit in gathered:
            yield gathered.pop(shot.unit)


def is_shared(shot: Shot) -> bool:
    """Whether it is one of a group's shots at an enemy unit, and neither at a wall nor at a
    roof.
    """
    return bool(shot.unit) and not (shot.building or shot.arrow or shot.blind)


def own_figure(battle: Battle, key: str, side: str) -> Figure | tuple[Refusal, ...]:
    try:
        figure = figure_of(battle, key, side)
    except Refused as refused:
        return refused.refusals
    if figure.side != side:
        return (
            no(
                "HOA-SHT-03",
                "{who} is not yours.",
                "{who} no es de los tuyos.",
                who=called(battle, figure),
            ),
        )
    return figure


def shot_refusals(
    battle: Battle, shot: Shot, side: str, written: Sequence[Shot] = (), lit: Sequence[Torch] = ()
) -> tuple[Refusal, ...]:
    """Everything that speaks against one shot, given the orders written before it."""
    figure = own_figure(battle, shot.figure, side)
    if isinstance(figure, tuple):
        return figure
    able = found_in(
        aim.unable(battle, figure),
        once_a_turn(battle, figure, written),
        one_of_the_file(battle, figure, written),
        torches.instead_of_shot(battle, figure, lit),
    )
    if aim.absent(battle, figure):
        return able
    if shot.building:
        return found_in(able, guns.wall_refusals(battle, figure, shot))
    if shot.arrow:
        return found_in(able, roof_shots.arrow_refusals(battle, figure, shot))
    if shot.blind:
        return found_in(able, roof_shots.blind_refusals(battle, figure, shot))
    return found_in(
        able, named_refusals(battle, figure, shot, side) if weapon(battle, figure).range else ()
    )


def named_refusals(battle: Battle, figure: Figure, shot: Shot, side: str) -> tuple[Refusal, ...]:
    """What speaks against the targets named."""
    missing = named_target(shot) or (
        no_unit()
        if any(key in battle.units and key not in battle.figures for key in shot.targets)
        else None
    )
    if missing is not None:
        return (missing,)
    named: list[Figure] = []
    for key in shot.targets:
        try:
            named.append(figure_of(battle, key, side))
        except Refused as refused:
            return refused.refusals
    if figure.type != MACHINE_GUN:
        return (
            target_refusals(battle, figure, named[0])
            if len(named) == 1
            else (one_target(battle, figure),)
        )
    return found_in(
        guns.list_refusals(battle, figure, [one for one in named if is_there(battle, one)]),
        *(
            target_refusals(battle, figure, one, first=not place)
            for place, one in enumerate(named[: guns.SHOTS])
        ),
    )


def named_target(shot: Shot) -> Refusal | None:
    """HOA-SHT-01: each figure shoots at one enemy figure that is named, not unit against unit."""
    if shot.targets:
        return None
    return no(
        "HOA-SHT-01",
        "Name an enemy figure to shoot at.",
        "Hay que nombrar una figura enemiga como blanco.",
    )


def no_unit() -> Refusal:
    return no(
        "HOA-SHT-01",
        "That is a unit: name one of its figures.",
        "Eso es una unidad: hay que nombrar una de sus figuras.",
    )


def one_target(battle: Battle, figure: Figure) -> Refusal:
    return no(
        "HOA-SHT-01",
        "{who} shoots at one figure with each shot.",
        "{who} dispara a una sola figura con cada disparo.",
        who=called(battle, figure),
    )


# ------------------------------------------------------------------------------------------------ h
def once_a_turn(battle: Battle, figure: Figure, written: Iterable[Shot]) -> Refusal | None:
    """HOA-SHT-03: a figure makes one shot a turn, unless its kind or its Gun Bearer allows more,
    and none with an empty weapon.
    """
    had = sum(shot.figure == figure.id for shot in written)
    most = shots_of(battle, figure)
    if had < most:
        return None
    if figure.type == "gunboat":
        return no(
            "HOA-ART-19",
            "{who} has {most} guns, and both have their orders.",
            "{who} tiene {most} cañones y ambos ya tienen orden.",
            who=called(battle, figure),
            most=most,
        )
    return no(
        "HOA-SHT-03",
        "{who} has its shots of the turn: {most}.",
        "{who} ya tiene sus disparos del turno: {most}.",
        who=called(battle, figure),
        most=most,
    )


def shots_of(battle: Battle, figure: Figure) -> int:
    """How many fire orders a figure may have in a turn (a machine gun has one, with a list of
    targets).
    """
    if figure.type == "gunboat":
        return guns.guns_of(figure)
    return 2 if has_bearer(battle, figure) or has_repeater(battle, figure) else 1


def has_bearer(battle: Battle, figure: Figure) -> bool:
    """HOA-SPC-02: a White Man shoots twice a turn while his own Gun Bearer, who never shoots
    himself, is within 1 in of him when the shooting begins, though the bearer be killed in it.
    """
    return figure.type == "white_man" and any(
        one.type == "gun_bearer"
        and one.of == figure.id
        and is_there(battle, one)
        and is_within(between(figure, one), BEARER_REACH)
        for one in battle.figures.values()
    )


def one_of_the_file(battle: Battle, figure: Figure, written: Iterable[Shot]) -> Refusal | None:
    """Of two ranks, or of two that changed places at a work, one shoots."""
    for key in dict.fromkeys(shot.figure for shot in written):
        mate = battle.figures.get(key)
        if mate is None or key == figure.id or not mate.unit or mate.unit != figure.unit:
            continue
        if any({key, figure.id} == set(pair) for pair in battle.movement.swapped):
            return no(
                "HOA-FRT-08",
                "{who} changed places with {mate}, who shoots: one of them does.",
                "{who} cambió de sitio con {mate}, que dispara: solo lo hace uno.",
                who=called(battle, figure),
                mate=called(battle, mate),
            )
        if lines.is_second_rank(battle, mate, figure) or lines.is_second_rank(battle, figure, mate):
            return no(
                "HOA-VIS-06",
                "{who} and {mate} are two ranks at a work: one of them shoots.",
                "{who} y {mate} son dos filas en una fortificación: solo dispara una.",
                who=called(battle, figure),
                mate=called(battle, mate),
            )
        if lines.is_same_file(battle, mate, figure) or lines.is_same_file(battle, figure, mate):
            return no(
                "HOA-VIS-09",
                "{who} and {mate} stand one behind the other: one of them shoots.",
                "{who} y {mate} están uno detrás del otro: solo dispara uno.",
                who=called(battle, figure),
                mate=called(battle, mate),
            )
    return None


# ------------------------------------------------------------------------------------------------ r
def group_refusals(
    battle: Battle, group: Sequence[Shot], side: str, written: Sequence[Shot]
) -> list[Refusal]:
    """HOA-SHT-02: shooters of one unit may roll together against one enemy unit if it does not
    matter who is hit: all targets of one type, none of them in contact with a shooter. Each throws
    against its nearest target; hits remove the nearest ones.
    """
    found: list[Refusal] = []
    able: list[Figure] = []
    said = list(written)
    for shot in group:
        figure = own_figure(battle, shot.figure, side)
        if isinstance(figure, tuple):
            found += figure
            continue
        found += found_in(
            aim.unable(battle, figure),
            once_a_turn(battle, figure, said),
            one_of_the_file(battle, figure, said),
        )
        said.append(shot)
        able.append(figure)
    enemy = battle.units.get(group[0].unit)
    if enemy is None or enemy.side == side:
        return [*found, no("HOA-SHT-02", "That is no enemy unit.", "Esa no es una unidad enemiga.")]
    if len({one.unit or one.id for one in able}) > 1:
        found.append(
            no(
                "HOA-SHT-02",
                "Only shooters of one unit roll together.",
                "Solo tiran juntos los tiradores de una misma unidad.",
            )
        )
    if any(one.type == MACHINE_GUN for one in able):
        found.append(
            no(
                "HOA-ART-11",
                "A machine gun names its targets one by one.",
                "La ametralladora nombra sus blancos uno a uno.",
            )
        )
    if found:
        return found
    return unlike_targets(battle, able, enemy.id)


def unlike_targets(battle: Battle, able: Sequence[Figure], unit: str) -> list[Refusal]:
    """Why the targets of a group are not all the same to it, or not lawful for one of its
    shooters.
    """
    found: list[Refusal] = []
    law = lawful_all(battle, able)
    marks = eligible(battle, able)
    for one in able:
        if not any(battle.figures[key].unit == unit for key in law[one.id].targets):
            found += off_limits(battle, one, unit, marks[one.id])
    aimed_at = {
        mark.figure.id: mark.figure
        for one in able
        for mark in marks[one.id]
        if mark.figure.unit == unit
    }
    touched = [foe for one in able for foe in aim.opponents(battle, one) if foe.unit == unit]
    if touched:
        found.append(
            no(
                "HOA-SHT-02",
                "{foes} are in contact with shooters: each names its own target.",
                "{foes} están en contacto con tiradores: cada uno nombra su blanco.",
                foes=tuple(called(battle, foe) for foe in dict.fromkeys(touched)),
            )
        )
    if len({(figure.type, is_leader(figure)) for figure in aimed_at.values()}) > 1:
        found.append(
            no(
                "HOA-SHT-02",
                "The targets are not all alike: each shooter names its own.",
                "Los blancos no son todos iguales: cada tirador nombra el suyo.",
            )
        )
    return found


def off_limits(
    battle: Battle, shooter: Figure, unit: str, marks: Sequence[Mark]
) -> tuple[Refusal, ...]:
    """Why a shooter has no lawful target in a unit: what speaks against its nearest figure."""
    those = [mark.figure for mark in marks if mark.figure.unit == unit] or [
        one for one in there(battle, other(shooter.side)) if one.unit == unit
    ]
    if not those:
        return (
            no(
                "HOA-SHT-02",
                "Nobody of that unit is on the table.",
                "No hay nadie de esa unidad en la mesa.",
            ),
        )
    near = min(those, key=lambda one: aim.aim(battle, shooter, one).distance)
    return target_refusals(battle, shooter, near)


def group_shot(battle: Battle, sealed: Sealed, dice: Dice) -> e.ShotFired:
    """A die of a group: thrown against the figure nearest to its shooter, whatever its mates have
    hit. A hit falls on the nearest figure that the group has not removed yet."""
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
    """The figure that a hit of a group falls on: hits are shared out in the order of the shots."""
    shot, shooter = sealed.shot, battle.figures[sealed.shot.figure]
    mates = {
        one.figure
        for one in written_by(battle, sealed.side).shots
        if one.unit == shot.unit and unit_key(battle.figures[one.figure]) == unit_key(shooter)
    }
    taken = {key for key, _, by in battle.struck_by if by in mates}
    return next_of_group(battle, shooter, shot.unit, taken)


# ------------------------------------------------------------------------------------------------ f
def torch_refusals(
    battle: Battle, torch: Torch, side: str, written: Sequence[Shot], lit: Sequence[Torch]
) -> tuple[Refusal, ...]:
    figure = own_figure(battle, torch.figure, side)
    return (
        figure
        if isinstance(figure, tuple)
        else torches.refusals(battle, figure, torch.target, written, lit)
    )


# ------------------------------------------------------------------------------------------------ w
def owing(battle: Battle) -> tuple[str, ...]:
    """The sides that have any lawful shot or fire to write."""
    return tuple(
        side for side in (battle.attacker, other(battle.attacker)) if has_fire(battle, side)
    )


def has_fire(battle: Battle, side: str) -> bool:
    if written_by(battle, side).shots or written_by(battle, side).torches:
        return True
    mine = list(there(battle, side))
    armed = [one for one in mine if weapon(battle, one).range and not aim.unable(battle, one)]
    for start in range(0, len(armed), AT_ONCE):
        if any(law.targets for law in lawful_all(battle, armed[start : start + AT_ONCE]).values()):
            return True
    return any(has_odd_shot(battle, one) for one in armed) or torches.any_possible(battle, mine)


def has_odd_shot(battle: Battle, figure: Figure) -> bool:
    """Whether a figure could shoot at a wall, a roof, or with a fire arrow."""
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


# ------------------------------------------------------------------------------------------------ r
def resolve(battle: Battle, dice: Dice) -> list[Event]:
    """The orders are opened and every shot rolled; stops where the owner of a Leader is asked, and
    goes on when called again.
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
        go(light(now, room, at, now.figures[by].side))
    go(guns.jams(now))
    go([e.FireClosed()])
    return happened


def all_at_once(battle: Battle) -> e.FireOpened:
    """HOA-SEQ-05: all shots count as simultaneous: whoever falls in this phase still makes his own.
    The dice are rolled in the order of the attacker's orders, then the defender's.
    """
    sides = (battle.attacker, other(battle.attacker))
    return e.FireOpened(
        tuple(Sealed(side, shot) for side in sides for shot in written_by(battle, side).shots),
        tuple(torch for side in sides for torch in written_by(battle, side).torches),
    )


def next_die(battle: Battle, dice: Dice) -> list[Event]:
    """The next shooting die of the queue, with all that follows from it."""
    sealed = (battle.shooting.queue or ())[0]
    shot, shooter = sealed.shot, battle.figures[sealed.shot.figure]
    if shot.building and shot.point is not None:
        return guns.at_wall(battle, shooter, shot.building, shot.point, dice)
    place = roof_shots.room_named(battle, shot.room) if shot.arrow else None
    if place is not None:
        return roof_shots.arrow(battle, shooter, shot, place[0], dice)
    fired = blind_or_aimed(battle, sealed, dice)
    return [fired, *hits.consequences(fold(battle, [fired]), fired, dice)]


def blind_or_aimed(battle: Battle, sealed: Sealed, dice: Dice) -> e.ShotFired:
    """The die of a shot at a figure."""
    shot, shooter = sealed.shot, battle.figures[sealed.shot.figure]
    above = roof_shots.on_the_roof(battle, shooter, shot) if shot.blind else None
    if above is not None:
        return roof_shots.blind(shooter, above, dice)
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
