"""Size limits of a request, and its body. The body is read before any work begins, so that a slow
client delays no other.
"""

from __future__ import annotations

from starlette.types import Message, Receive, Scope

LONGEST = 200_000  # bytes
MOST_DISCARDED = 9 * LONGEST  # bytes of a longer body that are read, but not kept
LONGEST_ADDRESS = 16_000  # bytes of path and query


def is_too_long(scope: Scope) -> bool:
    """Return True if path and query are longer than LONGEST_ADDRESS."""
    path = scope.get("raw_path") or scope["path"].encode()
    return len(path) + len(scope["query_string"]) > LONGEST_ADDRESS


async def read_body(receive: Receive) -> bytes | None:
    """Body of the request, or its first LONGEST + 1 bytes. None if the client disconnects first.

    The rest of a longer body is read too, up to MOST_DISCARDED bytes. A connection that is closed
    with unread data is reset, and its client may lose the answer.
    """
    body, received, more = bytearray(), 0, True
    while more and received <= LONGEST + MOST_DISCARDED:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        part, more = message.get("body", b""), message.get("more_body", False)
        body += part[: LONGEST + 1 - len(body)]
        received += len(part)
    return bytes(body)


def replayed_receive(body: bytes, receive: Receive) -> Receive:
    """Replay the body, then pass on later messages."""
    told = False

    async def again() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
