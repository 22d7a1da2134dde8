"""Size limits of API requests: bytes, nesting depth and finite numbers. Requests beyond them reach
no other part of the API.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import msgspec
from fastapi import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.kernel.decoding import MOST
from app.kernel.refusal import Refusal, Refused
from app.services.errors import Malformed, badly_written
from app.services.play.member_imports import file_too_long_refusal
from app.services.rate_limit import network_of
from app.web import request_body, uploads
from app.web.api.problems import service_problem_response
from app.web.auth import address_of
from app.web.forms import malformed_address
from app.web.photograph_forms import too_long_refusal
from app.web.problems import LONG

DEEPEST = 24
HEADERS = {
    "Cache-Control": "no-store",
    "Vary": "Authorization, Accept-Language",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


class Bounds:
    """ASGI middleware with the size limits around every route of the API."""

    def __init__(self, app: ASGIApp):
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        send_with_headers = with_api_headers(send)
        if uploads.is_upload(scope):
            await self._with_upload(scope, receive, send_with_headers)
            return
        body: bytes | None = b""
        if scope["method"] not in ("GET", "HEAD"):
            body = await request_body.read_body(receive)
        if body is None:
            return  # the client is gone
        wrong, status = body_fault(body, is_json=not uploads.is_form_of_operation(scope))
        again = request_body.replayed_receive(body, receive)
        await self._answer(scope, again, send_with_headers, wrong, status)

    async def _with_upload(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read a form with files into a temporary file, then answer the request."""
        upload = await uploads.read_upload(scope, receive)
        if upload is None:
            return  # the client is gone
        with upload.file:
            wrong = Refused(too_long_upload_refusal(scope)) if upload.is_cut else None
            again = uploads.replayed_upload(upload, receive)
            await self._answer(scope, again, send, wrong, 413)

    async def _answer(
        self, scope: Scope, receive: Receive, send: Send, wrong: Exception | None, status: int
    ) -> None:
        """Pass the request on, or answer with its fault and the status of the fault."""
        if request_body.is_too_long(scope):
            wrong, status = Malformed(LONG), 414
        elif wrong is None:
            wrong, status = malformed_address(scope), 400
        if wrong is not None:
            await service_problem_response(Request(scope), wrong, status)(scope, receive, send)
            return
        request, state = Request(scope), scope["app"].state
        token = request.headers.get("authorization", "")
        of_client, client = (
            (state.by_login, token)
            if token
            else (state.by_address, network_of(address_of(request)))
        )
        await of_client.run(
            client,
            partial(state.request_limit.run, self._app),
            scope,
            receive,
            send,
        )


def with_api_headers(send: Send) -> Send:
    """Add the headers of all answers of the API."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *_HEADERS]}
        await send(message)

    return send_with_headers


def too_long_upload_refusal(scope: Scope) -> Refusal:
    """Refusal of files that are too long: photographs, or the file of a game."""
    is_game = scope["path"].endswith("/imports")
    return file_too_long_refusal() if is_game else too_long_refusal()


def body_fault(body: bytes, is_json: bool = True) -> tuple[Malformed | None, int]:
    """Fault of a body and the status of the answer; None and 200 if it is accepted."""
    if len(body) > request_body.LONGEST:
        return badly_written(f"> {request_body.LONGEST} bytes"), 413
    if not body or not is_json:
        return None, 200
    try:
        wrong = too_much(msgspec.json.decode(body))
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as unread:
        wrong = str(unread)
    return (badly_written(wrong), 400) if wrong else (None, 200)


def inner_values(value: Any) -> Iterable[Any]:
    """Names and values of an object, or items of a list."""
    return (
        (*value.keys(), *value.values())
        if isinstance(value, dict)
        else value
        if isinstance(value, list)
        else ()
    )


def too_much(value: Any) -> str:
    """First excess over the limits; "" if there is none."""
    layer, depth = [value], 0
    while layer:
        depth += 1
        if depth > DEEPEST:
            return f"deeper than {DEEPEST}"
        for one in layer:
            if isinstance(one, (int, float)) and not abs(one) <= MOST:  # NaN too
                return f"a number beyond {MOST}"
            if isinstance(one, str) and "\x00" in one:
                return "U+0000"
        layer = [inner for one in layer for inner in inner_values(one)]
    return ""
