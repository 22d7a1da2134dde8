"""Pages of a long game to read: standings, ledger, sides, battles, order of the turn.

A game builds them from a view, so they tell only what the viewer knows.
"""

from __future__ import annotations

import msgspec

from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.kernel.tally import Tally


class StandingRow(msgspec.Struct, frozen=True):
    """Place of a side in a table. Equal numbers share a place; `tally` explains the number."""

    place: int
    side: str
    title: Say
    number: int
    tally: Tally
    is_out: bool = False


class StandingsTable(msgspec.Struct, frozen=True):
    """Standings of one class by one number; `unit` names the number."""

    key: str
    title: Say
    unit: Say
    rule: str
    rows: tuple[StandingRow, ...]


class LedgerRow(msgspec.Struct, frozen=True):
    """Posting of the ledger. An empty payer or receiver is no account.

    - `number` counts from 1, `when` is the date of the turn.
    - `balances` are the accounts after the posting, by side.
    - `struck_by` is the number of the move whose correction struck the posting; 0 if it counts.
    """

    number: int
    turn: int
    when: Say
    payer: str
    receiver: str
    amount: int
    cause: str
    cause_words: Say
    says: Say
    rule: str
    battle: str = ""
    balances: dict[str, int] = {}
    struck_by: int = 0


class PromotionRoad(msgspec.Struct, frozen=True):
    """Way to another kind of army: achievements so far, `need`, and what is missing (`no`)."""

    title: Say
    tally: Tally
    need: int
    no: tuple[Refusal, ...] = ()


class SidePage(msgspec.Struct, frozen=True):
    """Page of a side: kind, state, account, victories by list, promotions.

    `account` is None for a side without one. `facts` are sentences about the present.
    """

    side: str
    title: Say
    kind: Say
    status: Say
    is_active: bool
    account: int | None
    facts: tuple[Say, ...] = ()
    victories: tuple[tuple[Say, int], ...] = ()
    roads: tuple[PromotionRoad, ...] = ()


class BattlePage(msgspec.Struct, frozen=True):
    """Page of a battle: its sides with their points, scenario, ground, state and result.

    - `points` have a tally for each side. `facts` are sentences in order of time.
    - `sheet` are labels with words for a printed sheet. `turns` is the turn limit, 0 without one.
    """

    key: str
    title: Say
    turn: int
    when: Say
    sides: tuple[str, ...]
    status: Say
    is_open: bool
    scenario: Say | None = None
    ground: Say | None = None
    points: tuple[tuple[str, Tally], ...] = ()
    winner: str = ""
    facts: tuple[Say, ...] = ()
    sheet: tuple[tuple[Say, Say], ...] = ()
    turns: int = 0


class OrderRow(msgspec.Struct, frozen=True):
    """Side in the order of the turn: every roll with its product, and what it has done."""

    side: str
    title: Say
    rolls: tuple[Say, ...]
    done: Say
    is_next: bool = False


class ReadingPages(msgspec.Struct, frozen=True):
    """All pages of a long game for one viewer. `unit` names the currency of the ledger."""

    when: Say
    unit: Say
    standings: tuple[StandingsTable, ...]
    ledger: tuple[LedgerRow, ...]
    sides: tuple[SidePage, ...]
    battles: tuple[BattlePage, ...]
    order: tuple[OrderRow, ...] = ()

    def side(self, key: str) -> SidePage | None:
        return next((one for one in self.sides if one.side == key), None)

    def battle(self, key: str) -> BattlePage | None:
        return next((one for one in self.battles if one.key == key), None)
