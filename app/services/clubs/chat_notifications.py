"""Notifications of the chat of a club: one for each mention, and a summary of all other
messages.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec

from app.kernel.say import say
from app.services.clubs.roles import Permission, has_permission
from app.services.container import current_time
from app.services.notify.notifications import FIRST, notify_member, utc_text
from app.services.notify.outbox import Message
from app.services.time.availability import PlayingHours, open_intervals
from app.services.time.clocks import hours_in_force, saved_hours
from app.store.clubs import Club
from app.store.transactions import UnitOfWork

PART = timedelta(minutes=15)
"""Messages within such a part of an hour make one summary."""


def notify_readers(work: UnitOfWork, club: Club, author_id: int, number: int, text: str) -> None:
    """CAR-CLB-50: Notify mentioned members, and other members who have chosen a summary; the caller
    commits. Members who have blocked the author get nothing.
    """
    roles = work.clubs.roles_of_club(club.id)
    kept_apart = {author_id} | work.blocks.blockers_of_user(author_id)
    readers = {
        one.user_id: one.name
        for one in roles
        if has_permission((one.role,), Permission.READ) and one.user_id not in kept_apart
    }
    mentioned = mentioned_members(text, readers)
    choosing = work.notification_preferences.users_choosing("club_chat", tuple(readers)) - mentioned
    author = next((one.name for one in roles if one.user_id == author_id), "")
    now, hours = datetime.fromisoformat(current_time()), saved_hours(work, [*mentioned, *choosing])
    for user in sorted(mentioned | choosing):
        its = hours_in_force(hours.get(user, ()), now)
        if user in mentioned:
            key, message, due = f"mention:{club.id}:{number}", mention(club, number, author), FIRST
        else:
            key, message = f"club-chat:{club.id}", summary(club, number)
            due = PART - timedelta(seconds=now.timestamp() % PART.total_seconds())
        notify_member(work, user, message.kind, key, message, utc_text(awake(its, now + due)))


def awake(hours: PlayingHours, moment: datetime) -> datetime:
    """This moment, or the end of the quiet hours in which it lies."""
    daily = msgspec.structs.replace(hours, free_days="")
    return next(iter(open_intervals(daily, (), moment)))[0]


def mention(club: Club, number: int, author: str) -> Message:
    """Notification of a message that names its reader."""
    return Message(
        "mention",
        say("{who} mentions you: {club}", "{who} te menciona: {club}", who=author, club=club.name),
        link=f"/clubs/{club.id}/chat#message-{number}",
        after=number,
        named=author,
        nameless=say("You are mentioned: {club}", "Te mencionan: {club}", club=club.name),
        club_id=club.id,
    )


def summary(club: Club, number: int) -> Message:
    """Notification of all messages from this number on, until it goes out."""
    title = say("New messages in the chat: {club}", "Mensajes nuevos en el chat: {club}")
    return Message(
        "club_chat",
        say(title.en, title.es, club=club.name),
        link=f"/clubs/{club.id}/chat",
        after=number,
        club_id=club.id,
    )


def mentioned_members(text: str, names: Mapping[int, str]) -> set[int]:
    """Members whose names follow an "@", the longest name at each; case does not matter."""
    found = set()
    for start, sign in enumerate(text, 1):
        if sign != "@":
            continue
        fitting = [
            (len(name), user)
            for user, name in names.items()
            if text[start : start + len(name)].casefold() == name.casefold()
            and not text[start + len(name) : start + len(name) + 1].isalnum()
        ]
        if fitting:
            found.add(max(fitting)[1])
    return found
