"""Printed tables as data: read once, at import; a wrong cell is named by file and place."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml


@cache
def read_yaml(path: Path) -> Any:
    """The content of a YAML file. Read at import, but for the words of rules: no rule opens a file
    while a game is played.
    """
    return yaml.load(
        path.read_text(encoding="utf-8"),
        Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader),  # noqa: S506 - both loaders are safe ones
    )
