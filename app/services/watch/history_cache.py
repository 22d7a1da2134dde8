"""Cache of game histories in a server process."""

from __future__ import annotations

import threading
from collections import OrderedDict

from app.kernel.contract import Game
from app.kernel.record import Broken
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork


class HistoryCache:
    """Cache of histories; the least recently used one is removed first."""

    def __init__(self, most: int = 100):
        self._kept: OrderedDict[int, History] = OrderedDict()
        self._most, self._lock = most, threading.Lock()

    def of(self, work: UnitOfWork, box: Game, game: records.Game) -> History:
        """History up to the last move of `game` or later. Raises `Broken`."""
        with self._lock:
            known = self._kept.get(game.id)
        if known is None or known.number > game.number:
            known = History(box, seed=work.games.seed_of(game.id))
        if known.number < game.number:
            known = known.and_then(work.moves.for_game(game.id, after=known.number))
            if known.number < game.number:
                raise Broken(known.number + 1)
            if not work.is_shared:
                self.keep(game.id, known)
        return known

    def keep(self, game_id: int, history: History) -> None:
        with self._lock:
            if game_id not in self._kept or self._kept[game_id].number < history.number:
                self._kept[game_id] = history
            self._kept.move_to_end(game_id)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
