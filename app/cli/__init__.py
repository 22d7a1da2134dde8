"""The command line. Each module adds its commands. A command is a function of the parsed arguments
and returns the exit status.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from app.cli import (
    adjudicate,
    administration,
    headless_games,
    outbox,
    records,
    repair,
    rules,
    serving,
    transfer,
    validate_army,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return 0 for success, 1 for a finding, 2 for a wrong call."""
    parser = argparse.ArgumentParser(
        prog="python -m app", description="Caracole from the command line."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in (
        serving,
        rules,
        adjudicate,
        validate_army,
        records,
        headless_games,
        administration,
        outbox,
        transfer,
        repair,
    ):
        module.add(commands)
    chosen = parser.parse_args(argv)
    try:
        return chosen.run(chosen) or 0
    except BrokenPipeError:
        sys.stderr.close()
        return 0
