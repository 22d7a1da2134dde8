"""Keys by which the games name their scenarios, sides, pieces, places, army lists and regions.

They are read from the games themselves, so a new game needs no entry here.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module

from app import games
from app.games import shelf
from app.kernel.contract import Game, Scenario, Setup
from app.kernel.dice import SeededDice
from app.kernel.form import Field
from app.kernel.headless_games import plain_setup
from app.kernel.seats import Viewer
from tests.contract.tiny import TINY

WORD = re.compile(r"[a-z][a-z0-9]+(?:_[a-z0-9]+)*")
SHORTEST = 3
"""Shorter keys, such as "A" and "p1", are no words."""


def keys_of_one_game() -> frozenset[str]:
    """Keys that one game of the shelf has, and no further game and no tiny game."""
    ours = [games_of_a_folder(folder) for folder in folders()]
    counts = Counter(key for folder in ours for key in {k for one in folder for k in keys_of(one)})
    shared = {key for game in TINY.values() for key in keys_of(game)}
    return frozenset(key for key, count in counts.items() if count == 1) - shared


def folders() -> list[str]:
    """Packages of the games that bring rules of a battle. Formats of contests are general words."""
    found = {type(game).__module__.split(".")[2] for game in shelf().values()}
    return sorted(
        one
        for one in found
        if not hasattr(import_module(f"{games.__name__}.{one}"), "OVER_BATTLES")
    )


def games_of_a_folder(folder: str) -> list[Game]:
    return [game for game in shelf().values() if type(game).__module__.split(".")[2] == folder]


def keys_of(game: Game) -> set[str]:
    """Keys of a game that are words of three letters or more."""
    found = {part for key in every_key(game) for part in key.split("/")}
    return {key for key in found if len(key) >= SHORTEST and WORD.fullmatch(key)}


def every_key(game: Game) -> Iterator[str]:
    for scenario in game.card.scenarios:
        yield scenario.key
        if game.card.open_seats is None:  # its seats are numbered
            yield from (side.key for side in scenario.sides)
        yield from choices_of_terms(game, scenario)
        yield from keys_on_the_board(game, scenario)
    if game.armies is not None:
        sections = game.armies.builder({}).sections
        yield from choices(field for section in sections for field in section.fields)


def choices_of_terms(game: Game, scenario: Scenario) -> Iterator[str]:
    """Answers that the terms of a table and the contributions of its sides offer."""
    if game.agreement is not None:
        yield from choices(game.agreement.terms(scenario.key, {}))
        for side in scenario.sides:
            yield from choices(game.agreement.brings(scenario.key, {}, side.key))


def choices(fields: Iterable[Field]) -> Iterator[str]:
    return (choice.value for field in fields for choice in field.choices)


def keys_on_the_board(game: Game, scenario: Scenario) -> Iterator[str]:
    """Pieces and named places of a new game, as each seat knows them."""
    setup = plain_setup(scenario)
    if game.agreement is not None:
        terms = game.agreement.settled(scenario.key, {}, {}, random.Random(1))
        stock = game.agreement.stock(scenario.key, (), terms, {})
        setup = Setup(scenario.key, setup.seats, setup.options, stock)
    state = None
    for event in game.new_game(setup, SeededDice(b"keys of games", 1)):
        state = game.evolve(state, event)
    for seat, side in setup.seats.items():
        summary = game.summary(game.view(state, Viewer(seat, side)))
        yield from (piece.id for piece in summary.pieces)
        yield from (place.key for place in summary.places)
