"""Free text of players: length, invisible characters, and its quotation in a sentence."""

from __future__ import annotations

from app.kernel.refusal import Refusal, no

LONGEST_QUOTATION = 40
SPACES = "\n\r\t"


def is_visible(text: str) -> bool:
    """True if the text has no control, direction or surrogate character; line breaks may occur."""
    return all(char.isprintable() or char in SPACES for char in text)


def text_refused(text: str, most: int, rule: str) -> Refusal | None:
    """Refusal of a text that is longer than `most` characters or has invisible characters."""
    if len(text) > most:
        return no(
            rule,
            "The text has at most {most} letters.",
            "El texto tiene como mucho {most} letras.",
            most=most,
        )
    if not is_visible(text):
        return no(
            rule,
            "The text consists of visible letters only.",
            "El texto solo lleva letras visibles.",
        )
    return None


def is_line(text: str, most: int) -> bool:
    """True if a name or title has at most `most` visible characters and no line break.

    Control characters and signs that turn the direction of writing are not visible.
    """
    return len(text) <= most and text.isprintable()


def line_refused(text: str, most: int, rule: str) -> Refusal | None:
    """Refusal of a name or title: as of a text, and it has no line break."""
    if found := text_refused(text, most, rule):
        return found
    if is_line(text, most):
        return None
    return no(
        rule,
        "A name or title has no line break.",
        "Un nombre o un título no lleva saltos de línea.",
    )


def quotable_text(text: str) -> str:
    """Text of a player as a sentence may quote it: short and visible."""
    visible = "".join(char for char in text if char.isprintable())
    if len(visible) <= LONGEST_QUOTATION:
        return visible
    return visible[: LONGEST_QUOTATION - 1] + "…"
