"""Second factor: a code of an app (TOTP, RFC 6238) after the password, and recovery codes.

The key is stored as it is, because each check computes with it. Recovery codes (120 bits each) are
stored as SHA-256 hashes. No code works twice.
"""

from __future__ import annotations

import base64
import hmac
import logging
import re
import secrets

import msgspec
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from app.kernel.refusal import Refusal, Refused, no, refuse_if
from app.kernel.say import Say, say
from app.services.container import Services, current_time, require_account
from app.services.errors import BadLink
from app.services.notify import outbox
from app.services.notify.outbox import Message
from app.services.people.accounts import (
    PER_ADDRESS,
    PER_NAME,
    Login,
    begin_login,
    check_password,
    token_hash,
)
from app.services.rate_limit import network_of
from app.services.server_clock import current_datetime
from app.store import records
from app.store.transactions import UnitOfWork

log = logging.getLogger("caracole.accounts")

DIGITS, STEP = 6, 30  # defaults of all apps, with HMAC-SHA-1: digits of a code, seconds of a step
KEY, CODES, CODE = 20, 10, 15  # bytes of a key, number of recovery codes, bytes of a recovery code
ISSUER = "Caracole"


class SecondFactor(msgspec.Struct, frozen=True):
    """Second factor of an account. `since` is the time of activation ("" if inactive), `left` the
    number of recovery codes.

    `key` and `link` are for the app, and only set before activation.
    """

    since: str = ""
    left: int = 0
    key: str = ""
    link: str = ""

    @property
    def spaced(self) -> str:
        """Key in groups of four characters, for typing."""
        return " ".join(re.findall("....", self.key))


def load_factor(services: Services, user_id: int) -> SecondFactor:
    with services.store.read() as work:
        factors, user = work.second_factors, work.users.find_user(user_id)
        since, key = factors.required_since(user_id), factors.app_key(user_id)
        if since or not key or user is None:
            return SecondFactor(since, factors.codes_left(user_id))
    return SecondFactor(key=key, link=_totp_of(key).get_provisioning_uri(user.name, ISSUER))


# ---------------------------------------------------------------------- on and off
def offer_key(services: Services, user_id: int, password: str, address: str = "") -> None:
    """Create a key for the app, not active before `switch_on`. Raises `Refused`, `TooOften`."""
    user = check_password(services, user_id, password, address)
    with services.store.write() as work:
        refuse_if(factor_refusal(user, work.second_factors.required_since(user_id), on=True))
        work.second_factors.save_new_key(
            user_id, base64.b32encode(secrets.token_bytes(KEY)).decode()
        )
        work.commit()


def switch_on(
    services: Services, user_id: int, code: str, here: str, address: str = ""
) -> tuple[str, ...]:
    """Activate the second factor and return the recovery codes, which are shown once. All log-ins
    except `here` end.

    Raises `Refused` (CAR-ACC-10) unless the code proves that the app has the key, `TooOften`.
    """
    with services.store.read() as work:
        refuse_if(
            factor_refusal(
                require_account(work.users.find_user(user_id)),
                work.second_factors.required_since(user_id),
                on=True,
            )
        )
    _use_code(services, user_id, code, address)
    with services.store.write() as work:
        work.second_factors.switch_on(user_id, current_time())
        codes = _new_codes(work, user_id)
        ended = _end_other_logins(work, user_id, here)
        _mail_user(
            work,
            user_id,
            say("Codes are asked at your log-in", "Al entrar se te pide un código"),
            say(
                "Your account at Caracole has a second factor now: a log-in needs a code beside the "
                "password.",
                "Tu cuenta de Caracole tiene ahora un segundo factor: para entrar hace falta un "
                "código además de la contraseña.",
            ),
        )
        work.commit()
    log.info("account %s: second factor activated, other log-ins ended", user_id)
    services.notifier.publish(user_id, ended, "logins")
    return codes


def switch_off(
    services: Services, user_id: int, password: str, code: str, here: str, address: str = ""
) -> None:
    """Deactivate the second factor. Needs password and code; raises `Refused`, `TooOften`."""
    check_password(services, user_id, password, address)
    _use_code(services, user_id, code, address)
    _switch_off(services, user_id, here)


