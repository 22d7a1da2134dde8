"""T-55: Backup of a database with many games, and its restore into an empty one.

    python -m bench.reliability backup_restore [GAMES] [MOVES] [--write]

`bench.growth` fills the database. Both steps compare the rows and the checksum of each table.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from app.services.watch.benchmarks import Measurement
from app.store.transfer import back_up, restore_backup
from bench.growth import fill_database
from bench.written import at_least, at_most, counted

MOST = 300.0  # seconds for the restore


def measure(games: int = 10_000, moves: int = 200_000) -> Iterator[Measurement]:
    """Yield the time of both steps, and the share of tables with the same rows and checksum."""
    with tempfile.TemporaryDirectory() as folder:
        source, file = f"sqlite:///{folder}/source.db", Path(folder) / "backup.db"
        fill_database(source, games, moves)
        began = time.monotonic()
        saved = {one.table: one for one in back_up(source, file)}
        middle = time.monotonic()
        restored = {one.table: one for one in restore_backup(file, f"sqlite:///{folder}/target.db")}
        ended = time.monotonic()
        size = file.stat().st_size / 1e6
    same = sum(restored.get(name) == one for name, one in saved.items())
    yield counted("backup_games", games)
    yield counted("backup_rows", sum(one.rows for one in saved.values()))
    yield counted("backup_size", size, "MB")
    yield counted("backup_seconds", middle - began, "s")
    yield at_most("restore_seconds", ended - middle, MOST, "s")
    yield at_least("restore_same", 100 * same / len(saved), 100, "%")
