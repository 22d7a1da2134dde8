"""Queue for requests that check or set a password. They wait for Argon2 without a place in the
concurrency limit and without a thread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import anyio.to_thread
from fastapi import Request

from app.services.errors import Busy, TooOften
from app.services.people.password_hashing import AT_ONCE
from app.services.rate_limit import network_of
from app.web.auth import address_of
from app.web.concurrency_limit import ConcurrencyLimit, release_place

MOST = 32  # requests, including those in progress; the next one is refused
PER_CLIENT = 8  # of them from one address
AGAIN = 3  # seconds until a refused client may try again
Found = TypeVar("Found")


class PasswordQueue:
    """Queue that runs few requests at once, in threads of their own. `is_lifted` removes the limit
    per client for load tests.
    """

    def __init__(self, *, is_lifted: bool = False):
        self._limit = ConcurrencyLimit(AT_ONCE)
        self._per_client = MOST if is_lifted else PER_CLIENT
        self._clients = Counter[str]()

    async def run(self, request: Request, function: Callable[..., Found], *given: object) -> Found:
        """Value of the function. Raises `TooOften` if too many requests of this client wait, `Busy`
        if too many wait in all.
        """
        client = network_of(address_of(request))
        if self._clients[client] >= self._per_client:
            raise TooOften(AGAIN)
        if self._clients.total() >= MOST:
            raise Busy(AGAIN)
        self._clients[client] += 1
        release_place(request.scope)
        try:
            return await anyio.to_thread.run_sync(
                partial(function, *given), limiter=self._limit.places
            )
        finally:
            self._clients[client] -= 1
            if not self._clients[client]:
                del self._clients[client]


async def run_hashing(request: Request, function: Callable[..., Found], *given: object) -> Found:
    """Run a function that hashes or verifies a password when a place is free."""
    queue: PasswordQueue = request.app.state.passwords
    return await queue.run(request, function, *given)
