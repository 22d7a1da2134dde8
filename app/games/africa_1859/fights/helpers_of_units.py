"""Leaders that help the morale check of a unit."""

from __future__ import annotations

from app.games.africa_1859.procedures import Assault
from app.games.africa_1859.state import War


def helpers_of(war: War, unit: str) -> tuple[str, ...] | None:
    """Leaders that alone may help a unit; None if all of its space do.

    A unit of an assaulting group is helped by the leaders that go with it.
    """
    for frame in reversed(war.stack):
        if isinstance(frame, Assault) and unit in frame.group and frame.stage not in AFTERWARDS:
            return frame.leaders
    return None


AFTERWARDS = ("checks", "victor")
"""Stages in which the group has taken the target or is back in its start space."""
