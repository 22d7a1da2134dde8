"""Rate limits of a visitor's actions. The numbers are in `app.services.rate_limit`."""

from __future__ import annotations

from fastapi import Request

from app.web.auth import address_of, user_id


def rate_limit_request(request: Request, kind: str, game: str | None = None) -> None:
    """Count one action of this kind by user, address and game; raises `TooOften`."""
    request.app.state.services.limits.rate_limit(kind, user_id(request), address_of(request), game)


def rate_limit_address(request: Request, kind: str) -> None:
    """Count one action by address, where the service itself counts by user and game; raises
    `TooOften`.
    """
    request.app.state.services.limits.rate_limit(kind, address=address_of(request))
