"""Previews of an order of movement: the reach of each figure, the result of the order, and the
nearest lawful way.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec
import numpy as np

from app.games.heart_of_africa.board import Board, without_repeats
from app.games.heart_of_africa.figures import figure_of, radius
from app.games.heart_of_africa.movement import formations, planned_moves
from app.games.heart_of_africa.movement.charge_targets import victims_of
from app.games.heart_of_africa.movement.charges import charge
from app.games.heart_of_africa.movement.cohesion import keeps_together
from app.games.heart_of_africa.movement.group_moves import GroupMove
from app.games.heart_of_africa.movement.obstacles import SHY, Chart, last_free, spots_of
from app.games.heart_of_africa.movement.regions import FAR, legs_of
from app.games.heart_of_africa.movement.slow_going import DIFFICULT
from app.games.heart_of_africa.movement.walking import plan, rearranged
from app.games.heart_of_africa.movement.wishes import Wish, attack_of
from app.games.heart_of_africa.orders import Manoeuvre, Move
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.state import Battle
from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.kernel.space.plane import Path, Point, cut_path, inches_to, on_grid, path_length, point_at

TRIES = (1.0, 0.98, 0.9, 0.75, 0.5, 0.25)
"""Parts of a way that are tried in turn when its draft was too long."""


class Reach(msgspec.Struct, frozen=True):
    """The reach of a figure in a straight line in every direction.

    `open` and `difficult` are outlines of the places in reach with each roll (empty: none).
    `inches` holds both rolls. Before the unit's dice they are averages.
    """

    open: Path = ()
    difficult: Path = ()
    inches: tuple[float | None, float | None] = (None, None)
    refusals: tuple[Refusal, ...] = ()


class Preview(msgspec.Struct, frozen=True):
    """One figure of an order: its path, length, rate and allowance, its refusals, and the nearest
    lawful path if there are any.

    `ends` is its place afterwards, `facing` its direction then (None: along its last leg).
    """

    figure: str
    path: Path
    length: float = 0.0
    rate: str = "open"
    allowance: float | None = None
    refusals: tuple[Refusal, ...] = ()
    best: Path = ()
    facing: float | None = None
    attack: str = ""
    note: Say | None = None


class Outlook(msgspec.Struct, frozen=True):
    """An order of movement before it is given: figure by figure, and the refusals of the whole
    order.
    """

    figures: Mapping[str, Preview] = {}
    refusals: tuple[Refusal, ...] = ()


def reach(battle: Battle, figure: Figure | str, *, headings: int = 24) -> Reach:
    """The reach of a figure, as outlines with one corner for each heading."""
    figure = battle.figures[figure] if isinstance(figure, str) else figure
    if figure.at is None:
        return Reach()
    chart = Chart(battle, figure.side)
    stuck = plan(battle, figure, (figure.at,), grid=chart.grid).refusals
    if stuck:
        return Reach(refusals=stuck)
    fast, creep = chart.rolls(figure)
    most = max((inches for inches in (fast, creep) if inches is not None), default=0.0)
    if most <= 0:
        return Reach(inches=(fast, creep))
    obstacles = chart.obstacles(figure)
    turns = [360 * n / headings for n in range(headings)]
    legs = legs_of([figure.at] * headings, [point_at(figure.at, turn, most) for turn in turns])
    hard, slow = np.minimum(obstacles.hard(legs), most), obstacles.slow(legs)
    if chart.starts_slow(figure):
        slow = np.zeros(headings)
    dry = np.minimum(np.minimum(hard, np.maximum(slow - SHY, 0.0)), fast or 0.0)
    wet = np.maximum(np.minimum(hard, creep or 0.0), dry)
    return Reach(
        reach_outline(figure.at, turns, dry),
        reach_outline(figure.at, turns, np.where(slow < FAR, wet, dry)) if creep else (),
        (fast, creep),
    )


def reach_outline(at: Point, turns: list[float], lengths: np.ndarray) -> Path:
    if float(lengths.max(initial=0.0)) < SHY:
        return ()
    return tuple(
        on_grid(point_at(at, turn, float(length)))
        for turn, length in zip(turns, lengths, strict=True)
    )


def figure_preview(
    battle: Battle,
    order: Move,
    key: str,
    path: Path,
    later: Board,
    others: Mapping[str, Point | None],
    chart: Chart,
) -> Preview:
    """Preview of one figure, with the others of its order as on the board `later`. The nearest
    lawful path ends beside the places of `others`.
    """
    figure, attack = battle.figures[key], order.attack.get(key, "")
    step = plan(battle, figure, path, attack, grid=later)
    return Preview(
        key,
        step.way,
        round(path_length(step.way), 3),
        step.rate,
        chart.rolls(figure)[1 if step.rate == DIFFICULT else 0],
        step.refusals,
        nearest_legal(battle, figure, path, attack, others, chart=chart) if step.refusals else (),
        order.facing.get(key),
        attack,
    )


def preview(battle: Battle, order: Move | Manoeuvre, side: str) -> Outlook:
    """Preview of an order of movement. It uses only facts that the side can know."""
    if isinstance(order, Manoeuvre):
        return drill_preview(battle, order, side)
    strange = planned_moves.strangers(battle, order, side)
    if strange:
        return Outlook(refusals=strange)
    order = planned_moves.with_ways(battle, order, side)
    chart = Chart(battle, side)
    paths = {key: without_repeats(path) for key, path in order.paths.items() if path}
    ends: dict[str, Point | None] = {
        key: planned_moves.end_of(battle, key, path, order.attack.get(key, ""))
        for key, path in paths.items()
    }
    later = rearranged(battle, chart.grid, ends)
    found: dict[str, Preview] = {}
    bests: dict[str, Point | None] = dict(ends)
    for key, path in paths.items():
        others = {one: at for one, at in bests.items() if one != key}
        found[key] = figure_preview(battle, order, key, path, later, others, chart)
        if found[key].best:
            bests[key] = found[key].best[-1]
    for key, angle in order.facing.items():
        if key not in found:
            at = battle.figures[key].at
            found[key] = Preview(key, () if at is None else (at,), facing=angle)
    refusals = (
        planned_moves.move_refusals(battle, order, side)
        if all(not one.refusals for one in found.values())
        else ()
    )
    return Outlook(found, refusals)


def drill_preview(battle: Battle, order: Manoeuvre, side: str) -> Outlook:
    """Preview of a drill: the ways that it would draw, and notes on single figures."""
    draft = formations.drafted(battle, order, side)
    if draft.refusals:
        return Outlook(refusals=draft.refusals)
    outlook = preview(battle, draft.move(order), side)
    notes = {
        key: msgspec.structs.replace(outlook.figures[key], note=note)
        if key in outlook.figures
        else Preview(key, (), note=note)
        for key, note in draft.notes.items()
    }
    return Outlook({**outlook.figures, **notes}, outlook.refusals)


def nearest_legal(
    battle: Battle,
    figure: Figure | str,
    path: Path,
    attack: str = "",
    taken: Mapping[str, Point | None] | None = None,
    *,
    chart: Chart | None = None,
) -> Path:
    """The lawful path nearest to a refused one: the same if it is lawful, else a detour or a
    shortened one. In the worst case the figure stays.

    `taken` are the places where others of the same order will stand.
    """
    figure = figure_of(battle, figure) if isinstance(figure, str) else figure
    chart = chart or Chart(battle, figure.side)
    grid = rearranged(battle, chart.grid, taken) if taken else chart.grid
    if not plan(battle, figure, path, attack, grid=grid).refusals:
        return without_repeats(path)
    if figure.at is None:
        return without_repeats(path)[:1]
    who = battle.hand.who if battle.hand is not None else figure.unit or figure.id
    body = GroupMove(battle, who, figure.side)
    if figure.id in body.stuck or figure.id not in body.rolls:
        return (figure.at,)
    way = (figure.at, *without_repeats(path)[1:])
    for wish in wishes_for(body, figure, way, attack):
        found = lawful_part(battle, wish, grid)
        if len(found) > 1:
            return found
    return (figure.at,)


def wishes_for(body: GroupMove, figure: Figure, way: Path, attack: str) -> list[Wish]:
    """Alternatives of a figure: another place at the same enemy, the same way shortened, or a
    straight way with a detour.
    """
    found = []
    if attack:
        found += charge(body, [figure], victims_of(body.battle, attack, figure.side))
    flight = body.flight_of(figure)
    if flight is not None:
        return [Wish(figure, flight, whole=True, limit=path_length(flight))]
    if len(way) > 1:
        found.append(Wish(figure, way))
    if len(way) > 2:
        found.append(Wish(figure, (way[0], way[-1])))
    measured = body.measured(found)
    goal = way[-1]
    attacking = [wish for wish in measured if wish.attack]
    return attacking + sorted(
        (wish for wish in measured if not wish.attack),
        key=lambda wish: inches_to(cut_path(wish.way, wish.limit)[-1], goal),
    )


def lawful_part(battle: Battle, wish: Wish, grid: Board) -> Path:
    """The longest part of a way that the rules of movement allow."""
    figure = wish.figure
    taken = spots_of([spot for spot in grid.friends if spot.figure.id != figure.id])
    whole = path_length(wish.way)
    for part in TRIES:
        if wish.whole and part < 1:
            break
        length = last_free(wish.way, min(wish.limit, whole) * part, radius(figure), taken)
        if length < 0.02 or not math.isfinite(length):
            continue
        way = without_repeats(wish.way if length >= whole - 1e-6 else cut_path(wish.way, length))
        if (
            len(way) > 1
            and not plan(battle, figure, way, attack_of(way, wish), grid=grid).refusals
            and not leaves_the_unit(battle, figure, way, grid)
        ):
            return way
    return wish.way[:1]


def leaves_the_unit(battle: Battle, figure: Figure, way: Path, grid: Board) -> bool:
    """True if a figure would leave its unit, given the later places of the others."""
    if not figure.unit:
        return False
    places = {spot.figure.id: spot.at for spot in grid.friends if spot.figure.unit == figure.unit}
    return (
        keeps_together(
            battle,
            figure.unit,
            {**places, figure.id: way[-1]},
            [key for key in places if key != figure.id],
        )
        is not None
    )
