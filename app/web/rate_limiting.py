"""How often a visitor may do something: the numbers are the club's (`app.services.rate_limit`)."""

from __future__ import annotations

from fastapi import Request

from app.web.auth import address_of, user_id


def spend(request: Request, kind: str, game: str | None = None) -> None:
    """One more of this kind by this visitor, from his address, at this game; raises `TooOften`."""
    request.app.state.services.limits.spend(kind, user_id(request), address_of(request), game)


def spend_here(request: Request, kind: str) -> None:
    """The same where the club counts by user and game itself."""
    request.app.state.services.limits.spend(kind, address=address_of(request))
