"""Files named on the command line that do not exist: processes of xdist would report no test."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def missing_files(named: Iterable[str], folder: Path) -> list[str]:
    """Files and folders among the arguments that are not below the folder of the command."""
    paths = [one.partition("::")[0] for one in named]
    return [path for path in paths if not (folder / path).exists()]
