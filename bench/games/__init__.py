"""Measurements of single games, one folder for each. All other modules of `bench` name no game."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType


def modules_of_games(name: str) -> Iterator[ModuleType]:
    """Yield the module of this name of each folder that has one. It imports no game."""
    for path in sorted(Path(__file__).parent.glob(f"*/{name}.py")):
        yield import_module(f"{__name__}.{path.parent.name}.{name}")