def switch_off_by_administrator(services: Services, user_id: int) -> None:
    """Deactivate the second factor by the administrator, for a user without app and recovery codes.

    Raises `Refused` if it is inactive.
    """
    with services.store.read() as work:
        refuse_if(
            factor_refusal(
                require_account(work.users.find_user(user_id)),
                work.second_factors.required_since(user_id),
                on=False,
            )
        )
    _switch_off(services, user_id, "")


def _switch_off(services: Services, user_id: int, here: str) -> None:
    with services.store.write() as work:
        work.second_factors.remove_key(user_id)
        ended = _end_other_logins(work, user_id, here)
        _mail_user(
            work,
            user_id,
            say(
                "No codes are asked at your log-in any more", "Al entrar ya no se te pide un código"
            ),
            say(
                "The second factor of your account at Caracole is switched off: the password "
                "alone lets in.",
                "El segundo factor de tu cuenta de Caracole está desactivado: basta la contraseña.",
            ),
        )
        work.commit()
    log.info("account %s: second factor deactivated, other log-ins ended", user_id)
    services.notifier.publish(user_id, ended, "logins")


def renew_codes(
    services: Services, user_id: int, password: str, code: str, address: str = ""
) -> tuple[str, ...]:
    """Replace the recovery codes. Raises `Refused`, `TooOften`."""
    check_password(services, user_id, password, address)
    _use_code(services, user_id, code, address)
    with services.store.write() as work:
        codes = _new_codes(work, user_id)
        _mail_user(
            work,
            user_id,
            say("New recovery codes", "Códigos de recuperación nuevos"),
            say(
                "Your account at Caracole has new recovery codes; the old ones are worth nothing.",
                "Tu cuenta de Caracole tiene códigos de recuperación nuevos; los de antes no "
                "valen nada.",
            ),
        )
        work.commit()
    return codes


def _new_codes(work: UnitOfWork, user_id: int) -> tuple[str, ...]:
    codes = tuple(
        base64.b32encode(secrets.token_bytes(CODE)).decode().lower() for _ in range(CODES)
    )
    work.second_factors.put_codes(user_id, map(token_hash, codes))
    return tuple("-".join(re.findall("......", code)) for code in codes)


def _end_other_logins(work: UnitOfWork, user_id: int, here: str) -> int:
    work.half_logins.remove_all(user_id)
    work.logins.end_others(user_id, here)
    return work.users.count_ended_logins(user_id)


# ---------------------------------------------------------------------- logging in
def log_in(services: Services, half: str, code: str, address: str = "", browser: str = "") -> Login:
    """Complete a half log-in with a code.

    Raises `BadLink` if it has expired, `Refused` (CAR-ACC-10), `TooOften`.
    """
    with services.store.read() as work:
        user_id = work.half_logins.find_half_login(token_hash(half), current_time())
        if user_id is None or not work.second_factors.required_since(user_id):
            raise BadLink
    proof = _use_code(services, user_id, code, address)
    with services.store.write() as work:
        if not work.half_logins.use_half_login(token_hash(half)):
            raise BadLink
        login = begin_login(work, user_id, browser, proof)
        if proof == "recovery":
            left = work.second_factors.codes_left(user_id)
            _mail_user(
                work,
                user_id,
                say("A recovery code was used", "Se ha usado un código de recuperación"),
                say(
                    "A recovery code was used to log in to your account at Caracole; {left} are "
                    "left.",
                    "Se ha usado un código de recuperación para entrar en tu cuenta de Caracole; "
                    "quedan {left}.",
                    left=left,
                ),
            )
        work.commit()
    log.info(
        "account %s logged in by a %s", user_id, "recovery code" if proof == "recovery" else "code"
    )
    return login


def is_missing(services: Services, user: records.User) -> bool:
    """True if the server demands a second factor that this user lacks.

    The demand is for moderators or for all members.
    """
    if (
        services.demands == "offered"
        or user.is_guest
        or user.is_bot
        or (services.demands == "moderators" and not user.is_moderator)
    ):
        return False
    with services.store.read() as work:
        return not work.second_factors.required_since(user.id)


