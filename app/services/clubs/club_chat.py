"""Chat of the members of a club. Organisers hide messages; moderators of the server stand above
them.
"""

from __future__ import annotations

import msgspec

from app.kernel.free_text import text_refused
from app.kernel.refusal import Refusal, Refused, no, refuse_if
from app.services.clubs.chat_notifications import notify_readers
from app.services.clubs.clubs import ClubView, load_club, require_active
from app.services.clubs.roles import Permission, has_permission
from app.services.container import Services, current_time
from app.services.errors import NoSuchClub
from app.services.notify.change_notifier import CLUB_CHAT
from app.services.people import bot_accounts, moderation_rules
from app.services.people.player_chat import tidy_text
from app.store.club_messages import ClubMessage
from app.store.repositories import NO_MORE

LONGEST, MOST_SHOWN = 500, 50


class ChatView(msgspec.Struct, frozen=True):
    """Messages of a chat as a member reads them, the oldest first. `news` is its version, and
    `more` the number before which there are earlier messages, 0 without any.
    """

    messages: tuple[ClubMessage, ...]
    news: int
    more: int


def write_message(services: Services, club_id: int, user_id: int, text: str) -> int:
    """Write a message; returns its number. Raises `NoSuchClub`, `Refused` or `TooOften`."""
    text = tidy_text(text)
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.PLAY)
        refuse_if(
            message_refusal(text),
            bot_accounts.bot_writing_refusal(work, user_id),
            moderation_rules.muted_refusal(work, user_id),
        )
        services.limits.rate_limit("club messages", user_id, game=f"club {club.id}")
        number = work.club_messages.add_message(club.id, user_id, text, current_time())
        news = work.club_messages.news_count(club.id)
        notify_readers(work, club, user_id, number, text)
        work.commit()
    services.notifier.publish(club.id, news, CLUB_CHAT)
    return number


def hide_message(
    services: Services, club_id: int, user_id: int, number: int, *, is_hidden: bool
) -> None:
    """Hide a message for all members, or show it again. Raises `NoSuchClub` or `Refused`."""
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.MODERATE)
        message = work.club_messages.find_message(club.id, number)
        if message is None:
            raise Refused(unknown_message())
        refuse_if(server_refusal(message))
        if bool(message.hidden) == is_hidden:
            return
        news = work.club_messages.set_hidden(message, "club" if is_hidden else "")
        kind = "message_hidden" if is_hidden else "message_shown"
        work.club_log.add_act(club.id, current_time(), user_id, kind, message.user_id)
        work.commit()
    services.notifier.publish(club.id, news, CLUB_CHAT)


def load_chat(
    services: Services, club_id: int, user_id: int | None, before: int = 0
) -> tuple[ClubView, ChatView]:
    """Club and its latest messages, without those of users that the reader has blocked. Hidden ones
    have no text. Raises `NoSuchClub` for users who are not members.
    """
    view = load_club(services, club_id, user_id)
    if user_id is None or not view.may(Permission.READ):
        raise NoSuchClub
    with services.store.read() as work:
        blocked = work.blocks.blocked_by_user(user_id)
        found = work.club_messages.latest(club_id, MOST_SHOWN + 1, before or NO_MORE)
        news = work.club_messages.news_count(club_id)
    shown = found[-MOST_SHOWN:]
    more = shown[0].number if len(found) > MOST_SHOWN else 0
    messages = tuple(readable_message(one) for one in shown if one.user_id not in blocked)
    return view, ChatView(messages, news, more)


def readable_message(message: ClubMessage) -> ClubMessage:
    """Message without its text if it is hidden."""
    return msgspec.structs.replace(message, text="") if message.hidden else message


def find_message(
    services: Services, club_id: int, user_id: int | None, number: int
) -> ClubMessage | None:
    """Message of this number, if the user may read it."""
    _, chat = load_chat(services, club_id, user_id, number + 1)
    return next((one for one in chat.messages if one.number == number), None)


def news_for_reader(services: Services, club_id: int, user_id: int) -> int | None:
    """News number of the chat; None for users who may not read it now."""
    with services.store.read() as work:
        if not has_permission(work.clubs.roles_of_user(club_id, user_id), Permission.READ):
            return None
        return work.club_messages.news_count(club_id)


# ---------------------------------------------------------------------- rules
def message_refusal(text: str) -> Refusal | None:
    """CAR-CLB-33: A message in the chat of a club has 1 to 500 visible characters."""
    if 1 <= len(text) <= LONGEST:
        return text_refused(text, LONGEST, "CAR-CLB-33")
    return no(
        "CAR-CLB-33",
        "A message has 1 to {most} characters; yours has {length}.",
        "Un mensaje tiene de 1 a {most} caracteres; el tuyo tiene {length}.",
        most=LONGEST,
        length=len(text),
    )


def unknown_message() -> Refusal:
    return no("CAR-CLB-33", "The chat has no such message.", "El chat no tiene ese mensaje.")


def server_refusal(message: ClubMessage) -> Refusal | None:
    """CAR-CLB-34: Organisers do not change what a moderator of the server has hidden."""
    if message.hidden != "server":
        return None
    return no(
        "CAR-CLB-34",
        "A moderator of the server has hidden this message.",
        "Un moderador del servidor ha ocultado este mensaje.",
    )
