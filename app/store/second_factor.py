"""Repositories for the second factor: keys of authenticator apps, recovery codes, and unfinished
log-ins.
"""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa

from app.store import login_tables
from app.store.repositories import Repository


class SecondFactors(Repository):
    """Key of an account, and its recovery codes. The second factor is on if `since` is set."""

    def required_since(self, user_id: int) -> str:
        """Time since which a code is required; "" if none is."""
        factors = login_tables.second_factors.c
        return self._do(sa.select(factors.since).where(factors.user_id == user_id)).scalar() or ""

    def app_key(self, user_id: int) -> str:
        """Key of the app in base 32; "" if there is none."""
        factors = login_tables.second_factors.c
        return self._do(sa.select(factors.key).where(factors.user_id == user_id)).scalar() or ""

    def save_new_key(self, user_id: int, key: str) -> None:
        """Store a new key that is not switched on yet. It replaces the old one."""
        self._set(login_tables.second_factors, user_id=user_id, key=key, since="", step=0)

    def switch_on(self, user_id: int, now: str) -> bool:
        """Switch the second factor on; return true if a key was waiting for it."""
        factors = login_tables.second_factors.c
        return (
            self._do(
                login_tables.second_factors.update()
                .where(factors.user_id == user_id, factors.since == "")
                .values(since=now)
            ).rowcount
            > 0
        )

    def accept_code(self, user_id: int, step: int) -> bool:
        """Accept a code of this time step; return false if one of this step or a later one was
        used.

        Of two requests at the same moment only one succeeds.
        """
        factors = login_tables.second_factors.c
        return (
            self._do(
                login_tables.second_factors.update()
                .where(factors.user_id == user_id, factors.step < step)
                .values(step=step)
            ).rowcount
            > 0
        )

    def remove_key(self, user_id: int) -> bool:
        """Remove the key and the recovery codes; return true if the account had a key."""
        self.put_codes(user_id, ())
        return (
            self._do(
                login_tables.second_factors.delete().where(
                    login_tables.second_factors.c.user_id == user_id
                )
            ).rowcount
            > 0
        )

    def put_codes(self, user_id: int, hashes: Iterable[str]) -> None:
        """Replace all recovery codes."""
        self._do(
            login_tables.recovery_codes.delete().where(
                login_tables.recovery_codes.c.user_id == user_id
            )
        )
        for code_hash in hashes:
            self._add(login_tables.recovery_codes, user_id=user_id, code_hash=code_hash)

    def use_code(self, user_id: int, code_hash: str) -> bool:
        """Consume a recovery code; return true if the account had it."""
        codes = login_tables.recovery_codes.c
        return (
            self._do(
                login_tables.recovery_codes.delete().where(
                    codes.user_id == user_id, codes.code_hash == code_hash
                )
            ).rowcount
            > 0
        )

    def codes_left(self, user_id: int) -> int:
        codes = login_tables.recovery_codes.c
        return self._do(sa.select(sa.func.count()).where(codes.user_id == user_id)).scalar() or 0


class HalfLogins(Repository):
    """Log-ins with the right password that still wait for a code. Each one is used once."""

    def add_half_login(self, token_hash: str, user_id: int, expires: str) -> None:
        self._add(login_tables.half_logins, token_hash=token_hash, user_id=user_id, expires=expires)

    def find_half_login(self, token_hash: str, now: str) -> int | None:
        """Account of an unfinished log-in that has not expired."""
        half = login_tables.half_logins.c
        return self._do(
            sa.select(half.user_id).where(half.token_hash == token_hash, half.expires > now)
        ).scalar()

    def use_half_login(self, token_hash: str) -> bool:
        """Consume the unfinished log-in; return true if it existed."""
        return (
            self._do(
                login_tables.half_logins.delete().where(
                    login_tables.half_logins.c.token_hash == token_hash
                )
            ).rowcount
            > 0
        )

    def remove_all(self, user_id: int) -> None:
        self._do(
            login_tables.half_logins.delete().where(login_tables.half_logins.c.user_id == user_id)
        )

    def remove_expired(self, now: str) -> None:
        self._do(login_tables.half_logins.delete().where(login_tables.half_logins.c.expires <= now))
