"""Command line of the long runs: a number, a database, and `--write` for the figures."""

from __future__ import annotations

import sys
from typing import Protocol


class LongRun(Protocol):
    """Run of a given size on "sqlite" or "postgres". Returns the exit code of the process."""

    def __call__(self, size: int, kind: str, /, *, is_written: bool) -> int: ...


def exit_with(run: LongRun, default: int) -> None:
    """Run with the arguments of the process: the size (`default`), the database (SQLite)."""
    words = sys.argv[1:]
    size = next((int(word) for word in words if word.isdigit()), default)
    kind = "postgres" if "postgres" in words else "sqlite"
    sys.exit(run(size, kind, is_written="--write" in words))
