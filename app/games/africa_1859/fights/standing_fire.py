"""Conditional orders for fire: none, as one group, one by one, or named guns."""

from __future__ import annotations

from collections.abc import Mapping

PASS, GROUP, SINGLY = "pass", "group", "one_by_one"


def standing_guns(given: object, able: tuple[str, ...]) -> tuple[str, ...] | None:
    """Guns that fire next by a conditional order; empty to pass, None if it says nothing."""
    if passes(given):
        return ()
    if given == GROUP:
        return able
    if given == SINGLY:
        return able[:1]
    if isinstance(given, Mapping) and given.get("guns"):
        return tuple(key for key in given["guns"] if key in able)
    return None


def passes(given: object) -> bool:
    """Return true for a conditional order that declines."""
    return given == PASS or (isinstance(given, Mapping) and bool(given.get(PASS)))
