"""March orders: refusals, reading, and the next task."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from app.games.heart_of_africa.conditional_orders.plans import ASK, March, Task
from app.games.heart_of_africa.conditional_orders.watch import (
    goal_of,
    men_of,
    new_enemy_near,
    place_of,
    visible_pieces,
    watch_at_start,
)
from app.games.heart_of_africa.conditional_orders.words import STAND, STOPS
from app.games.heart_of_africa.figures import is_hidden
from app.games.heart_of_africa.figures import not_there as unknown
from app.games.heart_of_africa.movement import drills, formations, moves
from app.games.heart_of_africa.movement.allowances import never_moves
from app.games.heart_of_africa.movement.charge_targets import target_refusals
from app.games.heart_of_africa.orders import Manoeuvre, NoMove, Pass, PlanMarch
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.state import ARRIVALS, INDEPENDENT_MOVES, UNIT_MOVES, UPKEEP, Battle
from app.kernel.contract import Order
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.space.plane import inches_to, on_grid

MOST_TURNS, MOST_INCHES = 4, 24
THERE = 0.5
"""Distance from its place at which a unit has arrived (inches)."""
BEFORE_THE_MOVES = (UPKEEP, ARRIVALS, UNIT_MOVES, INDEPENDENT_MOVES)


def march_refusals(battle: Battle, order: PlanMarch, side: str) -> tuple[Refusal, ...]:
    """CAR-PLN-02: A side may order in advance only what it could order itself: its own visible
    pieces, places on the table, enemies in sight.
    """
    mine = set(visible_pieces(battle, side))
    stray = next(
        (
            key
            for key in (*order.to, *order.target, *order.after, *order.after.values(), *order.order)
            if key not in mine
        ),
        None,
    )
    if stray is not None:
        return (not_there(battle, stray, side),)
    return found_in(
        *(off_the_table(battle, who, spot) for who, spot in order.to.items()),
        *(target_refusals(battle, target, side) for target in order.target.values()),
        *(never_marches(battle, who) for who in units_with_task(order)),
        *(with_itself(battle, who) for who, beside in order.after.items() if who == beside),
        strange_words(order),
        nothing_said(order),
    )


def units_with_task(order: PlanMarch) -> tuple[str, ...]:
    """Ids of the units with a task, in order of movement."""
    some = {*order.target, *order.to, *order.after}
    return tuple(
        key
        for key in dict.fromkeys((*order.order, *order.target, *order.to, *order.after))
        if key in some
    )


def not_there(battle: Battle, key: str, side: str) -> Refusal:
    """Refusal of a piece of the other side, or of a hidden one."""
    thing = battle.units.get(key) or battle.figures.get(key)
    if thing is None or thing.side != side or thing.fate:
        return unknown(battle, key, side)
    return no(
        "CAR-PLN-02",
        "{who:The} {who:is|are} not in the open on the table.",
        "{who:El} no {who:está|están} a la vista en la mesa.",
        who=called(battle, key),
    )


def off_the_table(battle: Battle, who: str, spot: Sequence[float]) -> Refusal | None:
    if (
        2 <= len(spot) <= 3
        and all(map(math.isfinite, spot))
        and 0 <= spot[0] <= battle.land.width
        and 0 <= spot[1] <= battle.land.depth
    ):
        return None
    return no(
        "CAR-TAB-08",
        "{who}: that place is not on the table.",
        "{who}: ese punto no está en la mesa.",
        who=called(battle, who),
    )


def never_marches(battle: Battle, who: str) -> Refusal | None:
    """Refusal of a piece that can never march because none of its figures moves."""
    stuck = [never_moves(battle, man) for man in men_of(battle, who)]
    return stuck[0] if all(stuck) else None


def with_itself(battle: Battle, who: str) -> Refusal:
    return no(
        "CAR-PLN-02",
        "{who:The} cannot go with {who:itself|themselves}.",
        "{who:El} no {who:puede|pueden} ir consigo {who:mismo|misma|mismos|mismas}.",
        who=called(battle, who),
    )


def strange_words(order: PlanMarch) -> Refusal | None:
    if (
        order.rest in (STAND, ASK)
        and set(order.stops) <= set(STOPS)
        and 0 <= order.within <= MOST_INCHES
        and 1 <= order.turns <= MOST_TURNS
    ):
        return None
    return no(
        "CAR-PLN-02",
        "A march order is in force for 1 to {turns} turns, and the distance that "
        "counts as near is at most {inches} in.",
        "Una orden de marcha vale de 1 a {turns} turnos, y la distancia que cuenta "
        "como cercana es de {inches:pulgada+s} como mucho.",
        turns=MOST_TURNS,
        inches=MOST_INCHES,
    )


def nothing_said(order: PlanMarch) -> Refusal | None:
    if units_with_task(order) or order.rest == STAND:
        return None
    return no(
        "CAR-PLN-02",
        "Give a task to at least one unit.",
        "Da una tarea al menos a una unidad.",
    )


def read(battle: Battle, order: PlanMarch, side: str) -> March:
    """The march order as it is stored. A unit with several tasks charges, else goes to its place.
    After the moves of a turn it starts with the next one.
    """
    first = battle.turn if battle.step in BEFORE_THE_MOVES else battle.turn + 1
    tasks = tuple(task_of(battle, order, key) for key in units_with_task(order))
    stops = tuple(stop for stop in STOPS if stop in order.stops)
    return March(
        first,
        first + order.turns - 1,
        tasks,
        order.rest,
        stops,
        order.within,
        watch_at_start(battle, side, tasks, order.within),
    )


def task_of(battle: Battle, order: PlanMarch, who: str) -> Task:
    if who in order.target:
        return Task(who, target=order.target[who])
    if who in order.to:
        x, y, *facing = order.to[who]
        return Task(who, (x, y), facing[0] % 360 if facing else None)
    here, there = place_of(battle, who), place_of(battle, order.after[who])
    if here is None or there is None:
        raise LookupError(f"{who} or {order.after[who]} is not on the table")
    (x, y), (bx, by) = here, there
    return Task(who, on_grid((x - bx, y - by)), after=order.after[who])


def resumed_march(battle: Battle, march: March, side: str) -> PlanMarch:
    """The order that resumes a stopped march, from present knowledge, for the remaining units and
    targets.
    """
    mine = set(visible_pieces(battle, side))
    tasks = [
        task
        for task in march.tasks
        if task.who in mine and not (task.target and target_refusals(battle, task.target, side))
    ]
    to = {
        task.who: (*task.to, *(() if task.facing is None else (task.facing,)))
        for task in tasks
        if task.to is not None and not task.after
    }
    left = march.last - max(march.first, battle.turn) + 1
    return PlanMarch(
        to,
        {task.who: task.target for task in tasks if task.target},
        {task.who: task.after for task in tasks if task.after in mine},
        tuple(task.who for task in tasks),
        march.rest,
        march.stops,
        march.within,
        max(1, left),
    )


def is_on(battle: Battle, march: March | None) -> bool:
    return march is not None and not march.stopped and march.first <= battle.turn <= march.last


def due(battle: Battle, march: March, waiting: Sequence[str]) -> Task | None:
    """The first task whose turn it is."""
    return next(
        (task for task in march.tasks if task.who in waiting and not is_done(battle, task)), None
    )


def is_done(battle: Battle, task: Task) -> bool:
    """True if a unit has reached its place, or its target or companion is gone."""
    here, goal = place_of(battle, task.who), goal_of(battle, task)
    if here is None or task.target:
        return here is None or bool(
            target_refusals(battle, task.target, men_of(battle, task.who)[0].side)
        )
    return goal is None or (inches_to(here, goal) <= THERE and task.facing is None)


def task_manoeuvre(battle: Battle, task: Task) -> Manoeuvre:
    """The manoeuvre of a task with known dice: a charge, or as far towards the place as the roll
    goes.
    """
    goal = goal_of(battle, task)
    if goal is None:
        return Manoeuvre(task.who, drills.CHARGE, target=task.target)
    order = formations.toward(battle, task.who, goal)
    return order if task.facing is None else msgspec.structs.replace(order, angle=task.facing)


def order_to_stay(battle: Battle, side: str, waiting: Sequence[str]) -> Order:
    """The order that all other units stay; hidden units stay without an order and may still emerge
    later.
    """
    left = tuple(who for who in waiting if not moves.stands_refusals(battle, who, side))
    hides = any(
        figure.side == side and is_hidden(battle, figure) for figure in battle.figures.values()
    )
    return NoMove(left) if hides and left else Pass()


def disturbed_unit(
    battle: Battle, march: March, waiting: Sequence[str]
) -> tuple[str, str, str] | None:
    """The first of the waiting units near which an enemy has appeared."""
    return next(
        filter(
            None, (new_enemy_near(battle, march, who) for who in waiting if men_of(battle, who))
        ),
        None,
    )
