"""The body of a request, read before anybody works on it: a browser that sends slowly keeps nobody waiting."""
from __future__ import annotations

from starlette.types import Message, Receive

LONGEST = 200_000                # bytes


async def read(receive: Receive) -> bytes | None:
    """The body, up to one byte more than is taken (LONGEST); None if its sender went away before it was whole."""
    body, more = b"", True
    while more and len(body) <= LONGEST:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body, more = body + message.get("body", b""), message.get("more_body", False)
    return body


def replayed(body: bytes, receive: Receive) -> Receive:
    """The body once more, then whatever else is received."""
    told = False

    async def again() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}
    return again
