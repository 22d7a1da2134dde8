"""Delivery channel for e-mail, through any SMTP server."""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Callable
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from hashlib import sha256
from typing import Literal

import msgspec

from app.kernel.say import say
from app.services.notify.delivery_channels import (
    DeliveryUncertain,
    NotSent,
    OutgoingMessage,
    Undeliverable,
)

LIMIT = 20.0  # seconds for each answer of the server
CHOOSE = say("Choose which notifications you get:", "Elige qué avisos recibes:")
STOP = say("No more mails of this kind:", "No recibir más correos como este:")
Dress = Callable[[OutgoingMessage], str]


class SmtpServer(msgspec.Struct, frozen=True):
    """Address, encryption and log-in of an SMTP server, and the sender of the mails."""

    host: str
    port: int
    security: Literal["starttls", "tls", "none"]
    sender: str
    user: str = ""
    password: str = ""


class DeliverySettings(msgspec.Struct, frozen=True):
    """Settings for outgoing messages.

    `base_url` begins every link; `dress` turns a mail into HTML. `hosts` are the only hosts for
    webhooks and web push; empty means any public host.
    """

    base_url: str = "http://127.0.0.1:8000"
    smtp: SmtpServer | None = None
    dress: Dress | None = None
    hosts: tuple[str, ...] = ()


def build_mail(
    parcel: OutgoingMessage, to: str, sender: str, dress: Dress | None = None
) -> EmailMessage:
    """Build a mail: plain text, and with `dress` also HTML.

    The same parcel always has the same Message-ID.
    """
    name, address = parseaddr(sender)
    user, _, domain = address.partition("@")
    mail = EmailMessage()
    mail["From"] = Address(name, user, domain)
    mail["To"] = to
    mail["Subject"] = one_line(parcel.title)
    mail["Date"] = format_datetime(datetime.fromisoformat(parcel.made_at))
    mail["Message-ID"] = f"<{sha256(parcel.key.encode()).hexdigest()[:32]}@{domain}>"
    mail["Auto-Submitted"] = "auto-generated"
    if parcel.unsubscribe:
        mail["List-Unsubscribe"] = f"<{parcel.unsubscribe}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(plain_text(parcel))
    mail["Content-Language"] = parcel.language
    if dress is not None:
        mail.add_alternative(dress(parcel), subtype="html")
    return mail


def plain_text(parcel: OutgoingMessage) -> str:
    """Plain text of a mail: title, text, link, and links to the settings."""
    foot = [
        f"{sentence.in_(parcel.language)}\n{address}"
        for sentence, address in ((CHOOSE, parcel.settings), (STOP, parcel.unsubscribe))
        if address
    ]
    parts = [parcel.title, parcel.text, parcel.link, *(["-- \n" + "\n".join(foot)] if foot else [])]
    return "\n\n".join(part.strip("\n") for part in parts if part.strip()) + "\n"


def one_line(text: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def send_mail(smtp: SmtpServer, mail: EmailMessage, to: str) -> None:
    """Send a mail by SMTP.

    Raises `NotSent` or `Undeliverable`, or `DeliveryUncertain` if the server stopped answering
    after the text.
    """
    try:
        server = _connect(smtp)
    except (OSError, smtplib.SMTPException) as silent:
        raise NotSent(_error_text(silent)) from silent
    except UnicodeError as odd:
        raise NotSent(
            "name or password of the mail server: letters that its log-in does not carry"
        ) from odd
    try:
        _transmit_mail(server, smtp, mail, to)
    finally:
        server.close()


def _connect(smtp: SmtpServer) -> smtplib.SMTP:
    trust = ssl.create_default_context()
    if smtp.security == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(smtp.host, smtp.port, timeout=LIMIT, context=trust)
    else:
        server = smtplib.SMTP(smtp.host, smtp.port, timeout=LIMIT)
    try:
        if smtp.security == "starttls":
            server.starttls(context=trust)
        if smtp.user:
            server.login(smtp.user, smtp.password)
    except BaseException:
        server.close()
        raise
    return server


def _transmit_mail(server: smtplib.SMTP, smtp: SmtpServer, mail: EmailMessage, to: str) -> None:
    text = re.sub(rb"(?m)^\.", b"..", mail.as_bytes(policy=SMTP))
    try:
        server.ehlo_or_helo_if_needed()
        _require_success(*server.mail(parseaddr(smtp.sender)[1]))
        _require_success(*server.rcpt(to))
        _require_success(*server.docmd("DATA"))
    except (OSError, smtplib.SMTPException) as broken:
        raise NotSent(_error_text(broken)) from broken
    try:
        server.send(text + b".\r\n")
        code, answer = server.getreply()
    except (OSError, smtplib.SMTPException) as broken:
        raise DeliveryUncertain(_error_text(broken)) from broken
    _require_success(code, answer)
    try:
        server.quit()
    except (OSError, smtplib.SMTPException):
        return  # the server has accepted the mail; an error at QUIT does not matter


def _require_success(code: int, answer: bytes | str) -> None:
    if 200 <= code < 400:
        return
    said = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
    raise (NotSent if code < 500 else Undeliverable)(one_line(f"{code} {said}")[:200])


def _error_text(problem: Exception) -> str:
    return one_line(f"{type(problem).__name__}: {problem}")[:200]
