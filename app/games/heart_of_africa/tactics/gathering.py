"""Figures out of cohesion come together again."""

from __future__ import annotations

import math
from collections.abc import Sequence

from app.games.heart_of_africa.figures import is_attendant, placed
from app.games.heart_of_africa.movement import formations
from app.games.heart_of_africa.movement.cohesion import groups, is_in_cohesion
from app.games.heart_of_africa.movement.group_moves import GroupMove
from app.games.heart_of_africa.movement.planned_moves import move_refusals
from app.games.heart_of_africa.movement.wishes import Wish
from app.games.heart_of_africa.orders import Manoeuvre, Move
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tactics.ways import country, kind_of
from app.kernel.space.plane import Path, Point, cut_path, inches_to, mean_of, on_grid

WIDEST = 3.0
LEAST = 0.15
"""Shortest move (inches); shorter ones are dropped."""


def is_torn(battle: Battle, who: str) -> bool:
    """True if the unit is out of cohesion."""
    return who in battle.units and not is_in_cohesion(battle, who)


def is_strung_out(battle: Battle, who: str) -> bool:
    """True if figures in cohesion stand so far apart that they would delay one another."""
    men = [man.position for man in placed(battle, who) if not is_attendant(man)]
    if who not in battle.units or len(men) < 3:
        return False
    centre = mean_of(men)
    return max(inches_to(centre, at) for at in men) > WIDEST + 1.3 * math.sqrt(len(men))


def close_up(battle: Battle, side: str, who: str) -> Move | None:
    """The move that restores cohesion: stragglers go to the main body, each by its own way, or all
    form up in place.
    """
    if not is_torn(battle, who):
        return None
    return gather_stragglers(battle, side, who) or formed_up(battle, side, who)


def gather_stragglers(battle: Battle, side: str, who: str) -> Move | None:
    """The move of stragglers to the nearest figure of the main body, which waits; if none of them
    can move, it goes to them.
    """
    body = GroupMove(battle, who, side)
    men = [man for man in placed(battle, who) if not is_attendant(man)]
    parts = groups(men, {man.id: man.position for man in men})
    free = {man.id for man in body.men if man.id not in body.engaged}
    stragglers = [man for part in parts[1:] for man in part]
    for going, staying in ((stragglers, parts[0]), (parts[0], stragglers)):
        wishes = []
        for man in going:
            if man.id in free:
                mate = min(staying, key=lambda one: inches_to(man.position, one.position))
                goal = country(battle, kind_of(man)).ahead(man.position, mate.position, 14.0)
                wishes.append(Wish(man, (man.position, on_grid(goal))))
        order = move_together(battle, side, body, wishes) or one_by_one(battle, side, body, wishes)
        if order is not None:
            return order
    return None


def move_together(
    battle: Battle, side: str, body: GroupMove, wishes: Sequence[Wish]
) -> Move | None:
    """All of some wishes in one move, if that is lawful."""
    ends = body.drawn(body.measured(wishes)) if wishes else {}
    order = Move(body.who, {key: way for key, (way, _) in ends.items()})
    return order if ends and not move_refusals(battle, order, side) else None


def one_by_one(battle: Battle, side: str, body: GroupMove, wishes: Sequence[Wish]) -> Move | None:
    """As many of some wishes as are lawful together."""
    paths: dict[str, Path] = {}
    for wish in body.measured(wishes) if wishes else ():
        if wish.limit < LEAST:
            continue
        for share in (1.0, 0.5):
            way = tuple(on_grid(point) for point in cut_path(wish.way, wish.limit * share))
            if len(way) > 1 and not move_refusals(
                battle, Move(body.who, {**paths, wish.figure.id: way}), side
            ):
                paths[wish.figure.id] = way
                break
    return Move(body.who, paths) if paths else None


def formed_up(battle: Battle, side: str, who: str) -> Move | None:
    draft = formations.drafted(battle, Manoeuvre(who, "close_up"), side, explain=False)
    order = draft.move(Manoeuvre(who, "close_up"))
    return order if draft.paths and not move_refusals(battle, order, side) else None


def each_his_way(battle: Battle, side: str, who: str, goal: Point) -> Move | None:
    """The move of all figures towards a goal, each round its own obstacles."""
    body = GroupMove(battle, who, side)
    wishes = []
    for man in sorted(
        (man for man in body.men if man.at is not None and man.id not in body.engaged),
        key=lambda man: inches_to(man.position, goal),
    ):
        inches = max((roll for roll in body.rolls[man.id] if roll is not None), default=0.0)
        spot = country(battle, kind_of(man)).ahead(man.position, goal, max(inches, 3.0))
        wishes.append(Wish(man, (man.position, on_grid(spot))))
    return move_together(battle, side, body, wishes) or one_by_one(battle, side, body, wishes)
