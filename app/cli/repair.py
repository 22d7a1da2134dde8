"""repair and retry-order: repair of a damaged game from a backup; second decision of an order
that raised an exception.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from app.cli import photograph_checks
from app.cli.command_context import exit_with_error, open_services, the_settings
from app.cli.records import subjects_of
from app.games import shelf
from app.kernel import record
from app.kernel.dice import SeededDice
from app.kernel.record import Move
from app.kernel.refusal import Refused
from app.kernel.stored_orders import decided_as_stored
from app.services.container import Services
from app.store import records
from app.store.archives import DamagedArchive
from app.store.checksums import TransferRefused
from app.store.engine import UnsafeDatabase
from app.store.photographs import Photograph
from app.store.scratch_copy import upgraded_copy
from app.store.transactions import UnitOfWork


def add_commands(commands: argparse._SubParsersAction) -> None:
    repair = commands.add_parser(
        "repair", help="restore damaged moves and photographs of a game from a backup"
    )
    repair.add_argument("game", help="number of the game")
    repair.add_argument("backup", type=Path)
    repair.set_defaults(run=run_repair)
    retry = commands.add_parser(
        "retry-order", help="decide an order again on a copy; the server log prints this command"
    )
    retry.add_argument("game", help="number of the game")
    retry.add_argument("after", type=int, help="number of the last move before the order")
    retry.add_argument("seat")
    retry.add_argument("order", help="the order as JSON, as sent or as stored")
    retry.set_defaults(run=run_retry)


def run_repair(asked: argparse.Namespace) -> int:
    """Replace damaged and missing moves of a game, and damaged photographs, by those of a backup.

    Nothing changes unless the repaired chain holds and ends at the move in the list of games.
    Return 1 if the backup lacks a damaged photograph.
    """
    with open_services() as services, services.store.write() as work:
        game = work.games.lock_game(asked.game)
        if game is None:
            exit_with_error(f"no game {asked.game}")
        damaged = work.photographs.damaged(game.id)
        kept = _read_backup(asked.backup, asked.game, damaged)
        if work.games.seed_of(game.id) != kept.seed:
            exit_with_error(
                f"the backup has another game with number {game.id}; nothing was changed"
                if kept.seed
                else f"the backup has no game {game.id}"
            )
        found = _moves_in_rows(work, game)
        mended = _whole_record(found, kept.moves, game.number)
        put_back = put_moves_back(found, mended, work, game, kept.asides)
        lost = photograph_checks.put_back(work, damaged, kept.photographs)
        work.commit()
    restored = [f"move {move.number}" for move in put_back]
    restored += [f"photograph {one.id}" for one in damaged if one not in lost]
    print(
        f"game {game.id}: {', '.join(restored) or 'nothing'} restored; "
        f"the chain of {len(mended)} moves is intact"
    )
    for one in lost:
        print(f"photograph {one.id} of battle {one.battle} is damaged, and not in the backup")
    return 1 if lost else 0


def _moves_in_rows(work: UnitOfWork, game: records.Game) -> list[Move]:
    """Moves of a game. One in the archive comes back; a damaged archive is given up."""
    if game.is_archived:
        try:
            work.archives.bring_back(game.id)
        except DamagedArchive:
            work.archives.drop(game.id)
    return work.moves.for_game(game.id)


def _whole_record(found: Sequence[Move], good: Sequence[Move], last_listed: int) -> list[Move]:
    """Moves up to the one in the list of games, or the end of the command with an error."""
    last = max((move.number for move in found), default=0)
    mended = mended_by(found, good, max(last, last_listed))
    if len(mended) < last:
        exit_with_error(
            "with the moves of this backup the record is still damaged at move "
            f"{len(mended) + 1}; nothing was changed"
        )
    if len(mended) != last_listed:
        lacks = ", and this backup has no later move" if len(mended) < last_listed else ""
        exit_with_error(
            f"the list of games has move {last_listed}, the record ends with "
            f"{len(mended)}{lacks}; nothing was changed"
        )
    return mended


def put_moves_back(
    found: Sequence[Move],
    mended: Sequence[Move],
    work: UnitOfWork,
    game: records.Game,
    asides: Mapping[int, tuple[str, int | None]],
) -> list[Move]:
    """Write the mended moves; return those that differ."""
    was = {move.number: move for move in found}
    put_back = [move for move in mended if move != was.get(move.number)]
    for move in sorted(put_back, key=lambda move: move.number not in was):
        if move.number in was:
            work.moves.put_back(game.id, move)
        else:
            step, made_by = asides[move.number]
            player = made_by if made_by and work.users.find_user(made_by) else None
            work.moves.append_move(game.id, move, step, player)
    return put_back


def mended_by(found: Sequence[Move], good: Sequence[Move], last: int) -> list[Move]:
    """Return the moves up to number `last`, or up to the first one that is missing everywhere.

    Undamaged moves stay. The chain goes back from the last undamaged move to the first one, with
    moves of the backup in the gaps. Later moves of the backup are added only if they continue this
    chain.
    """
    whole = {move.hash: move for move in (*good, *found) if record.fits_chain(move, move.before)}
    chain = next(
        filter(
            None,
            (_back_from(move, whole) for move in reversed(found) if whole.get(move.hash) is move),
        ),
        [],
    )
    later = {move.number: move for move in good}
    while len(chain) < last:
        move = later.get(len(chain) + 1)
        if move is None or not record.fits_chain(move, chain[-1].hash if chain else ""):
            break
        chain.append(move)
    return chain


def _back_from(move: Move, whole: Mapping[str, Move]) -> list[Move]:
    """Return the chain that ends with this move; empty if it does not begin with move 1."""
    chain = [move]
    while chain[-1].before in whole:
        chain.append(whole[chain[-1].before])
    chain.reverse()
    return (
        chain
        if [one.number for one in chain] == list(range(1, len(chain) + 1)) and not chain[0].before
        else []
    )


class KeptGame(NamedTuple):
    """Game of a backup. The seed identifies it; it is "" if the backup does not have the game.

    `asides` are the additional columns of its moves, `photographs` the wanted data by digest.
    """

    seed: str = ""
    moves: Sequence[Move] = ()
    asides: Mapping[int, tuple[str, int | None]] = MappingProxyType({})
    photographs: Mapping[str, bytes] = MappingProxyType({})


def _read_backup(backup: Path, address: str, damaged: Sequence[Photograph]) -> KeptGame:
    """Read a game of the backup as `_read_record` does, or end the command with an error."""
    try:
        with upgraded_copy(f"sqlite:///{backup}") as copy:
            kept = Services.open(shelf(), copy.address)
            try:
                return _read_record(kept, address, damaged)
            finally:
                kept.close()
    except (TransferRefused, UnsafeDatabase) as why:
        exit_with_error(str(why))


def _read_record(services: Services, address: str, damaged: Sequence[Photograph]) -> KeptGame:
    """Read seed, moves, additional columns and the damaged photographs of a game in the backup."""
    with services.store.read() as work:
        game = work.games.find_game(address)
        if game is None:
            return KeptGame()
        try:
            moves, asides = work.moves.for_game(game.id), work.moves.unhashed_data(game.id)
        except DamagedArchive:
            moves, asides = [], {}
        return KeptGame(
            work.games.seed_of(game.id),
            moves,
            asides,
            photograph_checks.data_by_digest(work, game.id, damaged),
        )


def run_retry(asked: argparse.Namespace) -> int:
    """Decide an order again on a copy of the database; nothing is stored.

    Prints the events, or lets the exception through. Returns 1 if the rules refuse the order.
    """
    try:
        with upgraded_copy(the_settings().database_url) as copy:
            services = Services.open(shelf(), copy.address)
            try:
                return _retry_order(services, asked)
            finally:
                services.close()
    except (TransferRefused, UnsafeDatabase) as why:
        exit_with_error(str(why))


def _retry_order(services: Services, asked: argparse.Namespace) -> int:
    subject = next(subjects_of(services, asked.game))
    if subject.broken:
        exit_with_error(subject.broken)
    box, past = subject.history.box, subject.history.moves[: asked.after]
    try:
        order = record.read_written(box, asked.order.encode())
    except ValueError as wrong:
        exit_with_error(f"the order cannot be read: {wrong}")
    try:
        events = decided_as_stored(
            box,
            record.replay_moves(box, past),
            record.stored_order(order),
            asked.seat,
            SeededDice(subject.key, asked.after + 1),
            past,
        )
    except Refused as refused:
        print(refused)
        return 1
    for event in events:
        print(msgspec.json.encode(event).decode())
    return 0
