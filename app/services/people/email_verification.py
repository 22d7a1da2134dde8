"""E-mail verification and password reset. Both use mailed links that work once.

The database keeps only the hash of a link. Only a sent form uses it up, so mail scanners do not.
"""

from __future__ import annotations

import logging
import re
import secrets
from datetime import timedelta

from app.kernel.refusal import Refusal, no, refuse_if
from app.kernel.say import say
from app.services.container import Services, current_time
from app.services.errors import BadLink
from app.services.notify import notifications, outbox
from app.services.notify.outbox import Message
from app.services.people.account_rules import (
    name_key,
    password_refusal,
    suspended_refusal,
    tidy_name,
)
from app.services.people.accounts import (
    HalfLogin,
    Login,
    check_password,
    log_in_after_password,
    replace_password,
    token_hash,
)
from app.services.people.password_hashes import hash_password
from app.services.server_clock import current_datetime
from app.store import records
from app.store.transactions import UnitOfWork

log = logging.getLogger("caracole.accounts")

ADDRESS = re.compile(r"[^\s@<>,;:\"()\[\]\\]{1,64}@(?:[\w-]{1,63}\.)+[\w-]{2,63}")
LONGEST = 254
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def address_of(services: Services, user_id: int) -> str:
    """Confirmed e-mail address; "" if there is none."""
    with services.store.read() as work:
        return work.users.confirmed_email(user_id)


def request_confirmation(
    services: Services, user_id: int, password: str, email: str, address: str = ""
) -> None:
    """Mail a confirmation link to the new e-mail address. Nothing changes before the link is used.

    `address` is the network address of the request. Raises `Refused`, `TooOften`.
    """
    email = tidy_address(email)
    refuse_if(address_refusal(email))
    check_password(services, user_id, password, address)
    services.limits.rate_limit("mails", user=user_id, address=address)
    with services.store.write() as work:
        work.mailed_links.remove_all(user_id, "address")
        token = _add_link(work, user_id, "address", email, DAY)
        _mail_account(
            work,
            f"address:{token_hash(token)}",
            user_id,
            email,
            Message(
                "address",
                say("Confirm your address", "Confirma tu dirección"),
                (
                    say(
                        "You asked for this address at Caracole. It counts once you have followed "
                        "the link, within a day.",
                        "Has indicado esta dirección en Caracole. Valdrá cuando sigas el enlace, "
                        "en el plazo de un día.",
                    ),
                    say("If it was not you, do nothing.", "Si no has sido tú, no hagas nada."),
                ),
                f"/account/address?link={token}",
            ),
        )
        work.commit()


def address_to_confirm(services: Services, link: str) -> str:
    """E-mail address that a link would confirm; raises `BadLink`."""
    with services.store.read() as work:
        return _load_link(work, link, "address")[1]


def confirm_address(services: Services, link: str) -> str:
    """Confirm the e-mail address of a link and notify the old one; raises `BadLink`."""
    with services.store.write() as work:
        user_id, email = _load_link(work, link, "address")
        if not work.mailed_links.use_link(token_hash(link)):
            raise BadLink
        log.info("account %s confirmed an e-mail address", user_id)
        old = work.users.confirmed_email(user_id)
        work.users.update_user(user_id, email=email)
        work.mailed_links.remove_all(user_id, "password")
        work.outbox.send_on(user_id, old, email, notifications.EVENTS)
        if old and old != email:
            _mail_account(
                work,
                f"address-old:{token_hash(link)}",
                user_id,
                old,
                Message(
                    "address",
                    say("Your account has another address", "Tu cuenta tiene otra dirección"),
                    (
                        say(
                            "Your account at Caracole has another e-mail address now; nothing "
                            "more is sent to this one.",
                            "Tu cuenta de Caracole tiene ahora otra dirección de correo; a esta "
                            "no se enviará nada más.",
                        ),
                        say(
                            "If it was not you, tell the administrator at once.",
                            "Si no has sido tú, avisa enseguida al administrador.",
                        ),
                    ),
                    "/account",
                ),
            )
        work.commit()
    return email


def remove_address(services: Services, user_id: int, password: str, address: str = "") -> None:
    """Remove the e-mail address of an account."""
    check_password(services, user_id, password, address)
    with services.store.write() as work:
        work.users.update_user(user_id, email="")
        for purpose in ("address", "password"):
            work.mailed_links.remove_all(user_id, purpose)
        work.commit()


