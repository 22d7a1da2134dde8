"""A process that is killed at a named place (bench/doomed.py), while another one goes on."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Mapping
from typing import Any

from app.kernel.contract import Game
from app.services.container import Services
from bench.doomed import killing
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
    child = os.fork()
    if child == 0:
        home, name = place
        setattr(home, name, killing(getattr(home, name), call))
        act(Services.open(boxes, url))
        os._exit(0)
    latest = time.monotonic() + LONGEST
    while time.monotonic() < latest:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL, place
            return
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    raise AssertionError(f"the process did not die: {place}")
