"""Games by their kind, for general tests that need one as an example.

A folder in `tests/games` that offers a game as an example names its kind in `sample_kinds.py`.
A test about the rules of one game stands in `tests/games/<key>`.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

HERE = Path(__file__).parent


class Sample(NamedTuple):
    """A game and the package with its tests."""

    key: str
    package: str


def _offered() -> Iterator[tuple[str, Sample]]:
    """Each kind with its game, as the folders of games name them."""
    for path in sorted((HERE / "games").glob("**/sample_kinds.py")):
        package = ".".join(("tests", *path.parent.relative_to(HERE).parts))
        for kind, key in import_module(f"{package}.sample_kinds").KINDS.items():
            yield kind, Sample(key, package)


SAMPLES = dict(_offered())


def sample_part(kind: str, module: str, name: str) -> Any:
    """Value `name` of a module among the tests of the game of this kind."""
    return getattr(import_module(f"{SAMPLES[kind].package}.{module}"), name)


def sample_keys(kind: str) -> ModuleType:
    """Keys of the game of this kind that general tests may use: scenarios, sides, pieces, lists."""
    return import_module(f"{SAMPLES[kind].package}.sample_kinds")


HEX = sample_keys("hexes")
HEX_GAME = SAMPLES["hexes"].key
"""Game on a map of hexes."""
HEX_SCENARIO: str = HEX.SCENARIO
"""Its guided scenario for two."""
HEX_SEAT: str = HEX.SEAT
"""This scenario and one of its sides, as the form of a new table sends them."""
INCH = sample_keys("inches")
INCH_GAME = SAMPLES["inches"].key
"""Game in inches, in which players bring armies."""
AREA = sample_keys("areas")
AREA_GAME = SAMPLES["areas"].key
"""Game on a map of areas, with stacks of hidden counters."""
LONG = sample_keys("campaign")
CAMPAIGN = SAMPLES["campaign"].key
"""Long game whose battles are games of `INCH_GAME`."""
