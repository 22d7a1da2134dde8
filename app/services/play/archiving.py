"""Finished games go to the archive, and come back. Readers of a game notice no difference."""

from __future__ import annotations

import logging
import secrets
from datetime import timedelta

import msgspec

from app.kernel.record import Broken
from app.services.container import Services, current_time, require_game
from app.services.time.availability import parse_time, time_text

log = logging.getLogger(__name__)


class Archived(msgspec.Struct, frozen=True):
    """Archived game: the number of its moves, and the size of their archive in bytes."""

    game_id: int
    moves: int
    size: int


def latest_move(days: float) -> str:
    """Time of the last move of a game that has rested for so many days."""
    return time_text(parse_time(current_time()) - timedelta(days=days))


def archive_games(services: Services, days: float, most: int, left: set[int]) -> list[Archived]:
    """Archive finished games without a move for so many days, at most so many at once.

    Games in `left` are left out; games with a damaged record are added to it. Other processes may
    do the same: each game is archived by one of them.
    """
    with services.store.read() as work:
        found = work.archives.due_games(latest_move(days), most, left)
    secrets.SystemRandom().shuffle(found)  # two processes seldom compress the same game
    archived = []
    for game_id in found:
        try:
            done = archive_game(services, game_id)
        except Broken as damaged:
            log.warning("game %s stays out of the archive: %s", game_id, damaged)
            left.add(game_id)
            continue
        archived += [done] if done is not None else []
    return archived


def archive_game(services: Services, game_id: int) -> Archived | None:
    """Archive a finished game; None if it is not finished, archived, or held by another process.

    Compressing takes long, so no lock is held meanwhile. Raises `Broken` for a damaged record.
    """
    with services.store.read() as work:
        packed = work.archives.pack(game_id)
    if packed is None:
        return None
    with services.store.write() as work:
        if not work.archives.replace_moves(game_id, packed, current_time()):
            return None
        work.commit()
    return Archived(game_id, len(packed.moves), len(packed.data))


def restore_game(services: Services, address: int | str) -> int:
    """Bring an archived game back; return the number of its moves, 0 for any other game.

    Raises `NoSuchGame`, and `Broken` for a damaged archive.
    """
    with services.store.write() as work:
        game = require_game(work.games.lock_game(address))
        moves = work.archives.bring_back(game.id) if game.is_archived else 0
        work.commit()
    return moves
