"""Rules of the house rules of a club, as refusals."""

from __future__ import annotations

from collections.abc import Iterable, Set

from app.kernel.free_text import line_refused, text_refused
from app.kernel.refusal import Refusal, no
from app.store.club_pages import PageVersion

LONGEST_TITLE, LONGEST_TEXT, MOST_LINES, MOST_PAGES, MOST_VERSIONS = 120, 8000, 400, 50, 200


def house_rule_refusal(title: str, text: str) -> Refusal | None:
    """CAR-CLB-31: A house rule has a title of 120 characters, and a text of 8000 in 400 lines, in
    each language at most.
    """
    if text and not title:
        return no(
            "CAR-CLB-31",
            "Give the rule a title in the language of its text.",
            "Pon a la regla un título en el idioma de su texto.",
        )
    if len(text.splitlines()) > MOST_LINES:
        return no(
            "CAR-CLB-31",
            "A rule has at most {most} lines.",
            "Una regla tiene {most} líneas como mucho.",
            most=MOST_LINES,
        )
    return line_refused(title, LONGEST_TITLE, "CAR-CLB-31") or text_refused(
        text, LONGEST_TEXT, "CAR-CLB-31"
    )


def untitled_refusal(title_en: str, title_es: str) -> Refusal | None:
    """Refusal of a house rule without a title in any language."""
    if title_en or title_es:
        return None
    return no(
        "CAR-CLB-31",
        "Give the rule a title in English or in Spanish.",
        "Pon a la regla un título en español o en inglés.",
    )


def many_pages_refusal(pages: int) -> Refusal | None:
    """Refusal of more house rules than a club may have."""
    if pages < MOST_PAGES:
        return None
    return no(
        "CAR-CLB-31",
        "A club has at most {most} house rules.",
        "Un club tiene {most} reglas propias como mucho.",
        most=MOST_PAGES,
    )


def version_refusal(latest: PageVersion, base: int, *, is_same: bool) -> Refusal | None:
    """CAR-CLB-32: A version is written from the latest one, and differs from it. A house rule in
    force has at most 200 versions.
    """
    if latest.retired_at:
        return no(
            "CAR-CLB-32",
            "This rule is not in force. Put it in force again first.",
            "Esta regla no está en vigor. Antes, vuelve a ponerla en vigor.",
        )
    if base != latest.number:
        return no(
            "CAR-CLB-32",
            "You wrote from version {base}; meanwhile version {n} was saved. Read it first.",
            "Has partido de la versión {base}; entretanto se guardó la versión {n}. Léela antes.",
            base=base,
            n=latest.number,
        )
    if is_same:
        return no("CAR-CLB-32", "Nothing has changed.", "No ha cambiado nada.")
    if latest.number >= MOST_VERSIONS:
        return no(
            "CAR-CLB-32",
            "A rule has at most {most} versions. Write a new one.",
            "Una regla tiene {most} versiones como mucho. Escribe una nueva.",
            most=MOST_VERSIONS,
        )
    return None


def removed_refusal(removed: Iterable[str], texts: Set[str]) -> Refusal | None:
    """CAR-CLB-48: Words that a moderator has removed are not written again."""
    if texts.isdisjoint(removed):
        return None
    return no(
        "CAR-CLB-48",
        "A moderator of the server has removed these words. Write others.",
        "Un moderador del servidor ha retirado este texto. Escribe otro.",
    )
