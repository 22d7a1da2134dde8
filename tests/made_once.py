"""Expensive data that the processes of a run share: the first process makes it, the others read
it.
"""

from __future__ import annotations

import fcntl
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

_folder: list[Path] = []


def share_in(folder: Path) -> None:
    """Set the folder of this run; without it, each process makes its own data."""
    _folder[:] = [folder]


def made_once(name: str, make: Callable[[], Any]) -> Any:
    """The answer of `make`, which is called by one process of the run. It must be picklable."""
    if not _folder:
        return make()
    file = _folder[0] / f"{name}.pickle"
    with file.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # released when the file is closed
        if not file.exists():
            file.write_bytes(pickle.dumps(make(), pickle.HIGHEST_PROTOCOL))
    return pickle.loads(file.read_bytes())  # noqa: S301 - a process of this run wrote it
