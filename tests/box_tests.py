"""Values that tests of a box offer to general tests."""

from __future__ import annotations

import importlib
from typing import Any


def offered(box: str, module: str, name: str, default: Any) -> Any:
    """Value `name` of tests/games/<box>/<module>.py; `default` if there is no such module or
    name.
    """
    try:
        found = importlib.import_module(f"tests.games.{box}.{module}")
    except ModuleNotFoundError as missing:
        if missing.name not in (f"tests.games.{box}", f"tests.games.{box}.{module}"):
            raise
        return default
    return getattr(found, name, default)
