"""Copies of SQLite databases: a state that many tests begin with is made once by a process."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

FOLDER = tempfile.TemporaryDirectory()


def kept_file(name: str) -> Path:
    """Path for a database that this process keeps until its end."""
    return Path(FOLDER.name) / f"{name}.db"


def copy_database(source: Path, target: Path) -> None:
    """Copy a database that may be open, over another one that may be open."""
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)
