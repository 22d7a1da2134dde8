"""HOA-SCN, page 21: the marching column that has to come onto the table, and walks on by itself if nobody leads it."""
from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.games.heart_of_africa import ground
from app.games.heart_of_africa.activation import movers
from app.games.heart_of_africa.board import board
from app.games.heart_of_africa.figures import base, is_attendant, profile, radius, there
from app.games.heart_of_africa.state import Battle, Figure
from app.games.heart_of_africa.walking import Step, allowance, plan, rearranged
from app.kernel.refusal import Refusal, no
from app.kernel.space.plane import Point, distance, middle, overlaps, quantised

INWARDS = {"west": (1.0, 0.0), "east": (-1.0, 0.0), "south": (0.0, 1.0), "north": (0.0, -1.0)}
WATER = ("sea_or_lake", "river", "marsh")


def outside(battle: Battle, who: str) -> tuple[Figure, ...]:
    """The figures of an activation that have not come in yet."""
    return tuple(figure for figure in movers(battle, who) if figure.at is None and not figure.aboard)


def left_behind(battle: Battle, who: str, paths: object) -> Refusal | None:
    """What is said when only a part of the column's next would enter."""
    missing = [figure for figure in outside(battle, who) if figure.id not in paths]  # type: ignore[operator]
    if not missing:
        return None
    return no("HOA-SCN-11", "All of them enter together: {n} have no path.", "Entran todos juntos: {n} no tienen camino.", n=len(missing))


def walking_in(battle: Battle, who: str) -> list[Step]:
    """How those still outside come in by themselves: side by side in the middle of their edge, just onto the table."""
    steps: list[Step] = []
    ends: dict[str, Point | None] = {}
    base_grid = None
    for figure in outside(battle, who):
        base_grid = base_grid or board(battle, figure.side)
        grid = rearranged(battle, base_grid, ends)
        for spot in entry_points(battle, figure, [at for at in ends.values() if at is not None]):
            step = plan(battle, figure, inwards(battle, figure, spot), grid=grid)
            if not step.refusals:
                break
        else:
            spot = free_point(battle, figure, ends)
            step = Step(figure, (spot, spot))
        steps.append(step)
        ends[figure.id] = step.way[-1]
    return steps


def free_point(battle: Battle, figure: Figure, ends: Mapping[str, Point | None]) -> Point:
    """The point of the edge nearest to its middle where the base meets no other; nobody walks any farther."""
    taken = [base(other) for other in there(battle) if not is_attendant(other)]
    taken += [base(battle.figures[key], at) for key, at in ends.items() if at is not None]
    points = list(entry_points(battle, figure, []))
    return next((spot for spot in points if not any(overlaps(base(figure, spot), one) for one in taken)), points[0])


def inwards(battle: Battle, figure: Figure, spot: Point) -> tuple[Point, ...]:
    """A short way straight in from a point of the edge, as far as the base needs and the roll allows."""
    dx, dy = INWARDS[battle.edges[figure.side]]
    fast, slow = allowance(battle, figure)
    rolls = [inches for inches in (fast, slow) if inches is not None]
    far = min(radius(figure), *rolls) if rolls and profile(figure).open is not None else 0.0
    return (spot, quantised((spot[0] + dx * far, spot[1] + dy * far)))


def entry_points(battle: Battle, figure: Figure, mates: list[Point]) -> Iterator[Point]:
    """Points of the edge, nearest to its middle (or to mates who are in) first; water and ground that bars the figure left out."""
    edge = battle.edges[figure.side]
    upright = edge in ("west", "east")
    long = battle.land.depth if upright else battle.land.width
    fixed = {"west": 0.0, "south": 0.0, "east": battle.land.width, "north": battle.land.depth}[edge]
    width = radius(figure)
    centre = middle(mates)[1 if upright else 0] if mates else long / 2
    offsets = sorted((n * 0.25 for n in range(-round(long * 4), round(long * 4) + 1)), key=abs)
    for off in offsets:
        along = centre + off
        if not width <= along <= long - width:
            continue
        spot = quantised((fixed, along) if upright else (along, fixed))
        if any(distance(spot, mate) < width for mate in mates) or any(piece.kind in WATER for piece in ground.terrain_at(battle, spot)):
            continue
        yield spot
