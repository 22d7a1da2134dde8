"""Names, passwords, sessions, guests, and what everybody likes his pages to be."""
from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from datetime import UTC, datetime, timedelta

import argon2
import msgspec

from app.club.club import Club, now
from app.kernel.refusal import Refusal, Refused, insist, no
from app.store import rows
from app.store.ledgers import NameTaken
from app.store.work import Work

LANGUAGES = ("en", "es")
THEMES = ("auto", "light", "dark")
STAYS = timedelta(days=60)                   # a log-in not used for so long is forgotten
PER_NAME, PER_ADDRESS = 8, 40                # failed log-ins within a quarter of an hour
NAME = re.compile(r"[^\W_](?:[\w .'’-]{0,28}[^\W_])")

_hasher = argon2.PasswordHasher()            # Argon2id with the library's present advice
_nobody = _hasher.hash(secrets.token_hex(16))


class Login(msgspec.Struct, frozen=True):
    """A fresh log-in: `token` is for the cookie and nowhere else, `csrf` for the forms of this log-in."""

    token: str
    csrf: str
    user: rows.User


class Visitor(msgspec.Struct, frozen=True):
    user: rows.User
    csrf: str


def register(club: Club, name: str, password: str, language: str = "en", keep: int | None = None) -> rows.User:
    """A new account, or the guest `keep` turned into one; raises `Refused` with everything that is wrong."""
    name = clean(name)
    insist(good_name(name), good_password(password, name))
    values = {"name": name, "name_key": folded(name), "password": _hasher.hash(password), "is_guest": False}
    with club.store.write() as work:
        guest = work.users.get(keep) if keep is not None else None
        try:
            if guest is not None and guest.is_guest:
                work.users.change(guest.id, **values)
                user_id = guest.id
            else:
                user_id = _add(work, **values, language=language)
        except NameTaken:
            raise Refused(free_name(name)) from None
        work.commit()
        return work.users.get(user_id)


def create_guest(club: Club, language: str = "en") -> rows.User:
    """Somebody without a name, who may play at once and stay by registering later."""
    word = {"es": "Visita"}.get(language, "Guest")
    while True:
        name = f"{word} {secrets.randbelow(900_000) + 100_000}"
        try:
            with club.store.write() as work:
                user_id = _add(work, name=name, name_key=folded(name), password=None, is_guest=True, language=language)
                work.commit()
                return work.users.get(user_id)
        except NameTaken:
            continue


def log_in(club: Club, name: str, password: str, address: str = "") -> Login:
    """Raises `Refused` (CAR-ACC-03) if name and password do not go together, `TooOften` after too many failures."""
    key = folded(clean(name))
    tries = {f"name:{key}": PER_NAME, f"address:{address}": PER_ADDRESS}
    for what, most in tries.items():
        club.attempts.allow(what, most)
    with club.store.read() as work:
        user, stored = work.users.named(key) or (None, None)
    if not _matches(stored, password) or user is None:
        for what in tries:
            club.attempts.note(what)
        raise Refused(together())
    club.attempts.forget(f"name:{key}")
    return start_login(club, user.id)


def start_login(club: Club, user_id: int) -> Login:
    """A new session for somebody who has just proved who he is; its token was never used before."""
    token, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    with club.store.write() as work:
        work.logins.remove_unseen_since(_iso(datetime.now(UTC) - STAYS))
        work.logins.add(_hash(token), user_id, csrf, now())
        work.commit()
        return Login(token, csrf, work.users.get(user_id))


def log_out(club: Club, token: str) -> None:
    with club.store.write() as work:
        work.logins.remove(_hash(token))
        work.commit()


def log_out_everywhere(club: Club, user_id: int) -> None:
    with club.store.write() as work:
        work.logins.remove_all(user_id)
        work.commit()


