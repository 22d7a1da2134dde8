"""Prepared battles for beginners: two armies, a table and, in the first battle, all figures in
place.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import is_baggage
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.movement.layouts import BLOCK, deploy_block
from app.games.heart_of_africa.presentation.naming import side_name
from app.games.heart_of_africa.state import DEPLOYMENT, Battle
from app.games.heart_of_africa.tables import DATA
from app.games.heart_of_africa.terrain.library import table_of
from app.kernel.contract import Event
from app.kernel.data_tables import read_yaml
from app.kernel.decoding import convert_plain
from app.kernel.say import Say, say
from app.kernel.space.plane import Point

FOLDER = DATA / "lessons"
STOCK = ("scenario", "year", "turn_limit", "edges", "attacker")
"""Fields of the stock that a page shows."""


class Stand(msgspec.Struct, frozen=True):
    """Place and layout of a unit or single figure."""

    at: Point
    facing: float
    shape: str = BLOCK


class Lesson(msgspec.Struct, frozen=True):
    """A prepared battle with its name and description: `peoples` are the names of the sides,
    `wants` their objectives.

    `stands`: the places of units; empty: the players deploy.
    """

    key: str
    rank: int
    title: Say
    plot: Say
    minutes: int
    peoples: Mapping[str, Say]
    wants: Mapping[str, Say]
    land: Land
    stock: Mapping[str, Any]
    stands: Mapping[str, Stand] = {}


def lesson_of(key: str, page: Mapping[str, Any]) -> Lesson:
    stock = {name: page[name] for name in STOCK if name in page}
    stock["armies"] = {
        side: {**army, "year": page["year"]} for side, army in page["armies"].items()
    }
    land = table_of(key, page["table"]).land
    stock["table"] = msgspec.to_builtins(land)
    peoples = {
        side: side_name(army["list"], army["nation"]) for side, army in page["armies"].items()
    }
    stands = {who: convert_plain(row, Stand) for who, row in page.get("stands", {}).items()}
    return Lesson(
        key,
        page["rank"],
        say(*page["title"]),
        say(*page["plot"]),
        page["minutes"],
        peoples,
        {side: say(*words) for side, words in page["sides"].items()},
        land,
        stock,
        stands,
    )


def read_lessons(folder: Path) -> dict[str, Lesson]:
    """The lessons in the order in which they are played."""
    found = (lesson_of(path.stem, read_yaml(path)) for path in folder.glob("*.yaml"))
    return {lesson.key: lesson for lesson in sorted(found, key=lambda lesson: lesson.rank)}


LESSONS: Mapping[str, Lesson] = read_lessons(FOLDER)


def begun(began: e.BattleBegan, lesson: Lesson) -> e.BattleBegan:
    """The beginning of this battle. With all figures already in place there is no baggage."""
    began = replace(began, lesson=lesson.key)
    if not lesson.stands:
        return began
    return replace(
        began,
        units=tuple(unit for unit in began.units if unit.kind != "baggage"),
        figures=tuple(figure for figure in began.figures if not is_baggage(figure)),
    )


def laid_out(battle: Battle, lesson: Lesson) -> list[Event]:
    """Events that place all figures as in the lesson; empty if the players deploy."""
    if not lesson.stands:
        return []
    happened: list[Event] = [e.StepBegan(0, DEPLOYMENT)]
    for who, stand in lesson.stands.items():
        now = fold(battle, happened)
        places = deploy_block(now, who, stand.at, stand.facing, stand.shape)
        side = battle.units[who].side if who in battle.units else battle.figures[who].side
        happened.append(
            e.Deployed(
                side, who, {key: (spot[0], spot[1], spot[2]) for key, spot in places.items()}
            )
        )
    return happened
