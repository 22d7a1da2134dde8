"""What happened, in a few sentences: for whoever comes back, for a mail, and for the report of a
game. The same numbers stand on the board.
"""

from __future__ import annotations

from typing import Any

import msgspec

from app.kernel.say import Say


class Met(msgspec.Struct, frozen=True):
    """An event of the record with the state that it met; `number` is its move, `side` whose move it
    was, `turn` the turn then.
    """

    number: int
    side: str
    turn: int
    before: Any
    event: Any


class Item(msgspec.Struct, frozen=True):
    """What somebody did and what came of it; `title` names it shortly.

    `move` is the last move that belongs to it, `began` the first. `dice` are faces, and whether
    they scored. `way` leads from where to where; one place alone is where it happened. `kind`:
    "march" or "fire" for how its way is drawn, else "". A `deed` is an order, which its own side
    need not be told of. `lost` are figures by side, `weight` is how much it matters to a story.
    """

    says: Say
    move: int
    began: int = 0
    turn: int = 0
    side: str = ""
    title: Say | None = None
    rules: tuple[str, ...] = ()
    dice: tuple[tuple[str, bool], ...] = ()
    way: tuple[str, ...] = ()
    kind: str = ""
    deed: bool = False
    lost: tuple[tuple[str, int], ...] = ()
    weight: int = 0


class Arrow(msgspec.Struct, frozen=True):
    """An item on the board: its number in the list, and its way (one place alone: the number stands
    there).
    """

    number: int
    way: tuple[str, ...]
    side: str = ""
    kind: str = ""


def arrows(items: tuple[Item, ...]) -> tuple[Arrow, ...]:
    """The items of a numbered list that have a place on the board."""
    return tuple(
        Arrow(number, item.way, item.side, item.kind)
        for number, item in enumerate(items, start=1)
        if item.way
    )
