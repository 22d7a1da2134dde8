"""Conversion of SVG to PNG in a separate process. The library holds the interpreter lock while it
draws, which would delay the players' requests.
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
WAITING = 4  # drawings at once, including the one in progress; further requests are refused
SLOWEST = 30.0  # seconds
AGAIN = 5


def svg_to_png(svg: str) -> bytes:
    """Drawing as PNG in its own size. Only the platform's fonts are used, and no other file."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=FONTS))


def begin_worker() -> None:
    """Lower the priority of this process, and exit with the server process however that ends."""
    os.nice(10)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(0)


class PngRenderer:
    """Renderer that draws one picture after another at low priority."""

    def __init__(self) -> None:
        self._pool: Pool | None = None
        self._lock, self._places = threading.Lock(), threading.Semaphore(WAITING)

    def png(self, svg: str) -> bytes:
        """Drawing as PNG. Raises `TooOften` if too many wait already or the drawing takes
        too long.
        """
        if not self._places.acquire(blocking=False):
            raise TooOften(AGAIN)
        try:
            return self._made(svg, self._its_pool())
        finally:
            self._places.release()

    def _made(self, svg: str, pool: Pool) -> bytes:
        try:
            return pool.apply_async(svg_to_png, (svg,)).get(SLOWEST)
        except TakesTooLong as stuck:
            self._give_up(pool)  # the next request starts a new process
            raise TooOften(AGAIN) from stuck

    def _its_pool(self) -> Pool:
        with self._lock:
            if self._pool is None:
                self._pool = get_context("spawn").Pool(1, begin_worker)
            return self._pool

    def _give_up(self, stuck: Pool) -> None:
        with self._lock:
            if self._pool is stuck:
                self._pool = None
        stuck.terminate()


PNG_RENDERER = PngRenderer()
"""Renderer shared by all requests of this server process."""
