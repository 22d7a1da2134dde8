"""Personal tokens: with one a program speaks for an account, as far as the scopes of the token go.
The database keeps their hashes.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

import msgspec

from app.kernel.refusal import Refusal, insist, no
from app.services.container import Services, now
from app.services.errors import NoSuchGame, NotYourSeat
from app.store import records
from app.store.transactions import Work

log = logging.getLogger("caracole.accounts")

SCOPES = READ, PLAY, TABLES, ARMIES, ACCOUNT = ("read", "play", "tables", "armies", "account")
PREFIX = "caracole_"  # so that a token is known for one wherever it has got to
MOST, LONGEST_NAME = 20, 40
OFTEN = timedelta(minutes=1)  # how exactly the last use is noted


class Made(msgspec.Struct, frozen=True):
    """A fresh token: `secret` is shown once, to whoever made it."""

    secret: str
    token: records.Token


class Bearer(msgspec.Struct, frozen=True):
    """Whoever speaks through a token; `ended` is how often log-ins or tokens of his were ended so
    far: the bell rings when it grows.
    """

    user: records.User
    token: records.Token
    ended: int = 0


def make(
    services: Services,
    user_id: int,
    name: str,
    scopes: Iterable[str],
    program: int | None = None,
    within: Sequence[str] = SCOPES,
) -> Made:
    """A new token of one's own, or of one's `program`. `within`: the scopes of whatever asks for
    it.

    Raises `Refused` with everything that is wrong, `NoSuchGame` if it is nobody's program or
    another's.
    """
    name, wanted = " ".join(name.split()), tuple(dict.fromkeys(scopes))
    secret = PREFIX + secrets.token_urlsafe(32)
    with services.store.write() as work:
        account = _account(work, user_id, program)
        work.users.hold(account.id)
        insist(
            good_name(name),
            known_scopes(wanted),
            own_scopes(wanted, within),
            no_guest(account),
            not_too_many(len(work.tokens.of(account.id))),
        )
        scopes = tuple(scope for scope in SCOPES if scope in wanted)
        token_id = work.tokens.add(
            hashed(secret), user_id=account.id, name=name, scopes=scopes, created=now(), used=""
        )
        made = next(token for token in work.tokens.of(account.id) if token.id == token_id)
        work.commit()
    log.info("account %s makes token %s with %s", account.id, token_id, " ".join(scopes))
    return Made(secret, made)


def of(services: Services, user_id: int, program: int | None = None) -> list[records.Token]:
    """One's own tokens, or those of one's program; raises `NoSuchGame`."""
    with services.store.read() as work:
        return work.tokens.of(_account(work, user_id, program).id)


def revoke(services: Services, user_id: int, token_id: int, program: int | None = None) -> None:
    """From now on the token speaks for nobody, and the open streams of its account end; raises
    `NoSuchGame`.
    """
    with services.store.write() as work:
        account = _account(work, user_id, program)
        if not work.tokens.remove(account.id, token_id):
            raise NoSuchGame
        work.commit()
        log.info("token %s of account %s is revoked", token_id, account.id)
        ended = work.users.ended(account.id)
    services.bell.ring(account.id, ended, "logins")


def bearer(services: Services, secret: str) -> Bearer | None:
    """For whom this token speaks; None if for nobody. Notes that it is in use."""
    with services.store.read() as work:
        found = work.tokens.find(hashed(secret))
    if found is None or found[0].suspended:
        return None
    user, token, ended = found
    if user.suspended:
        return None
    if not token.used or datetime.fromisoformat(token.used) < datetime.now(UTC) - OFTEN:
        with services.store.write() as work:
            work.tokens.touch(token.id, now())
            work.commit()
    return Bearer(user, token, ended)


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _account(work: Work, user_id: int, program: int | None) -> records.User:
    if program is not None:
        found = work.programs.get(program)
        if found is None or found.owner_id != user_id:
            raise NoSuchGame
        return found.user
    user = work.users.get(user_id)
    if user is None:
        raise NotYourSeat
    return user


def good_name(name: str) -> Refusal | None:
    """CAR-TOK-01: a token has a name by which its owner knows it again."""
    if 0 < len(name) <= LONGEST_NAME and name.isprintable():
        return None
    return no(
        "CAR-TOK-01",
        "A token has a name of 1 to {most} characters.",
        "Una clave tiene un nombre de 1 a {most} caracteres.",
        most=LONGEST_NAME,
    )


def known_scopes(scopes: Sequence[str]) -> Refusal | None:
    """CAR-TOK-02: a token allows something, of what there is to allow."""
    if scopes and set(scopes) <= set(SCOPES):
        return None
    return no(
        "CAR-TOK-02",
        "A token allows at least one of: {scopes}.",
        "Una clave permite al menos una de estas cosas: {scopes}.",
        scopes=SCOPES,
    )


def own_scopes(scopes: Sequence[str], within: Sequence[str]) -> Refusal | None:
    """CAR-TOK-03: what is asked for through a token goes no further than the token itself."""
    beyond = [scope for scope in scopes if scope in SCOPES and scope not in within]
    if not beyond:
        return None
    return no(
        "CAR-TOK-03",
        "This token does not allow: {scopes}.",
        "Esta clave no permite: {scopes}.",
        scopes=beyond,
    )


def not_too_many(count: int) -> Refusal | None:
    """CAR-TOK-04: an account has 20 tokens at most."""
    if count < MOST:
        return None
    return no(
        "CAR-TOK-04",
        "There are {count} tokens already; {most} at most. Revoke one that you no longer need.",
        "Ya hay {count} claves; como mucho {most}. Anula alguna que ya no uses.",
        count=count,
        most=MOST,
    )


def no_guest(user: records.User) -> Refusal | None:
    """CAR-TOK-05: members have tokens and programs; a guest registers first."""
    if not user.is_guest:
        return None
    return no(
        "CAR-TOK-05",
        "Guests have no tokens and no programs: register first.",
        "Las visitas no tienen claves ni programas: regístrate antes.",
    )
