"""Many worlds of one position that differ in a secret alone, asked for a part of the outlets.

Two neighbours of the worlds are a pair. All worlds of a position are copies of one server with its
users and its table, so a pair costs one world. Each position asks a tenth of the outlets, as one of
the viewers; the next position asks the next tenth. `bench.twin_worlds` runs it.
"""

from __future__ import annotations

import gc
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import argon2
import msgspec
import pytest

from app.services.people import password_hashes
from app.web.png_renderer import PNG_RENDERER
from tests.api.conftest import ROOT
from tests.leaks.bot_decisions import decisions_of_bots
from tests.leaks.outlets import (
    OUTLET,
    Probe,
    calls,
    forms,
    listed_by_kind,
    operations,
    pages,
    timed,
    tries_out,
)
from tests.leaks.still import Foretold, Stillness, stand_still
from tests.leaks.test_twins import apart
from tests.leaks.worlds import Part, World, logged

PARTS = 10
VIEWERS = ("other", "member", "other", "stranger")
"""Viewers in turn. The other player has the most outlets and the best reason to ask."""
BESIDES = ("notifications", "frames of moves", "metrics", "decisions of bots")
"""Outlets without an address; each is asked by one part. The log is read every time."""
CHEAP_HASH = {"time_cost": 1, "memory_cost": 8, "parallelism": 1, "salt_len": 8}
FEW, MANY = 0, 1
OF_ONE_OUTLET, LEAST_SECONDS = 1.5, 2.0
"""Ratio of the times of one outlet, if it took so long in all worlds together."""
LEAST_IDLE = 0.2
"""As `LEAST_SECONDS`, for the time without work. The servers of the worlds have next to none."""
Given = Callable[[World], None]


@dataclass(frozen=True)
class SecretPosition:
    """Position with secrets of one side, one for each world.

    `begin` opens the table; each of `secrets` gives the orders of a world. Neighbours differ, and
    worlds with few secrets and with many take turns, so that their work would show in its time.
    """

    begin: Given
    secrets: Sequence[Given]
    probe: Probe
    shelf: Mapping


class Compared(msgspec.Struct):
    """Result of a position. `asked` counts the requests of each outlet in one of its worlds.

    `spent` are the processor seconds by outlet of worlds with few secrets and of those with many.
    `idle` are the seconds in which the server neither worked nor waited for a processor.
    """

    number: int
    viewer: str
    worlds: int
    asked: dict[str, int]
    spent: tuple[dict[str, float], dict[str, float]]
    differences: list[str]
    idle: tuple[dict[str, float], dict[str, float]] = msgspec.field(
        default_factory=lambda: ({}, {})
    )

    @property
    def pairs(self) -> int:
        return self.worlds - 1


def part_of(number: int) -> Part:
    """Part of the outlets that a position asks."""
    return Part(number % PARTS, PARTS)


