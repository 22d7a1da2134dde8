"""Complaints to the moderators of the server about texts of clubs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.kernel.refusal import refuse_if
from app.services.clubs import club_chat, house_rules, polls, welcome
from app.services.clubs.announcements import find_announcement
from app.services.container import Services
from app.services.errors import NoSuchClub
from app.services.people.complaints import (
    PublicText,
    add_complaint,
    own_case_refusal,
    reason_refusal,
)

Found = tuple[PublicText, Mapping[str, int]]
"""Text as the user may read it, and the columns of its row in a complaint."""


def club_text(
    services: Services, kind: str, club_id: int, user_id: int | None, *numbers: int
) -> PublicText:
    """Text of a club as the user may read it: a "message", an "announcement" or a "poll" by
    its number, or the "welcome". A version of a house "rule" has the numbers of page and version.
    Raises `NoSuchClub`.
    """
    return FOUND[kind](services, club_id, user_id, *numbers)[0]


def complain_about_club_text(
    services: Services, kind: str, club_id: int, user_id: int, *numbers: int, reason: str
) -> None:
    """Complain about such a text. Raises `NoSuchClub`, or `Refused` without a reason. A repeated
    complaint changes nothing.
    """
    text, of = FOUND[kind](services, club_id, user_id, *numbers)
    if text.hidden:
        raise NoSuchClub
    with services.store.write() as work:
        refuse_if(reason_refusal(reason), own_case_refusal(work, text.user_id, user_id))
        add_complaint(work, user_id, text.user_id, text.name, reason, text.text, **of)
        work.commit()


def _message(services: Services, club_id: int, user_id: int | None, number: int) -> Found:
    found = club_chat.find_message(services, club_id, user_id, number)
    if found is None:
        raise NoSuchClub
    text = PublicText(bool(found.hidden), found.text, found.user_id, found.name, found.made_at)
    return text, {"club_message_id": found.id}


def _announcement(services: Services, club_id: int, user_id: int | None, number: int) -> Found:
    found = find_announcement(services, club_id, user_id, number)
    text = PublicText(
        found.hidden, _joined(found.title, found.text), found.made_by, found.name, found.made_at
    )
    return text, {"club_announcement_id": found.id}


def _rule(services: Services, club_id: int, user_id: int | None, page: int, number: int) -> Found:
    found = house_rules.load_house_rule(services, club_id, user_id, page, number)[1].version
    words = _joined(found.title_en, found.text_en, found.title_es, found.text_es)
    text = PublicText(found.hidden, words, found.made_by, found.name, found.made_at)
    return text, {"club_page_id": page, "club_page_version": number}


def _poll(services: Services, club_id: int, user_id: int | None, number: int) -> Found:
    found = polls.find_readable_poll(services, club_id, user_id, number)
    words = _joined(found.title, found.place, found.words)
    with services.store.read() as work:
        author = work.users.find_user(found.made_by) if found.made_by else None
    name = author.name if author else ""
    text = PublicText(found.hidden, words, found.made_by, name, found.made_at)
    return text, {"club_poll_id": found.id}


def _welcome(services: Services, club_id: int, user_id: int | None) -> Found:
    """Welcome message; its author is the member of the last change."""
    _, found = welcome.load_welcome(services, club_id, user_id)
    with services.store.read() as work:
        act = work.club_log.last_act_of(club_id, ("welcome_changed",))
        author = work.users.find_user(act.made_by) if act and act.made_by else None
    if not found.hidden and not found.both:
        raise NoSuchClub
    text = PublicText(
        found.hidden,
        "" if found.hidden else found.both,
        author.id if author else None,
        author.name if author else "",
        act.made_at if act else "",
    )
    return text, {"club_welcome_id": club_id}


def _joined(*texts: str) -> str:
    return "\n\n".join(filter(None, texts))


FOUND: Mapping[str, Callable[..., Found]] = {
    "message": _message,
    "announcement": _announcement,
    "rule": _rule,
    "poll": _poll,
    "welcome": _welcome,
}
