"""Worker thread that repeats one task. A failed round is logged, and the next one begins."""

from __future__ import annotations

import logging
import threading

from app.store.database_errors import DatabaseUnavailable

log = logging.getLogger(__name__)

SECOND = 1.0
"""First pause of workers that can wait: at its start, a server answers its users first."""


class BackgroundWorker:
    """Worker in a thread of its own.

    `round` does one round and returns the pause after it, in seconds. After an error the pause is
    `REST`. The first round begins after `FIRST` seconds, or at once when the worker is woken.
    """

    NAME, REST = "", 1.0
    FIRST = 0.0

    def __init__(self) -> None:
        self._stopped, self._woken = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name=self.NAME, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Stop after the current round; waits at most 10 seconds."""
        self._stopped.set()
        self._woken.set()
        if self._thread.is_alive():
            self._thread.join(timeout=10)

    def wake(self) -> None:
        """Begin the next round without a pause."""
        self._woken.set()

    def round(self) -> float:
        raise NotImplementedError

    def _run(self) -> None:
        self._woken.wait(self.FIRST)
        while not self._stopped.is_set():
            self._woken.clear()
            try:
                rest = self.round()
            except DatabaseUnavailable as away:
                log.warning("%s: database unavailable, trying again: %s", self.NAME, away)
                rest = self.REST
            except Exception:  # an error in one round must not end the thread
                log.exception("%s: round failed, trying again", self.NAME)
                rest = self.REST
            if not self._stopped.is_set():
                self._woken.wait(rest)
