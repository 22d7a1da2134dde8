"""Argon2id with a concurrency limit: one run takes 64 MiB and keeps several processors busy.

Runs beyond the limit wait in the order in which they were asked for.
The threads that hash have a lower priority than those that answer requests (Linux).
"""

from __future__ import annotations

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import argon2

AT_ONCE = (
    1  # twelve log-ins a second on two processors; two at once doubled the answer times of players
)
LOWER_PRIORITY = 10  # nice value: the processors serve all other threads first


def lower_priority() -> None:
    """Lower the priority of this thread; Argon2's own threads inherit it."""
    if sys.platform == "linux":  # elsewhere a thread has no priority of its own
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWER_PRIORITY)


class PasswordHashing:
    """Argon2 runs, `AT_ONCE` at a time."""

    def __init__(self, hasher: argon2.PasswordHasher | None = None):
        self.hasher = hasher or argon2.PasswordHasher()  # the library's present advice
        self._threads = ThreadPoolExecutor(AT_ONCE, "password-hashing", lower_priority)

    def hash(self, password: str) -> str:
        """The hash of a password, with a fresh salt."""
        return self._threads.submit(self.hasher.hash, password).result()

    def verify(self, stored: str, password: str) -> bool:
        """True if the password fits; raises `argon2.exceptions.VerificationError` if not."""
        return self._threads.submit(self.hasher.verify, stored, password).result()

    def check_needs_rehash(self, stored: str) -> bool:
        """Return true for a hash that was made with other costs than today's."""
        return self.hasher.check_needs_rehash(stored)
