"""Short accounts of events, for returning players, for mail and for the report of a game.

The board shows the same numbers.
"""

from __future__ import annotations

from typing import Any

import msgspec

from app.kernel.say import Say


class Met(msgspec.Struct, frozen=True):
    """Event of the record with the state before it.

    `number` is its move, `side` the side that moved, `turn` the turn at that time.
    """

    number: int
    side: str
    turn: int
    before: Any
    event: Any


class Item(msgspec.Struct, frozen=True):
    """Sentence about an action and its result; `title` names it shortly.

    - `began`, `move`: first and last move that belong to it.
    - `dice`: faces, each with true if it scored.
    - `way`: places from start to end. A single place is the location.
    - `kind`: "march" or "fire" for the drawing of the way, else "".
    - `deed`: true for an order, which its own side already knows.
    - `lost`: figures lost by side.
    - `weight`: importance for a report.
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
    """Item on the board: its number in the list, and its way. A single place holds only the
    number.
    """

    number: int
    way: tuple[str, ...]
    side: str = ""
    kind: str = ""


def event_arrows(items: tuple[Item, ...]) -> tuple[Arrow, ...]:
    """Items of a numbered list that have a place on the board."""
    return tuple(
        Arrow(number, item.way, item.side, item.kind)
        for number, item in enumerate(items, start=1)
        if item.way
    )
