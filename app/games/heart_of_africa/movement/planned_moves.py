"""HOA-MOV: Ways of the figures of a move, and its refusals."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.games.heart_of_africa.board import Board, board, on_top_of, spots_near
from app.games.heart_of_africa.buildings_and_boats import ways_into_rooms
from app.games.heart_of_africa.figures import (
    figure_of,
    is_attendant,
    not_there,
    radius,
)
from app.games.heart_of_africa.movement.activation import (
    movers,
)
from app.games.heart_of_africa.movement.allowances import allowance, commands
from app.games.heart_of_africa.movement.cohesion import keeps_together
from app.games.heart_of_africa.movement.contact import newly_touched, opponents_now
from app.games.heart_of_africa.movement.slow_going import way_against_enemy
from app.games.heart_of_africa.movement.walking import (
    Step,
    cannot_stir,
    plan,
    rearranged,
)
from app.games.heart_of_africa.orders import Move
from app.games.heart_of_africa.pieces import (
    Figure,
)
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.setup.entry import left_behind
from app.games.heart_of_africa.state import Battle
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.space.plane import (
    CONTACT,
    Path,
    Point,
    angle_to,
    inches_to,
    on_grid,
    path_length,
    point_at,
)

STILL = 0.001
"""A way shorter than this (inches) leads nowhere."""
ROUND = tuple(sign * 7.5 * step for step in range(1, 19) for sign in (1, -1))
"""Directions of the places round an enemy that are tried in order, in degrees off the
straight way.
"""


def move_refusals(battle: Battle, order: Move, side: str) -> tuple[Refusal, ...]:
    """Everything that speaks against a move of the unit in hand, or, before its dice, against the
    way as such.
    """
    return planned(battle, order, side)[1]


def planned(battle: Battle, order: Move, side: str) -> tuple[list[Step], tuple[Refusal, ...]]:
    """The moves of an order, figure by figure in their order, and everything that speaks against
    them.
    """
    strange = strangers(battle, order, side)
    if strange:
        return [], strange
    grid = board(battle, side)
    wayless = without_way(battle, order)
    order = with_ways(battle, order, side)
    ends = {
        key: end_of(battle, key, path, order.attack.get(key, ""))
        for key, path in order.paths.items()
        if path
    }
    later = rearranged(battle, grid, ends)
    steps = [
        plan(battle, battle.figures[key], path, order.attack.get(key, ""), grid=later)
        for key, path in order.paths.items()
    ]
    refusals = found_in(*(step.refusals for step in steps), turning_refusals(battle, order, grid))
    if not refusals:
        refusals = found_in(
            *(
                already_there(battle, step, order.attack[step.figure.id])
                for step in steps
                if step.figure.id in wayless
            ),
            moves_no_figure(battle, order, steps),
        )
    if not refusals:
        refusals = found_in(
            together(battle, order.who, steps, grid),
            ways_into_rooms.too_many(battle, side, ends),
            left_behind(battle, order.who, order.paths) if order.ends else None,
        )
    return [step for step in steps if stirs(step)], refusals


def stirs(step: Step) -> bool:
    """True if a move has a length, brings a figure on, or is an attack on the spot."""
    return step.length > 0.001 or step.figure.at is None or bool(step.touches)


def strangers(battle: Battle, order: Move, side: str) -> tuple[Refusal, ...]:
    """Refusals of the named figures that do not belong to the activation."""
    named = (*order.paths, *order.facing, *order.attack)
    return found_in(*(not_among_them(battle, order.who, key, side) for key in named))


def moves_no_figure(battle: Battle, order: Move, steps: Sequence[Step]) -> Refusal | None:
    """Refusal of an order in which no figure moves, turns or attacks; it spends nothing."""
    if order.facing or any(stirs(step) for step in steps):
        return None
    return no(
        "HOA-SEQ-03",
        "The order moves no figure of {who}: name a way, a facing or an enemy "
        "to attack. To leave all of them in place, end the move.",
        "La orden no mueve ninguna figura de {who}: indica un camino, una orientación o "
        "un enemigo que atacar. Para dejarlas a todas en su sitio, termina el movimiento.",
        who=called(battle, order.who),
    )


def already_there(battle: Battle, step: Step, attack: str) -> Refusal | None:
    """Refusal of a figure that is to attack an enemy it already fights."""
    if stirs(step):
        return None
    return no(
        "HOA-MEL-01",
        "{who} is already in contact with {enemy}.",
        "{who} ya está en contacto con {enemy}.",
        who=called(battle, step.figure),
        enemy=called(battle, battle.figures[attack]),
    )


def has_way(figure: Figure, path: Path) -> bool:
    """True if a path leads anywhere."""
    return bool(path) and (figure.at is None or path_length(path) > STILL)


def without_way(battle: Battle, order: Move) -> tuple[str, ...]:
    """Ids of the figures that are to attack and have no way."""
    return tuple(
        key
        for key, enemy in order.attack.items()
        if enemy and not has_way(battle.figures[key], order.paths.get(key, ()))
    )


def with_ways(battle: Battle, order: Move, side: str) -> Move:
    """The order with a way added for every figure that is to attack and has none."""
    todo = without_way(battle, order)
    if not todo:
        return order
    grid = board(battle, side)
    paths = {key: path for key, path in order.paths.items() if key not in todo}
    ends = {
        key: end_of(battle, key, path, order.attack.get(key, ""))
        for key, path in paths.items()
        if path
    }
    for key in todo:
        figure = battle.figures[key]
        if figure.at is None:
            paths[key] = ()
            continue
        victim = figure_of(battle, order.attack[key], side)
        paths[key] = straight_to(battle, figure, victim, rearranged(battle, grid, ends))
        ends[key] = end_of(battle, key, paths[key], order.attack[key])
    return msgspec.structs.replace(order, paths=paths)


def straight_to(battle: Battle, figure: Figure, victim: Figure, grid: Board) -> Path:
    """The direct way to an enemy; if bases bar it, the shortest straight one to a free place in
    contact.
    """
    start = figure.position
    if victim.at is None:
        return (start, start)
    direct = (start, victim.at)
    wrong = plan(battle, figure, direct, victim.id, grid=grid).refusals
    if {refusal.rule for refusal in wrong} != {"HOA-MOV-05"}:
        return direct
    apart = radius(figure) + radius(victim)
    beside = tuple(spots_near((*grid.friends, *grid.foes), (victim.at,), apart + 1))
    most = max((inches for inches in allowance(battle, figure) if inches is not None), default=None)
    toward = angle_to(victim.at, start)
    for turn in ROUND:
        spot = on_grid(point_at(victim.at, toward + turn, apart))
        if most is not None and inches_to(start, spot) > most + CONTACT:
            return direct
        if on_top_of(beside, figure, spot, {}) is not None:
            continue
        step = plan(battle, figure, (start, spot), victim.id, grid=grid)
        if not step.refusals and victim.id in {enemy.id for enemy in step.touches}:
            return (start, spot)
    return direct


def not_among_them(battle: Battle, who: str, key: str, side: str) -> Refusal | None:
    """Refusal of a figure that does not belong to the activation."""
    figure = battle.figures.get(key)
    if figure is None or figure.side != side or figure.fate:
        return not_there(battle, key, side)
    if commands(battle, who, figure):
        return None
    rule = "HOA-LDR-07" if is_attendant(figure) else "HOA-SEQ-02"
    return no(
        rule,
        "{who} does not move with {unit}.",
        "{who} no mueve con {unit}.",
        who=called(battle, figure),
        unit=called(battle, who),
    )


def end_of(battle: Battle, key: str, path: Path, attack: str) -> Point | None:
    """The place of a figure after its way; against an enemy it stops at the enemy's base."""
    way: Path = tuple(on_grid(point) for point in path)
    victim = battle.figures.get(attack)
    if victim is not None and victim.at is not None and len(way) > 1:
        way = way_against_enemy(battle.figures[key], way, victim)[0]
    return way[-1]


