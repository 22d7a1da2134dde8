"""Log-ins and tokens that this process has checked, so that an order or a look at a game need not
read them again.

An entry is no permission. The transaction of the order or the look compares it with the account
(`lock_game_for`, `find_game_for`). So a log-in that has ended is refused at once in every process.
The change notifier removes entries earlier.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Protocol, TypeVar

from app.services.errors import LoginEnded, NoSuchGame
from app.services.notify.change_notifier import Change
from app.store import records
from app.store.transactions import UnitOfWork

STAYS = 60.0  # seconds; then the log-in is read again, and its use recorded


class CheckedLogin(Protocol):
    """Result of a check: the user, and the count of the user's ended log-ins and tokens."""

    @property
    def user(self) -> records.User: ...
    @property
    def ended(self) -> int: ...


L = TypeVar("L", bound=CheckedLogin)


class LoginCache:
    """Checked log-ins by the hash of their secret; the least recently used one is removed first."""

    def __init__(self, most: int = 5000):
        self._kept: OrderedDict[str, tuple[CheckedLogin, float]] = OrderedDict()
        self._most, self._lock = most, threading.Lock()

    def find(self, key: str, kind: type[L]) -> L | None:
        """Log-in of this kind under a key; None if it is unknown or was checked too long ago."""
        with self._lock:
            login, until = self._kept.get(key, (None, 0.0))
            if not isinstance(login, kind) or time.monotonic() > until:
                return None
            self._kept.move_to_end(key)
        return login

    def keep(self, key: str, login: CheckedLogin) -> None:
        with self._lock:
            self._kept[key] = login, time.monotonic() + STAYS
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def drop(self, key: str) -> None:
        """Remove a log-in, so that the next request reads it."""
        with self._lock:
            self._kept.pop(key, None)

    def drop_user(self, user_id: int) -> None:
        """Remove all log-ins of a user."""
        with self._lock:
            for key in [key for key, (one, _) in self._kept.items() if one.user.id == user_id]:
                del self._kept[key]

    def hear(self, changes: Sequence[Change]) -> None:
        """Remove the log-ins of the users whose log-ins have changed."""
        for user_id, _, what in changes:
            if what == "logins":
                self.drop_user(user_id)


def lock_game_for(
    work: UnitOfWork, address: int | str, cached: CheckedLogin | None
) -> records.Game:
    """Game, locked for the user of a cached log-in. None: the log-in was checked for this request.

    The account must be the same, because SQLite may give the number of a deleted one again. Raises
    `LoginEnded` if log-ins of the account have ended since, and `NoSuchGame`.
    """
    if cached is None:
        return _existing(work.games.lock_game(address))
    game, account = work.locked_games.lock_for(address, cached.user.id)
    if game is None:
        user, ended = work.users.find_user(cached.user.id), work.users.count_ended_logins
        account = ended(cached.user.id), user.created if user else None
    _compare(cached, account)
    return _existing(game)


def find_game_for(
    work: UnitOfWork, address: int | str, cached: CheckedLogin
) -> records.Game | None:
    """Game for the user of a cached log-in; None if there is none. Raises `LoginEnded`."""
    game, account = work.locked_games.find_for(address, cached.user.id)
    _compare(cached, account)
    return game


def _compare(cached: CheckedLogin, account: tuple[int | None, str | None]) -> None:
    """Raise `LoginEnded` unless the account is the same and none of its log-ins has ended since."""
    if account != (cached.ended, cached.user.created):
        raise LoginEnded


def _existing(game: records.Game | None) -> records.Game:
    if game is None:
        raise NoSuchGame
    return game
