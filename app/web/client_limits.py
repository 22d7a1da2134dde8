"""Concurrency limits per client: open requests and event streams, counted by client address.

A trusted proxy names the address, so the clients behind one proxy have separate limits. Each server
process counts for itself.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager

from fastapi import Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from app.kernel.say import say
from app.services.errors import TooOften
from app.services.rate_limit import network_of
from app.web import problems
from app.web.auth import address_of
from app.web.language import language_of

AGAIN = 10  # seconds until a refused client may try again
TOO_MANY = say(
    "Too many requests from your address are open at once. Try again in {seconds} seconds.",
    "Hay demasiadas peticiones abiertas a la vez desde tu dirección. Vuelve a intentarlo dentro "
    "de {seconds} segundos.",
    seconds=AGAIN,
)
Refusing = Callable[[Request, TooOften], Response]


class OpenPerClient:
    """Counter of each client's open requests or streams. `most` is the limit per client; 0 means no
    limit.
    """

    def __init__(self, most: int):
        self._most, self._open = most, Counter[str]()

    @contextmanager
    def one_more(self, address: str) -> Iterator[bool]:
        """Count one more while it is open. Yields False, and does not count, if the client has
        reached the limit.
        """
        client = network_of(address)
        is_free = not self._most or self._open[client] < self._most
        self._open[client] += is_free
        try:
            yield is_free
        finally:
            self._open[client] -= is_free
            if not self._open[client]:
                del self._open[client]


class RequestLimit:
    """Middleware that answers 429 to a client with too many open requests."""

    def __init__(self, app: ASGIApp, most: int):
        self.app, self._requests = app, OpenPerClient(most)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        with self._requests.one_more(address_of(Request(scope))) as is_free:
            await (self.app if is_free else refuse_client)(scope, receive, send)


async def refuse_client(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer 429 in the language of the request."""
    text = TOO_MANY.in_(language_of(Request(scope)))
    await PlainTextResponse(text, 429, {"Retry-After": str(AGAIN)})(scope, receive, send)


class EventStream(StreamingResponse):
    """Stream of server-sent events, counted per client while it is open. Beyond the limit the
    answer is 429.
    """

    def __init__(
        self,
        request: Request,
        sent: AsyncIterator[bytes],
        headers: dict[str, str],
        refusing: Refusing = problems.answer_problem,
    ):
        super().__init__(sent, media_type="text/event-stream", headers=headers)
        self._request, self._refusing = request, refusing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream, or the refusal."""
        streams: OpenPerClient = self._request.app.state.streams
        with streams.one_more(address_of(self._request)) as is_free:
            if is_free:
                await self._send_until_disconnect(receive, send)
            else:
                await self._refusing(self._request, TooOften(AGAIN))(scope, receive, send)

    async def _send_until_disconnect(self, receive: Receive, send: Send) -> None:
        """Send the stream until its end, or until its client leaves.

        The task group of Starlette leaves reference cycles after each cancelled task. They hold
        the request and all of its coroutines until the next full garbage collection.
        """
        sending = asyncio.ensure_future(self.stream_response(send))
        leaving = asyncio.ensure_future(self.listen_for_disconnect(receive))
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, leaving):
                task.cancel()
            await asyncio.wait((sending, leaving))
        if not sending.cancelled():
            sending.result()
