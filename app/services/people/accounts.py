"""Accounts: names, passwords, log-ins, guests and display preferences."""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import count
from typing import Any

import msgspec

from app.kernel.refusal import Refused, refuse_if
from app.services.container import Services, current_time, require_account
from app.services.errors import NoSuchPerson
from app.services.people import password_hashes
from app.services.people.account_rules import (
    name_key,
    name_refusal,
    name_taken_refusal,
    password_refusal,
    reserved_name_refusal,
    suspended_refusal,
    tidy_name,
    wrong_login_refusal,
)
from app.services.rate_limit import network_of
from app.services.server_clock import current_datetime
from app.store import records
from app.store.database_errors import repeat_if_cut, unless_full
from app.store.transactions import UnitOfWork
from app.store.user_repository import HANDLE, NameConflict

LANGUAGES = ("en", "es")
THEMES = ("auto", "light", "dark")
STAYS = timedelta(days=60)  # log-ins not used for so long are deleted
LASTS = timedelta(days=365)  # age limit of any log-in
WAITS = timedelta(minutes=10)  # a half log-in that waits for its code
LONGEST_ASKED = 254  # characters of a name or address in a search
PER_NAME, PER_ADDRESS = 8, 40  # failed log-ins within 15 minutes
# neutral name for a user whose name a moderator has removed
NEUTRAL = {
    "en": "Member",
    "es": "Miembro",
}
# name for a deleted account
FORMER = {
    "en": "Former member",
    "es": "Antiguo miembro",
}

# only account numbers: no names, addresses or secrets
log = logging.getLogger("caracole.accounts")


class Login(msgspec.Struct, frozen=True):
    """New log-in: `token` is only for the cookie, `csrf` for the forms of this log-in."""

    token: str
    csrf: str
    user: records.User


class HalfLogin(msgspec.Struct, frozen=True):
    """Log-in after the right password, still without its code.

    `token` is for a separate cookie and opens no page.
    """

    token: str


class Visitor(msgspec.Struct, frozen=True):
    """User of a log-in.

    `ended` counts the log-ins of the user that were ended; the change notifier announces its
    growth.
    """

    user: records.User
    csrf: str
    ended: int = 0


def register(
    services: Services, name: str, password: str, language: str = "en", keep: int | None = None
) -> records.User:
    """Create an account, or turn the guest `keep` into one; raises `Refused` with all errors."""
    name = tidy_name(name)
    refuse_if(name_refusal(name), reserved_name_refusal(name), password_refusal(password, name))
    values: dict[str, Any] = {
        "name": name,
        "name_key": name_key(name),
        "password": password_hashes.password_hasher.hash(password),
        "is_guest": False,
    }
    with services.store.write() as work:
        guest = work.users.find_user(keep) if keep is not None else None
        try:
            if guest is not None and guest.is_guest:
                work.users.update_user(guest.id, **values)
                user_id = guest.id
            else:
                user_id = add_account(work, **values, language=language)
        except NameConflict:
            raise Refused(name_taken_refusal(name)) from None
        work.commit()
        return require_account(work.users.find_user(user_id))


