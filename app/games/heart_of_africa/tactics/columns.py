"""The march of the column of an Ambush onto the table and off it by the far edge."""

from __future__ import annotations

from app.games.heart_of_africa.figures import is_attendant, members
from app.games.heart_of_africa.movement import formations
from app.games.heart_of_africa.movement.activation import movers
from app.games.heart_of_africa.movement.moves import figure_refusals
from app.games.heart_of_africa.movement.planned_moves import move_refusals
from app.games.heart_of_africa.orders import EndActivation, Manoeuvre, Move
from app.games.heart_of_africa.setup.entry import INWARDS, entry_points
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tactics.destinations import FAR_EDGE, exit_from
from app.games.heart_of_africa.tactics.strengths import foes
from app.kernel.contract import Order
from app.kernel.space.plane import Path, Point, inches_to

FULL_MOVE = 12.0
LANES = 5


def lead_in(battle: Battle, side: str, who: str) -> Order:
    """The order that enters straight, where the edge is free and the way to the far side short, as
    far as the roll goes.
    """
    dx, dy = INWARDS[battle.edges[side]]
    for spot in entry_lanes(battle, side, who):
        order = Manoeuvre(who, "line", (spot[0] + dx * FULL_MOVE, spot[1] + dy * FULL_MOVE))
        draft = formations.drafted(battle, order, side, explain=False)
        if draft.refusals or not draft.paths:
            continue
        move = draft.move(order)
        if not move_refusals(battle, move, side):
            return move
    return EndActivation()


def entry_lanes(battle: Battle, side: str, who: str) -> list[Point]:
    """Points of the edge for the entry: near units that are already in, away from enemy
    close-combat units.
    """
    figure = (members(battle, who) if who in battle.units else (battle.figures[who],))[0]
    mates = [
        one.at
        for one in battle.figures.values()
        if one.side == side and one.at is not None and not one.fate
    ]
    points = list(entry_points(battle, figure, []))[::8]
    enemies = foes(battle, side)

    def price(spot: Point) -> float:
        near = min((inches_to(spot, at) for at in mates), default=0.0)
        danger = sum(max(0.0, 14 - inches_to(spot, foe.at)) for foe in enemies)
        upright = battle.edges[side] in ("west", "east")
        off_middle = abs(
            spot[1 if upright else 0] - (battle.land.depth if upright else battle.land.width) / 2
        )
        return abs(near - 4) * 0.5 + danger + 0.2 * off_middle

    return sorted(points, key=price)[:LANES]


def walked_off(battle: Battle, side: str, who: str) -> Move | None:
    """The move off the table by the far edge of all figures that get so far; the others move
    afterwards.
    """
    edge = FAR_EDGE[battle.edges[side]]
    paths: dict[str, Path] = {}
    for man in movers(battle, who):
        if man.at is None or is_attendant(man) or man.id in battle.activation.done:
            continue
        goal = exit_from(battle, side, man.at)
        for aside in (0.0, 0.8, -0.8, 1.6, -1.6):
            end = (
                (goal[0], goal[1] + aside)
                if edge in ("west", "east")
                else (goal[0] + aside, goal[1])
            )
            if not figure_refusals(battle, man, (man.at, end)):
                paths[man.id] = (man.at, end)
                break
    for some in (paths, dict(list(paths.items())[:1])):
        order = Move(who, some, ends=False)
        if some and not move_refusals(battle, order, side):
            return order
    return None
