"""Authentication of API requests: token, scopes and language. Cookies are ignored, so another site
cannot send requests for a user.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, TypeVar

import msgspec
from babel.core import negotiate_locale
from fastapi import Depends, Path, Query, Request, Security, params
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer, SecurityScopes
from starlette.concurrency import run_in_threadpool

from app.kernel.say import LANGUAGES
from app.services.container import Services
from app.services.errors import LoginEnded
from app.services.people import accounts, api_tokens
from app.services.people.api_tokens import ACCOUNT, ARMIES, PLAY, READ, TABLES
from app.store import records
from app.web.api.models import LAST

in_header = HTTPBearer(
    auto_error=False,
    scheme_name="token",
    description="A personal token, made on the page of one's account.",
)


Answer = TypeVar("Answer")
CHECKS = 3  # of a log-in, while log-ins of the user end


class Unknown(Exception):
    """A token is missing or invalid."""


class NotAllowed(Exception):
    """The token lacks the scope `scope`."""

    def __init__(self, scope: str):
        super().__init__(scope)
        self.scope = scope


class Asker(msgspec.Struct, frozen=True):
    """Sender of a request: the services, the language, and the token's user or None."""

    services: Services
    language: str
    bearer: api_tokens.TokenUser | None = None

    @property
    def user_id(self) -> int | None:
        return self.bearer.user.id if self.bearer else None

    @property
    def required_bearer(self) -> api_tokens.TokenUser:
        """User of the token; raises `Unknown` without a token."""
        if self.bearer is None:
            raise Unknown
        return self.bearer

    @property
    def user(self) -> records.User:
        """Account of the token; raises `Unknown` without a token."""
        return self.required_bearer.user

    @property
    def visitor(self) -> accounts.Visitor | None:
        """Visitor for a stream, which ends with the user's tokens or sessions; None without a
        token.
        """
        return accounts.Visitor(self.bearer.user, "", self.bearer.ended) if self.bearer else None

    @property
    def scopes(self) -> tuple[str, ...]:
        return self.bearer.token.scopes if self.bearer else ()

    @property
    def me(self) -> int:
        return self.user.id


async def optional_asker(
    request: Request,
    asked: SecurityScopes,
    _: Annotated[HTTPAuthorizationCredentials | None, Depends(in_header)],
) -> Asker:
    """Sender of a request; raises `Unknown`, `NotAllowed` or `TooOften`.

    A token is optional, but it must have the scopes of the route.
    """
    # Several dependencies ask for the account, but the request counts once.
    if not hasattr(request.state, "asker"):
        request.state.asker = await run_in_threadpool(_load_asker, request)
    asker: Asker = request.state.asker
    for scope in asked.scopes:
        if asker.bearer and scope not in asker.scopes:
            raise NotAllowed(scope)
    return asker


async def required_asker(asker: Annotated[Asker, Depends(optional_asker)]) -> Asker:
    """Sender with a token; raises `Unknown`."""
    if asker.bearer is None:
        raise Unknown
    return asker


def load_known_asker(request: Request) -> Asker:
    """Sender of an order or a look, whose token may have been checked before. The transaction of
    the request compares it (`login_cache`).
    """
    return _load_asker(request, api_tokens.known_user_of_token)


def renew_asker(request: Request, asker: Asker) -> Asker:
    """Sender whose token is checked again, because log-ins have ended since the last check. Raises
    `Unknown`. The request counts once.
    """
    secret = _secret_of(request.headers.get("authorization", ""))
    asker.services.logins.drop(api_tokens.token_hash(secret))
    found = api_tokens.known_user_of_token(asker.services, secret)
    if found is None:
        raise Unknown
    return Asker(asker.services, asker.language, found)


def answer_known(
    request: Request, asker: Asker, scope: str, act: Callable[[Asker], Answer]
) -> Answer:
    """Answer of an act that compares the token of its sender with the account. Raises `NotAllowed`
    and `Unknown`.
    """
    for _ in range(CHECKS):
        if scope not in asker.required_bearer.token.scopes:
            raise NotAllowed(scope)
        try:
            return act(asker)
        except LoginEnded:
            asker = request.state.asker = renew_asker(request, asker)
    raise Unknown


