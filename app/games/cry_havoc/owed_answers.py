"""Answers that the owners of units still owe, in the order of their questions."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from app.games.cry_havoc.state import Battle, Retreat, TrainRetreat


def leading(battle: Battle, *kinds: type) -> list[Any]:
    """Decisions of those kinds at the head of the queue; their owners answer in any order."""
    return list(takewhile(lambda one: isinstance(one, kinds), battle.pending))


def open_decisions(battle: Battle, seat: str, kind: type) -> list[Any]:
    """Decisions of one kind that the seat may answer now; all retreats may be answered side by
    side.
    """
    together = (Retreat, TrainRetreat) if kind in (Retreat, TrainRetreat) else (kind,)
    return [one for one in leading(battle, *together) if one.seat == seat and isinstance(one, kind)]


def place_in_queue(battle: Battle, seat: str, kind: type, unit: str) -> int | None:
    """Place in the queue of the seat's decision about the unit; None if it owes none."""
    return next(
        (
            battle.pending.index(one)
            for one in open_decisions(battle, seat, kind)
            if one.unit == unit
        ),
        None,
    )
