"""Outbox: a message is written in the transaction of its cause and sent later by
`app.services.notify.outbox_worker`.

`add_message` is the only way to send. It never waits for a mail server.
"""

from __future__ import annotations

import msgspec

from app.kernel.decoding import decode_json
from app.kernel.say import Say, say, settle_facts
from app.services.container import current_time
from app.services.notify.local_times import times_of_reader
from app.store import records
from app.store.transactions import UnitOfWork


class Message(msgspec.Struct, frozen=True):
    """Message in both languages; `link` is a path of this site.

    The text of a notification about a game is written at delivery, from the reader's view. `after`
    is the move (in chats: the message) that caused it. `seat` owes the decision, and `deadline` is
    the announced deadline. `asks` is true if the reader must act.
    """

    kind: str
    title: Say
    lines: tuple[Say, ...] = ()
    link: str = ""
    game_id: int | None = None
    after: int = 0
    seat: str = ""
    deadline: str = ""
    named: str = ""  # name of the user in the title
    nameless: Say = say("", "")  # title without the name, kept after delivery
    asks: bool = False
    club_id: int | None = None  # of a message in its chat
    until: str = ""  # time after which it is not sent


def add_message(
    work: UnitOfWork,
    key: str,
    user_id: int | None,
    channel: str,
    to: str,
    message: Message,
    not_before: str = "",
) -> bool:
    """Write a message to the outbox; the caller commits. Returns false if the `key` is already
    known. Times are those of the user's time zone.

    `channel` is "mail" or "daily" (`to` is an address), or "discord", "slack", "json" or "push"
    (`to` is the id of a target). Messages with "daily" are joined to one mail a day.
    """
    when = times_of_reader(work, user_id, message.game_id)
    settled_ = msgspec.structs.replace(
        message,
        title=settle_facts(message.title, when),
        lines=tuple(settle_facts(one, when) for one in message.lines),
        nameless=settle_facts(message.nameless, when),
    )
    return work.outbox.add_message(
        key=key,
        user_id=user_id,
        game_id=message.game_id,
        kind=message.kind,
        channel=channel,
        to=to,
        message=msgspec.json.encode(settled_).decode(),
        due=not_before or current_time(),
        made_at=current_time(),
    )


def decode_message(row: records.Sending) -> Message:
    message: Message = decode_json(row.message, Message)
    return message


def without_text(row: records.Sending) -> str:
    """Message as it is kept after delivery, without text and secret links.

    The title stays, without names.
    """
    message = decode_message(row)
    kept = msgspec.structs.replace(
        message, lines=(), link="" if message.game_id is None else message.link
    )
    return msgspec.json.encode(
        msgspec.structs.replace(kept, title=message.nameless, named="") if message.named else kept
    ).decode()


def drop_messages_naming(work: UnitOfWork, name: str) -> None:
    """Drop waiting messages that name this user in their title; the caller commits."""
    for row in work.outbox.unsent_naming(name):
        if decode_message(row).named == name:
            work.outbox.drop_message(row.id, without_text(row), current_time())
