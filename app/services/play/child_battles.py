"""Tables of the battles of a long game: opened when a battle is ready, removed before their
beginning when the battle is settled elsewhere. A table that keeps both armies of a real table
stays.

Locks are taken in one order: the long game first, then its battles. A new row needs no lock.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from app.kernel.battle_results import (
    FromTable,
    ResultTaken,
    ResultTooLate,
    aftermath_of,
    find_battle,
)
from app.kernel.child_battles import READY, SETTLED, VOID, Battle
from app.kernel.contract import Game
from app.kernel.outcome import DROPPED
from app.kernel.record import Move
from app.kernel.refusal import Refused
from app.kernel.table_orders import SeatsExchanged
from app.services.container import Services, require_game
from app.services.notify.battle_notifications import (
    BattleNews,
    news_of_bot,
    news_of_dropped_battle,
    news_of_result,
)
from app.services.notify.many_readers import read_choices
from app.services.play import (
    battle_tables,
    bot_substitutes,
    dropped_battles,
    held_tables,
    new_tables,
    rated_battles,
)
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork

log = logging.getLogger(__name__)
WORKER = "child battle worker"
"""Name of the worker that brings the results to the long game."""


class FollowUp(msgspec.Struct, frozen=True):
    """Consequences of moves at the tables of battles.

    `news` are for their players. `tables` were closed or have begun, each with its last move.
    """

    news: tuple[BattleNews, ...] = ()
    tables: tuple[tuple[int, int], ...] = ()


def follow_moves(
    services: Services,
    work: UnitOfWork,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    history: History,
    first: int,
    known: Sequence[records.Game],
) -> FollowUp:
    """Apply the moves of a long game from number `first` on to the tables of its battles. The moves
    have not changed the `known` tables.

    The caller has locked the long game, and commits.
    """
    if history.box.card.is_battle:
        return FollowUp()
    news: list[BattleNews] = []
    moved: list[tuple[int, int]] = []
    battles = {battle.key: battle for battle in history.box.battles(history.now.state)}
    tables = {table.battle: table for table in known if table.ending != DROPPED}
    replaced = replaced_battles(history, first, battles) & set(tables)
    dropped = replaced | {table.battle for table in known if table.ending == DROPPED}
    for key in replaced:
        gone = drop_table(services, work, game, history, tables.pop(key))
        news, moved = [*news, *gone.news], [*moved, *gone.tables]
    for fought, counts in results_in(history, first, tables):
        if fought.battle in battles:
            fighters, battle = work.seats.for_game(fought.id), battles[fought.battle]
            news += news_of_result(history.box, game, fought, fighters, battle, counts)
    ready = [one for one in battles.values() if one.status == READY and one.key not in tables]
    news += open_tables(services, work, game, seats, ready, dropped)
    news += call_bots(work, game, history, first, tables, battles)
    for table in tables.values():
        settled = battles.get(table.battle)
        if table.status == "open" and settled is not None and settled.status == READY:
            renew_terms(services, work, table, settled)
            moved += begin_released_table(services, work, history, first, table, settled)
        if is_needless(services, work, table, settled):
            gone = drop_table(services, work, game, history, table)
            news, moved = [*news, *gone.news], [*moved, *gone.tables]
    rated_battles.mark_settled_battles(work, game, seats, history, first, known, replaced)
    return FollowUp(tuple(news), tuple(moved))


def tables_of(work: UnitOfWork, box: Game, game: records.Game) -> list[records.Game]:
    """Tables of the battles of a game; none in a battle."""
    return [] if box.card.is_battle else work.child_battles.of_game(game.id)


def open_tables(
    services: Services,
    work: UnitOfWork,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    ready: Sequence[Battle],
    dropped: Collection[str],
) -> Iterator[BattleNews]:
    """Open the tables of battles that are ready; yields the news for their players. `dropped` are
    keys of closed tables, which get other keys.
    """
    fighting = {seat for battle in ready for seat in battle.seats.values()}
    read_choices(work, (one.user_id for one in seats if one.seat in fighting))
    for battle in ready:
        if battle.key in dropped:
            dropped_battles.release_key(work, game.id, battle.key)
    yield from battle_tables.open_tables(services, work, game, seats, ready)


def is_needless(
    services: Services, work: UnitOfWork, table: records.Game, battle: Battle | None
) -> bool:
    """True if a table ends with its battle: any table of a void battle, and one that waits for the
    armies of a settled battle.
    """
    if battle is None or battle.status == VOID:
        return table.status != "over"
    if table.status != "open" or battle.status not in SETTLED:
        return False
    return not (battle.is_on_real_table and held_tables.has_all_armies(services, work, table))


def replaced_battles(history: History, first: int, battles: Mapping[str, Battle]) -> set[str]:
    """Battles that have other players since the moves from `first` on, by a correction. Players who
    have exchanged their seats stay at their tables.
    """
    earlier = history.tables[first - 1].state
    known = history.box.battles(earlier) if earlier is not None else ()
    now = exchanged_keys(history.moves[first - 1 :])
    return {
        one.key
        for one in known
        if one.key in battles
        and battles[one.key].seats
        != {side: now.get(seat, seat) for side, seat in one.seats.items()}
    }


def exchanged_keys(moves: Sequence[Move]) -> dict[str, str]:
    """Present seat of each player who has exchanged it in these moves, by the seat before."""
    events = (event for move in moves for event in move.events)
    found = [one for one in events if isinstance(one, SeatsExchanged)]
    return {one.seat: one.other for one in found} | {one.other: one.seat for one in found}


def drop_table(
    services: Services,
    work: UnitOfWork,
    game: records.Game,
    history: History,
    table: records.Game,
) -> FollowUp:
    """Remove a waiting table, or close a running one; a finished one stays."""
    if table.status == "open":
        remove_waiting_table(work, table)
    if table.status != "running":
        return FollowUp()
    closed = dropped_battles.close_table(services, work, table)
    news = news_of_dropped_battle(history.box, game, table, work.seats.for_game(table.id))
    return FollowUp(tuple(news), tuple((one.id, one.number) for one in closed))


def renew_terms(services: Services, work: UnitOfWork, table: records.Game, battle: Battle) -> None:
    """Give a waiting table the terms that its battle has now, for example another ground."""
    if all(table.terms.get(name) == value for name, value in battle.terms.items()):
        return
    locked = work.games.lock_game(table.id)
    if locked is not None and locked.status == "open":
        try:
            terms = battle_tables.terms_of(services.box(locked), battle)
        except Refused:
            log.exception("the terms of table %s are refused", table.id)
            return
        work.games.update_game(table.id, terms=terms)


def begin_released_table(
    services: Services,
    work: UnitOfWork,
    history: History,
    first: int,
    table: records.Game,
    battle: Battle,
) -> Iterator[tuple[int, int]]:
    """Begin a waiting table with both armies, if the agreement on a real table has ended; yields it
    with its last move.
    """
    before = find_battle(history.box, history.tables[first - 1].state, battle.key)
    if battle.is_on_real_table or before is None or not before.is_on_real_table:
        return
    try:
        new_tables.begin_if_complete(services, work, table.id)
    except Refused:  # an army does not fit any more; its player is asked again
        log.exception("the armies of table %s are refused", table.id)
    begun = require_game(work.games.find_game(table.id))
    if begun.number:
        yield begun.id, begun.number


def call_bots(
    work: UnitOfWork,
    game: records.Game,
    history: History,
    first: int,
    tables: Mapping[str, records.Game],
    battles: Mapping[str, Battle],
) -> Iterator[BattleNews]:
    """Give seats to bots that the moves from `first` on have called; yields the news for their
    players.
    """
    if not any(battle.bot_for for battle in battles.values()):
        return
    earlier = history.tables[first - 1].state
    known = {one.key: one for one in history.box.battles(earlier)} if earlier is not None else {}
    for battle in battles.values():
        sides = bot_substitutes.called_sides(battle, known.get(battle.key))
        table = work.games.lock_game(tables[battle.key].id) if battle.key in tables else None
        if sides and table is not None and table.status == "running":
            given = bot_substitutes.seat_bots(work, table, sides)
            yield from news_of_bot(history.box, game, table, given, battle)


def results_in(
    history: History, first: int, tables: dict[str, records.Game]
) -> Iterator[tuple[records.Game, bool]]:
    """Tables whose result is in the moves from `first` on, and whether it counts."""
    for move in history.moves[first - 1 :]:
        for event in move.events:
            if isinstance(event, (ResultTaken, ResultTooLate)) and event.battle in tables:
                yield tables[event.battle], isinstance(event, ResultTaken)


def remove_waiting_table(work: UnitOfWork, table: records.Game) -> None:
    """Delete the table of a settled battle unless it has begun meanwhile."""
    locked = work.games.lock_game(table.id)
    if locked is not None and locked.status == "open":
        work.games.delete_game(locked.id)


# ---------------------------------------------------------------------- beginning
def begin_if_complete(services: Services, work: UnitOfWork, game_id: int) -> None:
    """Begin a game as `new_tables.begin_if_complete` does, and open the tables of battles that are
    ready at once.
    """
    new_tables.begin_if_complete(services, work, game_id)
    game = require_game(work.games.find_game(game_id))
    if game.number:
        history = services.histories.of(work, services.box(game), game)
        seats = work.seats.for_game(game_id)
        tables = tables_of(work, history.box, game)
        follow_moves(services, work, game, seats, history, 1, tables)


# ---------------------------------------------------------------------- seats
def battles_on_tables(work: UnitOfWork, game: records.Game, history: History) -> frozenset[str]:
    """Battles of a long game on tables that are not over, by key."""
    if history.box.card.is_battle:
        return frozenset()
    tables = work.child_battles.of_game(game.id)
    return frozenset(table.battle for table in tables if table.status != "over")


def seats_in_battles(
    services: Services, work: UnitOfWork, game: records.Game, seat: str
) -> list[tuple[records.Game, records.Seat]]:
    """Tables of battles that are not over, locked, with the seat that a seat of the game holds
    there. Armies of a battle that was fought on a real table stay as they are.
    """
    box = services.box(game)
    if box.card.is_battle:
        return []
    state = services.histories.of(work, box, game).now.state
    battles = {battle.key: battle for battle in box.battles(state)}
    found = []
    for one in work.child_battles.of_game(game.id):
        table, battle = work.games.lock_game(one.id), battles.get(one.battle)
        if table is None or table.status == "over" or battle is None:
            continue
        if table.status == "running" or battle.status not in SETTLED:
            found += [
                (table, mine)
                for mine in work.seats.for_game(table.id)
                if battle.seats[mine.side] == seat
            ]
    return found


# ---------------------------------------------------------------------- results
def result_order(services: Services, work: UnitOfWork, table: records.Game) -> FromTable:
    """Order that brings the result of a finished table to its long game."""
    box = services.box(table)
    state = services.histories.of(work, box, table).now.state
    return FromTable(table.battle, table.id, aftermath_of(box, state, table.winners))
