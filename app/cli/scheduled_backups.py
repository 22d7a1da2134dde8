"""backups: one backup file after another in a folder, for a container beside the server."""

from __future__ import annotations

import argparse
import re
import time
from datetime import UTC, datetime
from pathlib import Path

from app.cli.command_context import the_settings
from app.store.checksums import TransferRefused
from app.store.engine import UnsafeDatabase
from app.store.transfer import back_up

NAME = re.compile(r"caracole-\d{8}T\d{6}Z\.db")
RETRY = 600.0  # seconds after a backup that failed
HOUR = 3600.0


def add_commands(commands: argparse._SubParsersAction) -> None:
    backups = commands.add_parser(
        "backups", help="write a backup at regular times, and keep the newest"
    )
    backups.add_argument("folder", type=Path)
    backups.add_argument("--every", type=float, default=24.0, metavar="HOURS")
    backups.add_argument("--keep", type=int, default=14, metavar="NUMBER")
    backups.add_argument("--once", action="store_true", help="one backup now, then stop")
    backups.set_defaults(run=run_backups)


def run_backups(asked: argparse.Namespace) -> int:
    """Write backups until the process is stopped; a failed one is logged and tried again."""
    while True:
        time.sleep(0 if asked.once else seconds_until_due(asked.folder, asked.every))
        try:
            file = write_backup(the_settings().database_url, asked.folder, max(1, asked.keep))
        except (TransferRefused, UnsafeDatabase, OSError) as why:
            print(f"no backup: {why}", flush=True)
            if asked.once:
                return 1
            time.sleep(RETRY)
        else:
            print(f"backup {file.name}: {file.stat().st_size} bytes", flush=True)
            if asked.once:
                return 0


def write_backup(url: str, folder: Path, keep: int) -> Path:
    """Write a backup named by its time, then delete all but the newest `keep`."""
    file = folder / f"caracole-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.db"
    back_up(url, file)
    for old in backups_in(folder)[:-keep]:
        old.unlink()
    return file


def backups_in(folder: Path) -> list[Path]:
    """Scheduled backups in a folder, the oldest first. Other files are left alone."""
    return sorted(one for one in folder.glob("caracole-*.db") if NAME.fullmatch(one.name))


def seconds_until_due(folder: Path, hours: float) -> float:
    """Seconds until the next backup; 0 without an earlier one. A restart does not begin anew."""
    last = backups_in(folder)[-1:]
    age = time.time() - last[0].stat().st_mtime if last else hours * HOUR
    return max(0.0, hours * HOUR - age)
