"""Who is asking: the cookie of a log-in, and the proof that a form is one of ours."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.types import Scope

from app.kernel.say import say
from app.services.errors import NotYourSeat
from app.services.people import account_deletion, accounts, second_factor
from app.web.problems import Forged
from app.web.user_agent import browser_of

YEAR = 365 * 24 * 3600
HALF = "caracole_half"  # half a log-in: the password was right, the code is still to come


def without_odd_cookies(scope: Scope) -> Scope:
    """The request without cookies that hold a backslash. None of ours does, and `http.cookies`
    takes quadratic time to read them.
    """
    if not any(name == b"cookie" and b"\\" in value for name, value in scope["headers"]):
        return scope
    kept = [
        (name, plain(value) if name == b"cookie" else value) for name, value in scope["headers"]
    ]
    return {**scope, "headers": kept}


def plain(cookies: bytes) -> bytes:
    return b";".join(one for one in cookies.split(b";") if b"\\" not in one)


def cookie_name(request: Request, name: str) -> str:
    return f"__Host-{name}" if request.app.state.settings.secure_cookies else name


def set_cookie(
    request: Request,
    response: Response,
    name: str,
    value: str,
    age: int = YEAR,
    script: bool = False,
) -> None:
    """A cookie of the whole site; `script` lets the page read it."""
    response.set_cookie(
        cookie_name(request, name),
        value,
        max_age=age,
        path="/",
        httponly=not script,
        samesite="lax",
        secure=bool(request.app.state.settings.secure_cookies),
    )


def find_visitor(request: Request) -> None:
    """Put the visitor of the cookie, or None, into the state of the request, and the proof that his
    forms must carry.
    """
    token = cookie(request, "caracole")
    request.state.visitor = accounts.who(request.app.state.services, token) if token else None
    request.state.fresh_proof = ""
    if request.state.visitor:
        request.state.csrf = request.state.visitor.csrf
        request.state.lacks_factor = second_factor.is_missing(
            request.app.state.services, request.state.visitor.user
        )
    else:
        be_nobody(request)


def be_nobody(request: Request) -> None:
    """The visitor is a stranger: the proof of his forms is that of his cookie, or a fresh one."""
    request.state.visitor, request.state.lacks_factor = None, False
    known = cookie(request, "caracole_form")
    request.state.csrf = known if len(known) >= 32 else secrets.token_urlsafe(32)
    request.state.fresh_proof = "" if known == request.state.csrf else request.state.csrf


def user_id(request: Request) -> int | None:
    return request.state.visitor.user.id if request.state.visitor else None


def address_of(request: Request) -> str:
    """From where the request comes; the proxy is believed only if it is trusted
    (`settings.trusted_proxies`).
    """
    return request.client.host if request.client else ""


def must_be_somebody(request: Request) -> int:
    """The visitor's id; somebody without a log-in is sent to it."""
    if request.state.visitor is None:
        raise NotYourSeat
    return request.state.visitor.user.id


def somebody(request: Request, language: str) -> tuple[int, str]:
    """The visitor's id and ""; a stranger becomes a guest, and the second value is the token of his
    log-in.
    """
    if request.state.visitor:
        return request.state.visitor.user.id, ""
    services = request.app.state.services
    services.limits.spend("guests", address=address_of(request))
    login = accounts.start_login(
        services, accounts.create_guest(services, language).id, browser_of(request)
    )
    return login.user.id, login.token


@contextmanager
def as_somebody(request: Request, language: str) -> Iterator[tuple[int, str]]:
    """The same for what may be refused: a guest who then has nothing goes again, for no cookie
    would know him.
    """
    me, token = somebody(request, language)
    try:
        yield me, token
    except Exception:
        if token:
            account_deletion.delete(
                request.app.state.services, accounts.named(request.app.state.services, me)
            )
        raise


def cookie(request: Request, name: str) -> str:
    return request.cookies.get(cookie_name(request, name), "")


def log_in_cookie(request: Request, response: Response, token: str) -> None:
    set_cookie(request, response, "caracole", token)


def gone_to(request: Request, path: str, token: str) -> Response:
    """On to another page; a stranger who has become a guest is known from now on."""
    response = RedirectResponse(path, 303)
    if token:
        log_in_cookie(request, response, token)
    return response


def cookie_gone(request: Request, response: Response, name: str) -> None:
    response.delete_cookie(
        cookie_name(request, name),
        path="/",
        httponly=True,
        samesite="lax",
        secure=bool(request.app.state.settings.secure_cookies),
    )


def insist_on_own_site(request: Request) -> None:
    """A form that another site sends is refused by its headers already."""
    site = request.headers.get("sec-fetch-site")
    if site not in (None, "same-origin", "none"):
        raise Forged(
            say("This form came from another site.", "Este formulario viene de otro sitio.")
        )
    origin = request.headers.get("origin")
    if origin and origin != "null" and origin.partition("://")[2] != request.headers.get("host"):
        raise Forged(
            say("This form came from another site.", "Este formulario viene de otro sitio.")
        )


def insist_on_proof(request: Request, given: str) -> None:
    """The form carries the secret of the log-in (or, before one, of the cookie)."""
    if (
        not request.state.csrf
        or not hmac.compare_digest(given.encode(), request.state.csrf.encode())
        or request.state.fresh_proof
    ):
        raise Forged(
            say(
                "This page was open too long or in another log-in. Open it again and repeat.",
                "Esta página llevaba demasiado tiempo abierta o era de otra sesión. Ábrela de "
                "nuevo y repite.",
            )
        )
