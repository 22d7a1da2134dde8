"""Rules of the announcements of a club, as refusals."""

from __future__ import annotations

from app.kernel.free_text import line_refused, text_refused
from app.kernel.refusal import Refusal, no
from app.store.club_announcements import Announcement

LONGEST_TITLE, LONGEST_TEXT = 120, 4000


def announcement_refusal(title: str, text: str) -> Refusal | None:
    """CAR-CLB-30: An announcement has a title of 1 to 120 characters, and a text of at most
    4000.
    """
    if not title:
        return no("CAR-CLB-30", "Give the announcement a title.", "Pon un título al anuncio.")
    return line_refused(title, LONGEST_TITLE, "CAR-CLB-30") or text_refused(
        text, LONGEST_TEXT, "CAR-CLB-30"
    )


def hidden_refusal(found: Announcement) -> Refusal | None:
    """Refusal of a change to an announcement that a moderator has removed."""
    if not found.hidden:
        return None
    return no(
        "CAR-CLB-30",
        "A moderator has removed this announcement. Withdraw it and write another one.",
        "Un moderador ha quitado este anuncio. Retíralo y escribe otro.",
    )


def unknown_announcement() -> Refusal:
    return no(
        "CAR-CLB-30",
        "The club has no such announcement.",
        "El club no tiene ese anuncio.",
    )
