"""Requests of a member for pages of the ASGI application, without a network."""

from __future__ import annotations

import httpx

from app.services.container import Services
from app.services.people import accounts


class PageClient:
    """Browser of an account; `base` stands before the address of each page."""

    def __init__(self, app: object, services: Services, user: int, base: str = "") -> None:
        login = accounts.start_login(services, user)
        self.csrf, self.base = login.csrf, base
        self.client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app=app),  # type: ignore[arg-type] # a Starlette application
            base_url="http://127.0.0.1:8000",
            cookies={"caracole": login.token},
            headers={"accept-language": "en", "accept-encoding": "gzip"},
        )

    async def get(self, path: str) -> str:
        """Text of a page; raises for another status than 200."""
        answer = await self.client.get(f"{self.base}{path}")
        answer.raise_for_status()
        return answer.text