def viewer_of(number: int) -> str:
    """Viewer who asks in a position."""
    return VIEWERS[number // PARTS % len(VIEWERS)]


def depth_of(number: int) -> int:
    """Depth of the queries: all of them in every fourth round, else some."""
    return 2 if number // (PARTS * len(VIEWERS)) % 4 == 3 else 1


def all_outlets() -> list[str]:
    """Names of all outlets that the parts ask together."""
    return [*listed_by_kind("pages"), *(f"api {one}" for one in listed_by_kind("api")), *BESIDES]


@contextmanager
def quiet_server() -> Iterator[tuple[pytest.MonkeyPatch, Foretold]]:
    """Time, secrets and dice fixed; cheap passwords; drawings in place of pictures."""
    with pytest.MonkeyPatch.context() as patch:
        foretold = stand_still(patch)
        hasher = argon2.PasswordHasher(**CHEAP_HASH)
        patch.setattr(password_hashes, "password_hasher", hasher)
        patch.setattr(PNG_RENDERER, "png", str.encode)
        yield patch, foretold


@contextmanager
def without_collector() -> Iterator[None]:
    """Keep the garbage collector from the block; it works before.

    Worlds allocate alike, so its work would fall to the same request of every second world.
    """
    worked = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if worked:
            gc.enable()


class Worlds:
    """Servers of one position: copies of a first one, on which its table was opened."""

    def __init__(
        self, patch: pytest.MonkeyPatch, foretold: Foretold, template: Path, folder: Path, **of
    ):
        self.patch, self.folder = patch, folder
        self.position: SecretPosition = of["position"]
        self.part, self.viewer = part_of(of["number"]), viewer_of(of["number"])
        self.depth = depth_of(of["number"])
        self.first = World(template, folder, 0, self.position.shelf)
        self.position.begin(self.first)
        self.first.ends()
        self.begun = snapshot(folder / "0.db", folder / "begun.db")
        self.stillness = Stillness(foretold)

    def ask(self, given: Given) -> Told:
        """Answers of a world with this secret."""
        self.stillness.begin_again()
        with logged() as log, without_collector():
            world = self.first.copied(self.begun, self.folder, 1)
            world.part = self.part
            world.is_followed = self.includes("frames of moves")
            with world.posted(self.patch):
                given(world)
                told = Told()
                self.ask_addresses(world, told)
                self.ask_besides(world, told)
            told.to_own = [
                world.programs["own"].client.get(f"{ROOT}/games/{world.game.id}{last}").text
                for last in ("", "/standing")
            ]
            world.ends()
        told.answers["log"] = log.lines
        for file in self.folder.glob("1.db*"):
            file.unlink()
        return told

    def ask_addresses(self, world: World, told: Told) -> None:
        who, probe = self.viewer, self.position.probe
        tries_out(world, who)
        requests = (
            *pages(world, probe, who, self.depth),
            *operations(world, probe, who, self.depth),
            *forms(world, probe.orders, who),
            *calls(world, probe.orders, who),
        )
        for name, request in requests:
            outlet = OUTLET.match(name)[0]
            answer = timed(outlet, request, told.spent, told.idle)
            headers = sorted((key, one) for key, one in answer.headers.items() if key != "date")
            told.keep(outlet, name, (answer.status_code, headers, answer.content))

    def ask_besides(self, world: World, told: Told) -> None:
        """Ask the outlets without an address that belong to the part."""
        ways: Mapping[str, Callable[[], object]] = {
            "notifications": world.post,
            "frames of moves": lambda: world.frames,
            "metrics": world.figures,
            "decisions of bots": lambda: decisions_of_bots(world, ("other",)),
        }
        for outlet, way in ways.items():
            if self.includes(outlet):
                began = time.process_time()
                told.keep(outlet, outlet, way())
                told.spent[outlet] = time.process_time() - began

    def includes(self, outlet: str) -> bool:
        return self.part.includes(BESIDES.index(outlet), outlet)


class Told:
    """Answers of one world to a viewer and to the owner of the secret, with their processor time.

    `asked` counts the requests of each outlet.
    """

    def __init__(self) -> None:
        self.answers: dict[str, object] = {}
        self.asked: Counter[str] = Counter()
        self.spent: dict[str, float] = {}
        self.idle: dict[str, float] = {}
        self.to_own: list[str] = []

    def keep(self, outlet: str, name: str, answer: object) -> None:
        self.answers[name] = answer
        self.asked[outlet] += 1

    def differences(self, other: Told) -> list[str]:
        """Answers that differ, and a word if the owner sees no difference."""
        if list(self.answers) != list(other.answers):
            return ["the worlds have other outlets"]
        found = [
            apart(name, one, other.answers[name])
            for name, one in self.answers.items()
            if one != other.answers[name]
        ]
        return found if self.to_own != other.to_own else [*found, "the secrets are the same"]


def slower_outlets(
    few: Mapping[str, float], many: Mapping[str, float], least: float = LEAST_SECONDS
) -> list[str]:
    """Outlets that took longer in the worlds with few secrets, or in those with many. Both took at
    least so many seconds together.
    """
    both = {outlet: (seconds, many.get(outlet, 0.0)) for outlet, seconds in few.items()}
    return [
        outlet
        for outlet, times in both.items()
        if sum(times) >= least and max(times) > OF_ONE_OUTLET * min(times)
    ]


def snapshot(file: Path, copy: Path) -> Path:
    """Copy of a database with all that is in its log."""
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return copy


def begins_with_many(number: int) -> bool:
    """Return true if the worlds are asked from the last one on, which has many secrets.

    Both orders come with every part of the outlets and every kind of position.
    """
    return number // 40 % 2 == 1


def compare_worlds(template: Path, folder: Path, position: SecretPosition, number: int) -> Compared:
    """Compare the answers of neighbouring worlds of a position.

    The first world is asked twice and timed the second time, because it fills the caches.
    """
    order = list(enumerate(position.secrets))
    if begins_with_many(number):
        order.reverse()
    with quiet_server() as (patch, foretold):
        worlds = Worlds(patch, foretold, template, folder, position=position, number=number)
        last = worlds.ask(order[0][1])
        found = Compared(number, worlds.viewer, len(order), dict(last.asked), ({}, {}), [])
        for turn, (place, given) in enumerate(order):
            told = worlds.ask(given)
            for sums, times in ((found.spent, told.spent), (found.idle, told.idle)):
                for outlet, seconds in times.items():
                    sums[place % 2][outlet] = sums[place % 2].get(outlet, 0.0) + seconds
            if turn:
                found.differences += told.differences(last)
            last = told
    gc.collect()
    return found
