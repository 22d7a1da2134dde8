"""Direct writes to an open stream: a frame reaches the connection without waking the task of its
stream.

A thousand tasks that wake for one frame take most of the time of a broadcast. Without uvicorn, such
as in a test client, there is no direct write, and all frames pass through the task.
"""

from __future__ import annotations

from collections.abc import Callable
from weakref import ref

from fastapi import Request
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from app.web.page_cache import Page

CYCLE = "caracole.cycle"
"""Key in the scope of a request: weak reference to uvicorn's cycle of this request."""
Write = Callable[[Page], bool]
"""Writes a frame; False if it must pass through the task of the stream."""


def direct_writer(request: Request, *, is_packed: bool) -> Write | None:
    """Direct write to the answer of this request; None without uvicorn."""
    found: ref[RequestResponseCycle] | None = request.scope.get(CYCLE)
    if found is None:
        return None

    def write(frame: Page) -> bool:
        cycle = found()
        return cycle is not None and write_chunk(cycle, frame.packed if is_packed else frame.plain)

    return write


def write_chunk(cycle: RequestResponseCycle, data: bytes) -> bool:
    """Write a chunk of an answer that has begun (RFC 9112, 7.1). False if the answer is not open or
    its client reads too slowly; then nothing is written.
    """
    if (
        not (cycle.response_started and cycle.chunked_encoding)
        or cycle.response_complete
        or cycle.disconnected
        or cycle.flow.write_paused
        or cycle.transport.is_closing()
    ):
        return False
    cycle.transport.write(b"%x\r\n%b\r\n" % (len(data), data))
    return True
