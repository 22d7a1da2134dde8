"""Presence of spectators: open streams of users without a seat, kept in memory and lost with their
process.

Each server process counts its own streams and announces them through the change notifier.
Announcements that are not repeated expire.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from app.services.background_worker import BackgroundWorker
from app.services.notify.change_notifier import ChangeNotifier

CHECK_SECONDS = 1.0  # seconds between two checks for changes
# longest interval in seconds between two counts; it grows with the number of spectators
SLOWEST = 10.0
PER_WATCHER = 0.02
ANNOUNCED = 10.0  # seconds after which a process repeats its announcement
BELIEVED = 35.0  # seconds after which an announcement expires
MOST_NAMED = 200  # members of one process that are announced by number
LONGEST = 7000  # bytes of an announcement; NOTIFY of Postgres takes fewer than 8000


class SpectatorCount(msgspec.Struct, frozen=True):
    """Spectators of a game in one process: members by number, and a count of `others`."""

    members: frozenset[int] = frozenset()
    others: int = 0


NO_SPECTATORS = SpectatorCount()


class Presence(BackgroundWorker):
    """Spectators of all games.

    The `told` number of a game grows with each new count (topic "watching" of the change notifier).
    """

    NAME, REST = "spectator counter", CHECK_SECONDS

    def __init__(self, notifier: ChangeNotifier, clock: Callable[[], float] = time.monotonic):
        super().__init__()
        self._notifier, self._clock = notifier, clock
        self._own = secrets.token_hex(4)
        self._lock = threading.Lock()
        self._members: defaultdict[int, Counter[int]] = defaultdict(Counter)
        self._others: Counter[int] = Counter()
        self._afar: dict[tuple[str, int], tuple[SpectatorCount, float]] = {}
        self._said: dict[int, tuple[SpectatorCount, float]] = {}
        self._told: dict[int, tuple[int, int, float]] = {}
        self._changed: set[int] = set()
        notifier.announced = self.receive

    @contextmanager
    def watching(self, game_id: int, user_id: int | None) -> Iterator[None]:
        """Count a spectator while the stream is open."""
        self._count(game_id, user_id, 1)
        try:
            yield
        finally:
            self._count(game_id, user_id, -1)

    def count(self, game_id: int) -> int:
        """Number of spectators; a member with two browsers counts once."""
        with self._lock:
            return self._counted(game_id)

    def members(self, game_id: int) -> frozenset[int]:
        """Members among the spectators."""
        with self._lock:
            return frozenset().union(*(stand.members for stand in self._all(game_id)))

    def told(self, game_id: int) -> int:
        """Number that grows with each new count; 0 before the first one."""
        return self._told.get(game_id, (0, 0, 0.0))[0]

    def receive(self, words: str) -> None:
        """Process an announcement of another process."""
        heard = self._clock()
        process, *lines = words.split(";")
        with self._lock:
            for line in lines if process != self._own else ():
                game, others, *members = (int(number) for number in line.split(" "))
                self._afar[process, game] = SpectatorCount(frozenset(members), others), heard
                self._changed.add(game)

    def beat(self) -> None:
        """Remove expired announcements, announce own counts, and notify followers of changes."""
        when = self._clock()
        with self._lock:
            for key in [key for key, (_, heard) in self._afar.items() if when - heard > BELIEVED]:
                del self._afar[key]
                self._changed.add(key[1])
            announced, due = (
                self._news(when),
                [game for game in sorted(self._changed) if self._is_due(game, when)],
            )
            numbers = {game: self._next(game, when) for game in due}
        for words in announced:
            self._notifier.announce(words)
        for game, number in numbers.items():
            self._notifier.publish_here(game, number, "watching")

    def round(self) -> float:
        self.beat()
        return CHECK_SECONDS

    def _count(self, game_id: int, user_id: int | None, by: int) -> None:
        with self._lock:
            kept, key = (
                (self._others, game_id) if user_id is None else (self._members[game_id], user_id)
            )
            kept[key] += by
            if not kept[key]:
                del kept[key]
            if not self._members.get(game_id, True):
                del self._members[game_id]
            self._changed.add(game_id)

    def _here(self, game_id: int) -> SpectatorCount:
        return SpectatorCount(frozenset(self._members.get(game_id, ())), self._others[game_id])

    def _all(self, game_id: int) -> list[SpectatorCount]:
        return [
            self._here(game_id),
            *(stand for (_, game), (stand, _) in self._afar.items() if game == game_id),
        ]

    def _counted(self, game_id: int) -> int:
        stands = self._all(game_id)
        return len(frozenset().union(*(stand.members for stand in stands))) + sum(
            stand.others for stand in stands
        )

    def _is_due(self, game_id: int, when: float) -> bool:
        """True if a changed count is announced now, not too soon after the last one."""
        _, last, at = self._told.get(game_id, (0, 0, 0.0))
        count = self._counted(game_id)
        if count == last:
            self._changed.discard(game_id)
        return count != last and when - at >= min(CHECK_SECONDS + count * PER_WATCHER, SLOWEST)

    def _next(self, game_id: int, when: float) -> int:
        self._changed.discard(game_id)
        self._told[game_id] = self.told(game_id) + 1, self._counted(game_id), when
        return self._told[game_id][0]

    def _news(self, when: float) -> list[str]:
        """Own counts that changed or must be repeated, in as few announcements as possible."""
        lines = []
        for game in {*self._members, *self._others, *self._said}:
            stand, (said, at) = self._here(game), self._said.get(game, (NO_SPECTATORS, 0.0))
            if stand == said and (stand == NO_SPECTATORS or when - at < ANNOUNCED):
                continue
            named = sorted(stand.members)[:MOST_NAMED]
            lines.append(
                " ".join(map(str, (game, stand.others + len(stand.members) - len(named), *named)))
            )
            self._said[game] = stand, when
            if stand == NO_SPECTATORS:
                del self._said[game]
        found: list[str] = []
        for line in lines:
            if not found or len(found[-1]) + len(line) >= LONGEST:
                found.append(self._own)
            found[-1] += f";{line}"
        return found
