"""Origins and common cells of the printed tables."""

from __future__ import annotations

from collections.abc import Iterable

from app.kernel.say import Say, as_is, say

COMPLETION = say(
    "Our completion; the published rules do not print this table.",
    "Complemento nuestro; las reglas publicadas no traen esta tabla.",
)
DASH = as_is("–")
YES, NO = say("yes", "sí"), say("no", "no")


def published(points: Say, en: str = "", es: str = "", **facts: Say) -> Say:
    """Origin in numbered points of the published rules, with our share in it."""
    return Say(
        f"Published rules, {{points}}.{' ' + en if en else ''}",
        f"Reglas publicadas, {{points}}.{' ' + es if es else ''}",
        {"points": points, **facts},
    )


def number(amount: int) -> Say:
    """Number without a sign."""
    return as_is(str(amount))


def signed(amount: int) -> Say:
    """Number with a true sign."""
    return as_is(f"{amount:+d}".replace("-", "−"))


def yes_no(is_so: bool) -> Say:
    """Cell of a fact."""
    return YES if is_so else NO


def faces(of: Iterable[int]) -> Say:
    """Faces of a die."""
    return as_is(", ".join(map(str, of)))
