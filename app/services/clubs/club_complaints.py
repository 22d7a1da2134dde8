"""Complaints to the moderators of the server about texts of clubs: messages and announcements."""

from __future__ import annotations

from app.kernel.refusal import refuse_if
from app.services.clubs import club_chat
from app.services.clubs.announcements import find_announcement
from app.services.container import Services
from app.services.errors import NoSuchClub
from app.services.people.complaints import (
    PublicText,
    add_complaint,
    own_case_refusal,
    reason_refusal,
)


def club_text(
    services: Services, kind: str, club_id: int, user_id: int | None, number: int
) -> PublicText:
    """Message ("message") or announcement ("announcement") of a club, as the user may read it.
    Raises `NoSuchClub`.
    """
    return _text_and_id(services, kind, club_id, user_id, number)[0]


def complain_about_club_text(
    services: Services, kind: str, club_id: int, user_id: int, number: int, reason: str
) -> None:
    """Complain about such a text. Raises `NoSuchClub`, or `Refused` without a reason. A repeated
    complaint changes nothing.
    """
    text, row_id = _text_and_id(services, kind, club_id, user_id, number)
    if text.hidden:
        raise NoSuchClub
    with services.store.write() as work:
        refuse_if(reason_refusal(reason), own_case_refusal(work, text.user_id, user_id))
        of = {f"club_{kind}_id": row_id}
        add_complaint(work, user_id, text.user_id, text.name, reason, text.text, **of)
        work.commit()


def _text_and_id(
    services: Services, kind: str, club_id: int, user_id: int | None, number: int
) -> tuple[PublicText, int]:
    if kind == "message":
        message = club_chat.find_message(services, club_id, user_id, number)
        if message is None:
            raise NoSuchClub
        text = PublicText(
            bool(message.hidden), message.text, message.user_id, message.name, message.made_at
        )
        return text, message.id
    found = find_announcement(services, club_id, user_id, number)
    words = "" if found.hidden else f"{found.title}\n\n{found.text}".strip()
    return PublicText(found.hidden, words, found.made_by, found.name, found.made_at), found.id
