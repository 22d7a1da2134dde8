"""HOA-SCN, page 21: Entry of the marching column, also without an order."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import islice

import numpy as np

from app.games.heart_of_africa.board import board
from app.games.heart_of_africa.figures import base, is_attendant, profile, radius, visible_figures
from app.games.heart_of_africa.movement.activation import movers
from app.games.heart_of_africa.movement.allowances import allowance
from app.games.heart_of_africa.movement.walking import Step, plan, rearranged
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.sight import ground
from app.games.heart_of_africa.state import Battle
from app.kernel.refusal import Refusal, no
from app.kernel.space.plane import Point, inches_to, mean_of, on_grid

INWARDS = {"west": (1.0, 0.0), "east": (-1.0, 0.0), "south": (0.0, 1.0), "north": (0.0, -1.0)}
TRIES, ROWS_IN = 24, 4
WATER = ("sea_or_lake", "river", "marsh")


def figures_outside(battle: Battle, who: str) -> tuple[Figure, ...]:
    """The figures of an activation that have not come in yet."""
    return tuple(
        figure for figure in movers(battle, who) if figure.at is None and not figure.aboard
    )


def left_behind(battle: Battle, who: str, paths: Container[str]) -> Refusal | None:
    """Refusal if only a part of the column's next unit would enter."""
    missing = [figure for figure in figures_outside(battle, who) if figure.id not in paths]
    if not missing:
        return None
    return no(
        "HOA-SCN-11",
        "All of them enter together: {n} have no path.",
        "Entran todos juntos: {n} no tienen camino.",
        n=len(missing),
    )


def walking_in(battle: Battle, who: str) -> list[Step]:
    """Steps of figures that enter without an order, side by side round the middle of their edge, in
    as many rows as their roll allows.

    A figure without room stays outside until there is some.
    """
    steps: list[Step] = []
    ends: dict[str, Point | None] = {}
    base_grid = None
    room = Room(battle)
    for figure in figures_outside(battle, who):
        base_grid = base_grid or board(battle, figure.side)
        grid = rearranged(battle, base_grid, ends)
        free = list(islice(room.free_ways(battle, figure), TRIES))
        step = next(
            (step for way in free if not (step := plan(battle, figure, way, grid=grid)).refusals),
            None,
        )
        if step is None:
            spot = next(
                (way[0] for way in room.free_ways(battle, figure) if way[0] == way[-1]), None
            )
            step = Step(figure, (spot, spot)) if spot is not None else None
        if step is not None:
            steps.append(step)
            ends[figure.id] = step.way[-1]
            room.take(step.way[-1], radius(figure))
    return steps


class Room:
    """Bases along the edge, and the free places for another one."""

    def __init__(self, battle: Battle):
        others = [base(other) for other in visible_figures(battle) if not is_attendant(other)]
        self._discs = [(one.at[0], one.at[1], one.length / 2 or one.radius) for one in others]
        self._ways: dict[tuple[float, float], list[tuple[Point, Point]]] = {}

    def take(self, at: Point, width: float) -> None:
        self._discs.append((*at, width))

    def free_ways(self, battle: Battle, figure: Figure) -> Iterator[tuple[Point, Point]]:
        """The ways in that end clear of every base."""
        width = radius(figure)
        rolls = [inches for inches in allowance(battle, figure) if inches is not None]
        reach = min(rolls) if rolls and profile(figure).open is not None else 0.0
        if (width, reach) not in self._ways:
            self._ways[width, reach] = list(ways_in(battle, figure, reach))
        ways = self._ways[width, reach]
        ends = np.array([way[-1] for way in ways])
        discs = np.array(self._discs or [(-99.0, -99.0, 0.0)])
        apart = np.hypot(ends[:, None, 0] - discs[None, :, 0], ends[:, None, 1] - discs[None, :, 1])
        clear = (apart >= discs[None, :, 2] + width).all(axis=1)
        return (way for way, is_free in zip(ways, clear, strict=True) if is_free)


def ways_in(battle: Battle, figure: Figure, reach: float) -> Iterator[tuple[Point, Point]]:
    """Short ways straight in from points of the edge, the deepest rows last; the last ones end on
    the edge itself.
    """
    dx, dy = INWARDS[battle.edges[figure.side]]
    width = radius(figure)
    points = list(entry_points(battle, figure, []))
    for row in range(ROWS_IN):
        far = width + row * (2 * width + 0.02)
        if far <= reach:
            yield from (
                (spot, on_grid((spot[0] + dx * far, spot[1] + dy * far))) for spot in points
            )
    yield from ((spot, spot) for spot in points)


def entry_points(battle: Battle, figure: Figure, mates: list[Point]) -> Iterator[Point]:
    """Points of the edge, those nearest to its middle, or to figures of the unit already in, first.
    Water and barred ground are left out.
    """
    edge = battle.edges[figure.side]
    upright = edge in ("west", "east")
    long = battle.land.depth if upright else battle.land.width
    fixed = {"west": 0.0, "south": 0.0, "east": battle.land.width, "north": battle.land.depth}[edge]
    width = radius(figure)
    centre = mean_of(mates)[1 if upright else 0] if mates else long / 2
    offsets = sorted((n * 0.25 for n in range(-round(long * 4), round(long * 4) + 1)), key=abs)
    for off in offsets:
        along = centre + off
        if not width <= along <= long - width:
            continue
        spot = on_grid((fixed, along) if upright else (along, fixed))
        if any(inches_to(spot, mate) < width for mate in mates) or any(
            piece.kind in WATER for piece in ground.terrain_at(battle, spot)
        ):
            continue
        yield spot
