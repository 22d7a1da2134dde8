"""Threads of orders and looks over the API. The change to one takes half the time of AnyIO's."""

from __future__ import annotations

import asyncio
import contextvars
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from app.store.shared_turns import Act
from app.store.transactions import Store

MOST = 40
"""Threads. Most orders wait for the commit that contains them (`store/group_commit`)."""

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
_threads = ThreadPoolExecutor(MOST, "order")


async def run_in_order_thread(
    act: Callable[Given, Answer], *given: Given.args, **more: Given.kwargs
) -> Answer:
    """Answer of an act that runs in a thread, with the context variables of the request."""
    run = partial(contextvars.copy_context().run, partial(act, *given, **more))
    return await asyncio.get_running_loop().run_in_executor(_threads, run)


class WaitingOrder:
    """Order of a request that waits for its turn, and its answer."""

    def __init__(self, act: Callable[[], Any]):
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.context, self._act = contextvars.copy_context(), act
        self._answer: Any = None
        self._error: BaseException | None = None

    def run(self) -> None:
        """Run the act and keep its answer or error."""
        try:
            self._answer = self._act()
        except BaseException as error:  # noqa: BLE001 - the request raises it
            self._error = error

    def tell(self) -> None:
        """Answer the request, unless it was cancelled. Called in its event loop."""
        if self.future.cancelled():
            return
        if self._error is not None:
            self.future.set_exception(self._error)
        else:
            self.future.set_result(self._answer)


class OrderWriter:
    """Orders of a server process on SQLite. One thread at a time records all that wait, with few
    commits and without a change of thread for each (`store/shared_turns`).
    """

    def __init__(self, store: Store):
        self._store, self._waiting = store, deque[WaitingOrder]()
        self._changing, self._is_working = Lock(), False

    @property
    def has_queue(self) -> bool:
        """True if orders wait for each other here, and so need no place among all requests."""
        return self._store.is_sqlite

    async def run(self, act: Callable[[], Answer]) -> Answer:
        """Answer of an act that records an order, with the context variables of the request."""
        if not self.has_queue:
            return await run_in_order_thread(act)
        order = WaitingOrder(act)
        self._waiting.append(order)
        order.loop.call_soon(self._begin)  # the other orders of this moment come first
        answer: Answer = await order.future
        return answer

    def _begin(self) -> None:
        """Let a thread work, unless one does."""
        with self._changing:
            if self._is_working or not self._waiting:
                return
            self._is_working = True
        _threads.submit(self._work)

    def _work(self) -> None:
        """Record orders until none waits. Each commit is followed by its answers."""
        while self._is_working:
            told = list[WaitingOrder]()
            self._store.run_orders(self._acts(told))
            for loop in {one.loop for one in told}:
                with suppress(RuntimeError):  # a closed loop has no requests
                    loop.call_soon_threadsafe(tell_all, [one for one in told if one.loop is loop])
            with self._changing:
                self._is_working = bool(self._waiting)

    def _acts(self, told: list[WaitingOrder]) -> Iterator[Act]:
        """Orders that wait, each once. They are added to those whose answers are told."""
        while self._waiting:
            order = self._waiting.popleft()
            told.append(order)
            yield order.context, order.run


def tell_all(orders: list[WaitingOrder]) -> None:
    """Answer the requests of orders that are over."""
    for one in orders:
        one.tell()
