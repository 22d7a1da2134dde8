"""Games by their kind, for general tests that need one as an example.

A folder in `tests/games` that offers a game as an example names its kind in `sample_kinds.py`.
A test about the rules of one game stands in `tests/games/<key>`.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
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


HEX_GAME = SAMPLES["hexes"].key
"""Game on a map of hexes; `first_steps` is its guided scenario."""
HEX_SCENARIO: str = sample_part("hexes", "sample_kinds", "SCENARIO")
"""Its scenario for two."""
HEX_SEAT: str = sample_part("hexes", "sample_kinds", "SEAT")
"""This scenario and one of its sides, as the form of a new table sends them."""
INCH_GAME = SAMPLES["inches"].key
"""Game in inches, in which players bring armies."""
AREA_GAME = SAMPLES["areas"].key
"""Game on a map of areas, with stacks of hidden counters."""
CAMPAIGN = SAMPLES["campaign"].key
"""Long game whose battles are games of `INCH_GAME`."""
