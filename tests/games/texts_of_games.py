"""Texts that players read while a game is played: log, summaries, offers, previews, refusals."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from app.kernel.contract import Game, Setup
from app.kernel.event_summary import Met
from app.kernel.headless_games import Practice, play_game
from app.kernel.log_lines import move_lines, of_the_box
from app.kernel.refusal import Refused
from app.kernel.say import Say
from app.kernel.seats import Viewer
from tests.games.agreement import faults_in

SEES_ALL = Viewer(finished=True)
MOST_DRY_RUNS = 4
"""Dry runs of random offers in one position, beside that of the order given."""


def played_by_bots(game: Game, setup: Setup, seed: str, most: int) -> Practice:
    return play_game(game, setup, lambda one, view, chance: one.bot(view, chance), seed, most)


def faults_of(
    game: Game, played: Practice, every: int, names: frozenset[str] = frozenset()
) -> list[str]:
    """Faults of agreement with the move where they were printed, each sentence once. `names` have
    their article in a running sentence.
    """
    found = {
        fault: f"{where}: {says.in_('es')} | {says.in_('en')}"
        for where, says in texts_of_game(game, played, every)
        for fault in faults_in(says, names)
    }
    return [f"{fault} -- {where}" for fault, where in found.items()]


def texts_of_game(game: Game, played: Practice, every: int) -> Iterator[tuple[str, Say]]:
    """Texts with the number of their move: of all moves, and of the position at each `every`-th."""
    chance = random.Random(len(played.moves))
    for number, move in enumerate(played.moves):
        lines = move_lines(game, played.tables[number], move, SEES_ALL)
        yield from named(f"log {number}", lines)
    turns = [0] * (len(played.moves) + 1)
    met: list[Met] = of_the_box(game, played.moves[1:], played.tables, lambda n: turns[n])
    yield from named("summary", game.summary_items(met, SEES_ALL))
    for number in range(1, len(played.moves), every):
        yield from texts_of_position(game, played, number, chance)


def texts_of_position(
    game: Game, played: Practice, number: int, chance: random.Random
) -> Iterator[tuple[str, Say]]:
    """Texts of the page before a move: decisions, offers and dry runs with their refusals."""
    table, move = played.tables[number], played.moves[number]
    yield from named(f"decision {number}", game.waiting_for(table.state))
    if move.seat not in table.seats:
        return
    view = game.view(table.state, Viewer(move.seat, table.seats[move.seat]))
    offers = list(game.offers(view))
    yield from named(f"offer {number}", offers)
    yield from named(f"summary {number}", game.summary(view))
    for offer in chance.sample(offers, min(MOST_DRY_RUNS, len(offers))):
        yield from named(f"preview {number}", assessed(game, view, offer.order))
    yield from named(f"hint {number}", game.hint(view))


def assessed(game: Game, view: Any, order: Any) -> Any:
    """Dry run of an order, or the refusals of one that cannot be read."""
    try:
        return game.assess(view, order)
    except Refused as refused:
        return refused.refusals


def named(where: str, data: Any) -> Iterator[tuple[str, Say]]:
    return ((where, says) for says in sentences_in(data))


def sentences_in(data: Any) -> Iterator[Say]:
    """All sentences inside a value, in its order."""
    if isinstance(data, Say):
        yield data
    elif isinstance(data, msgspec.Struct):
        for name in data.__struct_fields__:
            yield from sentences_in(getattr(data, name))
    elif isinstance(data, Mapping):
        for one in data.values():
            yield from sentences_in(one)
    elif isinstance(data, (list, tuple)):
        for one in data:
            yield from sentences_in(one)
