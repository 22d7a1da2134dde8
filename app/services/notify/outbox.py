"""What goes out: a message is written in the transaction of its cause, and carried out later by
`app.services.notify.outbox_worker`.

`put` is the only way in. Whoever puts does not wait for anything: a mail server that is down stops
nobody.
"""

from __future__ import annotations

import msgspec

from app.kernel.decoding import read
from app.kernel.say import Say, say, settled
from app.services.container import now
from app.store import records
from app.store.transactions import Work


class Message(msgspec.Struct, frozen=True):
    """What is said, in both languages. `link` is a path of this site.

    A notice about a game is written out when it is sent, as its reader sees the game then: `after`
    is the move (of a chat: the letter) after which there was something to tell, `seat` whose
    decision it was, `deadline` the one that it tells of.
    """

    kind: str
    title: Say
    lines: tuple[Say, ...] = ()
    link: str = ""
    game_id: int | None = None
    after: int = 0
    seat: str = ""
    deadline: str = ""
    named: str = ""  # who is named in the title
    nameless: Say = say("", "")  # the title without him, which is kept when it has gone out


def put(
    work: Work,
    key: str,
    user_id: int | None,
    channel: str,
    to: str,
    message: Message,
    not_before: str = "",
) -> bool:
    """Write a message into the outbox; the caller commits. The same `key` is never sent twice;
    false if it is known.

    `channel`: "mail" (`to` is an address), "daily" (the same, in one mail a day), "discord",
    "slack", "json" or "push" (`to` is a receiver's id).
    """
    settled_ = msgspec.structs.replace(
        message,
        title=settled(message.title),
        lines=tuple(map(settled, message.lines)),
        nameless=settled(message.nameless),
    )
    return work.outbox.put(
        key=key,
        user_id=user_id,
        game_id=message.game_id,
        kind=message.kind,
        channel=channel,
        to=to,
        message=msgspec.json.encode(settled_).decode(),
        due=not_before or now(),
        made_at=now(),
    )


def message_of(row: records.Sending) -> Message:
    return read(row.message, Message)


def emptied(row: records.Sending) -> str:
    """What is kept of a message that is sent or given up: what it was about, not what it said (a
    link may be a secret).
    """
    message = message_of(row)
    kept = msgspec.structs.replace(
        message, lines=(), link="" if message.game_id is None else message.link
    )
    return msgspec.json.encode(
        msgspec.structs.replace(kept, title=message.nameless, named="") if message.named else kept
    ).decode()


def forget(work: Work, name: str) -> None:
    """What waits to tell others of somebody by his name is told no more; the caller commits."""
    for row in work.outbox.naming(name):
        if message_of(row).named == name:
            work.outbox.drop(row.id, emptied(row), now())
