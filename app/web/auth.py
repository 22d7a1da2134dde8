"""Authentication of requests: session cookies, guest accounts and CSRF tokens."""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.types import Scope

from app.kernel.say import Say, say
from app.services.errors import NotYourSeat
from app.services.people import account_deletion, accounts, second_factor
from app.web.user_agent import browser_of

YEAR = 365 * 24 * 3600
FORM_OF_ORDER = re.compile(r"/games/[^/]+/steps/[^/]+")
HALF = "caracole_half"  # cookie after a correct password, while the code is missing


class Forged(Exception):
    """Form without a valid CSRF token, or from another site."""

    def __init__(self, says: Say):
        super().__init__(str(says))
        self.says = says


def without_odd_cookies(scope: Scope) -> Scope:
    """Remove cookies with a backslash from the request. The platform sets none, and `http.cookies`
    takes quadratic time to parse them.
    """
    if not any(name == b"cookie" and b"\\" in value for name, value in scope["headers"]):
        return scope
    kept = [
        (name, without_secrets(value) if name == b"cookie" else value)
        for name, value in scope["headers"]
    ]
    return {**scope, "headers": kept}


def without_secrets(cookies: bytes) -> bytes:
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
    """Set a cookie for the whole site. `script` lets JavaScript read it."""
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
    """Store the visitor of the session cookie, or None, in the request's state, with the CSRF token
    of the forms.
    """
    services, token = request.app.state.services, cookie_value(request, "caracole")
    visitor = accounts.visitor_of_session(services, token) if token else None
    if visitor is None:
        continue_anonymously(request)
        return
    services.logins.keep(accounts.token_hash(token), visitor)
    continue_as(request, visitor)
    request.state.lacks_factor = second_factor.is_missing(services, visitor.user)


def find_known_visitor(request: Request) -> bool:
    """Store the visitor of a form with an order, if this process has checked the session before.
    The transaction of the order compares it (`known_visitor`). False: the session must be read.
    """
    services = request.app.state.services
    if request.method != "POST" or not FORM_OF_ORDER.fullmatch(request.scope["path"]):
        return False
    key = accounts.token_hash(cookie_value(request, "caracole"))
    visitor = services.logins.find(key, accounts.Visitor)
    if visitor is None or services.demands != "offered":
        return False
    continue_as(request, visitor)
    request.state.is_known = True
    return True


def continue_as(request: Request, visitor: accounts.Visitor) -> None:
    """Store a visitor with a session in the request's state, with the CSRF token of its forms."""
    request.state.visitor, request.state.csrf = visitor, visitor.csrf
    request.state.fresh_proof, request.state.lacks_factor = "", False


def known_visitor(request: Request) -> accounts.Visitor | None:
    """Visitor whose session was not read for this request; None for any other."""
    visitor: accounts.Visitor | None = request.state.visitor
    return visitor if getattr(request.state, "is_known", False) else None


def renew_visitor(request: Request) -> None:
    """Read the session of a known visitor, because log-ins of the user have ended."""
    request.state.is_known = False
    token = cookie_value(request, "caracole")
    request.app.state.services.logins.drop(accounts.token_hash(token))
    find_visitor(request)


def continue_anonymously(request: Request) -> None:
    """Mark the visitor as anonymous. The CSRF token comes from the visitor's cookie or is
    generated.
    """
    request.state.visitor, request.state.lacks_factor = None, False
    known = cookie_value(request, "caracole_form")
    request.state.csrf = known if len(known) >= 32 else secrets.token_urlsafe(32)
    request.state.fresh_proof = "" if known == request.state.csrf else request.state.csrf


def user_id(request: Request) -> int | None:
    return request.state.visitor.user.id if request.state.visitor else None


def address_of(request: Request) -> str:
    """Client address of the request. A proxy's header counts only for
    `settings.trusted_proxies`.
    """
    return request.client.host if request.client else ""


def require_user(request: Request) -> int:
    """Id of the logged-in user. Raises `NotYourSeat` for an anonymous visitor, which leads to the
    login page.
    """
    visitor: accounts.Visitor | None = request.state.visitor
    if visitor is None:
        raise NotYourSeat
    return visitor.user.id


def user_or_new_guest(request: Request, language: str) -> tuple[int, str]:
    """User id and "". An anonymous visitor becomes a guest, and the second value is the token of
    the new session.
    """
    if request.state.visitor:
        return request.state.visitor.user.id, ""
    services = request.app.state.services
    services.limits.rate_limit("guests", address=address_of(request))
    login = accounts.start_login(
        services, accounts.create_guest(services, language).id, browser_of(request)
    )
    return login.user.id, login.token


@contextmanager
def as_user(request: Request, language: str) -> Iterator[tuple[int, str]]:
    """Yield user id and session token, like `user_or_new_guest`, to an act that may be refused.

    A guest account created here is deleted after a refusal, because no cookie would name it.
    """
    me, token = user_or_new_guest(request, language)
    try:
        yield me, token
    except Exception:
        if token:
            account_deletion.delete_account(
                request.app.state.services, accounts.load_user(request.app.state.services, me)
            )
        raise


def cookie_value(request: Request, name: str) -> str:
    return request.cookies.get(cookie_name(request, name), "")


def log_in_cookie(request: Request, response: Response, token: str) -> None:
    set_cookie(request, response, "caracole", token)


def redirect_with_session(request: Request, path: str, token: str) -> Response:
    """Redirect to a path. A token sets the session cookie of a new guest."""
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
    """Raise `Forged` if the headers show that another site sent the form."""
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


def check_csrf(request: Request, given: str) -> None:
    """Raise `Forged` unless the form carries the CSRF token of the session or of the anonymous
    cookie.
    """
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
