"""Layouts of a body of figures: ranks and files, places, and a whole unit laid out on free
ground.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from app.games.heart_of_africa.figures import figure_of, is_attendant, members, radius
from app.games.heart_of_africa.movement.free_places import Ground
from app.games.heart_of_africa.movement.obstacles import Chart
from app.games.heart_of_africa.orders import Deploy, Place, Spot
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.setup.table_edges import FACING, Rect
from app.games.heart_of_africa.state import Battle
from app.kernel.space.plane import Point, angle_to, unit_vector

LINE, RANK, COLUMN, LOOSE, CLOSE_UP, BLOCK = "line", "rank", "column", "loose", "close_up", "block"
THREE_RANKS = "three_ranks"
SHAPES = (LINE, RANK, THREE_RANKS, COLUMN, LOOSE, CLOSE_UP, BLOCK)
FRONT_RANK_FIRST = (LINE, RANK, THREE_RANKS, COLUMN)
"""Shapes that are placed by the middle of their front rank."""
ELBOW_ROOM = 0.1
"""Distance between neighbours of a close body (inches)."""
LOOSE_ORDER = 1.15
"""Distance between neighbours in loose order (inches): more than the 1 in within which a target is
not scattered.
"""
SINGLE_FILE = 6
"""Most figures of a column with one file."""


def ranks_of(shape: str, count: int, deepest: int = 0) -> list[int]:
    """Number of figures in each rank, the foremost first; `deepest` limits the ranks (0: as the
    shape has it).
    """
    if shape == RANK:
        front = count
    elif shape == LINE:
        front = math.ceil(count / 2)
    elif shape == THREE_RANKS:
        front = math.ceil(count / 3)
    elif shape == COLUMN:
        front = 1 if count <= SINGLE_FILE else 2
    elif shape == LOOSE:
        front = math.ceil(math.sqrt(count * 2))
    else:
        front = math.ceil(math.sqrt(count * 1.6))
    if deepest:
        front = max(front, math.ceil(count / deepest))
    return [min(front, count - done) for done in range(0, count, max(front, 1))]


def slots(
    shape: str, count: int, width: float, at: Point, facing: float, deepest: int = 0
) -> list[Point]:
    """The places of a body of bases of half width `width` in inches, front rank first, each rank
    from left to right.

    `at` is the middle of the front rank of a line, the head of a column, or the middle of any other
    shape.
    """
    ranks = ranks_of(shape, count, deepest)
    step = 2 * width + (LOOSE_ORDER if shape == LOOSE else ELBOW_ROOM)
    back = step * math.sqrt(3) / 2 if shape == LOOSE else step
    depth = 0.0 if shape in FRONT_RANK_FIRST else back * (len(ranks) - 1) / 2
    (ahead_x, ahead_y), (left_x, left_y) = unit_vector(facing), unit_vector(facing + 90)
    found = []
    for number, files in enumerate(ranks):
        forward = depth - number * back
        shift = (
            (ranks[0] - files) // 2 * step
            - (ranks[0] - files) / 2 * step
            + (step / 2 if number % 2 else 0.0)
            if shape == LOOSE
            else 0.0
        )
        for file in range(files):
            aside = ((files - 1) / 2 - file) * step - shift
            found.append(
                (
                    at[0] + forward * ahead_x + aside * left_x,
                    at[1] + forward * ahead_y + aside * left_y,
                )
            )
    return found


def matched(
    places: Sequence[Point],
    goals: Sequence[Point],
    facing: float,
    ranks: Sequence[int],
    *,
    swaps: bool = True,
) -> list[Point]:
    """The goal of each place: figures in front stay in front, figures on the left stay on the left.
    With `swaps`, pairs change goals if that shortens their ways.
    """
    (ax, ay), (lx, ly) = unit_vector(facing), unit_vector(facing + 90)
    depth = sorted(range(len(places)), key=lambda n: -(places[n][0] * ax + places[n][1] * ay))
    given = [0] * len(places)
    done = 0
    for files in ranks:
        row = sorted(
            depth[done : done + files], key=lambda n: -(places[n][0] * lx + places[n][1] * ly)
        )
        for slot, n in enumerate(row, start=done):
            given[n] = slot
        done += files
    if swaps:
        exchange_goals(places, goals, given)
    return [goals[slot] for slot in given]


def exchange_goals(places: Sequence[Point], goals: Sequence[Point], given: list[int]) -> None:
    """Exchanges the goals of two figures at a time while the longer way, and both together, get
    shorter.
    """
    cost = [[(x - gx) ** 2 + (y - gy) ** 2 for gx, gy in goals] for x, y in places]
    for _ in range(4):
        better = False
        for a in range(len(given)):
            mine = cost[a]
            for b in range(a + 1, len(given)):
                here, there = given[a], given[b]
                if mine[there] + cost[b][here] < mine[here] + cost[b][there] - 1e-9:
                    given[a], given[b] = there, here
                    better = True
        if not better:
            return


def front_of(figures: Sequence[Figure]) -> float:
    """The direction in degrees that a body faces: the mean of its figures."""
    x = sum(unit_vector(figure.facing)[0] for figure in figures)
    y = sum(unit_vector(figure.facing)[1] for figure in figures)
    return (
        angle_to((0.0, 0.0), (x, y))
        if math.hypot(x, y) > 1e-6
        else (figures[0].facing if figures else 0.0)
    )


def deploy_block(
    battle: Battle,
    unit: str,
    at: Point,
    facing: float,
    shape: str = BLOCK,
    *,
    allowed: Callable[[Figure, Point], bool] = lambda figure, spot: True,  # noqa: ARG005 - anywhere
) -> Mapping[str, Spot]:
    """Places of a unit, the baggage or an independent figure with its attendants, laid out round a
    place in cohesion on free ground.

    `allowed` excludes further places. Figures without room are left out, and all figures as wide as
    these.
    """
    men = list(members(battle, unit)) if unit in battle.units else [figure_of(battle, unit)]
    men += [
        figure
        for figure in battle.figures.values()
        if figure.of in {man.id for man in men} and not figure.unit and not figure.fate
    ]
    men.sort(key=is_attendant)
    side = battle.units[unit].side if unit in battle.units else men[0].side
    chart = Chart(battle, side)
    keys = {man.id for man in men}
    taken = [(*spot.at, spot.radius) for spot in (*chart.others(keys), *chart.grid.foes)]
    ground = Ground(chart, men, taken, allowed)
    goals = slots(shape, len(men), max(radius(man) for man in men), at, facing)
    found: dict[str, Point] = {}
    too_wide = math.inf
    for man, goal in zip(men, goals, strict=True):
        if radius(man) >= too_wide:
            continue
        spot = ground.room_for(man, goal, found)
        if spot is None:
            too_wide = radius(man)
            continue
        found[man.id] = spot
        ground.take(man, spot)
    return {key: (*spot, round(facing % 360, 3)) for key, spot in found.items()}


def drawn_up(
    battle: Battle,
    order: Deploy | Place,
    who: str,
    side: str,
    ground: Rect,
    allowed: Callable[[Figure, Point], bool],
) -> dict[str, Spot]:
    """The places of an order that names one place for all: round it, or round the nearest place of
    that ground. They face the enemy by default. Figures named singly stand at their own places.
    """
    x0, y0, x1, y1 = ground
    if order.to is None:
        raise LookupError("the order names no place for all")
    x, y = order.to
    to = (min(max(x, x0), x1), min(max(y, y0), y1))
    facing = FACING[battle.edges[side]] if order.facing is None else order.facing
    return {**deploy_block(battle, who, to, facing, order.shape, allowed=allowed), **order.at}