def create_guest(services: Services, language: str = "en") -> records.User:
    """Create a guest account. It can play at once and become a member by registering later."""
    word = {"es": "Invitado"}.get(language, "Guest")
    for tries in count():
        least = 10 ** min(6 + tries // 3 - 1, 20)  # longer numbers when the short ones are taken
        name = f"{word} {least + secrets.randbelow(9 * least)}"
        try:
            with services.store.write() as work:
                user_id = add_account(
                    work,
                    name=name,
                    name_key=name_key(name),
                    password=None,
                    is_guest=True,
                    language=language,
                )
                work.commit()
                return require_account(work.users.find_user(user_id))
        except NameConflict:
            continue
    raise AssertionError  # the names never end


def log_in(
    services: Services, name: str, password: str, address: str = "", browser: str = ""
) -> Login | HalfLogin:
    """Log in with name and password. The log-in is half if the account has a second factor.

    Raises `Refused` if name and password do not match or the account is suspended, `TooOften` after
    too many failures.
    """
    with services.store.read() as work:
        found, stored = work.users.find_by_name(name_key(tidy_name(name))) or (None, None)
    named = f"name:{name_key(tidy_name(name))}"
    user = _check_password(services, found, stored, password, named, address)
    refuse_if(suspended_refusal(user))
    begun = log_in_after_password(services, user.id, browser)
    log.info(
        "account %s logged in by its password"
        if isinstance(begun, Login)
        else "account %s: password accepted, code required",
        user.id,
    )
    return begun


def log_in_after_password(services: Services, user_id: int, browser: str = "") -> Login | HalfLogin:
    """Begin a log-in after the password or a password link.

    With a second factor it is half a log-in.
    """
    with services.store.write() as work:
        if work.second_factors.required_since(user_id):
            begun: Login | HalfLogin = HalfLogin(secrets.token_urlsafe(32))
            work.half_logins.remove_expired(current_time())
            until = _utc_text(current_datetime() + WAITS)
            work.half_logins.add_half_login(token_hash(begun.token), user_id, until)
        else:
            begun = begin_login(work, user_id, browser)
        work.commit()
    return begun


def check_password(
    services: Services, user_id: int, password: str, address: str = ""
) -> records.User:
    """Check the password of a logged-in user; raises `Refused` (CAR-ACC-03) or `TooOften`.

    A guest has no password and passes.
    """
    with services.store.read() as work:
        user, stored = work.users.find_user(user_id), work.users.password_of(user_id)
    if user is not None and user.is_guest:
        return user
    # counted apart from log-ins, so that wrong passwords of others lock no open session
    return _check_password(services, user, stored, password, f"session:{user_id}", address)


def _check_password(
    services: Services,
    user: records.User | None,
    stored: str | None,
    password: str,
    by_name: str,
    address: str,
) -> records.User:
    by_address = f"address:{network_of(address)}"
    # counted before the check, because many attempts may run in parallel
    services.attempts.take({by_name: PER_NAME, by_address: PER_ADDRESS})
    if not password_hashes.password_matches(stored, password) or user is None:
        log.warning("wrong password for %s", f"account {user.id}" if user else "an unknown name")
        raise Refused(wrong_login_refusal())
    services.attempts.forget(by_name)
    services.attempts.give_back(by_address)
    if stored and password_hashes.password_hasher.check_needs_rehash(stored):
        # hashed before the transaction, so that other writers do not wait
        fresh = password_hashes.password_hasher.hash(password)
        with services.store.write() as work:
            work.users.update_user(user.id, password=fresh)
            work.commit()
    return user


def start_login(services: Services, user_id: int, browser: str = "") -> Login:
    """Begin a log-in for an authenticated user, with a fresh token."""
    with services.store.write() as work:
        login = begin_login(work, user_id, browser)
        work.commit()
    return login


def begin_login(work: UnitOfWork, user_id: int, browser: str, proof: str = "") -> Login:
    """Begin a log-in within a transaction; `proof` is the second factor used."""
    token, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    work.logins.remove_unseen_since(_utc_text(current_datetime() - STAYS))
    work.logins.add_login(token_hash(token), user_id, csrf, current_time(), browser, proof)
    user = require_account(work.users.find_user(user_id))
    refuse_if(suspended_refusal(user))
    return Login(token, csrf, user)


# ---------------------------------------------------------------------- ending log-ins
def list_sessions(services: Services, user_id: int) -> list[records.Session]:
    """Log-ins of an account, the last used first."""
    with services.store.read() as work:
        return work.logins.for_user(user_id)


def session_handle(token: str) -> str:
    """Short id of a log-in in the list, made from its token."""
    return token_hash(token)[:HANDLE]


def end_session(services: Services, user_id: int, which: str) -> None:
    """End one log-in of the account and its open streams."""
    log.info("a log-in of account %s ends", user_id)
    with services.store.write() as work:
        work.logins.end_login(user_id, which)
        work.commit()
        ended = work.users.count_ended_logins(user_id)
    services.notifier.publish(user_id, ended, "logins")


def end_sessions(
    services: Services, user_id: int, password: str, which: Iterable[str] | None, address: str = ""
) -> None:
    """End log-ins after a password check; None ends all.

    Raises `Refused` (CAR-ACC-03), `TooOften`.
    """
    check_password(services, user_id, password, address)
    if which is None:
        log_out_everywhere(services, user_id)
    for one in which or ():
        end_session(services, user_id, one)


def log_out(services: Services, token: str) -> None:
    found = _read_login(services, token)
    if found is not None:
        end_session(services, found[0].id, session_handle(token))


def log_out_everywhere(services: Services, user_id: int) -> None:
    log.info("every log-in of account %s ends", user_id)
    with services.store.write() as work:
        work.logins.remove_all(user_id)
        work.commit()
        ended = work.users.count_ended_logins(user_id)
    services.notifier.publish(user_id, ended, "logins")


def visitor_of_session(services: Services, token: str) -> Visitor | None:
    """Visitor of a session token; None if it is unknown or expired.

    The last use is recorded once an hour.
    """
    found = repeat_if_cut(lambda: _read_login(services, token))
    if found is None:
        return None
    user, csrf, seen, ended, begun = found
    if (
        suspended_refusal(user)
        or seen < _utc_text(current_datetime() - STAYS)
        or begun < _utc_text(current_datetime() - LASTS)
    ):
        return None
    if seen < _utc_text(current_datetime() - timedelta(hours=1)):
        with unless_full(), services.store.write() as work:
            work.logins.mark_used(token_hash(token), current_time())
            work.commit()
    return Visitor(user, csrf, ended)


def _read_login(services: Services, token: str) -> tuple[records.User, str, str, int, str] | None:
    with services.store.read() as work:
        return work.logins.find_login(token_hash(token))


def load_user(services: Services, user_id: int) -> records.User:
    """User by number; raises `NoSuchPerson`."""
    with services.store.read() as work:
        user = work.users.find_user(user_id)
    if user is None:
        raise NoSuchPerson
    return user


def save_preferences(
    services: Services,
    user_id: int,
    language: str | None = None,
    theme: str | None = None,
    palette: str | None = None,
    listed: bool | None = None,
    record_shown: bool | None = None,
) -> records.User:
    """Store preferences.

    None and unknown values change nothing. `listed` shows the user's name among the spectators of a
    game, `record_shown` the record of the user's games to others.
    """
    liked = {
        "language": language if language in LANGUAGES else None,
        "theme": theme if theme in THEMES else None,
        "palette": palette if palette and re.fullmatch(r"[a-z-]{1,20}", palette) else None,
        "unlisted": None if listed is None else not listed,
        "record_hidden": None if record_shown is None else not record_shown,
    }
    changes = {field: value for field, value in liked.items() if value is not None}
    with services.store.write() as work:
        if changes:
            work.users.update_user(user_id, **changes)
            work.commit()
        user, ended = work.users.find_user(user_id), work.users.count_ended_logins(user_id)
    services.notifier.publish(user_id, ended, "logins")  # cached log-ins have the old preferences
    return require_account(user)


def change_password(
    services: Services, user_id: int, old: str, new: str, address: str = "", browser: str = ""
) -> Login:
    """Change the password, end all log-ins and begin a new one.

    Raises `Refused` if the old password is wrong or the new one is not allowed.
    """
    user = check_password(services, user_id, old, address)
    set_password(services, user, new)
    return start_login(services, user.id, browser)


def set_password(services: Services, user: records.User, new: str) -> None:
    """Set the password of an account and end its log-ins; raises `Refused` if it is not allowed."""
    refuse_if(password_refusal(new, user.name))
    stored = password_hashes.hash_password(new)
    with services.store.write() as work:
        replace_password(work, user.id, stored)
        work.commit()
        ended = work.users.count_ended_logins(user.id)
    services.notifier.publish(user.id, ended, "logins")


def replace_password(work: UnitOfWork, user_id: int, stored: str) -> None:
    """Set the password hash, end all log-ins and half log-ins, and invalidate password links.

    The caller commits and notifies.
    """
    log.info("account %s: password changed, all log-ins ended", user_id)
    work.users.update_user(user_id, password=stored)
    work.logins.remove_all(user_id)
    work.half_logins.remove_all(user_id)
    work.mailed_links.remove_all(user_id, "password")


def add_account(work: UnitOfWork, is_bot: bool = False, **values: Any) -> int:
    """Add an account and return its number; raises `NameConflict`."""
    return work.users.add_user(
        is_bot=is_bot, theme="auto", palette="classic", created=current_time(), **values
    )


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _utc_text(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