def _load_asker(
    request: Request,
    check: Callable[[Services, str], api_tokens.TokenUser | None] = api_tokens.user_of_token,
) -> Asker:
    services = request.app.state.services
    found = _user_of_header(request, services, check)
    if found:
        services.limits.rate_limit("programs" if found.user.is_bot else "requests", found.user.id)
    else:
        services.limits.rate_limit("requests", address=_client_address(request))
    request.state.usual_language, request.state.account = (
        (found.user.language, found.user.id) if found else (LANGUAGES[0], None)
    )
    return Asker(services, language_of(request), found)


def _secret_of(header: str) -> str:
    """Token in the header of a request; "" for another kind of log-in."""
    kind, _, secret = header.partition(" ")
    return secret.strip() if kind.lower() == "bearer" else ""


def _user_of_header(
    request: Request,
    services: Services,
    check: Callable[[Services, str], api_tokens.TokenUser | None],
) -> api_tokens.TokenUser | None:
    given = request.headers.get("authorization")
    if given is None:
        return None
    secret = _secret_of(given)
    found = check(services, secret) if secret else None
    if found is None:
        services.limits.rate_limit("false tokens", address=_client_address(request))
        raise Unknown
    return found


def limited_as(kind: str) -> params.Depends:
    """Dependency that limits a route like the same act on a page, by user, address and game."""

    async def check_limit(
        request: Request, asker: Annotated[Asker, Depends(optional_asker)]
    ) -> None:
        rate_limit_call(request, asker, kind)

    return params.Depends(check_limit)


def rate_limit_call(request: Request, asker: Asker, kind: str) -> None:
    """Count an act by user, address and game; raises `TooOften`."""
    address = "" if asker.bearer else _client_address(request)
    asker.services.limits.rate_limit(
        kind, asker.user_id, address, request.path_params.get("address")
    )


def rate_limit_caller_address(request: Request, asker: Asker, kind: str) -> None:
    """Count an act by the address of the client alone, with a token too; raises `TooOften`."""
    asker.services.limits.rate_limit(kind, address=_client_address(request))


def _client_address(request: Request) -> str:
    return request.client.host if request.client else ""


def language_of(request: Request) -> str:
    """Language of the request's header, else of the account, else English."""
    usual = getattr(request.state, "usual_language", LANGUAGES[0])
    asked = [
        part.split(";")[0].strip().replace("-", "_")
        for part in request.headers.get("accept-language", "").split(",")
    ]
    return negotiate_locale([one for one in asked if one], LANGUAGES, sep="_") or usual


Reader = Annotated[Asker, Security(optional_asker, scopes=[READ])]
Looker = Annotated[Asker, Security(optional_asker, scopes=[ARMIES])]
Bearer = Annotated[Asker, Security(required_asker)]
Watcher = Annotated[Asker, Security(required_asker, scopes=[READ])]
Player = Annotated[Asker, Security(required_asker, scopes=[PLAY])]
Member = Annotated[Asker, Security(required_asker, scopes=[TABLES])]
Keeper = Annotated[Asker, Security(required_asker, scopes=[ARMIES])]
Owner = Annotated[Asker, Security(required_asker, scopes=[ACCOUNT])]
"""Senders by scope. `Reader` and `Looker` allow anonymous visitors; the others need a token."""

ADDRESS = r"^[A-Za-z0-9_-]{1,64}$"
ADDRESS_FORM = re.compile(ADDRESS)
Address = Annotated[
    str,
    Path(
        pattern=ADDRESS,
        description="The number of a game, or the token of a private one.",
    ),
]
Word = Annotated[str, Path(pattern=r"^[\w.-]{1,64}$")]
Row = Annotated[int, Path(ge=1, le=LAST)]
At = Annotated[
    int | None, Query(ge=0, le=LAST, description="After which move; now, if it is not said.")
]
After = Annotated[int, Query(ge=0, le=LAST)]
Eyes = Annotated[
    str | None,
    Query(
        max_length=64,
        description='Once the game is over: with the eyes of this seat, or of a "spectator".',
    ),
]
