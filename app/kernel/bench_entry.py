"""Entry of a game in the benchmarks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from app.kernel.order_types import Order
from app.kernel.say import Say

Newcomer = Callable[[Any, Any, random.Random], Order]
"""Order of a player without the code of the bots, from the game and the view of a seat that owes a
decision.
"""
Player = Callable[[Any, random.Random], Order]
"""Order from the view of a seat that owes a decision, as the bot of a game."""


def no_facts(state: Any) -> Mapping[str, float]:  # noqa: ARG001 - a game without facts
    """Default of `BenchEntry.facts`."""
    return {}


def as_played(
    scenario: str,  # noqa: ARG001 - a game without margins
    result: tuple[str, str, str],
    facts: Mapping[str, float],  # noqa: ARG001 - a game without margins
) -> tuple[str, str]:
    """Default of `BenchEntry.judge`."""
    winner, degree, _ = result
    return winner, degree


def no_faults(before: Any, after: Any) -> Iterable[str]:  # noqa: ARG001 - a game without checks
    """Default of `BenchEntry.position_faults`."""
    return ()


class BenchEntry(msgspec.Struct, frozen=True):
    """Settings and budgets of a game in the benchmarks.

    - `order_ms`: most milliseconds of an order, median.
    - `small`: terms of a short game. `large`: terms of a game to measure.
    - `is_large`: returns true for a first state that is large enough to measure.
    - `measures_server`: true for the game that measurements of the server play.
    - `setup`: `Setup` of game number n in a run over scenarios, options and terms; None: scenarios
      and options in turn.
    - `newcomer`: player that measures the strengths of the bot; None for none.
    - `passing`: share of decisions in which a test player passes if it may.
    - `position_faults`: returns the faults of a position in words, with the position before the
      move (None for the first).
    - `tempers`, `plain`: tempers of the bot and plain strategies, by side and name. `best` names
      the best temper of each side.
    - `facts`: numbers of the last position of a game for the table of its balance.
    - `judge`: winner ("" for a draw) and degree of a played game by the margins of today. It is
      given the scenario, (winner, degree, ending) as played, and the facts.
    - `visits`: most visits of a player in a turn, mean, by way of answering: "all asked", or the
      key of a preset of conditional orders.
    - `runs`: titles of files in `docs/figures` that are about this game alone, in page order.
      `figures`: texts of the figures that no other game has, by key.
    - `further`: module of `bench` with further figures of the game; "" for none.
    """

    order_ms: float = 15.0
    small: Mapping[str, str] = {}
    large: Mapping[str, str] = {}
    is_large: Callable[[Any], bool] = bool
    measures_server: bool = False
    setup: Callable[[int], Any] | None = None
    newcomer: Newcomer | None = None
    passing: float = 1.0
    position_faults: Callable[[Any, Any], Iterable[str]] = no_faults
    tempers: Mapping[str, Mapping[str, Player]] = {}
    plain: Mapping[str, Mapping[str, Player]] = {}
    best: Mapping[str, str] = {}
    facts: Callable[[Any], Mapping[str, float]] = no_facts
    judge: Callable[[str, tuple[str, str, str], Mapping[str, float]], tuple[str, str]] = as_played
    visits: Mapping[str, float] = {}
    runs: Mapping[str, Say] = {}
    figures: Mapping[str, Say] = {}
    further: str = ""
