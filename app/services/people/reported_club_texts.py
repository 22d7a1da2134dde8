"""Texts of clubs that complaints name, and their removal by moderators of the server."""

from __future__ import annotations

from collections.abc import Sequence

from app.services.notify.change_notifier import CLUB_CHAT
from app.services.people.complaints import PublicText
from app.store.complaint_records import Complaint
from app.store.transactions import UnitOfWork

News = tuple[int, int, str]
"""Club, number and topic of a change in its chat."""


def texts_of_clubs(work: UnitOfWork, complaints: Sequence[Complaint]) -> dict[int, PublicText]:
    """Texts of clubs by the number of their complaint, as far as they exist. A welcome message that
    was changed later is not among them.
    """
    messages = work.club_messages.messages_by_id(one.club_message_id for one in complaints)
    news = work.announcements.announcements_by_id(one.club_announcement_id for one in complaints)
    polls = work.club_polls.polls_by_id(one.club_poll_id for one in complaints)
    found = {
        one.id: messages.get(one.club_message_id or 0)
        or news.get(one.club_announcement_id or 0)
        or polls.get(one.club_poll_id or 0)
        or _version_of(work, one)
        or _welcome_of(work, one)
        for one in complaints
    }
    return {number: PublicText(bool(text.hidden)) for number, text in found.items() if text}


def _version_of(work: UnitOfWork, complaint: Complaint) -> PublicText | None:
    page, number = complaint.club_page_id, complaint.club_page_version
    if page is None or number is None:
        return None
    found = work.club_pages.find_version(page, number)
    return PublicText(found.hidden) if found else None


def _welcome_of(work: UnitOfWork, complaint: Complaint) -> PublicText | None:
    if complaint.club_welcome_id is None:
        return None
    found = work.club_welcomes.find_welcome(complaint.club_welcome_id)
    if found is None or found.both != complaint.text:
        return None
    return PublicText(found.hidden)


def is_of_club(complaint: Complaint) -> bool:
    """True for a complaint about a text that a club contains."""
    return any(
        number is not None
        for number in (
            complaint.club_message_id,
            complaint.club_announcement_id,
            complaint.club_page_id,
            complaint.club_poll_id,
            complaint.club_welcome_id,
        )
    )


def hide_club_text(work: UnitOfWork, complaint: Complaint, hidden: bool) -> News | None:
    """Remove such a text or show it again; returns the news of a chat."""
    if complaint.club_message_id is not None:
        return _hide_message(work, complaint.club_message_id, hidden)
    if complaint.club_announcement_id is not None:
        work.announcements.set_hidden(complaint.club_announcement_id, hidden)
    elif complaint.club_poll_id is not None:
        work.club_polls.change_poll(complaint.club_poll_id, hidden=hidden)
    elif complaint.club_page_id is not None and complaint.club_page_version is not None:
        work.club_pages.set_hidden(complaint.club_page_id, complaint.club_page_version, hidden)
    elif complaint.club_welcome_id is not None:
        work.club_welcomes.set_hidden(complaint.club_welcome_id, hidden)
    return None


def _hide_message(work: UnitOfWork, message_id: int, hidden: bool) -> News:
    message = work.club_messages.messages_by_id([message_id])[message_id]
    work.clubs.lock_club(message.club_id)
    news = work.club_messages.set_hidden(message, "server" if hidden else "")
    return message.club_id, news, CLUB_CHAT
