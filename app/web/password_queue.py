"""Requests that check or set a password wait here for a run of Argon2, without a turn and without a
thread.
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
from app.services.rate_limit import network
from app.web.auth import address_of
from app.web.concurrency_limit import Turns, end_turn

MOST = 32  # requests, those in hand among them; the next one is refused
PER_CLIENT = 8  # of them from one address
AGAIN = 3  # seconds after which a refused one may come again
Found = TypeVar("Found")


class PasswordQueue:
    """Few of the requests are in hand at once, in threads of their own. `is_lifted`: a server under
    a load test knows no limit per client.
    """

    def __init__(self, *, is_lifted: bool = False):
        self._turns = Turns(AT_ONCE)
        self._per_client = MOST if is_lifted else PER_CLIENT
        self._clients = Counter[str]()

    async def run(self, request: Request, function: Callable[..., Found], *given: object) -> Found:
        """The value of the function; raises `TooOften` if too many of this client wait, `Busy` if
        too many do in all.
        """
        client = network(address_of(request))
        if self._clients[client] >= self._per_client:
            raise TooOften(AGAIN)
        if self._clients.total() >= MOST:
            raise Busy(AGAIN)
        self._clients[client] += 1
        end_turn(request.scope)
        try:
            return await anyio.to_thread.run_sync(
                partial(function, *given), limiter=self._turns.places
            )
        finally:
            self._clients[client] -= 1
            if not self._clients[client]:
                del self._clients[client]


async def run_hashing(request: Request, function: Callable[..., Found], *given: object) -> Found:
    """Run a function that hashes or verifies a password, when its turn has come."""
    queue: PasswordQueue = request.app.state.passwords
    return await queue.run(request, function, *given)
