"""What every request passes through: its length, who asks, whether a form comes from our own site; and what every answer carries."""
from __future__ import annotations

from anyio import CapacityLimiter
from fastapi import Request
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.store.away import Away
from app.web import problems
from app.web.auth import be_nobody, cookie, find_visitor, insist_on_own_site
from app.web.forms import NUL, misaddressed
from app.web.problems import Forged
from app.web.raster import WAITING

LONGEST_BODY = 200_000           # bytes
OPEN = ("/static/", "/health", "/metrics", "/api/v1")        # ask nobody for a cookie; programs have a gate of their own
UNPROVEN = ("/account/second-factor", "/logout", "/preferences", "/rules", "/sw.js")     # open to whoever lacks a second factor that this house demands
STRANGERS = WAITING + 2          # looked after at once, more than may wait for pictures: when a thousand come, the players' orders are not behind all of them
CARRIED = {
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'", "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin", "Cache-Control": "no-store",
}
"""What an answer says that does not say it otherwise itself."""
ENCRYPTED = "max-age=31536000; includeSubDomains"


class Gate:
    """Puts the visitor into the state of the request, or answers with the problem."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request in, or answer it here."""
        if scope["type"] == "http":
            send = carrying(send, is_secure=bool(scope["app"].state.settings.secure_cookies))
        if scope["type"] != "http" or scope["path"].startswith(OPEN):
            await self.app(scope, receive, send)
            return
        receive = no_longer(receive)
        request = Request(scope, receive)
        problem = await self.problem_of(request)
        if problem is not None:
            status = problem.status_code if isinstance(problem, HTTPException) else None
            await problems.answer(request, problem, status)(scope, receive, send)
            return
        if not scope["path"].startswith(UNPROVEN) and request.state.lacks_factor:
            await RedirectResponse(UNPROVEN[0], 303)(scope, receive, send)
            return
        if request.state.visitor is None and request.method in ("GET", "HEAD"):
            await by_turns(request.app.state.strangers, self.app)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    async def problem_of(self, request: Request) -> Exception | None:
        """Why this request goes no farther."""
        length = request.headers.get("content-length", "0")
        if not length.isdigit() or int(length) > LONGEST_BODY:
            return HTTPException(413)
        try:
            if cookie(request, "caracole"):
                await run_in_threadpool(find_visitor, request)
            else:
                find_visitor(request)            # a stranger is on no ledger
        except Away as away:
            return await self.without_ledger(request, away)
        if request.method not in ("GET", "HEAD"):
            try:
                insist_on_own_site(request)
            except Forged as forged:
                return forged
        return HTTPException(404) if NUL in request.scope["path"] else misaddressed(request.scope)

    async def without_ledger(self, request: Request, away: Away) -> Exception | None:
        """Nobody can be told who he is: pages that need no ledger go to him as to a stranger; a form is kept for him, to be sent again."""
        be_nobody(request)
        if request.method in ("GET", "HEAD"):
            return None
        try:
            form = await request.form(max_files=0, max_fields=200)
        except HTTPException as unreadable:
            return unreadable
        request.state.form, request.state.csrf, request.state.fresh_proof = form, str(form.get("csrf", "")), ""
        return away


def by_turns(limiter: CapacityLimiter, app: ASGIApp) -> ASGIApp:
    """The same for so many at once; a turn is over when its answer begins, for a stream goes on for hours."""
    async def waiting(scope: Scope, receive: Receive, send: Send) -> None:
        turn, is_over = object(), False

        async def told(message: Message) -> None:
            nonlocal is_over
            if not is_over and message["type"] == "http.response.start":
                is_over = True
                limiter.release_on_behalf_of(turn)
            await send(message)

        await limiter.acquire_on_behalf_of(turn)
        try:
            await app(scope, receive, told)
        finally:
            if not is_over:
                limiter.release_on_behalf_of(turn)
    return waiting


def carrying(send: Send, *, is_secure: bool) -> Send:
    """Every answer with what it has to carry."""
    async def told(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in CARRIED.items():
                headers.setdefault(name, value)
            if is_secure:
                headers["Strict-Transport-Security"] = ENCRYPTED
        await send(message)
    return told


def no_longer(receive: Receive) -> Receive:
    """The same body, as long as it is no longer than it may be, whatever it says of its length."""
    read = 0

    async def counting() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > LONGEST_BODY:
            raise HTTPException(413)
        return message
    return counting
