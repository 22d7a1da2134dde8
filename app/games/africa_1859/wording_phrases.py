"""Log lines about one space or one counter, with their place on the board."""

from __future__ import annotations

from typing import Any

from app.games.africa_1859.counters import title_of
from app.games.africa_1859.ground import map_of, place
from app.games.africa_1859.state import War
from app.kernel.single_lines import Lines, one_line


def space_line(
    war: War, space: str, en: str, es: str, *rules: str, level: int = 1, **facts: Any
) -> Lines:
    """Line about a space, which is the fact `place`."""
    return one_line(en, es, *rules, places=(space,), level=level, place=place(war, space), **facts)


def counter_line(
    war: War, counter: str, en: str, es: str, *rules: str, level: int = 1, **facts: Any
) -> Lines:
    """Line about a counter, which is the fact `who`."""
    places = (where(war, counter),)
    return one_line(en, es, *rules, places=places, level=level, who=title_of(war, counter), **facts)


def where(war: War, key: str) -> str | None:
    """Space of a counter; the space itself for a die of a space; None for a ship."""
    spaces = map_of(war).spaces
    if key in spaces:
        return key
    found = war.counter(key)
    return found.at if found is not None and found.at in spaces else None
