"""SVG in, PNG out, in a process of its own: the library holds the interpreter for as long as it draws, and the players' moves would wait for it."""
from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from pathlib import Path

import resvg_py

from app.club.problems import TooOften

FONTS = sorted(str(path) for path in (Path(__file__).parents[2] / "static" / "fonts").glob("*.ttf"))
WAITING = 4                      # drawings at once, the one in hand among them; who comes then is told to come back
SLOWEST = 30.0                   # seconds
AGAIN = 5


def drawn(svg: str) -> bytes:
    """The drawing as PNG, in its own size; with the fonts of the house and no other file."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=FONTS))


def begin() -> None:
    """The process steps back behind all others, and goes when the server goes, however that ends."""
    os.nice(10)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=lambda: (parent_process().join(), os._exit(0)), daemon=True).start()     # type: ignore[union-attr]


class Raster:
    """Has drawings made, one after another, behind everything else that the machine has to do."""

    def __init__(self):
        self._pool: ProcessPoolExecutor | None = None
        self._lock, self._places = threading.Lock(), threading.Semaphore(WAITING)

    def png(self, svg: str) -> bytes:
        """The drawing as PNG; raises `TooOften` where too many wait already, or it takes too long."""
        if not self._places.acquire(blocking=False):
            raise TooOften(AGAIN)
        try:
            return self._its_pool().submit(drawn, svg).result(timeout=SLOWEST)
        except (TimeoutError, BrokenProcessPool) as stuck:
            self._give_up()                      # the next one finds a fresh process
            raise TooOften(AGAIN) from stuck
        finally:
            self._places.release()

    def _its_pool(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=begin)
            return self._pool

    def _give_up(self) -> None:
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


RASTER = Raster()
"""One for all that this server draws."""