# ---------------------------------------------------------------------- forgotten passwords
def count_reset_request(services: Services, who: str, address: str) -> None:
    """Count a request for a password link; raises `TooOften`. It counts unknown accounts too."""
    services.limits.rate_limit("mails", user=name_key(tidy_name(who)), address=address)


def mail_password_reset(services: Services, who: str) -> None:
    """Mail a password link to all accounts of this name or address.

    Call it after the response, so that its duration does not show if an account exists.
    """
    with services.store.write() as work:
        found = (
            work.users.users_with_email(tidy_address(who))
            if "@" in who
            else [one[0] for one in (work.users.find_by_name(name_key(tidy_name(who))),) if one]
        )
        for user in found:
            email = work.users.confirmed_email(user.id)
            if email and not user.suspended:
                work.mailed_links.remove_expired(current_time())
                work.mailed_links.remove_all(user.id, "password")
                token = _add_link(work, user.id, "password", email, HOUR)
                _mail_account(
                    work,
                    f"password:{token_hash(token)}",
                    user.id,
                    email,
                    password_message(user, token),
                )
        work.commit()


def password_message(user: records.User, token: str) -> Message:
    """Mail with the link to a new password."""
    return Message(
        "password",
        say(
            "A new password for {name}",
            "Una contraseña nueva para {name}",
            name=user.name,
        ),
        (
            say(
                "A new password for your account at Caracole was asked for. The link is good for one "
                "hour, and once.",
                "Se ha pedido una contraseña nueva para tu cuenta de Caracole. El enlace vale una "
                "hora y una sola vez.",
            ),
            say(
                "If it was not you, do nothing: your password stays as it is.",
                "Si no has sido tú, no hagas nada: tu contraseña sigue igual.",
            ),
        ),
        f"/password?link={token}",
    )


def user_of_reset_link(services: Services, link: str) -> records.User:
    """User of a password link; raises `BadLink`."""
    with services.store.read() as work:
        user = work.users.find_user(_load_link(work, link, "password")[0])
        if user is None:
            raise BadLink
        return user


def reset_password(services: Services, link: str, new: str, browser: str = "") -> Login | HalfLogin:
    """Set a new password by a mailed link, end all log-ins and begin a new one.

    With a second factor it is half a log-in. Raises `BadLink` or `Refused`.
    """
    user = user_of_reset_link(services, link)
    refuse_if(suspended_refusal(user), password_refusal(new, user.name))
    stored = hash_password(new)
    with services.store.write() as work:
        known = work.users.find_user(_load_link(work, link, "password")[0])
        if known is None:
            raise BadLink
        refuse_if(suspended_refusal(known))
        if not work.mailed_links.use_link(token_hash(link)):
            raise BadLink
        log.info("account %s used a mailed password link", user.id)
        replace_password(work, user.id, stored)
        work.commit()
        ended = work.users.count_ended_logins(user.id)
    services.attempts.forget(f"name:{name_key(user.name)}")
    services.notifier.publish(user.id, ended, "logins")
    return log_in_after_password(services, user.id, browser)


def address_refusal(email: str) -> Refusal | None:
    """CAR-ACC-06: An e-mail address has a valid form."""
    if len(email) <= LONGEST and ADDRESS.fullmatch(email):
        return None
    return no("CAR-ACC-06", "This is no e-mail address.", "Esto no es una dirección de correo.")


def tidy_address(email: str) -> str:
    """E-mail address as it is stored: trimmed, in lower case."""
    return email.strip().lower()


def _add_link(work: UnitOfWork, user_id: int, purpose: str, email: str, lasts: timedelta) -> str:
    token = secrets.token_urlsafe(32)
    until = (current_datetime() + lasts).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    work.mailed_links.add_link(token_hash(token), user_id, purpose, email, until)
    return token


def _load_link(work: UnitOfWork, link: str, purpose: str) -> tuple[int, str]:
    found = work.mailed_links.find_link(token_hash(link), purpose, current_time())
    if found is None:
        raise BadLink
    return found


def _mail_account(work: UnitOfWork, key: str, user_id: int, email: str, message: Message) -> None:
    outbox.add_message(work, key, user_id, "mail", email, message)
