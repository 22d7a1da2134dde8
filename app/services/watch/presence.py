"""Who watches a game just now: the open streams of those who have no seat there, in memory and in
no ledger, so a process that dies takes its own along.

Each server process counts its own and announces them to the others, over the bell; what another has
not said again for a while is forgotten.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from app.services.background_worker import Worker
from app.services.notify.change_notifier import Bell

BEAT = 1.0  # seconds between two looks at what has changed
SLOWEST = 10.0  # seconds; the more watch, the more seldom they are told how many, up to this
PER_WATCHER = 0.02
ANNOUNCED = 10.0  # how often a process says again what it has said
BELIEVED = 35.0  # for how long it is believed
MOST_NAMED = 200  # members of one process of whom the others hear by name
LONGEST = 7000  # bytes of an announcement; a notice of Postgres has fewer than 8000


class Stand(msgspec.Struct, frozen=True):
    """Those who watch a game through one process: members by their numbers, `others` without."""

    members: frozenset[int] = frozenset()
    others: int = 0


NOBODY = Stand()


class Stands(Worker):
    """Everybody who watches, game by game. `told` numbers grow when there is another count to tell
    (topic "watching" of the bell).
    """

    NAME, REST = "counter of the stands", BEAT

    def __init__(self, bell: Bell):
        super().__init__()
        self._bell, self._own = bell, secrets.token_hex(4)
        self._lock = threading.Lock()
        self._members: defaultdict[int, Counter[int]] = defaultdict(Counter)
        self._others: Counter[int] = Counter()
        self._afar: dict[tuple[str, int], tuple[Stand, float]] = {}
        self._said: dict[int, tuple[Stand, float]] = {}
        self._told: dict[int, tuple[int, int, float]] = {}
        self._changed: set[int] = set()
        bell.announced = self.hear

    @contextmanager
    def watching(self, game_id: int, user_id: int | None) -> Iterator[None]:
        """While the stream of somebody without a seat is open."""
        self._count(game_id, user_id, 1)
        try:
            yield
        finally:
            self._count(game_id, user_id, -1)

    def count(self, game_id: int) -> int:
        """How many watch; a member at two browsers is one."""
        with self._lock:
            return self._counted(game_id)

    def members(self, game_id: int) -> frozenset[int]:
        """Which members watch."""
        with self._lock:
            return frozenset().union(*(stand.members for stand in self._all(game_id)))

    def told(self, game_id: int) -> int:
        """Grows when there is another count to tell; 0 before the first one."""
        return self._told.get(game_id, (0, 0, 0.0))[0]

    def hear(self, words: str) -> None:
        """What another process announces."""
        heard = time.monotonic()
        process, *lines = words.split(";")
        with self._lock:
            for line in lines if process != self._own else ():
                game, others, *members = (int(number) for number in line.split(" "))
                self._afar[process, game] = Stand(frozenset(members), others), heard
                self._changed.add(game)

    def beat(self, when: float | None = None) -> None:
        """Forget who has not been heard of, announce one's own, and ring for the games that have
        another count.
        """
        when = time.monotonic() if when is None else when
        with self._lock:
            for key in [key for key, (_, heard) in self._afar.items() if when - heard > BELIEVED]:
                del self._afar[key]
                self._changed.add(key[1])
            announced, rung = (
                self._news(when),
                [game for game in sorted(self._changed) if self._is_due(game, when)],
            )
            numbers = {game: self._next(game, when) for game in rung}
        for words in announced:
            self._bell.announce(words)
        for game, number in numbers.items():
            self._bell.ring_here(game, number, "watching")

    def round(self) -> float:
        self.beat()
        return BEAT

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

    def _here(self, game_id: int) -> Stand:
        return Stand(frozenset(self._members.get(game_id, ())), self._others[game_id])

    def _all(self, game_id: int) -> list[Stand]:
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
        """Whether the count is told now: another one than the last, and not too soon after it."""
        _, last, at = self._told.get(game_id, (0, 0, 0.0))
        count = self._counted(game_id)
        if count == last:
            self._changed.discard(game_id)
        return count != last and when - at >= min(BEAT + count * PER_WATCHER, SLOWEST)

    def _next(self, game_id: int, when: float) -> int:
        self._changed.discard(game_id)
        self._told[game_id] = self.told(game_id) + 1, self._counted(game_id), when
        return self._told[game_id][0]

    def _news(self, when: float) -> list[str]:
        """What the others have not heard, or heard long ago, in as few announcements as it
        takes.
        """
        lines = []
        for game in {*self._members, *self._others, *self._said}:
            stand, (said, at) = self._here(game), self._said.get(game, (NOBODY, 0.0))
            if stand == said and (stand == NOBODY or when - at < ANNOUNCED):
                continue
            named = sorted(stand.members)[:MOST_NAMED]
            lines.append(
                " ".join(map(str, (game, stand.others + len(stand.members) - len(named), *named)))
            )
            self._said[game] = stand, when
            if stand == NOBODY:
                del self._said[game]
        found: list[str] = []
        for line in lines:
            if not found or len(found[-1]) + len(line) >= LONGEST:
                found.append(self._own)
            found[-1] += f";{line}"
        return found
