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
    archive,
    clubs,
    headless_games,
    outbox,
    ratings,
    records,
    repair,
    rules,
    scheduled_backups,
    serving,
    transfer,
    validate_army,
)

OLD_NAMES = {
    "muster": "validate-army",
    "mend": "repair",
    "again": "retry-order",
    "rehearse": "re-adjudicate",
    "house": "moderation",
    "keys": "rotate-keys",
    "check": "upgrade-check",
}
"""Former names of commands and their present names; the next release drops them."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return 0 for success, 1 for a finding, 2 for a wrong call.

    A former name works and prints a warning to standard error.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    if words and words[0] in OLD_NAMES:
        old, words[0] = words[0], OLD_NAMES[words[0]]
        print(f"{old} is now {words[0]}; the old name goes with the next release", file=sys.stderr)
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
        clubs,
        ratings,
        outbox,
        transfer,
        scheduled_backups,
        archive,
        repair,
    ):
        module.add_commands(commands)
    chosen = parser.parse_args(words)
    try:
        return chosen.run(chosen) or 0
    except BrokenPipeError:
        sys.stderr.close()
        return 0
