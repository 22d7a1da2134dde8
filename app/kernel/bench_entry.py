"""Entry of a game in the benchmarks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec


class BenchEntry(msgspec.Struct, frozen=True):
    """Settings and budgets of a game in the benchmarks.

    - `order_ms`: most milliseconds of an order, median.
    - `small`: terms of a short game. `large`: terms of a game to measure.
    - `is_large`: returns true for a first state that is large enough to measure.
    - `passing`: share of decisions in which a test player passes if it may.
    - `further`: module of `bench` with further figures of the game; "" for none.
    """

    order_ms: float = 15.0
    small: Mapping[str, str] = {}
    large: Mapping[str, str] = {}
    is_large: Callable[[Any], bool] = bool
    passing: float = 1.0
    further: str = ""
