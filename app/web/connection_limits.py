"""Connection limits: number of connections, size of headers, and time for a client to send or read.

A subclass of uvicorn's HTTP protocol, which has no such limits. The numbers are settings
(`app.settings`). The state of the application passes `ConnectionLimits` to the protocol.
"""

from __future__ import annotations

import asyncio
import logging
import resource
import time
from collections import Counter
from typing import TYPE_CHECKING, Literal, cast
from weakref import ref

from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from app.kernel.say import LANGUAGES, Say, say
from app.services.rate_limit import network_of
from app.settings import Settings
from app.web import request_body, uploads
from app.web.direct_writes import CYCLE

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger("caracole.connections")

STATE = "connection_limits"  # key in the state of the application
MOST_FILES = 65_536  # open files that `serve` requests from the operating system
RESERVED_FILES = 200  # files for database, log and pictures; the others are for connections
MOST_HEADERS = 100  # per request
MOST_PIPELINED = 8  # requests sent ahead on one connection
# The factor leaves room for chunk framing. The application refuses a body over
# `request_body.LONGEST`.
BODY_BYTES = 10 * request_body.LONGEST
# A client that reads no part of its answer for so long is disconnected.
WRITE_SECONDS = 120.0
# A refused connection stays open so long, so that its client can read the reason.
FAREWELL_SECONDS = 1.0
AGAIN = 10  # seconds until a refused client may try again
SECONDS_BETWEEN_LOGS = 60.0

TOO_MANY = say(
    "Too many connections from your address. Try again in {seconds} seconds.",
    "Demasiadas conexiones desde tu dirección. Vuelve a intentarlo dentro de {seconds} segundos.",
    seconds=AGAIN,
)
FULL = say(
    "The server has too many connections. Try again in {seconds} seconds.",
    "El servidor tiene demasiadas conexiones. Vuelve a intentarlo dentro de {seconds} segundos.",
    seconds=AGAIN,
)
SLOW = say("The request took too long to arrive.", "La petición ha tardado demasiado en llegar.")
LONG_HEADERS = say(
    "The headers of the request are too long.", "Las cabeceras de la petición son demasiado largas."
)
LONG_BODY = say("The request is too long.", "La petición es demasiado larga.")
AHEAD = say(
    "Too many requests on one connection at once.",
    "Demasiadas peticiones a la vez en una conexión.",
)


class Refused(Exception):
    """Stops the parser in the middle of the received data."""


