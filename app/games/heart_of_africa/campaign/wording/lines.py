"""Parts of a log line."""

from __future__ import annotations

from collections.abc import Sequence

from app.kernel.contract import Line
from app.kernel.say import Say

Lines = Sequence[Line]


def line(says: Say, *rules: str, level: int = 1, dice: tuple[tuple[str, str], ...] = ()) -> Line:
    """One log line."""
    return Line(says, rules, dice=dice, level=level)


def faces(*dice: int) -> tuple[tuple[str, str], ...]:
    """Dice of a line, as the log prints them."""
    return tuple(("", str(die)) for die in dice)