def turning_refusals(battle: Battle, order: Move, grid: Board) -> tuple[Refusal, ...]:
    """Everything that speaks against turning figures without a path: figures just contacted keep
    their facing.
    """
    found = []
    for key in order.facing:
        if key in order.paths:
            continue
        figure = battle.figures[key]
        found += [
            one for one in cannot_stir(battle, figure) if one.rule in ("HOA-SEQ-02", "HOA-STR-03")
        ]
        fresh = newly_touched(figure, opponents_now(figure, grid))
        if fresh:
            found.append(
                no(
                    "HOA-MEL-02",
                    "{who} was contacted this turn and may not turn.",
                    "{who:El} ha sido {who:contactado|contactada|contactados|contactadas} este "
                    "turno y no puede girar.",
                    who=called(battle, figure),
                )
            )
    return tuple(found)


def together(battle: Battle, who: str, steps: Sequence[Step], grid: Board) -> Refusal | None:
    """Refusal of a move that breaks cohesion; figures held by the enemy or fleeing do not count."""
    if who not in battle.units or not steps:
        return None
    ends = {step.figure.id: None if step.leaves else step.way[-1] for step in steps}
    torn = keeps_together(battle, who, ends)
    if torn is None:
        return None
    bound = [
        figure.id
        for figure in movers(battle, who)
        if figure.at is not None and opponents_now(figure, grid)
    ]
    return keeps_together(battle, who, ends, bound) if bound else torn
