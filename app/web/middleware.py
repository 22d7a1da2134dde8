"""Middleware of every request: size limits, session, CSRF checks, concurrency limits and security
headers.
"""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.services.errors import Malformed
from app.services.rate_limit import network_of
from app.store.database_errors import UNREAD_LOGIN, DatabaseUnavailable
from app.store.replica import ANONYMOUS_REQUEST, AnonymousRequest, ReplicaFailed
from app.web import problems, request_body, uploads
from app.web.auth import (
    Forged,
    address_of,
    continue_anonymously,
    cookie_value,
    find_known_visitor,
    find_visitor,
    insist_on_own_site,
    without_odd_cookies,
)
from app.web.concurrency_limit import release_place
from app.web.forms import NUL, form_in, malformed_address
from app.web.pages import ENCRYPTED
from app.web.png_renderer import WAITING

# The API answers in JSON, even to an address that is too long (`api/request_limits`).
API = "/api/v1"
# Paths without a session cookie; the API authenticates by token.
WITHOUT_SESSION = (
    "/static/",
    "/health",
    "/metrics",
    API,
)
# Pages with many links to computed answers.
WITHOUT_CRAWLERS = ("/games/", "/embed/", "/armies/", "/people/")
# Paths that stay open to a user without the required second factor.
WITHOUT_SECOND_FACTOR = (
    "/account/second-factor",
    "/logout",
    "/preferences",
    "/rules",
    "/sw.js",
)
# Anonymous requests in progress or waiting for a place. The number exceeds the limit of waiting
# pictures. Of a thousand anonymous requests, only these few wait ahead of a player.
ANONYMOUS_AT_ONCE = WAITING + 2
SECURITY_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Default security headers; an answer may replace them."""
_SECURITY_HEADERS = [
    (name.lower().encode(), one.encode()) for name, one in SECURITY_HEADERS.items()
]


class RequestGuard:
    """Middleware that stores the visitor in the request's state, or answers with the problem."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Admit the request, or answer it here."""
        UNREAD_LOGIN.set(None)  # the next request of a connection may copy the context of the last
        if scope["type"] == "http":
            scope = without_odd_cookies(scope)
            send = with_security_headers(
                without_host(send, Request(scope)),
                is_secure=bool(scope["app"].state.settings.secure_cookies),
                is_followed=not scope["path"].startswith(WITHOUT_CRAWLERS),
            )
            if request_body.is_too_long(scope) and not scope["path"].startswith(API):
                await self.refuse(Request(scope), 414, receive, send)
                return
        if scope["type"] != "http" or scope["path"].startswith(WITHOUT_SESSION):
            await self.app(scope, receive, send)
            return
        app = self.as_member if cookie_value(Request(scope), "caracole") else self.as_anonymous
        if scope["method"] in ("GET", "HEAD"):
            await app(scope, receive, send)
            return
        if uploads.is_upload(scope):
            await self.with_upload(app, scope, receive, send)
            return
        body = await request_body.read_body(receive)
        if body is None:
            return  # the client is gone
        if len(body) > request_body.LONGEST:
            await self.refuse(
                Request(scope, request_body.replayed_receive(b"", receive)), 413, receive, send
            )
            return
        await app(scope, request_body.replayed_receive(body, receive), send)

    async def with_upload(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Read a body with photographs into a temporary file, then pass the request on."""
        upload = await uploads.read_upload(scope, receive)
        if upload is None:
            return  # the client is gone
        with upload.file:
            scope.setdefault("state", {})["is_cut"] = upload.is_cut
            await app(scope, uploads.replayed_upload(upload, receive), send)

    async def as_member(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait among the requests of the same session, then among all."""
        await scope["app"].state.by_login.run(
            cookie_value(Request(scope), "caracole"), self.next, scope, receive, send
        )

    async def refuse(self, request: Request, status: int, receive: Receive, send: Send) -> None:
        """Answer with the error page of a status, in the language of the user."""
        await self.problem_of(request)  # finds the user, and with it the language
        await problems.answer_problem(request, HTTPException(status), status)(
            request.scope, receive, send
        )

    async def as_anonymous(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait among the requests of the same address, then among all. Reads also wait among all
        anonymous requests.
        """
        scope.setdefault("state", {})["is_anonymous"] = True
        then = self.among_anonymous if scope["method"] in ("GET", "HEAD") else self.next
        await scope["app"].state.by_address.run(
            network_of(address_of(Request(scope))), then, scope, receive, send
        )

    async def among_anonymous(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait among the anonymous requests, then among all."""
        await scope["app"].state.anonymous_limit.run(self.next, scope, receive, send)

    async def next(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait for a place among all requests."""
        await scope["app"].state.request_limit.run(self.identify, scope, receive, send)

    async def identify(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Identify the visitor, then pass the request on, redirect it or answer with the
        problem.
        """
        request = Request(scope, receive)
        problem = await self.problem_of(request)
        if (
            problem is None
            and request.state.visitor is None
            and not (request.state.is_anonymous or UNREAD_LOGIN.get() is not None)
        ):
            # The cookie belongs to no session, so the request takes no member's place.
            release_place(scope)
            await self.as_anonymous(scope, receive, send)
        elif problem is not None:
            status = problem.status_code if isinstance(problem, HTTPException) else None
            await problems.answer_problem(request, problem, status)(scope, receive, send)
        elif request.state.lacks_factor and not scope["path"].startswith(WITHOUT_SECOND_FACTOR):
            await RedirectResponse(WITHOUT_SECOND_FACTOR[0], 303)(scope, receive, send)
        elif is_anonymous_read(request):
            await self.from_replica(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def from_replica(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer an anonymous reader, whose reads may use the copy of the database. If the copy
        fails, the request is answered once more, from the primary.
        """
        reading, asked = AnonymousRequest(), dict(scope)

        async def send_and_end(message: Message) -> None:
            reading.is_over = True  # a stream goes on, and members share its channel
            await send(message)

        token = ANONYMOUS_REQUEST.set(reading)
        try:
            await self.app(scope, receive, send_and_end)  # the access log reads its route
        except ReplicaFailed:
            if reading.is_over:
                raise
            reading.is_over = True
            scope.clear()
            scope.update(asked)
            await self.app(scope, receive, send)
        finally:
            ANONYMOUS_REQUEST.reset(token)

    async def problem_of(self, request: Request) -> Exception | None:
        """Reason to refuse the request, or None."""
        request.state.is_anonymous = getattr(request.state, "is_anonymous", False)
        try:
            if cookie_value(request, "caracole") and not request.state.is_anonymous:
                if not find_known_visitor(request):
                    await run_in_threadpool(find_visitor, request)
            else:
                continue_anonymously(
                    request
                )  # the database holds nothing about an anonymous visitor
        except DatabaseUnavailable as away:
            return await self.without_database(request, away)
        if request.method not in ("GET", "HEAD"):
            try:
                insist_on_own_site(request)
            except Forged as forged:
                return forged
        return (
            HTTPException(404) if NUL in request.scope["path"] else malformed_address(request.scope)
        )

    async def without_database(
        self, request: Request, away: DatabaseUnavailable
    ) -> Exception | None:
        """Handle a request whose log-in could not be read. Pages that need no database are shown as
        to an anonymous visitor, others have an error. A form is kept, so that the user can send it
        again.
        """
        continue_anonymously(request)
        UNREAD_LOGIN.set(away)
        if request.method in ("GET", "HEAD"):
            return None
        try:
            form = await form_in(request)
        except (HTTPException, Malformed) as unreadable:
            return unreadable
        request.state.form, request.state.csrf, request.state.fresh_proof = (
            form,
            str(form.get("csrf", "")),
            "",
        )
        return away


def is_anonymous_read(request: Request) -> bool:
    """True for a page that an anonymous visitor asks for. A member whose log-in could not be read
    is none.
    """
    is_unread = UNREAD_LOGIN.get() is not None
    return request.state.visitor is None and not is_unread and request.method in ("GET", "HEAD")


def without_host(send: Send, request: Request) -> Send:
    """Redirect within this site by path alone. The header Host may name another site."""

    async def send_without_host(message: Message) -> None:
        if message["type"] == "http.response.start" and has_header(message, b"location"):
            headers = MutableHeaders(scope=message)
            own = f"{request.url.scheme}://{request.url.netloc}/"
            if headers.get("location", "").startswith(own):
                path = headers["location"][len(own) :]
                headers["location"] = "/" + path.lstrip("/\\")
        await send(message)

    return send_without_host


def with_security_headers(send: Send, *, is_secure: bool, is_followed: bool) -> Send:
    """Add the security headers to every answer. Crawlers follow no link of a page that is not
    `is_followed`.
    """

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {name for name, _ in message["headers"]}
            new = [one for one in _SECURITY_HEADERS if one[0] not in given]
            message = {**message, "headers": [*message["headers"], *new]}
            if is_secure:
                MutableHeaders(scope=message).update(ENCRYPTED)
            if not is_followed and b"x-robots-tag" not in given:
                message["headers"].append((b"x-robots-tag", b"nofollow"))
        await send(message)

    return send_with_headers


def has_header(message: Message, name: bytes) -> bool:
    """True if the beginning of an answer has a header, whose name is in lower case."""
    return any(found == name for found, _ in message["headers"])
