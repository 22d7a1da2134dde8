"""Rules are pure: no clock, no chance of their own, no file, no network."""

import ast
import builtins
import datetime as dt
import os
import random
import socket
import time
from pathlib import Path

import pytest

from app.games import shelf
from app.kernel import headless_games, monkey
from app.kernel.contract import Marks
from app.kernel.log_lines import move_lines
from app.kernel.seats import SPECTATOR
from tests.architecture.syntax import nodes_of
from tests.sample_games import AREA_GAME

REPOSITORY = Path(__file__).parents[2]
LOUD = {
    "time",
    "datetime",
    "socket",
    "secrets",
    "uuid",
    "urllib",
    "http",
    "subprocess",
    "threading",
    "asyncio",
    "os",
    "tempfile",
    "requests",
    "httpx",
    "numpy.random",
}
NAMES_OF_RANDOM = {"Random"}
# a lock has no outside effect: one thread at a time inspects a type
LOCK = "app/kernel/decoding.py imports threading"
# dates are computed from the data file; no clock is read
CALENDAR = f"app/games/{AREA_GAME}/calendar_of_turns.py imports datetime"


def sources():
    return [
        *sorted((REPOSITORY / "app" / "kernel").rglob("*.py")),
        *sorted((REPOSITORY / "app" / "games").rglob("*.py")),
    ]


def test_the_sources_import_nothing_impure():
    wrong = []
    for path in sources():
        for node in nodes_of(path):
            names = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            wrong += [
                f"{path.relative_to(REPOSITORY)} imports {name}"
                for name in names
                if name in LOUD or name.split(".")[0] in LOUD
            ]
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == "random"
                and node.attr not in NAMES_OF_RANDOM
            ):
                wrong.append(
                    f"{path.relative_to(REPOSITORY)}:{node.lineno} uses random.{node.attr}"
                )
    assert wrong == [LOCK, CALENDAR], (
        "rules take time, dice and data as arguments; services have the rest"
    )


def forbidden(*_, **__):
    raise AssertionError("the rules reached outside")


@pytest.mark.parametrize("key", shelf())
def test_a_game_is_played_without_clock_chance_files_and_network(key, monkeypatch):
    box = shelf()[key]
    scenario = next((one for one in box.card.scenarios if one.guided), box.card.scenarios[0])
    headless_games.play_game(
        box, headless_games.plain_setup(scenario), monkey.any_order, "warm", 3
    )  # data read at import are read now
    with monkeypatch.context() as pulled:
        for module, names in (
            (builtins, ["open"]),
            (socket, ["socket"]),
            (time, ["time", "monotonic", "sleep"]),
            (os, ["urandom"]),
            (random, ["random", "choice", "randint", "shuffle", "sample"]),
            (dt, ["datetime"]),
        ):
            for name in names:
                pulled.setattr(module, name, forbidden)
        game = headless_games.play_game(
            box, headless_games.plain_setup(scenario), monkey.any_order, "silent", 150
        )
        for number, move in enumerate(game.moves):
            move_lines(box, game.tables[number], move, SPECTATOR)
        view = box.view(game.tables[-1].state, SPECTATOR)
        box.drawing(view, Marks(), "es")
        box.summary(view)
    assert len(game.moves) > 1
