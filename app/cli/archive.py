"""archive: moves finished games to the archive, and brings them back."""

from __future__ import annotations

import argparse

from app.cli.command_context import exit_with_error, open_services
from app.kernel.record import Broken
from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.play.archiving import archive_games, latest_move, restore_game

A_YEAR = 365.0
AT_ONCE = 100
ALL = "all"


def add_commands(commands: argparse._SubParsersAction) -> None:
    archive = commands.add_parser(
        "archive", help="move finished games to the archive; the server may run"
    )
    archive.add_argument(
        "--older-than",
        type=float,
        default=A_YEAR,
        metavar="DAYS",
        help="days since the last move; default: %(default)g",
    )
    archive.add_argument("--dry-run", action="store_true", help="only count the games")
    archive.add_argument(
        "--restore", metavar="GAME", help=f"bring a game back, or {ALL!r} archived games"
    )
    archive.set_defaults(run=run_archive)


def run_archive(asked: argparse.Namespace) -> int:
    """Archive games, count them, or bring them back; return 1 if a game could not be archived."""
    if asked.older_than < 0:
        exit_with_error("--older-than needs a number of days")
    with open_services() as services:
        if asked.restore is not None:
            return _bring_back(services, asked.restore)
        if asked.dry_run:
            with services.store.read() as work:
                games, moves = work.archives.count_due(latest_move(asked.older_than))
            print(f"{games} games with {moves} moves would be archived")
            return 0
        return _archive(services, asked.older_than)


def _archive(services: Services, days: float) -> int:
    games = moves = size = 0
    left: set[int] = set()
    known = -1
    while (done := archive_games(services, days, AT_ONCE, left)) or known != len(left):
        known = len(left)
        games += len(done)
        moves += sum(one.moves for one in done)
        size += sum(one.size for one in done)
    print(f"{games} games with {moves} moves archived in {size / 1000:.1f} kB")
    for game_id in sorted(left):
        print(f"game {game_id} stays, because its record is damaged")
    return 1 if left else 0


def _bring_back(services: Services, which: str) -> int:
    with services.store.read() as work:
        found = work.archives.archived_games() if which == ALL else [which]
    games = moves = 0
    for game in found:
        try:
            number = restore_game(services, game)
        except NoSuchGame:
            exit_with_error(f"no game {game}")
        except Broken as damaged:
            exit_with_error(f"game {game}: {damaged}. Repair it from a backup")
        games, moves = games + bool(number), moves + number
    print(f"{games} games with {moves} moves are back")
    return 0
