"""Server process with cheap password hashes: python -m tests.browser.quick_server serve.

A hash takes a tenth of a second of processor time, and each player of a test registers.
"""

from __future__ import annotations

import sys

import argon2

from app.cli import main
from app.services.people.password_hashes import password_hasher

if __name__ == "__main__":
    password_hasher.hasher = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    sys.exit(main())
