"""Tables of a chapter of a chronicle: its fought battles, and the accounts that changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from app.kernel.child_battles import Aftermath
from app.kernel.reading_pages import BattlePage, LedgerRow, ReadingPages
from app.kernel.say import Say, say
from app.services.container import Services
from app.services.play.battle_highlights import Highlight, Highlights, load_highlights
from app.services.watch.battle_links import ChildBattle, load_child_battles
from app.services.watch.chronicle import Chronicle
from app.services.watch.table_results import sides_of_battle, taken_results


class FoughtBattle(msgspec.Struct, frozen=True):
    """Battle with its losses.

    - `fallen` are the figures of the two sides, None if no result states any.
    - `is_here` is true for a battle on a table of this site. `turns` is then its number of turns,
      and `table` the address of that table, "" for a reader who may not see it.
    - `highlights` are the turning points from the report of that table, by language, for its
      readers.
    """

    battle: BattlePage
    fallen: tuple[int, int] | None
    is_here: bool = False
    turns: int = 0
    table: str = ""
    highlights: Highlights = {}


class AccountChange(msgspec.Struct, frozen=True):
    """Posting as one of its accounts has it: the change with its sign, and the account after it."""

    side: str
    says: Say
    change: int
    holds: int
    rule: str


class ChapterTables(msgspec.Struct, frozen=True):
    """Battles of a turn, and the changes of its accounts, by account."""

    fought: tuple[FoughtBattle, ...]
    accounts: tuple[AccountChange, ...]

    def told(self, key: str, language: str) -> tuple[Highlight, ...]:
        """Turning points of the battle with this key."""
        found = (one.highlights for one in self.fought if one.battle.key == key)
        return next(found, {}).get(language, ())

    def table_of(self, key: str) -> str:
        """Address of the table of the battle with this key; "" without one."""
        return next((one.table for one in self.fought if one.battle.key == key), "")


def load_chapter_tables(services: Services, told: Chronicle) -> Mapping[int, ChapterTables]:
    """Tables of all chapters by turn."""
    taken = taken_results(told.look)
    highlights = load_highlights(services, told.look)
    children = {one.battle.key: one for one in load_child_battles(services, told.look)}
    fought = {
        battle.key: fought_battle(
            battle,
            children.get(battle.key),
            taken.get(battle.key),
            told.look.table.seats,
            highlights.get(battle.key, {}),
        )
        for battle in told.told.pages.battles
        if battle.is_fought
    }
    return {
        one.chapter.turn: ChapterTables(
            tuple(fought[battle.key] for battle in one.battles if battle.is_fought),
            tuple(account_changes(told.told.pages, one.chapter.turn)),
        )
        for one in told.chapters
    }


def fought_battle(
    battle: BattlePage,
    child: ChildBattle | None,
    result: Aftermath | None,
    seats: Mapping[str, str],
    highlights: Highlights,
) -> FoughtBattle:
    """Battle with the losses of its table, or else with those that its players state.

    `seats` are the sides of the long game by seat.
    """
    if result is None or child is None:
        return FoughtBattle(battle, battle.fallen)
    sides = sides_of_battle(child.battle, seats)
    losses = {sides[side]: lost.fallen for side, lost in result.losses.items() if side in sides}
    one, other = (losses.get(side) for side in battle.sides)
    fallen = None if one is None or other is None else (one, other)
    address = child.table.address if child.table else ""
    return FoughtBattle(
        battle,
        fallen,
        is_here=True,
        turns=result.turns,
        table=address,
        highlights=highlights if address else {},
    )


def account_changes(pages: ReadingPages, turn: int) -> list[AccountChange]:
    """Changes of the accounts in a turn, by account in the order of the sides."""
    titles = {page.side: page.title for page in pages.sides}
    places = {side: place for place, side in enumerate(titles)}
    found = list(changes_of(pages.ledger, turn, titles))
    return sorted(found, key=lambda change: places.get(change.side, len(places)))


def changes_of(
    ledger: Iterable[LedgerRow], turn: int, titles: Mapping[str, Say]
) -> Iterator[AccountChange]:
    """Postings of a turn that count, once for each of their accounts."""
    for row in ledger:
        if row.turn != turn or row.struck_by:
            continue
        for side, holds in row.balances.items():
            change = -row.amount if side == row.payer else row.amount
            yield AccountChange(side, change_words(row, side, titles), change, holds, row.rule)


def change_words(row: LedgerRow, side: str, titles: Mapping[str, Say]) -> Say:
    """Cause of a posting, with the other account if there is one."""
    other = titles.get(row.receiver if side == row.payer else row.payer)
    facts = {"me": titles.get(side), "other": other, "cause": row.cause_words}
    if other is None:
        return row.cause_words
    if side == row.payer:
        return say(
            "{me:pays|pay} {other:the} ({cause})",
            "{me:paga|pagan} {other:al} ({cause})",
            **facts,
        )
    return say(
        "{me:receives|receive} from {other:the} ({cause})",
        "{me:recibe|reciben} {other:del} ({cause})",
        **facts,
    )
