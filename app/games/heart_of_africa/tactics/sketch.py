"""A possible action of a unit with its average worth."""

from __future__ import annotations

from typing import NamedTuple

from app.kernel.space.plane import Point

STAY, TURN, GO, CHARGE, FLY, CLIMB, LEAVE = "stay", "turn", "go", "charge", "fly", "climb", "leave"


class Sketch(NamedTuple):
    """A possible action of a unit. `to`, `angle`, `target` as in a manoeuvre."""

    value: float
    drill: str
    to: Point | None = None
    angle: float | None = None
    target: str = ""
