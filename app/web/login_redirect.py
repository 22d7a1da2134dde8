"""Redirects to a log-in, after it, and to the page for the code of the second factor."""

from __future__ import annotations

from urllib.parse import urlencode

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from app.services.people import accounts
from app.web.auth import HALF, log_in_cookie, set_cookie


def redirect_after_login(
    request: Request, path: str, login: accounts.Login | accounts.HalfLogin
) -> Response:
    """Redirect to a path after a login. A half login leads to the page for the code first."""
    if isinstance(login, accounts.HalfLogin):
        response = RedirectResponse(f"/login/code?{urlencode({'next': path})}", 303)
        set_cookie(request, response, HALF, login.token, age=int(accounts.WAITS.total_seconds()))
        return response
    response = RedirectResponse(path, 303)
    log_in_cookie(request, response, login.token)
    return response


def redirect_to_login(request: Request) -> Response:
    """Redirect to the log-in, which leads back to the page that was asked for."""
    url = request.url
    path = f"{url.path}?{url.query}" if url.query else url.path
    return RedirectResponse(f"/login?{urlencode({'next': path})}", 303)