def who(club: Club, token: str) -> Visitor | None:
    """Whose session this token is; None if it is nobody's or too old. Notes once an hour that it is in use."""
    with club.store.read() as work:
        found = work.logins.find(_hash(token))
    if found is None:
        return None
    user, csrf, seen = found
    if seen < _iso(datetime.now(UTC) - STAYS):
        return None
    if seen < _iso(datetime.now(UTC) - timedelta(hours=1)):
        with club.store.write() as work:
            work.logins.touch(_hash(token), now())
            work.commit()
    return Visitor(user, csrf)


def prefer(club: Club, user_id: int, language: str | None = None, theme: str | None = None,
           palette: str | None = None) -> rows.User:
    """Remember what the user likes; None and unknown values leave things as they are."""
    liked = {"language": language if language in LANGUAGES else None, "theme": theme if theme in THEMES else None,
             "palette": palette if palette and re.fullmatch(r"[a-z-]{1,20}", palette) else None}
    changes = {field: value for field, value in liked.items() if value is not None}
    with club.store.write() as work:
        if changes:
            work.users.change(user_id, **changes)
            work.commit()
        return work.users.get(user_id)


def change_password(club: Club, user_id: int, old: str, new: str) -> None:
    """Raises `Refused` if the old one is wrong or the new one will not do. All other log-ins end."""
    with club.store.read() as work:
        user, stored = work.users.get(user_id), work.users.password_of(user_id)
    if user is None or not _matches(stored, old):
        raise Refused(together())
    set_password(club, user, new)


def set_password(club: Club, user: rows.User, new: str) -> None:
    """Give an account a new password and end its log-ins; raises `Refused` if it will not do."""
    insist(good_password(new, user.name))
    with club.store.write() as work:
        work.users.change(user.id, password=_hasher.hash(new))
        work.logins.remove_all(user.id)
        work.commit()


def good_name(name: str) -> Refusal | None:
    """CAR-ACC-01: a name is short, and made of letters, digits and a few signs between them."""
    if NAME.fullmatch(name) and len(name) <= 30:
        return None
    return no("CAR-ACC-01", "A name has 2 to 30 letters, digits, spaces or . ' - _ and begins and ends with a letter or digit.",
              "Un nombre tiene de 2 a 30 letras, cifras, espacios o . ' - _ y empieza y acaba en letra o cifra.")


def free_name(name: str) -> Refusal:
    """CAR-ACC-02: no two players have the same name."""
    return no("CAR-ACC-02", "The name {name} is taken.", "El nombre {name} ya está en uso.", name=name)


def together() -> Refusal:
    """CAR-ACC-03: only name and password together let anybody in."""
    return no("CAR-ACC-03", "Name and password do not go together.", "El nombre y la contraseña no se corresponden.")


def good_password(password: str, name: str) -> Refusal | None:
    """CAR-ACC-04: a password is long enough, and is neither the name nor one character repeated."""
    if not 8 <= len(password) <= 200:
        return no("CAR-ACC-04", "A password has 8 to 200 characters; yours has {length}.",
                  "Una contraseña tiene de 8 a 200 caracteres; la tuya tiene {length}.", length=len(password))
    if folded(password) == folded(name) or len(set(password)) == 1:
        return no("CAR-ACC-04", "This password is too easy to guess.", "Esta contraseña es demasiado fácil de adivinar.")
    return None


def clean(name: str) -> str:
    """The name as it is shown: one form of each letter, single blanks, none at the ends."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def folded(name: str) -> str:
    """What two names are compared by: capitals and look-alike forms do not tell them apart."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _add(work: Work, **values: object) -> int:
    return work.users.add(is_bot=False, theme="auto", palette="classic", created=now(), **values)


def _matches(stored: str | None, password: str) -> bool:
    """Whether the password fits. An unknown name takes as long as a wrong password."""
    try:
        return _hasher.verify(stored or _nobody, password) and stored is not None
    except argon2.exceptions.VerificationError:
        return False


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _iso(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
