"""Concurrency limit: few requests are processed at once, in order of arrival.

The interpreter runs one thread at a time, and a thread switch costs more than most requests. Fifty
simultaneous orders are answered sooner in sequence than in parallel (`docs/speed.md`).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from weakref import WeakKeyDictionary

from anyio import CapacityLimiter
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# All requests share these places. One computes while the other waits for the disk.
AT_ONCE = 2
PATIENCE = 0.05  # seconds; most requests take less than ten milliseconds
# Places per address without a login, and per session or token.
OF_A_STRANGER, OF_A_LOGIN = (
    1,
    4,
)
END = "end_turn"  # key in the request's state; its function ends all turns of the request


def end_turn(scope: Scope) -> None:
    """End all turns of a request before it waits, so that other requests can use the places."""
    scope.get("state", {}).get(END, no_turn)()


class Turns:
    """Limit of requests processed at once. A turn ends when the answer begins, because a stream
    stays open for hours. It also ends after `patience` seconds; the request then continues without
    a place.
    """

    def __init__(self, places: float, patience: float | None = None):
        self._many, self._patience = places, patience
        # A limiter belongs to its event loop.
        self._of = WeakKeyDictionary[asyncio.AbstractEventLoop, CapacityLimiter]()

    @property
    def places(self) -> CapacityLimiter:
        """Limiter of the running event loop."""
        return self._of.setdefault(asyncio.get_running_loop(), CapacityLimiter(self._many))

    async def take(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the app when a place is free."""
        places, turn, is_over = self.places, object(), False
        state = scope.setdefault("state", {})
        others = state.get(END, no_turn)  # turns that enclose this one

        def over() -> None:
            nonlocal is_over
            if not is_over:
                is_over = True
                places.release_on_behalf_of(turn)

        def over_with_others() -> None:
            over()
            others()

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                over()
            await send(message)

        await places.acquire_on_behalf_of(turn)
        state[END] = over_with_others
        longest = (
            asyncio.get_running_loop().call_later(self._patience, over)
            if self._patience is not None
            else None
        )
        try:
            await app(scope, receive, told)
        finally:
            state[END] = others
            if longest:
                longest.cancel()
            over()


def no_turn() -> None:
    """Do nothing: default for a request without a turn."""


class TurnsByClient:
    """Limit per client. A client with many simultaneous requests waits for its own places before
    the shared ones.
    """

    def __init__(self, places: float):
        self._places = places
        self._turns = dict[str, Turns]()
        self._requests = Counter[str]()

    async def take(
        self, client: str, app: ASGIApp, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Run the app when the client has a free place."""
        self._requests[client] += 1
        try:
            await self._turns.setdefault(client, Turns(self._places)).take(
                app, scope, receive, send
            )
        finally:
            self._requests[client] -= 1
            if not self._requests[client]:
                del self._requests[client], self._turns[client]
