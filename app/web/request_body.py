"""How long a request may be; and its body, read before any work is done on it, so that a slow
browser delays no other.
"""

from __future__ import annotations

from starlette.types import Message, Receive, Scope

LONGEST = 200_000  # bytes
LONGEST_ADDRESS = 16_000  # bytes of path and query


def is_too_long(scope: Scope) -> bool:
    """Whether path and query of an address are longer than LONGEST_ADDRESS."""
    path = scope.get("raw_path") or scope["path"].encode()
    return len(path) + len(scope["query_string"]) > LONGEST_ADDRESS


async def read(receive: Receive) -> bytes | None:
    """The body, up to one byte more than is taken (LONGEST); None if its sender went away before it
    was whole.
    """
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
