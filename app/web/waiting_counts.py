"""Numbers of decisions that wait for users, for open streams. Questions that come together are
answered by one thread call.

After each move the streams of all its players ask for their numbers. One by one that took a third
of an order.
"""

from __future__ import annotations

import asyncio

from app.services.container import Services
from app.services.watch import game_lists
from app.web.order_threads import run_in_order_thread

PAUSE = 0.02  # seconds in which questions gather


class WaitingCounts:
    """Numbers for the streams of one server process, in its event loop."""

    def __init__(self, services: Services):
        self._services = services
        self._asked: dict[int, asyncio.Future[int]] = {}
        self._reading: asyncio.Task[None] | None = None

    async def count(self, user_id: int) -> int:
        """Number of a user, read after this call."""
        answer = self._asked.get(user_id)
        if answer is None:
            answer = self._asked[user_id] = asyncio.get_running_loop().create_future()
        if self._reading is None:
            self._reading = asyncio.ensure_future(self._answer_all())
        return await asyncio.shield(answer)  # other streams may wait for it

    async def _answer_all(self) -> None:
        """Answer until no question is left. One that comes during a read waits for the next."""
        try:
            while self._asked:
                await asyncio.sleep(PAUSE)
                asked, self._asked = self._asked, {}
                await self._answer(asked)
        finally:
            self._reading = None

    async def _answer(self, asked: dict[int, asyncio.Future[int]]) -> None:
        try:
            found = await run_in_order_thread(
                game_lists.count_waiting_of_users, self._services, tuple(asked)
            )
        except Exception as error:  # noqa: BLE001 - each stream raises it
            for answer in asked.values():
                answer.set_exception(error)
        else:
            for user_id, answer in asked.items():
                answer.set_result(found[user_id])
