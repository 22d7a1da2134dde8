"""HOA-SHT: Fire of both sides, written in secret on the same position, opened together and rolled
shot by shot. Losses are removed at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.figures import is_leader, is_there, other_side, visible_figures
from app.games.heart_of_africa.orders import FireOrders, Withdraw
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.shooting import ability_to_shoot, aim, torches
from app.games.heart_of_africa.shooting.single_shots import (
    MACHINE_GUN,
    named_target,
    once_a_turn,
    one_of_the_file,
    own_figure,
    shot_refusals,
)
from app.games.heart_of_africa.shooting.targets import Mark, eligible, lawful_all, target_refusals
from app.games.heart_of_africa.state import Battle, Orders, Shot, Torch
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if


def write(battle: Battle, order: FireOrders, side: str, dice: Dice) -> list[Event]:  # noqa: ARG001 no dice
    """Events of fire orders. An unlawful order is refused at once; the written ones stay sealed."""
    refuse_if(write_refusals(battle, order, side))
    happened: list[Event] = (
        [e.FireWritten(side, order.shots, order.torches)] if order.shots or order.torches else []
    )
    return [*happened, e.FireSealed(side)] if order.seal else happened


def seal(battle: Battle, side: str, dice: Dice) -> list[Event]:  # noqa: ARG001 the same for every position
    """Events of a side that seals its fire orders; figures without an order do not shoot."""
    return [e.FireSealed(side)]


def withdraw(battle: Battle, order: Withdraw, side: str, dice: Dice) -> list[Event]:  # noqa: ARG001 no dice
    refuse_if(withdraw_refusals(battle, order, side))
    return [e.FireStruckOut(side, order.figures)]


def withdraw_refusals(battle: Battle, order: Withdraw, side: str) -> tuple[Refusal, ...]:
    written = written_by(battle, side)
    under_orders = written.figures
    mine = {figure.id for figure in visible_figures(battle, side)}
    return found_in(
        no(
            "HOA-SEQ-05",
            "{who} has no fire order to delete.",
            "{who} no tiene ninguna orden de fuego que borrar.",
            who=called(battle, key if key in mine else ""),
        )
        for key in order.figures
        if key not in under_orders
    )


def written_by(battle: Battle, side: str) -> Orders:
    return battle.shooting.orders.get(side, Orders())


def write_refusals(battle: Battle, order: FireOrders, side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against the orders, one after another, given those already written by
    the side.
    """
    before = written_by(battle, side)
    shots, lit = list(before.shots), list(before.torches)
    found: list[Refusal] = []
    if not order.shots and not order.torches and not order.seal:
        return found_in(named_target(Shot("")))
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
    """Computes the lines of fire of all shooters of an order at once, for the cache."""
    shooters = [
        battle.figures[shot.figure] for shot in order.shots if shot.figure in battle.figures
    ]
    eligible(
        battle,
        [
            one
            for one in shooters
            if one.side == side
            and is_there(battle, one)
            and not ability_to_shoot.opponents(battle, one)
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
    """True if it is one of a group's shots at an enemy unit, not at a wall or a roof."""
    return bool(shot.unit) and not (shot.building or shot.arrow or shot.blind)


def group_refusals(
    battle: Battle, group: Sequence[Shot], side: str, written: Sequence[Shot]
) -> list[Refusal]:
    """HOA-SHT-02: Shooters of one unit may roll together against one enemy unit if all targets are
    of one type and none touches a shooter. Each rolls against its nearest target; hits remove the
    nearest targets.
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
            ability_to_shoot.unable(battle, figure),
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
                "La ametralladora nombra sus objetivos uno a uno.",
            )
        )
    if found:
        return found
    return unlike_targets(battle, able, enemy.id)


def unlike_targets(battle: Battle, able: Sequence[Figure], unit: str) -> list[Refusal]:
    """Reasons why the targets of a group differ, or are not lawful for one of its shooters."""
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
    touched = [
        foe for one in able for foe in ability_to_shoot.opponents(battle, one) if foe.unit == unit
    ]
    if touched:
        found.append(
            no(
                "HOA-SHT-02",
                "{foes} are in contact with shooters: each names its own target.",
                "{foes} están en contacto con tiradores: cada uno nombra su objetivo.",
                foes=tuple(called(battle, foe) for foe in dict.fromkeys(touched)),
            )
        )
    if len({(figure.type, is_leader(figure)) for figure in aimed_at.values()}) > 1:
        found.append(
            no(
                "HOA-SHT-02",
                "The targets are not all alike: each shooter names its own.",
                "Los objetivos no son todos iguales: cada tirador nombra el suyo.",
            )
        )
    return found


def off_limits(
    battle: Battle, shooter: Figure, unit: str, marks: Sequence[Mark]
) -> tuple[Refusal, ...]:
    """Reasons why a shooter has no lawful target in a unit, taken from its nearest figure."""
    those = [mark.figure for mark in marks if mark.figure.unit == unit] or [
        one for one in visible_figures(battle, other_side(shooter.side)) if one.unit == unit
    ]
    if not those:
        return (
            no(
                "HOA-SHT-02",
                "No figure of that unit is on the table.",
                "No hay figuras de esa unidad en la mesa.",
            ),
        )
    near = min(those, key=lambda one: aim.aim(battle, shooter, one).distance)
    return target_refusals(battle, shooter, near)


def torch_refusals(
    battle: Battle, torch: Torch, side: str, written: Sequence[Shot], lit: Sequence[Torch]
) -> tuple[Refusal, ...]:
    figure = own_figure(battle, torch.figure, side)
    return (
        figure
        if isinstance(figure, tuple)
        else torches.refusals(battle, figure, torch.target, written, lit)
    )
