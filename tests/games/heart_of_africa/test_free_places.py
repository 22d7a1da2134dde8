"""Free places of units: the search in numbers finds the same place as a search place by place."""

from __future__ import annotations

import math
import random
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from app.games.heart_of_africa.board import points_around
from app.games.heart_of_africa.figures import radius
from app.games.heart_of_africa.land import Work
from app.games.heart_of_africa.movement import free_places
from app.games.heart_of_africa.movement.cohesion import groups
from app.games.heart_of_africa.movement.free_places import RINGS, STEP, Ground
from app.games.heart_of_africa.movement.layouts import LINE, LOOSE, deploy_block
from app.games.heart_of_africa.movement.obstacles import is_crowded, spots_of
from app.kernel.space.plane import on_grid
from bench.games.heart_of_africa.sight import crowded

UNIT = "u0"


def found_place_by_place(ground, man, goal, mates):
    """The same place as `Ground.room_for`, judged one by one with all reasons."""
    taken = spots_of([])
    if ground._taken:
        taken = free_places.np.array(ground._taken, dtype=float)
    down = [one for one in ground._men if one.id in mates]
    for spot in points_around(goal, step=STEP, widest=STEP * RINGS[-1]):
        if (
            not is_crowded(spot, radius(man) + free_places.APART, taken)
            and ground._allowed(man, spot)
            and ground._chart.obstacles(man).is_free_at(spot)
            and not (down and len(groups([*down, man], {**mates, man.id: spot})) > 1)
        ):
            return on_grid(spot)
    return None


def full_ground(seed):
    """A battle in which a unit waits off the table, among 110 figures, terrain, a wall and a
    fence.
    """
    chance = random.Random(seed)
    battle = crowded(chance)
    works = tuple(
        Work(f"w{n}", kind, ((x, 2.0), (x + 9.0, 12.0 + n)))
        for n, (kind, x) in enumerate((("wall", 6.0), ("fence", 20.0), ("wall", 40.0)))
    )
    figures = {
        key: replace(figure, at=None) if figure.unit == UNIT else figure
        for key, figure in battle.figures.items()
    }
    return replace(battle, figures=figures, land=replace(battle.land, works=works)), chance


@pytest.mark.parametrize("seed", range(3))
def test_places_are_those_of_a_search_place_by_place(seed):
    battle, chance = full_ground(seed)
    for shape in (LINE, LOOSE):
        goal, edge = (chance.uniform(2, 66), chance.uniform(2, 40)), chance.uniform(4, 14)

        def allowed(_, spot, goal=goal, edge=edge):
            return math.dist(spot, goal) < edge

        given = (battle, UNIT, goal, chance.uniform(0, 360), shape)
        quick = deploy_block(*given, allowed=allowed)
        with patch.object(Ground, "room_for", found_place_by_place):
            assert quick == deploy_block(*given, allowed=allowed), (seed, goal)
        assert quick


def test_search_without_room_judges_few_places():
    """Without room for cohesion 22,000 places are tried; most are excluded in numbers."""
    battle, _ = full_ground(4)
    judged = []

    def first_place_only(_, spot):
        judged.append(spot)
        return len(judged) == 1

    assert len(deploy_block(battle, UNIT, (30.0, 22.0), 0.0, LINE, allowed=first_place_only)) == 1
    assert len(judged) < 2_000
