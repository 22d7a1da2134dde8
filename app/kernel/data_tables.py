"""Printed tables as data, read once at import."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml


@cache
def read_yaml(path: Path) -> Any:
    """Content of a YAML file, cached. Rule texts may be read later; no rule opens a file during
    play.
    """
    return yaml.load(
        path.read_text(encoding="utf-8"),
        Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader),  # noqa: S506 - both loaders are safe ones
    )
