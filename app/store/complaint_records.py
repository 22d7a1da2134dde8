"""Record of a complaint, as the repositories return it."""

from __future__ import annotations

import msgspec


class Complaint(msgspec.Struct, frozen=True):
    """Complaint. `text` is the text concerned, "" for a name. `closed` is "" until a moderator
    closes it.
    """

    id: int
    by_id: int | None
    about_id: int | None
    about: str
    chat_message_id: int | None
    text: str
    reason: str
    created: str
    closed: str
    by: str
    game_id: int | None
    remark_id: int | None = None
    report_id: int | None = None
    title_id: int | None = None
    army_id: int | None = None
    club_id: int | None = None
    club_message_id: int | None = None
    club_announcement_id: int | None = None
    club_page_id: int | None = None
    club_page_version: int | None = None
    club_poll_id: int | None = None
    club_welcome_id: int | None = None
