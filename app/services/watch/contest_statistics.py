"""Statistics of a contest by scenario and by army, from its settled battles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from app.kernel.contest_pages import PairingRow
from app.kernel.contract import Game
from app.kernel.refusal import Refused
from app.kernel.say import Say
from app.services.container import Services
from app.services.play.game_setup import ARMY
from app.services.watch.game_view import GameView
from app.services.watch.reading_pages import GamePages, found


class ScenarioRecord(msgspec.Struct, frozen=True):
    """Results in a scenario: battles won by the first side, drawn, and won by the second side.

    `roles` are the names of both sides, () for a battle in words.
    """

    title: Say
    roles: tuple[Say, ...]
    first: int
    drawn: int
    second: int

    @property
    def battles(self) -> int:
        return self.first + self.drawn + self.second

    def share(self, number: int) -> int:
        """Share of the battles in whole per cent."""
        return round(100 * number / self.battles)


class ArmyRecord(msgspec.Struct, frozen=True):
    """Results of a kind of army. A battle of two armies of one kind counts for both."""

    title: Say
    won: int
    drawn: int
    lost: int

    @property
    def battles(self) -> int:
        return self.won + self.drawn + self.lost

    def share(self, number: int) -> int:
        """Share of the battles in whole per cent."""
        return round(100 * number / self.battles)


class ContestStatistics(msgspec.Struct, frozen=True):
    """Records by scenario and by army, those with most battles first. `battles` counts all that
    were settled by play; `armies_known` those with two known armies.
    """

    battles: int
    scenarios: tuple[ScenarioRecord, ...]
    armies: tuple[ArmyRecord, ...]
    armies_known: int


def contest_statistics(services: Services, told: GamePages) -> ContestStatistics:
    """Statistics for a viewer. Raises `NoSuchGame` for a game that is no contest."""
    contest = found(told.pages.contest)
    fought = {one.key for one in told.pages.battles if one.is_fought}
    titles = {one.key: one.scenario or one.title for one in told.pages.battles}
    rows = [
        row
        for table in contest.rounds
        if not table.is_draft
        for pair in table.rows
        for row in pair.boards or (pair,)
        if row.key in fought
    ]
    kinds = listed_kinds(services, told) if contest.list_box else {}
    tables = kinds_at_tables(services, told.look, fought)
    known = [(row, pair) for row in rows if (pair := armies_of(row, kinds, tables))]
    return ContestStatistics(
        len(rows),
        tuple(by_scenario(rows, titles)),
        tuple(by_army(known)),
        len(known),
    )


def by_scenario(rows: Iterable[PairingRow], titles: Mapping[str, Say]) -> list[ScenarioRecord]:
    """Records by scenario, the most frequent first."""
    counts: dict[str, list[int]] = {}
    heads: dict[str, tuple[Say, tuple[Say, ...]]] = {}
    for row in rows:
        title = titles[row.key]
        heads.setdefault(title.in_("en"), (title, row.roles))
        counts.setdefault(title.in_("en"), [0, 0, 0])[result_of(row)] += 1
    records = [ScenarioRecord(*heads[key], *numbers) for key, numbers in counts.items()]
    return sorted(records, key=lambda one: -one.battles)


def by_army(known: Iterable[tuple[PairingRow, tuple[Say, Say]]]) -> list[ArmyRecord]:
    """Records by kind of army, the most frequent first."""
    counts: dict[str, list[int]] = {}
    heads: dict[str, Say] = {}
    for row, pair in known:
        result = result_of(row)
        for kind, place in zip(pair, (result, 2 - result), strict=True):
            heads.setdefault(kind.in_("en"), kind)
            counts.setdefault(kind.in_("en"), [0, 0, 0])[place] += 1
    records = [ArmyRecord(heads[key], *numbers) for key, numbers in counts.items()]
    return sorted(records, key=lambda one: (-one.battles, one.title.in_("en")))


def result_of(row: PairingRow) -> int:
    """0 for a victory of the first entrant, 1 for a draw, 2 for one of the second."""
    return 1 if not row.winner else 0 if row.winner == row.first else 2


def armies_of(
    row: PairingRow, kinds: Mapping[str, Say], tables: Mapping[str, tuple[Say, Say]]
) -> tuple[Say, Say] | None:
    """Kinds of both armies of a battle; None unless both are known. Armies at a finished table
    count before the lists, because a player may bring another army for a list with faults.
    """
    if row.key in tables:
        return tables[row.key]
    if row.first in kinds and row.second in kinds:
        return kinds[row.first], kinds[row.second]
    return None


# --- Kinds of armies
def listed_kinds(services: Services, told: GamePages) -> dict[str, Say]:
    """Kind of the army list of each entrant, or player of a team, once all lists are open. A list
    with faults is no army of a battle.
    """
    contest = found(told.pages.contest)
    game = services.shelf.get(contest.list_box)
    if game is None or not contest.are_lists_open:
        return {}
    lists = (row for row in contest.lists if row.army and not row.faults)
    named = ((row.side, kind_of(game, row.army)) for row in lists)
    return {side: kind for side, kind in named if kind is not None}


def kinds_at_tables(
    services: Services, look: GameView, fought: Iterable[str]
) -> dict[str, tuple[Say, Say]]:
    """Kinds of both armies at the finished tables of these battles, by battle."""
    wanted, kinds = set(fought), {}
    with services.store.read() as work:
        for table in work.child_battles.of_game(look.game.id):
            if table.battle in wanted and table.status == "over":
                brought = work.seats.contributions_by_seat(table.id)
                pair = tuple(pair_of(services.shelf.get(table.box), brought))
                if len(pair) == len(("first", "second")):
                    kinds[table.battle] = (pair[0], pair[1])
    return kinds


def pair_of(game: Game | None, brought: Mapping[str, Mapping[str, object]]) -> Iterator[Say]:
    """Kinds of the armies at a table, in the order of its seats."""
    for brings in brought.values():
        army = brings.get(ARMY)
        kind = kind_of(game, army) if game is not None and isinstance(army, dict) else None
        if kind is not None:
            yield kind


def kind_of(game: Game, army: Mapping[str, object]) -> Say | None:
    """Kind of an army; None for a game without kinds, or for an army that cannot be read."""
    if game.armies is None:
        return None
    try:
        return game.armies.brief(army).kind
    except Refused:
        return None
