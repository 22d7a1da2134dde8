"""Data files in the folder of a game."""

from __future__ import annotations

import inspect
from functools import cache
from pathlib import Path


@cache
def file_beside(kind: type, name: str) -> Path | None:
    """File of a name beside the source of a class, None without it. It is looked for once, not for
    each page.
    """
    path = Path(inspect.getfile(kind)).with_name(name)
    return path if path.exists() else None
