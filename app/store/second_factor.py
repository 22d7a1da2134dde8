"""What lets somebody in beside his password: the key of his app, recovery codes, and log-ins that
still wait for a code.
"""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa

from app.store import schema
from app.store.repositories import Ledger


class SecondFactors(Ledger):
    """One key an account, and its recovery codes. What counts is `since` when it is switched on:
    before, the key is only on offer.
    """

    def since(self, user_id: int) -> str:
        """Since when a code is asked of the account, "" if none is."""
        factors = schema.second_factors.c
        return self._do(sa.select(factors.since).where(factors.user_id == user_id)).scalar() or ""

    def key(self, user_id: int) -> str:
        """The key of the app, in base 32; "" if there is none."""
        factors = schema.second_factors.c
        return self._do(sa.select(factors.key).where(factors.user_id == user_id)).scalar() or ""

    def offer(self, user_id: int, key: str) -> None:
        """A new key in place of one that was never switched on."""
        self._set(schema.second_factors, user_id=user_id, key=key, since="", step=0)

    def switch_on(self, user_id: int, now: str) -> bool:
        """Whether there was a key that was only on offer; from now on a code is asked."""
        factors = schema.second_factors.c
        return (
            self._do(
                schema.second_factors.update()
                .where(factors.user_id == user_id, factors.since == "")
                .values(since=now)
            ).rowcount
            > 0
        )

    def take(self, user_id: int, step: int) -> bool:
        """Whether no code of this step or a later one was taken before; from now on one was. Two at
        once are not both told so.
        """
        factors = schema.second_factors.c
        return (
            self._do(
                schema.second_factors.update()
                .where(factors.user_id == user_id, factors.step < step)
                .values(step=step)
            ).rowcount
            > 0
        )

    def remove(self, user_id: int) -> bool:
        """Whether the account had a key; it and the recovery codes are gone."""
        self.put_codes(user_id, ())
        return (
            self._do(
                schema.second_factors.delete().where(schema.second_factors.c.user_id == user_id)
            ).rowcount
            > 0
        )

    def put_codes(self, user_id: int, hashes: Iterable[str]) -> None:
        """These recovery codes in place of all that there were."""
        self._do(schema.recovery_codes.delete().where(schema.recovery_codes.c.user_id == user_id))
        for code_hash in hashes:
            self._add(schema.recovery_codes, user_id=user_id, code_hash=code_hash)

    def use_code(self, user_id: int, code_hash: str) -> bool:
        """Whether the account had this recovery code; from now on it has not."""
        codes = schema.recovery_codes.c
        return (
            self._do(
                schema.recovery_codes.delete().where(
                    codes.user_id == user_id, codes.code_hash == code_hash
                )
            ).rowcount
            > 0
        )

    def codes_left(self, user_id: int) -> int:
        codes = schema.recovery_codes.c
        return self._do(sa.select(sa.func.count()).where(codes.user_id == user_id)).scalar() or 0


class HalfLogins(Ledger):
    """Log-ins of which the password was right and the code is still to come. Each is used once."""

    def add(self, token_hash: str, user_id: int, expires: str) -> None:
        self._add(schema.half_logins, token_hash=token_hash, user_id=user_id, expires=expires)

    def find(self, token_hash: str, now: str) -> int | None:
        """The account of one that has not expired."""
        half = schema.half_logins.c
        return self._do(
            sa.select(half.user_id).where(half.token_hash == token_hash, half.expires > now)
        ).scalar()

    def use(self, token_hash: str) -> bool:
        """Whether it was still there; from now on it is not."""
        return (
            self._do(
                schema.half_logins.delete().where(schema.half_logins.c.token_hash == token_hash)
            ).rowcount
            > 0
        )

    def remove_all(self, user_id: int) -> None:
        self._do(schema.half_logins.delete().where(schema.half_logins.c.user_id == user_id))

    def remove_expired(self, now: str) -> None:
        self._do(schema.half_logins.delete().where(schema.half_logins.c.expires <= now))
