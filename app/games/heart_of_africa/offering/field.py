"""Fields for places and paths on the table, with its unit of length."""

from __future__ import annotations

from functools import partial

from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import INCHES
from app.kernel.form import Field
from app.kernel.space.plane import (
    Point,
)

point = partial(Field.point, unit=INCHES)
points = partial(Field.points, unit=INCHES)
way = partial(Field.way, unit=INCHES)
ways = partial(Field.ways, unit=INCHES)


def on_table(battle: Battle, point: Point) -> Point:
    return (
        min(max(point[0], 0.5), battle.land.width - 0.5),
        min(max(point[1], 0.5), battle.land.depth - 0.5),
    )
