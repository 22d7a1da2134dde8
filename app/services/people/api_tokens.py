"""Personal API tokens.

A token gives a program access to an account, limited to its scopes. The database keeps only hashes.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import msgspec

from app.kernel.free_text import is_line
from app.kernel.refusal import Refusal, no, refuse_if
from app.services.container import Services, current_time
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.server_clock import current_datetime
from app.store import records
from app.store.database_errors import unless_full
from app.store.transactions import UnitOfWork

log = logging.getLogger("caracole.accounts")

SCOPES = READ, PLAY, TABLES, ARMIES, ACCOUNT = ("read", "play", "tables", "armies", "account")
PREFIX = "caracole_"  # prefix that makes a leaked token easy to recognise
MOST, LONGEST_NAME = 20, 40
OFTEN = timedelta(minutes=1)  # precision of the recorded last use


class NewToken(msgspec.Struct, frozen=True):
    """New token; `secret` is shown once to the user who made it."""

    secret: str
    token: records.Token


class TokenUser(msgspec.Struct, frozen=True):
    """User of a token.

    `ended` counts ended log-ins and tokens of the user; the change notifier announces its growth.
    """

    user: records.User
    token: records.Token
    ended: int = 0


def create_token(
    services: Services,
    user_id: int,
    name: str,
    scopes: Iterable[str],
    program: int | None = None,
    within: Sequence[str] = SCOPES,
) -> NewToken:
    """Make a token for the user or for a bot account of the user. `within` limits the scopes to
    those of the caller.

    Raises `Refused` with all errors, or `NoSuchGame` if the user does not own the bot account.
    """
    name, wanted = " ".join(name.split()), tuple(dict.fromkeys(scopes))
    secret = PREFIX + secrets.token_urlsafe(32)
    with services.store.write() as work:
        account = _account_of(work, user_id, program)
        work.users.lock_user(account.id)
        refuse_if(
            token_name_refusal(name),
            scope_refusal(wanted),
            wider_scope_refusal(wanted, within),
            guest_refusal(account),
            token_count_refusal(len(work.tokens.for_user(account.id))),
        )
        scopes = tuple(scope for scope in SCOPES if scope in wanted)
        token_id = work.tokens.add_token(
            token_hash(secret),
            user_id=account.id,
            name=name,
            scopes=scopes,
            created=current_time(),
            used="",
        )
        made = next(token for token in work.tokens.for_user(account.id) if token.id == token_id)
        work.commit()
    log.info("account %s created token %s with scopes %s", account.id, token_id, " ".join(scopes))
    return NewToken(secret, made)


def list_tokens(
    services: Services, user_id: int, program: int | None = None
) -> list[records.Token]:
    """Tokens of the user or of the user's bot account; raises `NoSuchGame`."""
    with services.store.read() as work:
        return work.tokens.for_user(_account_of(work, user_id, program).id)


def revoke_token(
    services: Services, user_id: int, token_id: int, program: int | None = None
) -> None:
    """Revoke a token and end the open streams of its account; raises `NoSuchGame`."""
    with services.store.write() as work:
        account = _account_of(work, user_id, program)
        if not work.tokens.remove_token(account.id, token_id):
            raise NoSuchGame
        work.commit()
        log.info("token %s of account %s is revoked", token_id, account.id)
        ended = work.users.count_ended_logins(account.id)
    services.notifier.publish(account.id, ended, "logins")


def user_of_token(services: Services, secret: str) -> TokenUser | None:
    """Account of a token; None if the token is invalid. The use is recorded, and the process knows
    the token for a minute (`known_user_of_token`).
    """
    with services.store.read() as work:
        found = work.tokens.find_by_hash(token_hash(secret))
    if found is None or found[0].suspended:
        return None
    user, token, ended = found
    if user.suspended:
        return None
    if not token.used or datetime.fromisoformat(token.used) < current_datetime() - OFTEN:
        with unless_full(), services.store.write() as work:
            work.tokens.mark_used(token.id, current_time())
            work.commit()
    known = TokenUser(user, token, ended)
    services.logins.keep(token_hash(secret), known)
    return known


def known_user_of_token(services: Services, secret: str) -> TokenUser | None:
    """Account of a token that this process may have checked before; None if it is invalid.

    The caller compares it within its transaction (`login_cache.lock_game_for`).
    """
    found = services.logins.find(token_hash(secret), TokenUser)
    return found or user_of_token(services, secret)


def token_hash(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _account_of(work: UnitOfWork, user_id: int, program: int | None) -> records.User:
    if program is not None:
        found = work.programs.find_program(program)
        if found is None or found.owner_id != user_id:
            raise NoSuchGame
        return found.user
    user = work.users.find_user(user_id)
    if user is None:
        raise NotYourSeat
    return user


def token_name_refusal(name: str) -> Refusal | None:
    """CAR-TOK-01: A token has a name of 1 to 40 characters."""
    if name and is_line(name, LONGEST_NAME):
        return None
    return no(
        "CAR-TOK-01",
        "A token has a name of 1 to {most} characters.",
        "Un token tiene un nombre de 1 a {most} caracteres.",
        most=LONGEST_NAME,
    )


def scope_refusal(scopes: Sequence[str]) -> Refusal | None:
    """CAR-TOK-02: A token has at least one of the known scopes."""
    if scopes and set(scopes) <= set(SCOPES):
        return None
    return no(
        "CAR-TOK-02",
        "A token allows at least one of: {scopes}.",
        "Un token permite al menos una de estas cosas: {scopes}.",
        scopes=SCOPES,
    )


def wider_scope_refusal(scopes: Sequence[str], within: Sequence[str]) -> Refusal | None:
    """CAR-TOK-03: A token can only make tokens with its own scopes."""
    beyond = [scope for scope in scopes if scope in SCOPES and scope not in within]
    if not beyond:
        return None
    return no(
        "CAR-TOK-03",
        "This token does not allow: {scopes}.",
        "Este token no permite: {scopes}.",
        scopes=beyond,
    )


def token_count_refusal(count: int) -> Refusal | None:
    """CAR-TOK-04: An account has at most 20 tokens."""
    if count < MOST:
        return None
    return no(
        "CAR-TOK-04",
        "There are {count} tokens already; {most} at most. Revoke one that you no longer need.",
        "Ya hay {count} tokens; como mucho {most}. Anula alguno que ya no uses.",
        count=count,
        most=MOST,
    )


def guest_refusal(user: records.User) -> Refusal | None:
    """CAR-TOK-05: Only members have tokens and bot accounts; a guest registers first."""
    if not user.is_guest:
        return None
    return no(
        "CAR-TOK-05",
        "Guests have no tokens and no programs: register first.",
        "Los invitados no tienen tokens ni programas: regístrate antes.",
    )
