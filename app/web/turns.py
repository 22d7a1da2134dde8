"""Turns: of many requests that come at once few are worked on, in the order in which they came.

The interpreter runs one thread at a time, and handing it over costs more than most requests take: fifty orders given at once are answered sooner one after
another than all together (`docs/speed.md`).
"""
from __future__ import annotations

import asyncio
from weakref import WeakKeyDictionary

from anyio import CapacityLimiter
from starlette.types import ASGIApp, Message, Receive, Scope, Send

AT_ONCE = 2                      # of all requests: one reckons while the other waits for the disk
PATIENCE = 0.05                  # seconds; most requests take less than ten milliseconds


class Turns:
    """So many requests have their turn at once. A turn is over when the answer begins, for a stream goes on for hours, or after `patience` seconds: whoever
    takes longer goes on, and keeps nobody waiting."""

    def __init__(self, places: int, patience: float | None = None):
        self._many, self._patience = places, patience
        self._of = WeakKeyDictionary[asyncio.AbstractEventLoop, CapacityLimiter]()       # a limiter belongs to its loop

    @property
    def places(self) -> CapacityLimiter:
        """Those of the loop that runs here."""
        return self._of.setdefault(asyncio.get_running_loop(), CapacityLimiter(self._many))

    async def take(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the app answer when its turn has come."""
        places, turn, is_over = self.places, object(), False

        def over() -> None:
            nonlocal is_over
            if not is_over:
                is_over = True
                places.release_on_behalf_of(turn)

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                over()
            await send(message)

        await places.acquire_on_behalf_of(turn)
        longest = asyncio.get_running_loop().call_later(self._patience, over) if self._patience is not None else None
        try:
            await app(scope, receive, told)
        finally:
            if longest:
                longest.cancel()
            over()
