"""Chronicle of a long game: a chapter for each turn, from the public log lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from app.kernel.contract import Line
from app.kernel.say import Say

HEADING, EVENT = 0, 1
"""Levels of log lines; details are left out of a chronicle."""
PLATFORM = "CAR-"
"""Beginning of the rules that are the same for every game."""


class TurnLine(msgspec.Struct, frozen=True):
    """Log line with the move and the turn to which it belongs."""

    number: int
    turn: int
    line: Line


class ChronicleSection(msgspec.Struct, frozen=True):
    """Part of a chapter under the heading of a step; None before the first heading."""

    title: Say | None
    sentences: tuple[Say, ...]


class ChronicleChapter(msgspec.Struct, frozen=True):
    """Chapter of a turn. `last` is its last move."""

    turn: int
    last: int
    sections: tuple[ChronicleSection, ...]


def chronicle_chapters(lines: Iterable[TurnLine], closed: int) -> tuple[ChronicleChapter, ...]:
    """Chapters of the turns up to `closed`, in order of time."""
    turns: dict[int, list[TurnLine]] = {}
    for one in lines:
        if one.turn <= closed:
            turns.setdefault(one.turn, []).append(one)
    return tuple(
        ChronicleChapter(turn, told[-1].number, chronicle_sections([one.line for one in told]))
        for turn, told in sorted(turns.items())
    )


def chronicle_sections(lines: Sequence[Line]) -> tuple[ChronicleSection, ...]:
    """Events under the headings of their steps; a heading without events is left out.

    Acts of users that no rule of the game names are left out too: seats, armies that are in.
    """
    found: list[tuple[Say | None, list[Say]]] = [(None, [])]
    for line in lines:
        if line.level == HEADING:
            found.append((line.says, []))
        elif line.level == EVENT and not is_of_platform(line):
            found[-1][1].append(line.says)
    return tuple(ChronicleSection(title, tuple(told)) for title, told in found if told)


def is_of_platform(line: Line) -> bool:
    """True for a line that only rules of the platform explain."""
    return bool(line.rules) and all(rule.startswith(PLATFORM) for rule in line.rules)
