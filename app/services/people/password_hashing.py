"""Argon2id with a concurrency limit (semaphore), because one run takes 64 MiB and several
processors.

Further runs wait in the order of their requests. The hashing threads have a lower priority than
those that answer requests (Linux).
"""

from __future__ import annotations

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import argon2

# twelve log-ins a second on two processors; two at once doubled the response times of players
AT_ONCE = 1
LOWER_PRIORITY = 10  # nice value, so that all other threads run first


def lower_priority() -> None:
    """Lower the priority of this thread; Argon2's own threads inherit it."""
    if sys.platform == "linux":  # elsewhere a thread has no priority of its own
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWER_PRIORITY)


class PasswordHashing:
    """Argon2 hasher with at most `AT_ONCE` runs in parallel."""

    def __init__(self, hasher: argon2.PasswordHasher | None = None):
        self.hasher = hasher or argon2.PasswordHasher()  # default costs of the library
        self._threads = ThreadPoolExecutor(AT_ONCE, "password-hashing", lower_priority)

    def hash(self, password: str) -> str:
        """Hash a password with a fresh salt."""
        return self._threads.submit(self.hasher.hash, password).result()

    def verify(self, stored: str, password: str) -> bool:
        """Return true if the password matches, else raise `argon2.exceptions.VerificationError`."""
        return self._threads.submit(self.hasher.verify, stored, password).result()

    def check_needs_rehash(self, stored: str) -> bool:
        """Return true for a hash that was made with other costs than the current ones."""
        return self.hasher.check_needs_rehash(stored)
