"""Concurrency limit: few requests are processed at once, in order of arrival.

The interpreter runs one thread at a time, and a thread switch costs more than most requests. Fifty
simultaneous orders are answered sooner in sequence than in parallel (`docs/speed.md`).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial
from weakref import WeakKeyDictionary

from anyio import CapacityLimiter, WouldBlock
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.store.group_commit import ON_WAIT

# All requests share these places. One computes while the other waits for the disk.
AT_ONCE = 2
LONGEST_HOLD = 0.05  # seconds; most requests take less than ten milliseconds
# Places per address without a login, and per session or token.
PER_ADDRESS, PER_LOGIN = 1, 4
END = "release_place"  # key in the request's state; its function releases all places of the request
END_SHARED = "release_shared_place"  # the same for the place among all requests


def release_place(scope: Scope) -> None:
    """Release all places of a request before it waits, so that other requests can use the
    places.
    """
    scope.get("state", {}).get(END, no_place)()


def release_shared_place(scope: Scope) -> None:
    """Release the place of a request among all, before the request waits. It keeps its place among
    those of its client.
    """
    scope.get("state", {}).get(END_SHARED, no_place)()


class ConcurrencyLimit:
    """Limit of requests processed at once. A place is released when the answer begins, because a
    stream stays open for hours. It is also released after `longest_hold` seconds; the request
    continues.
    """

    def __init__(self, places: float, longest_hold: float | None = None):
        self._many, self._longest_hold = places, longest_hold
        # A limiter belongs to its event loop.
        self._of = WeakKeyDictionary[asyncio.AbstractEventLoop, CapacityLimiter]()

    @property
    def places(self) -> CapacityLimiter:
        """Limiter of the running event loop."""
        loop = asyncio.get_running_loop()
        found = self._of.get(loop)
        if found is None:
            found = self._of[loop] = CapacityLimiter(self._many)
        return found

    async def run(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the app when a place is free."""
        places, place, is_released = self.places, object(), False
        state = scope.setdefault("state", {})
        others = state.get(END, no_place)  # places that enclose this one

        def release() -> None:
            nonlocal is_released
            if not is_released:
                is_released = True
                places.release_on_behalf_of(place)

        def release_all() -> None:
            release()
            others()

        async def send_and_release(message: Message) -> None:
            if message["type"] == "http.response.start":
                release()
            await send(message)

        try:  # without a wait, the event loop need not turn
            places.acquire_on_behalf_of_nowait(place)
        except WouldBlock:
            await places.acquire_on_behalf_of(place)
        state[END], state[END_SHARED] = release_all, release
        loop = asyncio.get_running_loop()
        waits = ON_WAIT.set(partial(loop.call_soon_threadsafe, release))
        longest = (
            loop.call_later(self._longest_hold, release) if self._longest_hold is not None else None
        )
        try:
            await app(scope, receive, send_and_release)
        finally:
            state[END] = others
            ON_WAIT.reset(waits)
            if longest:
                longest.cancel()
            release()


def no_place() -> None:
    """Do nothing: default for a request without a place."""


class ConcurrencyLimitByClient:
    """Limit per client. A client with many simultaneous requests waits for its own places before
    the shared ones.
    """

    def __init__(self, places: float):
        self._places = places
        self._limits = dict[str, ConcurrencyLimit]()
        self._unused = list[ConcurrencyLimit]()  # making one takes longer than passing through it
        self._requests = Counter[str]()

    async def run(
        self, client: str, app: ASGIApp, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Run the app when the client has a free place."""
        self._requests[client] += 1
        limit = self._limits.get(client)
        if limit is None:
            unused = self._unused.pop() if self._unused else ConcurrencyLimit(self._places)
            limit = self._limits[client] = unused
        try:
            await limit.run(app, scope, receive, send)
        finally:
            self._requests[client] -= 1
            if not self._requests[client]:
                del self._requests[client]
                self._unused.append(self._limits.pop(client))