def raise_file_limit() -> str:
    """Raise the process's limit of open files as far as allowed. Returns a sentence for the log."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return f"The limit of open files and connections is {soft}."
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (ValueError, OSError) as refused:
        return f"The limit of open files and connections is {soft}; it could not be raised to {most}: {refused}."
    return f"The limit of open files and connections is {most}, raised from {soft}."


class ConnectionLimits:
    """Limits, and open connections of this server process by client."""

    def __init__(self, settings: Settings):
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        room = (
            settings.connections
            if files == resource.RLIM_INFINITY
            else max(1, files - RESERVED_FILES)
        )
        self.most = min(settings.connections, room)
        self.per_client = settings.connections_per_client if settings.rate_limits else 0
        self.header_bytes, self.header_seconds, self.body_seconds = (
            settings.header_bytes,
            settings.header_seconds,
            settings.body_seconds,
        )
        # The same list tells uvicorn which proxies to trust.
        self._proxies = _TrustedHosts(settings.trusted_proxies)
        self._open = Counter[str]()
        self._refused = Counter[int]()
        self._logged_at = -SECONDS_BETWEEN_LOGS

    def enter(self, address: str) -> tuple[int, Say] | None:
        """Count a new connection. Returns status and reason if it exceeds a limit. The caller calls
        `leave` in both cases.
        """
        client = network_of(address)
        self._open[client] += 1
        if self._open.total() > self.most:
            return 503, FULL
        if (
            address
            and self.per_client
            and self._open[client] > self.per_client
            and address not in self._proxies
        ):
            return 429, TOO_MANY
        return None

    def leave(self, address: str) -> None:
        """Count a closed connection."""
        client = network_of(address)
        self._open[client] -= 1
        if not self._open[client]:
            del self._open[client]

    def note(self, status: int) -> None:
        """Count a refusal. The log gets at most one line a minute with the totals."""
        self._refused[status] += 1
        if time.monotonic() - self._logged_at >= SECONDS_BETWEEN_LOGS:
            log.warning(
                "connections refused since the last such line: %s",
                ", ".join(f"{count} with {one}" for one, count in sorted(self._refused.items())),
            )
            self._refused.clear()
            self._logged_at = time.monotonic()


class LimitedConnection(HttpToolsProtocol):
    """One connection of a client. `_part` names the part of a request being received, and one timer
    limits the time for it.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # uvicorn serves TCP only
        super().connection_made(transport)
        self._limits: ConnectionLimits = self.app_state[STATE]
        self._address = self.client[0] if self.client else ""
        self._is_refused = False
        self._part: Literal["nothing", "head", "body"] = "nothing"
        self._received = self._head_bytes = (
            # Bytes since the part began, and bytes of a head in complete lines.
            0
        )
        self._timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        refusal = self._limits.enter(self._address)
        if refusal is not None:
            status, why = refusal
            self._refuse(status, why, farewell=0)
        else:
            self._wait(self._limits.header_seconds, self._head_is_late)

    def connection_lost(self, exc: Exception | None) -> None:
        self._limits.leave(self._address)
        self._wait_no_more()
        self.resume_writing()
        super().connection_lost(exc)

    # --- Receiving
    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        # A part that begins in this data counts from the next data on.
        self._received += len(data)
        super().data_received(data)
        if self._is_refused:
            return
        if self._part == "head" and self._received > self._limits.header_bytes:
            self._refuse(431, LONG_HEADERS)
        elif self._part == "body" and self._received > self._most_body_bytes:
            self._refuse(413, LONG_BODY)
        elif self._timer is None and self._part == "body":
            factor = uploads.SECONDS_FACTOR if uploads.is_upload(self.scope) else 1
            self._wait(factor * self._limits.body_seconds, self._body_is_late)
        elif self._timer is None and (self._part == "head" or (self._is_idle and self._received)):
            self._wait(self._limits.header_seconds, self._head_is_late)

    @property
    def _most_body_bytes(self) -> int:
        """Bytes of a body that are received. The application keeps fewer."""
        return uploads.MOST_DISCARDED if uploads.is_upload(self.scope) else BODY_BYTES

    @property
    def _is_idle(self) -> bool:
        """Return True if no request is in progress."""
        return self.cycle is None or self.cycle.response_complete

    def on_message_begin(self) -> None:
        self._begin_part("head")
        self._head_bytes = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        # Trailers after a chunked body are ignored.
        if self._part == "head":
            self._count_head(len(name) + len(value) + len(": \r\n"))
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= MOST_PIPELINED:
            self._refuse(429, AHEAD)
            raise Refused
        self._begin_part("body")
        super().on_headers_complete()
        if self.cycle is not None:
            cast("dict[str, object]", self.cycle.scope).setdefault(CYCLE, ref(self.cycle))

    def on_message_complete(self) -> None:
        self._begin_part("nothing")
        super().on_message_complete()

    def _begin_part(self, part: Literal["nothing", "head", "body"]) -> None:
        self._part, self._received = part, 0
        if part != "head":  # the time for a head starts with the connection or with its first byte
            self._wait_no_more()

    def _count_head(self, more: int) -> None:
        self._head_bytes += more
        if self._head_bytes > self._limits.header_bytes or len(self.headers) >= MOST_HEADERS:
            self._refuse(431, LONG_HEADERS)
            raise Refused

    def send_400_response(self, msg: str) -> None:
        """Answer 400 to malformed data, unless the connection was refused already."""
        if not self._is_refused:
            super().send_400_response(msg)

    # --- Sending
    @property
    def _is_answered(self) -> bool:
        """Return True if the answer to the request being received is complete. The parser discards
        the rest of such a request.
        """
        return self._part == "body" and self.cycle is not None and self.cycle.response_complete

    def pause_writing(self) -> None:
        super().pause_writing()
        self._write_timer = self._write_timer or self.loop.call_later(
            WRITE_SECONDS, self.transport.abort
        )

    def resume_writing(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None
        super().resume_writing()

    # --- Waiting and refusing
    def _wait(self, seconds: float, late: Callable[[], None]) -> None:
        self._timer = self.loop.call_later(seconds, late)

    def _wait_no_more(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _head_is_late(self) -> None:
        if self._part == "head":
            self._refuse(408, SLOW)
        else:
            self._close(0)  # a browser opened the connection in advance and did not use it

    def _body_is_late(self) -> None:
        self._refuse(408, SLOW)

    def _refuse(self, status: int, why: Say, farewell: float = FAREWELL_SECONDS) -> None:
        """Answer with the reason in every language, unless an answer has begun, and close the
        connection.
        """
        self._limits.note(status)
        has_begun = self._is_answered or (
            self.cycle is not None
            and self.cycle.response_started
            and not self.cycle.response_complete
        )
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if not has_begun:
            self.transport.write(answer_of(status, why))
        self._close(farewell)

    def _close(self, seconds: float) -> None:
        """Stop reading, and close after the given seconds so that the client can read the
        answer.
        """
        self._is_refused = True
        self._wait_no_more()
        self._unset_keepalive_if_required()
        if seconds:
            self.flow.pause_reading()
            self._wait(seconds, self.transport.close)
        else:
            self.transport.close()


def answer_of(status: int, why: Say) -> bytes:
    """Complete HTTP answer as bytes."""
    text = "".join(f"{why.in_(language)}\n" for language in LANGUAGES).encode()
    again = f"retry-after: {AGAIN}\r\n" if status in (429, 503) else ""
    return (
        STATUS_LINE[status]
        + f"content-type: text/plain; charset=utf-8\r\n{again}content-length: {len(text)}\r\n"
        "cache-control: no-store\r\nconnection: close\r\n\r\n".encode()
        + text
    )
