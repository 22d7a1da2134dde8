"""Facts of the turn of a long game beside a decision: order of play, possible ends, answers.

A game builds them from a view, so they tell only what the viewer knows.
"""

from __future__ import annotations

import msgspec

from app.kernel.reading_pages import OrderRow
from app.kernel.say import Say


class EndNote(msgspec.Struct, frozen=True):
    """Consequence of an end besides the accounts, with its rule ("" without one)."""

    says: Say
    rule: str = ""


class EndRow(msgspec.Struct, frozen=True):
    """Possible end: the account of each side after it (None without an account), and notes."""

    label: Say
    accounts: tuple[int | None, ...]
    notes: tuple[EndNote, ...] = ()


class EndsTable(msgspec.Struct, frozen=True):
    """Possible ends of one attack, request, hunt or battle. The first row is the present."""

    title: Say
    sides: tuple[str, ...]
    rows: tuple[EndRow, ...]


class AnswerRow(msgspec.Struct, frozen=True):
    """Side that has answered (`is_in`) or still owes an answer; `says` tells no secret."""

    side: str
    title: Say
    says: Say
    is_in: bool


class AnswerList(msgspec.Struct, frozen=True):
    """Sides that answer the same question, and a sentence about the secrecy of the answers."""

    title: Say
    rows: tuple[AnswerRow, ...]
    note: Say | None = None


class Exchange(msgspec.Struct, frozen=True):
    """Attack, request, offer of terms, or answer, from the side `by` to the side `to`.

    Only these two sides may read it. `is_agreed` is true for an agreement that the rules record,
    `is_opening` for the attack or request that begins a negotiation.
    """

    by: str
    to: str
    says: Say
    is_agreed: bool = False
    is_opening: bool = False


class SideLine(msgspec.Struct, frozen=True):
    """Side with its kind in words and its account, None without one."""

    side: str
    kind: Say
    account: int | None


class TurnFacts(msgspec.Struct, frozen=True):
    """Facts of a turn for one viewer. `unit` names the currency of the accounts."""

    unit: Say
    order: tuple[OrderRow, ...] = ()
    ends: tuple[EndsTable, ...] = ()
    answers: tuple[AnswerList, ...] = ()
    sides: tuple[SideLine, ...] = ()

    def side(self, key: str) -> SideLine | None:
        return next((one for one in self.sides if one.side == key), None)
