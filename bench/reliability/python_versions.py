"""T-14: Recorded games decided again under other versions of Python.

    OTHER_PYTHONS=PATH:PATH python -m bench.reliability python_versions [BATTLES] [GAMES] [--write]

OTHER_PYTHONS names interpreters with the packages of requirements.txt. Bots play BATTLES of In the
Heart of Africa and GAMES of Cry Havoc under this interpreter, each up to `MOST` moves. Each other
one decides every order again with the recorded dice.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from app.services.watch.benchmarks import Measurement
from app.store.migrate import migrate_database
from bench import decided_again
from bench.written import at_least, at_most, counted

TOP = Path(__file__).parents[2]
VERSIONS = 3  # goal
MOST, MINUTES = 250, 6.0


def decided_under(python: str, url: str) -> dict[str, int]:
    """Games, moves, and moves with another result, as another interpreter finds them."""
    run = subprocess.run(  # noqa: S603 - our own command
        [python, "-m", "bench.decided_again", "--again", url],
        cwd=TOP,
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, int] = json.loads(run.stdout)
    return found


def measure(games: int = 3) -> Iterator[Measurement]:
    """Yield the number of versions, games and moves, and the moves with another result."""
    others = [path for path in os.environ.get("OTHER_PYTHONS", "").split(os.pathsep) if path]
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/games.db"
        migrate_database(url)
        jobs = decided_again.by_turns(dict.fromkeys(decided_again.BATTLES, games))
        decided_again.play_all(url, jobs, MINUTES, MOST)
        found = [decided_under(python, url) for python in others]
    yield at_least("version_count", 1 + len(others), VERSIONS)
    yield counted("version_games", min((one["games"] for one in found), default=0))
    yield counted("version_moves", min((one["moves"] for one in found), default=0))
    yield at_most("version_differences", sum(one["otherwise"] for one in found), 0)
