"""Versions of the lists of games. A cached page with such a list is used while its version is
current.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

from app.services.notify.change_notifier import LISTS, Change

MOVES_EVERY = 2.0  # seconds for which a list may lack a move


class ListChanges:
    """Counts the changes of this and other processes.

    Any act changes the version at once: a new table, a seat, a name, a game that becomes private.
    Moves change it at most every `MOVES_EVERY` seconds, because each move changes the order of the
    games.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._acts, self._moves = 0, 0
        self._has_moved, self._counted_at = False, 0.0

    def hear(self, changes: Sequence[Change]) -> None:
        """Note the changes that a list may show."""
        with self._lock:
            for _, _, what in changes:
                if what == LISTS:
                    self._acts += 1
                elif what == "moves":
                    self._has_moved = True

    def version(self) -> tuple[int, int]:
        """Present version. Read it before the games."""
        with self._lock:
            now = time.monotonic()
            if self._has_moved and now - self._counted_at >= MOVES_EVERY:
                self._moves, self._counted_at, self._has_moved = self._moves + 1, now, False
            return self._acts, self._moves
