"""Mail server that stores mails or fails as configured, and helpers for the outbox."""

from __future__ import annotations

import email
import email.policy
import socket
import threading
import time
from contextlib import suppress
from email.message import EmailMessage

from app.kernel.say import say
from app.services.notify import outbox
from app.services.notify.outbox import Message
from app.services.notify.outbox_worker import OutboxWorker

REFUSALS = {
    "busy": "451 try again later",
    "unknown": "550 no such user here",
    "full": "452 mailbox full",
}


class Mailbox:
    """Mail server. `mood`: "" accepts mail; a key of REFUSALS refuses the recipient; "silent"
    accepts without a reply; "slow" replies late.
    """

    def __init__(self, host: str = "127.0.0.1"):
        self.mood, self.got, self.senders = "", [], []
        self._open = socket.create_server((host, 0))
        self.port = self._open.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def mails(self) -> list[EmailMessage]:
        return [email.message_from_bytes(text, policy=email.policy.default) for text in self.got]

    def close(self) -> None:
        self._open.close()

    def _listen(self) -> None:
        while True:
            try:
                talk, _ = self._open.accept()
            except OSError:
                return
            threading.Thread(target=self._talk_with, args=(talk,), daemon=True).start()

    def _talk_with(self, talk: socket.socket) -> None:
        with suppress(OSError):  # the client may be killed
            self._talk(talk)

    def _talk(self, talk: socket.socket) -> None:
        with talk, talk.makefile("rwb", buffering=0) as line:
            line.write(b"220 mailbox\r\n")
            while asked := line.readline():
                word = asked[:4].upper()
                if word == b"DATA":
                    self._take(talk, line)
                elif word == b"RCPT":
                    line.write(REFUSALS.get(self.mood, "250 ok").encode() + b"\r\n")
                else:
                    line.write(b"221 bye\r\n" if word == b"QUIT" else b"250 mailbox\r\n")
                if word == b"QUIT":
                    return

    def _take(self, talk: socket.socket, line) -> None:
        line.write(b"354 go on\r\n")
        text = b""
        while (part := line.readline()) not in (b".\r\n", b""):
            text += part.removeprefix(b".")
        self.got.append(text)
        if self.mood == "slow":
            time.sleep(0.4)
        if self.mood == "silent":
            talk.shutdown(socket.SHUT_RDWR)
        else:
            line.write(b"250 taken\r\n")


HELLO = Message(
    "hello",
    say("Hello {who}", "Hola {who}", who="Ana"),
    (say("A line.", "Una línea."),),
    "/a/secret",
)


def put(
    services, key="k", message=HELLO, user_id=None, channel="mail", to="ana@example.org", **more
):
    with services.store.write() as work:
        new = outbox.add_message(work, key, user_id, channel, to, message, **more)
        work.commit()
    return new


def give_address(services, user, email="ana@example.org", **more):
    with services.store.write() as work:
        work.users.update_user(user.id, email=email, **more)
        work.commit()


def sending(services, state=None):
    with services.store.read() as work:
        return [
            row
            for one in ("waiting", "claimed", "sending", "sent", "dropped", "unsure", "dead")
            for row in work.outbox.in_state(one, 1000)
            if state in (None, one)
        ]


def make_due(services):
    """Make all waiting messages due."""
    with services.store.write() as work:
        work._connection.exec_driver_sql(
            "UPDATE outbox SET due = '2020' WHERE state IN ('waiting', 'claimed', 'sending')"
        )
        work.commit()


def sweep(services):
    made = OutboxWorker(services)
    while made.sweep():
        pass
