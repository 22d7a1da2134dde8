"""Threads of orders and looks over the API. The change to one takes half the time of AnyIO's."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

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
