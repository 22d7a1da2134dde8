"""Turns: of many requests that come at once few are worked on, in the order in which they came.

The interpreter runs one thread at a time, and handing it over costs more than most requests take:
fifty orders given at once are answered sooner one after another than all together
(`docs/speed.md`).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from weakref import WeakKeyDictionary

from anyio import CapacityLimiter
from starlette.types import ASGIApp, Message, Receive, Scope, Send

AT_ONCE = 2  # of all requests: one reckons while the other waits for the disk
PATIENCE = 0.05  # seconds; most requests take less than ten milliseconds
OF_A_STRANGER, OF_A_LOGIN = (
    1,
    4,
)  # places of one address without a log-in, and of one log-in or token
END = "end_turn"  # in the state of a request: ends all its turns


def end_turn(scope: Scope) -> None:
    """End all turns of a request that is going to wait: until it goes on, others have them."""
    scope.get("state", {}).get(END, no_turn)()


class Turns:
    """So many requests have their turn at once. A turn is over when the answer begins, for a stream
    goes on for hours, or after `patience` seconds: whoever takes longer goes on, and keeps nobody
    waiting.
    """

    def __init__(self, places: float, patience: float | None = None):
        self._many, self._patience = places, patience
        self._of = WeakKeyDictionary[
            asyncio.AbstractEventLoop, CapacityLimiter
        ]()  # a limiter belongs to its loop

    @property
    def places(self) -> CapacityLimiter:
        """Those of the loop that runs here."""
        return self._of.setdefault(asyncio.get_running_loop(), CapacityLimiter(self._many))

    async def take(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the app answer when its turn has come."""
        places, turn, is_over = self.places, object(), False
        state = scope.setdefault("state", {})
        others = state.get(END, no_turn)  # those within which this one is taken

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
    """What ends where no turn was taken."""


class TurnsByClient:
    """Turns of each client by itself: one that sends many requests at once waits for its own,
    before it waits among all.
    """

    def __init__(self, places: float):
        self._places = places
        self._turns = dict[str, Turns]()
        self._requests = Counter[str]()

    async def take(
        self, client: str, app: ASGIApp, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Let the app answer when the client has a place."""
        self._requests[client] += 1
        try:
            await self._turns.setdefault(client, Turns(self._places)).take(
                app, scope, receive, send
            )
        finally:
            self._requests[client] -= 1
            if not self._requests[client]:
                del self._requests[client], self._turns[client]
