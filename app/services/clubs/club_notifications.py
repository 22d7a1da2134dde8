"""Notifications of members about their club."""

from __future__ import annotations

from app.kernel.say import Say, say
from app.services.clubs.roles import Permission, has_permission
from app.services.notify import notifications
from app.services.notify.outbox import Message
from app.store.clubs import Club
from app.store.transactions import UnitOfWork


def readers_with(work: UnitOfWork, club_id: int, permission: Permission) -> tuple[int, ...]:
    """Members with this permission."""
    rows = work.clubs.roles_of_club(club_id)
    return tuple(
        dict.fromkeys(one.user_id for one in rows if has_permission((one.role,), permission))
    )


def notify(
    work: UnitOfWork,
    club: Club,
    user_id: int,
    key: str,
    title: Say,
    lines: tuple[Say, ...] = (),
    link: str = "",
    **facts: object,
) -> None:
    """Write a notification about the club; the caller commits. `key` identifies the event, and
    `link` is the path of a page below that of the club.
    """
    text = say(title.en, title.es, club=club.name, **facts)
    named = str(facts.get("who", ""))
    nameless = say("News of {club}", "Novedades de {club}", club=club.name)
    message = Message(
        "club",
        text,
        lines,
        f"/clubs/{club.id}{link}",
        named=named,
        nameless=nameless if named else text,
    )
    notifications.notify_member(work, user_id, "club", f"club:{club.id}:{key}", message)
