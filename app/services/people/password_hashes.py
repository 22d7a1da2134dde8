"""Hashes of passwords, and their comparison."""

from __future__ import annotations

import secrets
from functools import cache

import argon2

from app.services.people.password_hashing import PasswordHashing

password_hasher = PasswordHashing()


def hash_password(new: str) -> str:
    """Hash of a password for the database.

    Call it before a transaction, because hashing may wait in a queue.
    """
    return password_hasher.hash(new)


@cache
def _unmatched_hash() -> str:
    """Hash of a random password.

    An unknown name is refused as slowly as a known one. It is made at its first use, to keep the
    start fast.
    """
    return password_hasher.hash(secrets.token_hex(16))


def password_matches(stored: str | None, password: str) -> bool:
    """True if the password matches. An unknown name takes as long as a wrong password."""
    try:
        return password_hasher.verify(stored or _unmatched_hash(), password) and stored is not None
    except argon2.exceptions.VerificationError:
        return False