# ---------------------------------------------------------------------- codes
def _use_code(services: Services, user_id: int, code: str, address: str) -> str:
    """Use up a code and return its kind, "code" or "recovery".

    Raises `Refused` (CAR-ACC-10), `TooOften` after too many wrong codes.
    """
    by_account, by_address = f"code:{user_id}", f"address:{network_of(address)}"
    tries = services.attempts.take({by_account: PER_NAME, by_address: PER_ADDRESS})
    given = re.sub(r"[\s-]", "", code).lower()
    with services.store.write() as work:
        step = _matching_step(work.second_factors.app_key(user_id), given)
        proof = (
            "code"
            if step and work.second_factors.accept_code(user_id, step)
            else "recovery"
            if work.second_factors.use_code(user_id, token_hash(given))
            else ""
        )
        work.commit()
    if not proof:
        log.warning("wrong code for account %s", user_id)
        if tries[by_account] == PER_NAME:
            _warn_of_guessing(services, user_id)
        raise Refused(wrong_code_refusal())
    services.attempts.forget(by_account)
    services.attempts.give_back(by_address)
    return proof


def _warn_of_guessing(services: Services, user_id: int) -> None:
    """Warn the user, at most once a day. A person who guesses codes already knows the password."""
    with services.store.write() as work:
        if work.second_factors.required_since(user_id):
            _mail_user(
                work,
                user_id,
                say("Your password is known to another person", "Otra persona sabe tu contraseña"),
                say(
                    "At your log-in at Caracole wrong codes were given after the right password. "
                    "If it was not you, change the password.",
                    "Al entrar en tu cuenta de Caracole se han dado códigos falsos tras la "
                    "contraseña correcta. Si no has sido tú, cámbiala.",
                ),
                f"guessed:{current_time()[:10]}",
            )
            work.commit()


def _matching_step(key: str, given: str) -> int:
    """Time step of a code: the present or previous one (RFC 6238, 5.2), or 0 if neither matches."""
    if not key or not re.fullmatch(r"[0-9]{6}", given):
        return 0
    present = int(current_datetime().timestamp()) // STEP
    return next(
        (
            step
            for step in (present, present - 1)
            if hmac.compare_digest(_totp_of(key).generate(step * STEP), given.encode())
        ),
        0,
    )


def _totp_of(key: str) -> TOTP:
    return TOTP(base64.b32decode(key), DIGITS, SHA1(), STEP)  # noqa: S303 - the apps use HMAC-SHA-1


def _mail_user(work: UnitOfWork, user_id: int, title: Say, line: Say, key: str = "") -> None:
    """Mail the user, if there is an address; the caller commits."""
    email = work.users.confirmed_email(user_id)
    if email:
        ours = say(
            "If it was not you, tell the administrator at once.",
            "Si no has sido tú, avisa enseguida al administrador.",
        )
        outbox.add_message(
            work,
            f"factor:{user_id}:{key or current_time()}",
            user_id,
            "mail",
            email,
            Message("factor", title, (line, ours), "/account/second-factor"),
        )


# ---------------------------------------------------------------------- rules
def factor_refusal(user: records.User, since: str, *, on: bool) -> Refusal | None:
    """CAR-ACC-09: A member may use a second factor; a guest has no password."""
    if user.is_guest:
        return no(
            "CAR-ACC-09",
            "A guest has no password: register first.",
            "Un invitado no tiene contraseña: regístrate antes.",
        )
    if on and since:
        return no(
            "CAR-ACC-09",
            "The second factor is switched on already.",
            "El segundo factor ya está activado.",
        )
    if not on and not since:
        return no("CAR-ACC-09", "There is no second factor.", "No hay ningún segundo factor.")
    return None


def wrong_code_refusal() -> Refusal:
    """CAR-ACC-10: A code works once, while it is shown and half a minute longer. A recovery code
    works once.
    """
    return no(
        "CAR-ACC-10",
        "This code is not right, or it was used already. The app shows another one within half a "
        "minute.",
        "Este código no es correcto o ya se ha usado. La aplicación muestra otro antes de medio "
        "minuto.",
    )
