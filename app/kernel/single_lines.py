"""Log lines of one event: a single line with its facts, or none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from app.kernel.contract import Event, Line
from app.kernel.say import Say, say

Lines = Sequence[Line]


def one_line(
    en: str,
    es: str,
    *rules: str,
    places: Iterable[str | None] = (),
    level: int = 1,
    reasons: Iterable[tuple[Say, str]] = (),
    dice: Iterable[tuple[str, str]] = (),
    way: tuple[str, ...] = (),
    sight: tuple[str, ...] = (),
    **facts: Any,
) -> Lines:
    """Single line with its facts."""
    return (
        Line(
            say(en, es, **facts),
            rules,
            tuple(reasons),
            tuple(filter(None, places)),
            tuple(dice),
            level,
            way,
            sight,
        ),
    )


def no_line(before: Any, event: Event) -> Lines:  # noqa: ARG001 the event has no line
    """No line; the event stands in the record only."""
    return ()
