"""AFB-FIR: the fire table and the modifiers of a fire."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from app.games.africa_1859.fights.clash import Lines, Table, without_zeros


class Harm(msgspec.Struct, frozen=True):
    """Result of a fire: steps lost, and true for a morale check if steps are left."""

    steps: int = 0
    check: bool = False


NO_EFFECT = Harm()
Rows = Sequence[Mapping[str, Any]]
"""Rows of the fire table: highest total, steps, check."""


def fire_result(rows: Rows, die: int, total: int) -> Harm:
    """AFB-FIR-01: Steps and check of a fire by its total; a natural 1 has no effect."""
    if die == 1:
        return NO_EFFECT
    row = next(row for row in rows if total <= row["max"])
    return Harm(row["steps"], row["check"])


def fire_lines(table: Table, factors: Iterable[int], has_cover: bool) -> Lines:
    """AFB-FIR-02: Sum of the current factors, and a line for a target with cover."""
    return without_zeros(
        ("factor", sum(factors)), ("cover", table["modifiers"]["cover"] * has_cover)
    )
