"""A process that is killed at a named place (bench/self_killing_server.py).

Another process goes on.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from app.kernel.contract import Game
from app.services.container import Services
from bench.self_killing_server import killing
from tests.contract.tiny import TINY

LONGEST = 60.0  # seconds until the process must have died


def act_and_die(
    url: str,
    place: tuple[Any, str],
    act: Callable[[Services], object],
    call: int = 1,
    boxes: Mapping[str, Game] = TINY,
) -> None:
    """Fork a process that acts on the database at `url`, and check that it is killed.

    `place` is a function, given as its owner and its name. The process dies after call number
    `call`. It knows the games of `boxes`.
    """
    with dying(url, place, act, call, boxes):
        pass


@contextmanager
def dying(
    url: str,
    place: tuple[Any, str],
    act: Callable[[Services], object],
    call: int = 1,
    boxes: Mapping[str, Game] = TINY,
) -> Iterator[None]:
    """Fork a process as `act_and_die` does. The block runs while the process acts."""
    ready, told = os.pipe()
    child = os.fork()
    if child == 0:
        home, name = place
        setattr(home, name, killing(getattr(home, name), call))
        services = Services.open(boxes, url)
        os.write(told, b".")
        act(services)
        os._exit(0)
    os.close(told)
    os.read(ready, 1)
    os.close(ready)
    try:
        yield
    finally:
        require_killed(child, place)


def require_killed(child: int, place: tuple[Any, str]) -> None:
    """Wait until a process is killed. Raises `AssertionError` if it ends in another way."""
    latest = time.monotonic() + LONGEST
    while time.monotonic() < latest:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL, place
            return
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    raise AssertionError(f"the process did not die: {place}")
