"""Plain orders over the API, the most frequent writing request, pass few layers of middleware.

A plain order has a token, a short JSON body and no further wish. Any other request takes the usual
way. Both ways give the same answer, except that a plain one is not compressed.
"""

from __future__ import annotations

import re
from functools import partial

from fastapi import FastAPI, Request
from starlette.middleware.errors import ServerErrorMiddleware
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from app.store.database_errors import UNREAD_LOGIN
from app.web.api.request_limits import DEEPEST, body_fault, with_api_headers
from app.web.api.routes import given_orders
from app.web.api.routes.given_orders import AskedOrder
from app.web.middleware import with_security_headers
from app.web.request_body import read_body, replayed_receive

PREFIX = "/api/v1"
PLAIN = re.compile(rf"{PREFIX}/games/([A-Za-z0-9_-]+)/orders")
LONGEST = 4_000  # bytes of a short body
UNUSUAL = re.compile(rb"[0-9]{10}|[0-9.][eE][-+0-9]|\\u0000")
"""Part of a body that may be a huge number or U+0000."""
NOT_PLAIN = frozenset({b"prefer", b"transfer-encoding", b"content-encoding", b"expect"})
"""Headers of requests that are not plain."""
ASKED = "asked_order"  # key in the state of a request


class PlainOrders:
    """ASGI middleware around all others that answers plain orders itself."""

    def __init__(self, app: ASGIApp, api: FastAPI):
        self._app, self._api = app, api
        handlers = dict(api.exception_handlers)
        failed = [handlers.pop(key, None) for key in (500, Exception)]
        self._answered = ServerErrorMiddleware(
            ExceptionMiddleware(self._record, handlers), handler=failed[0] or failed[1]
        )
        self._route = next(
            one for one in given_orders.router.routes if isinstance(one, given_orders.OrderRoute)
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a plain order, or pass the request on."""
        found = PLAIN.fullmatch(scope["path"]) if scope["type"] == "http" else None
        headers = dict(scope["headers"]) if found else {}
        if found is None or not is_plain(scope, headers):
            await self._app(scope, receive, send)
            return
        body = await read_body(receive)
        if body is None:
            return  # the client is gone
        asked = self._read(scope, found[1], body)
        if asked is None:
            await self._app(scope, replayed_receive(body, receive), send)
            return
        UNREAD_LOGIN.set(None)  # as `RequestGuard` does
        state = scope["app"].state
        settings = state.settings
        is_secure = bool(settings.secure_cookies)
        send = with_api_headers(with_security_headers(send, is_secure=is_secure, is_followed=True))
        scope["state"][ASKED] = asked
        run = (
            self._answered
            if state.order_writer.has_queue
            else partial(state.request_limit.run, self._answered)
        )
        await state.by_login.run(
            headers[b"authorization"].decode("latin-1"), run, scope, receive, send
        )

    def _read(self, scope: Scope, address: str, body: bytes) -> AskedOrder | None:
        """Plain order of a request; None for any other. The request then names its route."""
        if len(body) > LONGEST:
            return None
        scope.setdefault("state", {})
        own = {**scope, "app": self._api, "path_params": {"address": address}}
        asked = given_orders.read_order(Request(own), body)
        if asked is None or not is_within_limits(body):
            return None
        scope.update(own, root_path=PREFIX, route=self._route)
        return asked

    @staticmethod
    async def _record(scope: Scope, receive: Receive, send: Send) -> None:
        """Record the order and answer."""
        asked: AskedOrder = scope["state"][ASKED]
        answer = await given_orders.answer_order(asked)
        await answer(scope, receive, send)


def is_within_limits(body: bytes) -> bool:
    """True for a JSON body within the limits of depth and numbers. Most bodies show it at once."""
    is_flat = body.count(b"{") + body.count(b"[") <= DEEPEST
    return (is_flat and not UNUSUAL.search(body)) or body_fault(body)[0] is None


def is_plain(scope: Scope, headers: dict[bytes, bytes]) -> bool:
    """True for a request with the method and headers of a plain order."""
    return (
        scope["method"] == "POST"
        and not scope["query_string"]
        and b"authorization" in headers
        and headers.get(b"content-length", b"").isdigit()
        and int(headers[b"content-length"]) <= LONGEST
        and not NOT_PLAIN & headers.keys()
    )
