"""Fields for places and paths on the table, with its unit of length."""

from __future__ import annotations

from functools import partial

from app.games.heart_of_africa.tables import INCHES
from app.kernel.form import Field

point = partial(Field.point, unit=INCHES)
points = partial(Field.points, unit=INCHES)
way = partial(Field.way, unit=INCHES)
ways = partial(Field.ways, unit=INCHES)
