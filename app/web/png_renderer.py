"""SVG in, PNG out, in a process of its own: the library holds the interpreter for as long as it
draws, and the players' moves would wait for it.
"""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import TimeoutError as TakesTooLong
from multiprocessing import get_context, parent_process
from multiprocessing.pool import Pool
from pathlib import Path

import resvg_py

from app.services.errors import TooOften

FONTS = sorted(str(path) for path in (Path(__file__).parents[2] / "static" / "fonts").glob("*.ttf"))
WAITING = 4  # drawings at once, the one in hand among them; who comes then is told to come back
SLOWEST = 30.0  # seconds
AGAIN = 5


def drawn(svg: str) -> bytes:
    """The drawing as PNG, in its own size; with the fonts of the house and no other file."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=FONTS))


def begin() -> None:
    """The process steps back behind all others, and goes when the server goes, however that
    ends.
    """
    os.nice(10)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=lambda: (parent_process().join(), os._exit(0)), daemon=True).start()  # type: ignore[union-attr]


class Raster:
    """Has drawings made, one after another, behind everything else that the machine has to do."""

    def __init__(self):
        self._pool: Pool | None = None
        self._lock, self._places = threading.Lock(), threading.Semaphore(WAITING)

    def png(self, svg: str) -> bytes:
        """The drawing as PNG; raises `TooOften` where too many wait already, or it takes too
        long.
        """
        if not self._places.acquire(blocking=False):
            raise TooOften(AGAIN)
        try:
            return self._made(svg, self._its_pool())
        finally:
            self._places.release()

    def _made(self, svg: str, pool: Pool) -> bytes:
        try:
            return pool.apply_async(drawn, (svg,)).get(SLOWEST)
        except TakesTooLong as stuck:
            self._give_up(pool)  # the next one finds a fresh process
            raise TooOften(AGAIN) from stuck

    def _its_pool(self) -> Pool:
        with self._lock:
            if self._pool is None:
                self._pool = get_context("spawn").Pool(1, begin)
            return self._pool

    def _give_up(self, stuck: Pool) -> None:
        with self._lock:
            if self._pool is stuck:
                self._pool = None
        stuck.terminate()


RASTER = Raster()
"""One for all that this server draws."""
