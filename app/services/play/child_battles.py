"""Tables of the battles of a long game: opened when a battle is ready, removed before their beginning
when the battle is settled elsewhere.

Locks are taken in one order: the long game first, then its battles. A new row needs no lock.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator

from app.kernel.battle_results import FromTable, ResultTaken, ResultTooLate, aftermath_of
from app.kernel.child_battles import OVER, READY, Battle
from app.kernel.contract import Game, Scenario
from app.kernel.refusal import Refused
from app.services.container import Services, require_game
from app.services.notify import battle_notifications
from app.services.play import game_setup, new_tables
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork

log = logging.getLogger(__name__)
WORKER = "child battle worker"
"""Name of the worker that brings the results to the long game."""


def follow_moves(
    services: Services,
    work: UnitOfWork,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    story: History,
    first: int,
) -> None:
    """Apply the moves of a long game from number `first` on to the tables of its battles.

    The caller has locked the long game, and commits.
    """
    if story.box.card.is_battle:
        return
    battles = {battle.key: battle for battle in story.box.battles(story.now.state)}
    tables = {table.battle: table for table in work.child_battles.of_game(game.id)}
    for fought, counts in results_in(story, first, tables):
        if fought.battle in battles:
            fighters, battle = work.seats.for_game(fought.id), battles[fought.battle]
            battle_notifications.notify_of_result(
                work, story.box, game, fought, fighters, battle, counts
            )
    for battle in battles.values():
        if battle.status == READY and battle.key not in tables:
            open_battle(services, work, game, seats, battle)
    for table in tables.values():
        settled = battles.get(table.battle)
        if table.status == "open" and (settled is None or settled.status == OVER):
            remove_waiting_table(work, table)


def results_in(
    story: History, first: int, tables: dict[str, records.Game]
) -> Iterator[tuple[records.Game, bool]]:
    """Tables whose result is in the moves from `first` on, and whether it counts."""
    for move in story.moves[first - 1 :]:
        for event in move.events:
            if isinstance(event, (ResultTaken, ResultTooLate)) and event.battle in tables:
                yield tables[event.battle], isinstance(event, ResultTaken)


def remove_waiting_table(work: UnitOfWork, table: records.Game) -> None:
    """Delete the table of a settled battle unless it has begun meanwhile."""
    locked = work.games.lock_game(table.id)
    if locked is not None and locked.status == "open":
        work.games.delete_game(locked.id)


# ---------------------------------------------------------------------- opening
def open_battle(
    services: Services,
    work: UnitOfWork,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    battle: Battle,
) -> None:
    """Open the table of a battle that is ready, with its seats taken by players of the long game.

    There is no table among bots, without the box, or with terms that the box refuses. The result is
    then entered on the long game.
    """
    holders = {one.seat: one for one in seats}
    if all(holders[seat].bot for seat in battle.seats.values()):
        return
    box = services.shelf.get(battle.box)
    plots = box.card.scenarios if box is not None else ()
    plot = next((one for one in plots if one.key == battle.scenario), None)
    if box is None or plot is None:
        log.error("game %s: no table for battle %s (%s)", game.id, battle.key, battle.box)
        return
    try:
        terms = terms_of(box, battle)
    except Refused:
        log.exception("game %s: the terms of battle %s are refused", game.id, battle.key)
        return
    table = require_game(work.games.find_game(_add_table(work, game, box, plot, battle, terms)))
    for seat in work.seats.for_game(table.id):
        _fill_seat(work, table, seat, seats, battle)
    new_tables.begin_if_complete(services, work, table.id)
    battle_notifications.notify_of_ready_battle(
        work, services.box(game), game, table, work.seats.for_game(table.id), battle
    )


def terms_of(box: Game, battle: Battle) -> dict[str, object]:
    """Terms of the battle, with the blanks filled in. Raises `Refused` if the box refuses them."""
    if box.agreement is None:
        return {}
    settled = box.agreement.settled(battle.scenario, battle.terms, {}, game_setup.CHANCE)
    terms = {**settled, **battle.terms}
    box.agreement.stock(battle.scenario, battle.options, terms, {})
    return terms


def _add_table(
    work: UnitOfWork,
    game: records.Game,
    box: Game,
    plot: Scenario,
    battle: Battle,
    terms: dict[str, object],
) -> int:
    """Row of the table. The other players of the long game may watch it by its address."""
    is_public = game.visibility == "open" and game.spectators
    return new_tables.add_game(
        work,
        box,
        plot,
        opened_by=None,
        options=battle.options,
        visibility="open" if is_public else "private",
        spectators=True,
        title="",
        terms=terms,
        delay=game.delay,
        parent_id=game.id,
        battle=battle.key,
    )


def _fill_seat(
    work: UnitOfWork,
    table: records.Game,
    seat: records.Seat,
    seats: Iterable[records.Seat],
    battle: Battle,
) -> None:
    """Give the seat to the player or the bot of the long game."""
    holder = next(one for one in seats if one.seat == battle.seats[seat.side])
    work.seats.update_seat(
        table.id, seat.seat, user_id=holder.user_id, bot=holder.bot, name=holder.name or ""
    )


# ---------------------------------------------------------------------- seats
def battles_on_tables(work: UnitOfWork, game: records.Game, story: History) -> frozenset[str]:
    """Battles of a long game on tables that are not over, by key."""
    if story.box.card.is_battle:
        return frozenset()
    tables = work.child_battles.of_game(game.id)
    return frozenset(table.battle for table in tables if table.status != "over")


def seats_in_battles(
    services: Services, work: UnitOfWork, game: records.Game, seat: str
) -> list[tuple[records.Game, records.Seat]]:
    """Tables of battles that are not over, locked, with the seat that a seat of the game holds there."""
    box = services.box(game)
    if box.card.is_battle:
        return []
    state = services.stories.of(work, box, game).now.state
    held = {battle.key: battle.seats for battle in box.battles(state)}
    found = []
    for one in work.child_battles.of_game(game.id):
        table = work.games.lock_game(one.id)
        if table is not None and table.status != "over" and table.battle in held:
            found += [
                (table, mine)
                for mine in work.seats.for_game(table.id)
                if held[table.battle][mine.side] == seat
            ]
    return found


# ---------------------------------------------------------------------- results
def result_order(services: Services, work: UnitOfWork, table: records.Game) -> FromTable:
    """Order that brings the result of a finished table to its long game."""
    box = services.box(table)
    state = services.stories.of(work, box, table).now.state
    return FromTable(table.battle, table.id, aftermath_of(box, state, table.winners))
