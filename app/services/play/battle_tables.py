"""Opening of the tables of battles that are ready, with their players and army lists.

The tables of an order are prepared one by one, without the database. Then their rows are written
together, each kind with one statement.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

import msgspec

from app.kernel import table
from app.kernel.child_battles import Battle
from app.kernel.contract import Game, Scenario
from app.kernel.dice import SeededDice, key_of
from app.kernel.game_setup import Form
from app.kernel.outcome import Outcome
from app.kernel.record import Move, to_json
from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.notify import notifications
from app.services.notify.battle_notifications import BattleNews, news_of_ready_battle
from app.services.play import game_setup, new_tables, rated_battles, stored_positions
from app.services.play.recorded_moves import chained_move
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork

log = logging.getLogger(__name__)
NOT_BEGUN = dict.fromkeys(("listed_at", "first_turn_at", "degree", "reveal_by", "next_date_at"), "")
"""Columns that the first move sets. All new rows have the same columns."""


class Beginning(msgspec.Struct, frozen=True):
    """First move of a table as it is recorded, and what follows from it."""

    move: Move
    history: History
    outcome: Outcome | None


class PreparedTable(msgspec.Struct, frozen=True):
    """Table of a battle before it is written. The id of `game` is 0, or known after the writing.

    `columns` are those of its row. `owing` seats owe a decision, or a part of the setup.
    """

    battle: Battle
    box: Game
    game: records.Game
    columns: Mapping[str, Any]
    seats: tuple[records.Seat, ...]
    brought: Mapping[str, Form]
    owing: frozenset[str]
    beginning: Beginning | None = None


# ---------------------------------------------------------------------- opening
def open_tables(
    services: Services,
    work: UnitOfWork,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    battles: Sequence[Battle],
) -> Iterator[BattleNews]:
    """Open the tables of battles that are ready, with their seats taken by players of the long
    game. Yields the news for them.
    """
    found = (prepare_table(services, game, seats, battle) for battle in battles)
    prepared = [one for one in found if one is not None]
    if prepared:
        for one in write_tables(work, prepared):
            notify_players(work, one)
            fighters = one.seats if one.beginning is None else without_debts(one.seats)
            yield from news_of_ready_battle(
                services.box(game), game, one.game, fighters, one.battle
            )


def prepare_table(
    services: Services, game: records.Game, seats: tuple[records.Seat, ...], battle: Battle
) -> PreparedTable | None:
    """Prepare the table of a battle. Raises `Refused` if it cannot begin.

    There is no table among bots, without the box, or with terms that the box refuses. The result is
    then entered on the long game.
    """
    holders = {one.seat: one for one in seats}
    if all(holders[seat].bot for seat in battle.seats.values()):
        return None
    box = services.shelf.get(battle.box)
    plots = box.card.scenarios if box is not None else ()
    plot = next((one for one in plots if one.key == battle.scenario), None)
    if box is None or plot is None:
        log.error("game %s: no table for battle %s (%s)", game.id, battle.key, battle.box)
        return None
    try:
        terms = terms_of(box, battle)
    except Refused:
        log.exception("game %s: the terms of battle %s are refused", game.id, battle.key)
        return None
    columns = _columns(game, box, plot, battle, terms)
    new = _game_of(columns)
    empty = new_tables.seats_of_scenario(box, plot, {})
    taken = tuple(_with_holder(one, holders[battle.seats[one.side]]) for one in empty)
    brought = fitting_lists(box, new, taken, battle)
    unarmed = game_setup.seats_to_arm(box, new, taken, brought)
    if new_tables.is_ready_to_begin(box, new, taken, unarmed) and not battle.is_on_real_table:
        return begun_table(
            services, PreparedTable(battle, box, new, columns, taken, brought, frozenset())
        )
    owing = frozenset((*game_setup.seats_to_set_up(box, new, taken), *unarmed))
    return PreparedTable(battle, box, new, columns, with_debts(taken, owing), brought, owing)


def begun_table(services: Services, new: PreparedTable) -> PreparedTable:
    """Table after its first move. Raises `Refused`. The new seats have no pledges for the dice, so
    it waits for no value.
    """
    setup = stored_positions.setup_of(services, new.game, new.seats, new.brought)
    key = key_of(new.columns["seed"], (seat.added for seat in new.seats))
    first = stored_positions.first_move(new.box, new.game, setup, SeededDice(key, 1))
    exchanged = new.box.agreement.exchanged_seats(first.events) if new.box.agreement else {}
    seats, brought = with_exchanged_seats(new.seats, new.brought, exchanged)
    written = chained_move(History(new.box), first)
    history = History(new.box).and_then([written])
    outcome = table.table_outcome(new.box, history.now)
    head = stored_positions.head_columns(new.game, history, first, outcome)
    owing = stored_positions.seats_that_owe(history, outcome)
    return msgspec.structs.replace(
        new,
        columns={**new.columns, **head, "begun_at": first.made_at},
        seats=with_debts(seats, owing),
        brought=brought,
        owing=frozenset(owing),
        beginning=Beginning(written, history, outcome),
    )


# ---------------------------------------------------------------------- writing
def write_tables(work: UnitOfWork, prepared: Sequence[PreparedTable]) -> Sequence[PreparedTable]:
    """Write the rows of tables; returns the tables with their ids."""
    numbers = work.new_games.add_games([one.columns for one in prepared])
    tables = [
        msgspec.structs.replace(one, game=msgspec.structs.replace(one.game, id=number))
        for number, one in zip(numbers, prepared, strict=True)
    ]
    work.new_games.add_seats(
        (one.game.id, seat, one.brought.get(seat.seat, {})) for one in tables for seat in one.seats
    )
    begun = [(one, one.beginning) for one in tables if one.beginning is not None]
    work.new_games.add_agreements(
        {one.game.id: rated_battles.players_agreeing(one.game, one.seats) for one, _ in begun}
    )
    work.new_games.append_moves({one.game.id: first.move for one, first in begun})
    for one, first in begun:
        if one.game.club_id is not None and first.outcome is not None:
            stored_positions.note_battle_facts(work, one.game.id, first.history, first.outcome)
    return tables


def notify_players(work: UnitOfWork, one: PreparedTable) -> None:
    """Notify the players of a written table of what they owe."""
    waiting, begun = without_debts(one.seats), one.beginning
    if begun is None:
        owing = game_setup.seats_to_set_up(one.box, one.game, waiting)
        notifications.notify_of_setup(work, one.box, one.game, waiting, owing)
        return
    turn = begun.history.moment(1).turn
    notifications.notify_of_move(
        work, one.box, one.game, waiting, "", 1, turn, one.owing, begun.outcome
    )


# ---------------------------------------------------------------------- parts of a table
def terms_of(box: Game, battle: Battle) -> dict[str, object]:
    """Terms of the battle, with the blanks filled in. Raises `Refused` if the box refuses them."""
    if box.agreement is None:
        return {}
    lists = {side: {game_setup.ARMY: army} for side, army in battle.armies.items()}
    settled = box.agreement.settled(battle.scenario, battle.terms, lists, game_setup.CHANCE)
    terms = {**settled, **battle.terms}
    box.agreement.stock(battle.scenario, battle.options, terms, {})
    return terms


def fitting_lists(
    box: Game, new: records.Game, seats: Sequence[records.Seat], battle: Battle
) -> dict[str, Form]:
    """Army lists of a battle by seat. For a list that the table refuses, its player brings another
    army.
    """
    found: dict[str, Form] = {}
    for seat in seats:
        army = battle.armies.get(seat.side)
        if army:
            try:
                brings = as_stored({game_setup.ARMY: army})
                game_setup.check_choices(box, new, seats, seat, brings)
                found[seat.seat] = brings
            except Refused:
                log.info("battle %s refuses the list of seat %s", battle.key, seat.seat)
    return found


def with_exchanged_seats(
    seats: tuple[records.Seat, ...], brought: Mapping[str, Form], new: Mapping[str, str]
) -> tuple[tuple[records.Seat, ...], Mapping[str, Form]]:
    """Seats and choices after the choices have settled the sides (CAR-LOB-13). `new` is the seat of
    each player who moves.
    """
    moved = {new[one.seat]: one for one in seats if one.seat in new}
    now = tuple(
        msgspec.structs.replace(one, user_id=moved[one.seat].user_id, name=moved[one.seat].name)
        if one.seat in moved
        else one
        for one in seats
    )
    return now, {**brought, **{key: brought.get(one.seat, {}) for key, one in moved.items()}}


def with_debts(seats: Sequence[records.Seat], owing: Set[str]) -> tuple[records.Seat, ...]:
    """Seats, of which exactly these owe a decision."""
    return tuple(msgspec.structs.replace(one, owes=one.seat in owing) for one in seats)


def without_debts(seats: Sequence[records.Seat]) -> tuple[records.Seat, ...]:
    """Seats of which none owes a decision."""
    return with_debts(seats, frozenset())


def _columns(
    game: records.Game, box: Game, plot: Scenario, battle: Battle, terms: dict[str, object]
) -> dict[str, Any]:
    """Columns of the table. The other players of the long game may watch it by its address."""
    is_public = game.visibility == "open" and game.spectators
    found = new_tables.open_game_columns(
        box.card.key,
        plot.key,
        secrets.token_hex(32),
        opened_by=None,
        options=battle.options,
        visibility="open" if is_public else "private",
        spectators=True,
        title="",
        terms=terms,
        delay=game.delay,
        parent_id=game.id,
        battle=battle.key,
        rated=game.rated and battle.is_rated,
        club_id=game.club_id,
        club_only=game.club_only,
    )
    return {**NOT_BEGUN, **found, "listed_at": found["moved_at"]}


def _game_of(columns: Mapping[str, Any]) -> records.Game:
    """Game of a row that is not written yet, as it will be read."""
    known = {name: columns[name] for name in records.Game.__struct_fields__ if name in columns}
    return records.Game(id=0, **{**known, "terms": as_stored(columns["terms"])})


def as_stored(form: Form) -> dict[str, Any]:
    """Form as it is read after it was written."""
    found: dict[str, Any] = msgspec.json.decode(to_json(form))
    return found


def _with_holder(seat: records.Seat, holder: records.Seat) -> records.Seat:
    """Seat with the player or the bot of the long game."""
    return msgspec.structs.replace(
        seat, user_id=holder.user_id, bot=holder.bot, name=holder.name or ""
    )
