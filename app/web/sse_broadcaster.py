"""Fan-out for server-sent events: one subscription to the change notifier and one rendered frame
per topic.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache

from app.services.errors import NoSuchGame
from app.web.direct_writes import Write
from app.web.page_cache import Page, page_of

log = logging.getLogger(__name__)

HEARTBEAT = 20.0  # seconds
IN_A_ROW = 20  # subscribers served before other tasks run
# Frames that a browser has not read. Beyond this number the stream ends, and the browser
# reconnects.
MOST_WAITING = 64
Next = Callable[[int], Awaitable[int]]
Tell = Callable[[int, int], Awaitable[Page | None]]


@lru_cache(maxsize=256)
def make_frame(text: str) -> Page:
    """Frame, plain and compressed, for all its receivers."""
    return page_of(text)


class Subscriber:
    """One stream with its queue of frames. With `write`, a frame goes to the connection at once
    while the task of the stream waits and has sent all earlier frames.
    """

    def __init__(self, write: Write | None = None) -> None:
        self._frames: asyncio.Queue[Page | None] = asyncio.Queue()
        self._write, self._waits = write, False

    def queue(self, frame: Page | None) -> None:
        """Send or queue a frame. None ends the stream, and so does a full queue. A frame of a
        subclass always passes through the task, which looks at it.
        """
        if self._waits and self._write and type(frame) is Page and self._write(frame):
            return
        self._waits = False
        self._frames.put_nowait(frame if self._frames.qsize() < MOST_WAITING else None)

    async def frames(self) -> AsyncIterator[Page]:
        """Yield the queued frames as they come, until the end."""
        while True:
            self._waits = self._frames.empty()
            if (frame := await self._frames.get()) is None:
                return
            yield frame


class Channel:
    """Broadcaster of one topic. `next_after(seen)` waits for news. `tell(earlier, number)` makes
    the frame for subscribers who know the earlier number, or None to end their streams. `then`
    makes it for those who have received the last broadcast.
    """

    def __init__(self, number: int, next_after: Next, tell: Tell, then: Tell | None = None):
        self._next_after, self._tell, self._then = next_after, tell, then or tell
        self.followers = set[Subscriber]()  # received the last broadcast
        self.number, self.subscribers = number, dict[Subscriber, int]()
        self.task = asyncio.ensure_future(self._broadcast())

    async def _broadcast(self) -> None:
        """Broadcast until the task is cancelled, the game is gone or the broadcast fails."""
        try:
            while True:
                await self._next()
        except NoSuchGame:
            pass
        except Exception:  # clients reconnect, and a new broadcaster starts
            log.exception("the broadcast of a topic failed")
        finally:
            for subscriber in self.subscribers:
                subscriber.queue(None)

    async def _next(self) -> None:
        try:
            async with asyncio.timeout(HEARTBEAT):
                self.number = await self._next_after(self.number)
        except TimeoutError:
            for subscriber in self.subscribers:
                subscriber.queue(make_frame(": still here\n\n"))
            return
        told = {one: (known, one in self.followers) for one, known in self.subscribers.items()}
        frames = {
            (known, follows): await (self._then if follows else self._tell)(known, self.number)
            for known, follows in set(told.values())
            if known < self.number
        }
        if frames:
            self.followers = {one for one, what in told.items() if what in frames}
        for nth, (subscriber, what) in enumerate(told.items(), 1):
            if what in frames and subscriber in self.subscribers:
                subscriber.queue(frames[what])
                self.subscribers[subscriber] = self.number
            if nth % IN_A_ROW == 0:
                await asyncio.sleep(0)  # lets requests of other games run


class SseBroadcaster:
    """Broadcasters of one server process, in its event loop."""

    def __init__(self, closing: asyncio.Event):
        self._closing = closing
        self._channels: dict[Hashable, Channel] = {}
        self._ending: asyncio.Task[None] | None = None

    @contextmanager
    def subscribed(
        self,
        subscriber: Subscriber,
        topic: Hashable,
        number: int,
        next_after: Next,
        tell: Tell,
        then: Tell | None = None,
    ) -> Iterator[int]:
        """Subscribe to a topic; the subscribers of one topic share its frames.

        `number` is the last one in the database. The yielded number is the one after which frames
        follow, perhaps a later one.
        """
        if self._closing.is_set():
            subscriber.queue(None)
            yield number
            return
        self._ending = self._ending or asyncio.ensure_future(self._end_when_closing())
        channel = self._channels.get(topic)
        if channel is None or channel.task.done():
            channel = self._channels[topic] = Channel(number, next_after, tell, then)
        channel.subscribers[subscriber] = known = max(number, channel.number)
        try:
            yield known
        finally:
            del channel.subscribers[subscriber]
            channel.followers.discard(subscriber)
            if not channel.subscribers:
                channel.task.cancel()
                if self._channels.get(topic) is channel:
                    del self._channels[topic]

    async def _end_when_closing(self) -> None:
        """End all streams when the server is told to stop, because it waits for open streams."""
        await self._closing.wait()
        for channel in self._channels.values():
            channel.task.cancel()
