"""Rules for names and passwords of accounts."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

from app.kernel.refusal import Refusal, no
from app.store import records

LONGEST_COMPARED = 254
SITE_WORDS = (
    "caracole",
    "cry havoc",
    "heart of africa",
    "in the heart of africa",
    "africa",
    "wargame",
    "wargames",
    "password",
    "contraseña",
)
OURS = re.compile(
    r"(?:member|miembro|former member|antiguo miembro|guest|visita|invitado) "
    r"\d+|bot|caracole|moderator|moderador(?:a)?"
)
NAME = re.compile(r"[^\W_](?:[\w .'’-]{0,28}[^\W_])")
FILLERS = frozenset("\u115f\u1160\u3164\uffa0")  # Hangul fillers: letters without a visible form


def name_refusal(name: str) -> Refusal | None:
    """CAR-ACC-01: A name has 2 to 30 letters, digits and a few signs between them. Its letters are
    visible and not mixed from similar alphabets.
    """
    if any(sign in FILLERS or unicodedata.category(sign) in ("Cc", "Cf") for sign in name):
        return no(
            "CAR-ACC-01",
            "There is a sign in this name that cannot be seen: type it anew.",
            "En este nombre hay un signo que no se ve: escríbelo de nuevo.",
        )
    if {"LATIN"} < alphabets_of(name):
        return no(
            "CAR-ACC-01",
            "A name does not mix Latin letters with Greek or Cyrillic ones, which look like them.",
            "Un nombre no mezcla letras latinas con griegas o cirílicas, que se les parecen.",
        )
    if NAME.fullmatch(name) and len(name) <= 30:
        return None
    return no(
        "CAR-ACC-01",
        "A name has 2 to 30 letters, digits, spaces or . ' - _ and begins and ends with a letter "
        "or digit.",
        "Un nombre tiene de 2 a 30 letras, cifras, espacios o . ' - _ y empieza y acaba en letra "
        "o cifra.",
    )


def reserved_name_refusal(name: str) -> Refusal | None:
    """CAR-ACC-07: A user cannot register a name that the platform gives to accounts, or a name of
    the platform itself.
    """
    if OURS.fullmatch(name_key(name)):
        return no(
            "CAR-ACC-07",
            "Names like {name} are given by the server.",
            "Los nombres como {name} los da el servidor.",
            name=name,
        )
    return None


def name_taken_refusal(name: str) -> Refusal:
    """CAR-ACC-02: No two users have the same name."""
    return no(
        "CAR-ACC-02", "The name {name} is taken.", "El nombre {name} ya está en uso.", name=name
    )


def wrong_login_refusal() -> Refusal:
    """CAR-ACC-03: A log-in needs the name and its password."""
    return no(
        "CAR-ACC-03",
        "Name and password do not go together.",
        "El nombre y la contraseña no se corresponden.",
    )


def password_refusal(password: str, name: str) -> Refusal | None:
    """CAR-ACC-04: A password is long enough and hard to guess.

    It is not the name or a word of the platform, even with digits and signs around it. It is not
    one repeated character or a common password.
    """
    if not 8 <= len(password) <= 200:
        return no(
            "CAR-ACC-04",
            "A password has 8 to 200 characters; yours has {length}.",
            "Una contraseña tiene de 8 a 200 caracteres; la tuya tiene {length}.",
            length=len(password),
        )
    known = {plain_letters(word) for word in (name, *SITE_WORDS)} - {""}
    if (
        name_key(password) == name_key(name)
        or plain_letters(password) in known
        or name_key(password) in common_passwords()
        or len(set(password)) == 1
    ):
        return no(
            "CAR-ACC-04",
            "This password is too easy to guess.",
            "Esta contraseña es demasiado fácil de adivinar.",
        )
    return None


def suspended_refusal(user: records.User) -> Refusal | None:
    """CAR-ACC-05: A suspended account cannot log in."""
    if user.suspended:
        return no(
            "CAR-ACC-05",
            "A moderator has suspended this account.",
            "Un moderador ha suspendido esta cuenta.",
        )
    return None


@cache
def common_passwords() -> frozenset[str]:
    """Common passwords, in lower case."""
    lines = (
        Path(__file__).with_name("common_passwords.txt").read_text(encoding="utf-8").splitlines()
    )
    return frozenset(line for line in lines if not line.startswith("# "))


def tidy_name(name: str) -> str:
    """Name as it is shown: composed letters (NFC), single spaces, none at the ends.

    A very long name is cut first, because sorting its accents takes quadratic time. It stays too
    long for the rule.
    """
    return " ".join(unicodedata.normalize("NFC", " ".join(name.split())[:LONGEST_COMPARED]).split())


def name_key(name: str) -> str:
    """Key for comparing names: ignores case and compatibility forms (NFKC)."""
    return unicodedata.normalize(
        "NFKC", unicodedata.normalize("NFKC", name[:LONGEST_COMPARED]).casefold()
    )


def alphabets_of(name: str) -> set[str]:
    """Alphabets of a name, among those with similar letters."""
    return {unicodedata.name(sign, "").partition(" ")[0] for sign in name_key(name)} & {
        "LATIN",
        "GREEK",
        "CYRILLIC",
    }


def plain_letters(word: str) -> str:
    """Letters of a word without their accents: "Contraseña-2026!" is "contrasena"."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", name_key(word)) if sign.isalpha())


# characters of a name or password; a name has at most 30, a password at most 200
