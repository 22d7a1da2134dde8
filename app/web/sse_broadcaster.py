"""Whoever follows a game by a stream hears of it here: each topic of the bell is listened to once,
each frame made once, however many follow.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache

from app.services.errors import NoSuchGame
from app.web.page_cache import Page, page_of

log = logging.getLogger(__name__)

HEARTBEAT = 20.0  # seconds
IN_A_ROW = 20  # listeners
# frames that a browser has not taken; then it is let go, and told what it missed when it comes back
MOST_WAITING = 64
Next = Callable[[int], Awaitable[int]]
Tell = Callable[[int, int], Awaitable[Page | None]]


@lru_cache(maxsize=256)
def frame(text: str) -> Page:
    """A frame, plain and compressed; the same for everybody who is sent it."""
    return page_of(text)


class Listener:
    """One stream: the frames that it is to be sent, in their order."""

    def __init__(self):
        self._frames: asyncio.Queue[Page | None] = asyncio.Queue()

    def hear(self, told: Page | None) -> None:
        """One more frame; None is the end, and so it is for whoever takes nothing."""
        self._frames.put_nowait(told if self._frames.qsize() < MOST_WAITING else None)

    async def heard(self) -> AsyncIterator[Page]:
        """The frames as they come, until the end."""
        while (told := await self._frames.get()) is not None:
            yield told


class Crier:
    """Waits for what is new and tells all its listeners: `next_after(seen)` waits, `tell(earlier,
    number)` makes the frame for those who know the earlier one, or None if they are to go.
    """

    def __init__(self, number: int, next_after: Next, tell: Tell):
        self._next_after, self._tell = next_after, tell
        self.number, self.listeners = number, dict[Listener, int]()
        self.task = asyncio.ensure_future(self._cry())

    async def _cry(self) -> None:
        """Until nobody listens any more, the game is gone or the server goes away."""
        try:
            while True:
                await self._next()
        except NoSuchGame:
            pass
        except Exception:  # they come back by themselves, and another begins anew
            log.exception("a crier has lost his voice")
        finally:
            for listener in self.listeners:
                listener.hear(None)

    async def _next(self) -> None:
        try:
            async with asyncio.timeout(HEARTBEAT):
                self.number = await self._next_after(self.number)
        except TimeoutError:
            for listener in self.listeners:
                listener.hear(frame(": still here\n\n"))
            return
        frames = {
            known: await self._tell(known, self.number)
            for known in set(self.listeners.values())
            if known < self.number
        }
        for nth, (listener, known) in enumerate(tuple(self.listeners.items()), 1):
            if known < self.number and listener in self.listeners:
                listener.hear(frames[known])
                self.listeners[listener] = self.number
            if nth % IN_A_ROW == 0:
                await asyncio.sleep(0)  # orders of other games come in between


class Criers:
    """All of one server process, in its event loop."""

    def __init__(self, closing: asyncio.Event):
        self._closing = closing
        self._criers: dict[Hashable, Crier] = {}
        self._going: asyncio.Task[None] | None = None

    @contextmanager
    def listening(
        self, listener: Listener, topic: Hashable, number: int, next_after: Next, tell: Tell
    ) -> Iterator[int]:
        """Let the listener hear of a topic: those who share it wait for the same and are told it in
        the same frames.

        `number` is the last one on the ledger; what is given is the one after which he hears,
        perhaps a later one.
        """
        if self._closing.is_set():
            listener.hear(None)
            yield number
            return
        self._going = self._going or asyncio.ensure_future(self._go())
        crier = self._criers.get(topic)
        if crier is None or crier.task.done():
            crier = self._criers[topic] = Crier(number, next_after, tell)
        crier.listeners[listener] = known = max(number, crier.number)
        try:
            yield known
        finally:
            del crier.listeners[listener]
            if not crier.listeners:
                crier.task.cancel()
                if self._criers.get(topic) is crier:
                    del self._criers[topic]

    async def _go(self) -> None:
        """All streams end when the server is told to stop: it would else wait for them."""
        await self._closing.wait()
        for crier in self._criers.values():
            crier.task.cancel()
