"""transfer, backup, restore and upgrade-check: move of a database, copy as one file, and check of
an upgrade on a copy.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from app.cli import photograph_checks
from app.cli.command_context import exit_with_error, the_settings
from app.cli.records import Subject, subjects_of
from app.games import shelf
from app.kernel import record, table
from app.kernel.readjudication import readjudicate_moves
from app.services.container import Services
from app.store.checksums import TableSum, TransferRefused
from app.store.engine import UnsafeDatabase
from app.store.migrate import newest_migration
from app.store.scratch_copy import UpgradedCopy, upgraded_copy
from app.store.transfer import back_up, copy_database, require_address, restore_backup

TWO_MINUTES = 120.0


def add_commands(commands: argparse._SubParsersAction) -> None:
    transfer = commands.add_parser("transfer", help="copy the whole database into an empty one")
    transfer.add_argument(
        "source", metavar="FROM", help="sqlite:///file or postgresql+psycopg://..."
    )
    transfer.add_argument("target", metavar="TO")
    transfer.set_defaults(run=run_transfer)
    backup = commands.add_parser(
        "backup", help="write the whole database to one file; the server may run"
    )
    backup.add_argument("file", type=Path)
    backup.set_defaults(run=run_backup)
    back = commands.add_parser(
        "restore", help="copy a backup into the empty database of the settings"
    )
    back.add_argument("file", type=Path)
    back.add_argument(
        "--with-damage", action="store_true", help="restore broken chains too, for `repair`"
    )
    back.set_defaults(run=run_restore)
    check = commands.add_parser(
        "upgrade-check",
        help="on a copy: migrate, replay every game and decide every order again",
    )
    check.add_argument(
        "source",
        nargs="?",
        metavar="FROM",
        help="a database address or a backup; default: the database of the settings",
    )
    check.add_argument(
        "--write", action="store_true", help="write the results for the page /quality"
    )
    check.set_defaults(run=run_check)


def run_transfer(asked: argparse.Namespace) -> int:
    if asked.source == asked.target:
        exit_with_error("source and target are the same database")
    return _run_transfer(lambda: copy_database(asked.source, asked.target))


def run_backup(asked: argparse.Namespace) -> int:
    return _run_transfer(lambda: back_up(the_settings().database_url, asked.file))


def run_restore(asked: argparse.Namespace) -> int:
    return _run_transfer(
        lambda: restore_backup(
            asked.file, the_settings().database_url, with_damage=asked.with_damage
        )
    )


def _run_transfer(way: Callable[[], tuple[TableSum, ...]]) -> int:
    began = time.monotonic()
    try:
        found = way()
    except (TransferRefused, UnsafeDatabase, OSError) as why:
        exit_with_error(str(why))
    for one in found:
        print(f"{one.table:14} {one.rows:9}  {one.digest[:16]}")
    print(
        f"{sum(one.rows for one in found)} rows in {time.monotonic() - began:.1f} s; both sides "
        "have the same checksums"
    )
    return 0


def run_check(asked: argparse.Namespace) -> int:
    """Check an upgrade on a copy; return 1 if a fault was found.

    A game with another result under the present rules is printed and is no fault.
    """
    source = asked.source or the_settings().database_url
    if "://" not in source:
        source = f"sqlite:///{source}"
    began = time.monotonic()
    try:
        require_address(source)
        with upgraded_copy(source) as copy:
            print(
                f"copied in {copy.copied_in:.1f} s; migrated from {copy.was} to {newest_migration()} "
                f"in {copy.migrated_in:.1f} s; "
                f"hashes of {copy.moves.rows} moves "
                f"{'unchanged' if copy.is_same else 'CHANGED'}"
            )
            services = Services.open(shelf(), copy.address)
            try:
                looked = look_over(services)
            finally:
                services.close()
    except (TransferRefused, UnsafeDatabase) as why:
        exit_with_error(str(why))
    seconds = time.monotonic() - began
    print(
        f"{looked.games} games, {looked.moves} moves checked on a copy in {seconds:.1f} s: "
        f"{looked.wrong or 'none'} with a fault, "
        f"{looked.otherwise or 'none'} with another result under the present rules, "
        f"{looked.sorted_keys or 'no'} moves differ only because their keys were stored sorted"
    )
    if asked.write:
        write_upgrade_figures(copy, looked, seconds)
    return 1 if looked.wrong or not copy.is_same else 0


def write_upgrade_figures(copy: UpgradedCopy, looked: LookedOver, seconds: float) -> None:
    """Write the figures of an upgrade for the page of proofs."""
    from bench.written import at_most, counted, write  # noqa: PLC0415 the image has no bench

    write(
        "upgrade",
        "python -m app upgrade-check --write",
        [
            counted("upgrade_from", copy.was),
            counted("upgrade_games", looked.games),
            counted("upgrade_moves", looked.moves),
            at_most("upgrade_changed", int(not copy.is_same), 0),
            at_most("upgrade_faults", looked.wrong, 0),
            at_most("upgrade_seconds", seconds, TWO_MINUTES, "s"),
        ],
    )


class LookedOver(msgspec.Struct):
    """Numbers of replayed games and moves, and of games with a fault.

    `otherwise` counts the games with another result under the present rules. `sorted_keys` counts
    the moves that differ only because the keys of their orders were stored sorted.
    """

    games: int = 0
    moves: int = 0
    wrong: int = 0
    otherwise: int = 0
    sorted_keys: int = 0


def look_over(services: Services) -> LookedOver:
    """Replay every game, decide its orders again and print the findings."""
    looked = LookedOver()
    for subject in subjects_of(services):
        found = [*_record_faults(subject)]
        history = subject.history
        changed = (
            [] if subject.broken else readjudicate_moves(history.box, history.moves, history.tables)
        )
        looked.games += 1
        looked.moves += len(history.moves)
        looked.wrong += bool(found)
        looked.otherwise += any(not one.sorted_keys for one in changed)
        looked.sorted_keys += sum(one.sorted_keys for one in changed)
        found += [f"move {one.number} has another result: {one.why}" for one in changed]
        for fault in found:
            print(f"{subject.title}: {fault}")
    looked.wrong += photograph_checks.print_damaged(services) + _check_pictures(services)
    return looked


def _check_pictures(services: Services) -> int:
    """Print the pictures of clubs whose data do not have their digest, and return their number."""
    with services.store.read() as work:
        damaged = work.club_pictures.damaged()
    for number in damaged:
        print(f"picture {number} of a club is damaged")
    return len(damaged)


def _record_faults(subject: Subject) -> Iterator[str]:
    """Yield the faults in the record of one game."""
    history, game = subject.history, subject.game
    if subject.broken or game is None:
        yield subject.broken
        return
    for false in record.false_dice(subject.key, history.moves):
        yield record.told_of(*false)
    if game.number != history.number:
        yield f"the list of games has move {game.number}, the record ends with {history.number}"
    if (game.status == "over") != (table.table_outcome(history.box, history.now) is not None):
        yield f"the list of games has status {game.status}, the record has another"
