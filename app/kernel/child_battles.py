"""Battles of a long game that are fought on a table of their own, and their results.

A long game names its battles (`Game.battles`). The platform opens a table for each one. After the
battle its box states the aftermath (`Game.aftermath`), from which the long game derives one of its
own orders (`Game.resulted`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.kernel.compared_results import ComparedResults
from app.kernel.say import Say, say

READY, ENTERED, OVER, VOID = "ready", "entered", "over", "void"
SETTLED = (OVER, VOID)
"""States of a battle that awaits no result."""


class Battle(msgspec.Struct, frozen=True):
    """Battle of a long game. Everything in it is public.

    - `key`: its name in the long game, which is never used again.
    - `box`, `scenario`, `options`, `terms`: the table, as the game setup of that box reads them.
    - `seats`: seat of the long game, by side of the battle.
    - `status`: `READY` while its result is awaited, `ENTERED` while a result waits for its
      confirmation, `OVER` once it is settled, `VOID` if it is void.
    - `unarmed`: sides without an army at the deadline.
    - `bot_for`: sides for which a bot plays on while the table waits for them.
    - `stakes`: what is fought for.
    - `compared`: different results that its players state, until they are decided.
    - `armies`: public army lists by side, with which its table begins.
    - `is_on_real_table`: its players agree to fight on a real table. Its table here keeps their
      armies and does not begin.
    - `is_rated`: its result counts for the ratings of both players. A forfeit does not.
    - `decided`: sides that win by its settled result; None while that of the table counts.
    """

    key: str
    title: Say
    box: str
    scenario: str
    seats: Mapping[str, str]
    status: str
    terms: Mapping[str, Any] = {}
    options: tuple[str, ...] = ()
    stakes: Say | None = None
    unarmed: tuple[str, ...] = ()
    bot_for: tuple[str, ...] = ()
    compared: ComparedResults | None = None
    is_on_real_table: bool = False
    armies: Mapping[str, Mapping[str, Any]] = {}
    is_rated: bool = False
    decided: tuple[str, ...] | None = None


class EnteredResult(msgspec.Struct, frozen=True):
    """Settled result of a rated battle on a real table. Everything in it is public.

    `box` is the game of the battle. `seats` are those of the long game, in the order of the sides,
    and `winners` those that win. A forfeit does not count.
    """

    key: str
    box: str
    seats: tuple[str, str]
    winners: tuple[str, ...]
    is_forfeit: bool = False


class Losses(msgspec.Struct, frozen=True, omit_defaults=True):
    """Losses of one side: figures fallen and captured, Leaders lost, units broken."""

    fallen: int = 0
    captured: int = 0
    leaders_lost: int = 0
    units_broken: int = 0


class UnitLosses(msgspec.Struct, frozen=True, omit_defaults=True):
    """Figures of one unit that fell in a battle on a real table, of `figures` (0: not known)."""

    side: str
    unit: str
    fallen: int
    figures: int = 0


class UnitFall(msgspec.Struct, frozen=True):
    """Figures of one unit of a side that fell in a battle on its table, of `figures`."""

    side: str
    unit: Say
    fallen: int
    figures: int


class Aftermath(msgspec.Struct, frozen=True, omit_defaults=True):
    """Public facts after a battle, also after a concession, a draw or a cancellation.

    `winners` are sides; none means no decision. `score` is by side, `losses` too.
    """

    winners: tuple[str, ...] = ()
    turns: int = 0
    score: Mapping[str, int] = {}
    losses: Mapping[str, Losses] = {}


def battle_title(number: int) -> Say:
    """Title of a battle of which only its number is told."""
    return say("Battle {n}", "Batalla {n}", n=number)
