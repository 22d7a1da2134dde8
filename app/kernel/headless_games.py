"""Whole games without a server, for random players, bots and tests.

Everything is recorded as in a real game, but nothing is stored.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from app.kernel import record, table, table_orders
from app.kernel.contract import Game, Order, Scenario, Setup
from app.kernel.dice import SeededDice
from app.kernel.offers import Decision
from app.kernel.outcome import Outcome
from app.kernel.readjudication import readjudicate_moves
from app.kernel.record import Move
from app.kernel.seats import Viewer
from app.kernel.stored_orders import decided_as_stored

Chooser = Callable[[Game, Any, random.Random], Order]
WHEN = "2000-01-01T00:00:00.000Z"  # a game without a server has no time


class Practice(msgspec.Struct, frozen=True):
    """Played game: its chained moves, the table after each move, and the outcome.

    `outcome` is None if the game stopped at the limit of moves.
    """

    moves: tuple[Move, ...]
    tables: tuple[table.Table, ...]
    outcome: Outcome | None


def plain_setup(scenario: Scenario, options: tuple[str, ...] = ()) -> Setup:
    """Setup with one seat for each side."""
    return Setup(scenario.key, {side.key: side.key for side in scenario.sides}, options)


def play_game(game: Game, setup: Setup, choose: Chooser, seed: str, most: int) -> Practice:
    """Play until the end or until `most` moves.

    `choose` picks the order of a seat that may answer a decision, from the view of that seat.
    """
    chance, key = random.Random(seed), seed.encode()  # noqa: S311 a game of practice guards no secret
    dice = SeededDice(key, 1)
    moves = [_recorded_move(game, table.EMPTY, "", table_orders.Begin(setup), dice, [])]
    tables = [table.EMPTY, _table_after(game, table.EMPTY, moves[0])]
    while table.table_outcome(game, tables[-1]) is None and len(moves) < most:
        position, number = tables[-1], len(moves) + 1
        owed = chance.choice(list(game.waiting_for(position.state)))
        seat = chance.choice((owed.seat, *owed.also)) if owed.also else owed.seat
        order = answer_to_draw(position, owed) or choose(
            game, game.view(position.state, Viewer(seat, position.seats[seat])), chance
        )
        moves.append(_recorded_move(game, position, seat, order, SeededDice(key, number), moves))
        tables.append(_table_after(game, position, moves[-1]))
    return Practice(tuple(moves), tuple(tables), table.table_outcome(game, tables[-1]))


def answer_to_draw(position: table.Table, owed: Decision) -> Order | None:
    """CAR-DRW-03: In a quiet game a bot agrees to a draw or offers one.

    It makes no offer if an offer of its side was declined before. Alone on its side, it withdraws
    the offer when the game is quiet no longer.
    """
    side = position.seats[owed.seat]
    if side in position.draw_by:
        is_alone = [*position.seats.values()].count(side) == 1
        return table_orders.DeclineDraw() if is_alone and not owed.draw else None
    if owed.draw and (position.draw_by or side not in position.draw_refused):
        return table_orders.OfferDraw()
    return None


def record_faults(game: Game, seed: str, played: Practice) -> list[str]:
    """Faults of the record: hash chain, dice, reading back and deciding again."""
    found = []
    if record.first_broken(played.moves) is not None:
        found.append(f"the chain breaks at move {record.first_broken(played.moves)}")
    found += [
        f"move {number}: a false die"
        for number, *_ in record.false_dice(seed.encode(), played.moves)
    ]
    read_back = [
        msgspec.structs.replace(move, events=record.read_events(game, record.to_json(move.events)))
        for move in played.moves
    ]
    if record.replay_moves(game, read_back) != played.tables[-1]:
        found.append("the record read back folds to another table")
    found += [
        f"move {one.number} decided again: {one.why}"
        for one in readjudicate_moves(game, read_back, played.tables)
    ]
    return found


def position_faults(game: Game, played: Practice) -> list[str]:
    """Faults of the positions of a game, as its entry in the benchmarks finds them."""
    return [
        f"move {number}: {fault}"
        for number, (before, after) in enumerate(itertools.pairwise(played.tables), start=1)
        for fault in game.bench.position_faults(before.state, after.state)
    ]


def _recorded_move(
    game: Game, before: table.Table, seat: str, order: Order, dice: SeededDice, past: Sequence[Move]
) -> Move:
    number, stored = len(past) + 1, record.stored_order(order)
    events = decided_as_stored(game, before, stored, seat, dice, past)
    move = Move(number, seat, stored, events, tuple(dice.rolls), f"practice:{number}", WHEN)
    return record.chain_move(move, past[-1].hash if past else "")


def _table_after(game: Game, position: table.Table, move: Move) -> table.Table:
    return msgspec.structs.replace(table.after_all(game, position, move.events), number=move.number)
