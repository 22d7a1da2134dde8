"""Summaries of events, for returning players, for mail and for the report of a game.

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


Dice = tuple[tuple[str, bool], ...]
"""Faces, each with true if it scored."""


class DieCell(msgspec.Struct, frozen=True):
    """Face of a die and its result in a table of the game: "good", "bad" or "none" for the
    roller.
    """

    face: str
    result: str
    kind: str = "none"


class Throw(msgspec.Struct, frozen=True):
    """Dice thrown for one purpose: a row of a table with plain numbers.

    - `who`: the piece or side that rolled. `whom`: its target. `need`: the number needed on a die.
    - `against`: dice of the opponent in a duel, `totals` those of both.
    - `result`: the effect in words. `reasons`: sentences with rule ids.
    - `cells`: all faces of a single die with their results. `key`: meaning of each result that is a
      letter or sign.
    """

    who: Say
    dice: Dice
    whom: Say | None = None
    need: Say | None = None
    result: Say | None = None
    against: Dice = ()
    totals: tuple[int, int] | None = None
    reasons: tuple[tuple[Say, str], ...] = ()
    cells: tuple[DieCell, ...] = ()
    key: tuple[tuple[str, Say], ...] = ()


class Item(msgspec.Struct, frozen=True):
    """Sentence about an action and its result; `title` names it shortly.

    - `began`, `move`: first and last move that belong to it.
    - `dice`: faces, each with true if it scored. `throws`: the same dice as a table.
    - `way`: places from start to end. A single place is the location.
    - `kind`: "march", "fire" or "volley" (fire with smoke) for the drawing of the way, else "".
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
    dice: Dice = ()
    way: tuple[str, ...] = ()
    kind: str = ""
    deed: bool = False
    lost: tuple[tuple[str, int], ...] = ()
    weight: int = 0
    throws: tuple[Throw, ...] = ()


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
