"""Notification preferences of a member: choices, delivery log, test message and unsubscribe
links.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping

import msgspec

from app.kernel.say import Say, say
from app.services.container import Services
from app.services.notify import outbox
from app.services.notify.notifications import EVENTS, WAYS, chosen_delivery, possible_deliveries
from app.services.notify.outbox import Message, decode_message
from app.services.notify.server_keys import server_key
from app.store import records


# ---------------------------------------------------------------------- unsubscribe links
def unsubscribe_link(services: Services, user_id: int, event: str) -> str:
    """Address that ends mails of this event without a log-in; "daily" ends the daily mail."""
    return f"{services.post.base_url}/unsubscribe/{user_id}.{event}.{_signature(services, user_id, event)}"


def unsubscribe_request(services: Services, token: str) -> tuple[int, str] | None:
    """User and event of an unsubscribe address; None if its signature is invalid."""
    user, _, rest = token.partition(".")
    event, _, signature = rest.partition(".")
    if not (user.isascii() and user.isdigit() and len(user) < 10) or event not in (
        *EVENTS,
        "daily",
    ):
        return None
    if not hmac.compare_digest(signature.encode(), _signature(services, int(user), event).encode()):
        return None
    return int(user), event


def end_mails(services: Services, token: str, *, everything: bool = False) -> bool:
    """End the mails of this event, or all mails; false if the address is invalid."""
    found = unsubscribe_request(services, token)
    if found is None:
        return False
    user_id, event = found
    with services.store.write() as work:
        if work.users.find_user(user_id) is None:
            return False
        chosen = work.notification_preferences.for_user(user_id)
        ending = [
            one
            for one in EVENTS
            if everything
            or one == event
            or (event == "daily" and chosen_delivery(chosen, one, "mail") == "daily")
        ]
        for one in ending:
            work.notification_preferences.save_preference(user_id, one, "mail", "no")
        work.commit()
    return True


def _signature(services: Services, user_id: int, event: str) -> str:
    key = server_key(services, "links", lambda: secrets.token_hex(32))
    return hmac.new(
        key.encode(), f"unsubscribe:{user_id}:{event}".encode(), hashlib.sha256
    ).hexdigest()[:40]


# ---------------------------------------------------------------------- choices of a member
class NotificationChoice(msgspec.Struct, frozen=True):
    """Choice of a member for one event and channel, with the possible choices."""

    event: str
    way: str
    how: str
    may_be: tuple[str, ...]

    @property
    def field(self) -> str:
        return f"{self.event}-{self.way}"


class NotificationsPage(msgspec.Struct, frozen=True):
    """Data of the notifications page of a member.

    `has_mail` is true if this server sends mail; `log` is newest first.
    """

    choices: tuple[tuple[NotificationChoice, ...], ...]
    email: str
    has_mail: bool
    targets: tuple[records.NotificationTarget, ...]
    log: tuple[DeliveryEntry, ...]
    calendar: str


class DeliveryEntry(msgspec.Struct, frozen=True):
    """Line of the delivery log.

    `to` is the address or the name of the target, "" after its removal.
    """

    title: Say
    channel: str
    to: str
    state: str
    at: str
    tries: int
    why: str


def load_notifications_page(services: Services, user_id: int, last: int = 50) -> NotificationsPage:
    with services.store.read() as work:
        chosen, targets = (
            work.notification_preferences.for_user(user_id),
            tuple(work.notification_targets.for_user(user_id)),
        )
        email, _ = work.notification_preferences.mail_and_zone(user_id)
        sent, calendar = work.outbox.of_user(user_id, last), work.calendars.token_for_user(user_id)
    names = {str(one.id): one.name for one in targets}
    log = tuple(
        DeliveryEntry(
            decode_message(row).title,
            row.channel,
            row.to if row.channel in ("mail", "daily") else names.get(row.to, ""),
            row.state,
            row.done_at or row.due,
            row.tries,
            row.why,
        )
        for row in sent
    )
    choices = tuple(
        tuple(
            NotificationChoice(
                event, way, chosen_delivery(chosen, event, way), possible_deliveries(event, way)
            )
            for way in WAYS
        )
        for event in EVENTS
    )
    return NotificationsPage(choices, email, services.post.smtp is not None, targets, log, calendar)


def save_choices(services: Services, user_id: int, given: Mapping[str, str]) -> None:
    """Store the choices of a form. Missing and invalid choices stay unchanged."""
    with services.store.write() as work:
        for event in EVENTS:
            for way in WAYS:
                wish = given.get(f"{event}-{way}", "")
                if wish in possible_deliveries(event, way):
                    work.notification_preferences.save_preference(user_id, event, way, wish)
        work.commit()


def send_test(services: Services, user_id: int, to: str) -> None:
    """Send a test message to the user; `to` is "mail" or the id of a target."""
    message = Message(
        "test",
        say("A test message from Caracole", "Un mensaje de prueba de Caracole"),
        (
            say(
                "If you can read this, notifications reach you here.",
                "Si lees esto, los avisos te llegan por aquí.",
            ),
        ),
        "/account/notices",
    )
    key = f"test:{user_id}:{secrets.token_hex(8)}"
    with services.store.write() as work:
        email, _ = work.notification_preferences.mail_and_zone(user_id)
        target = next(
            (one for one in work.notification_targets.for_user(user_id) if str(one.id) == to), None
        )
        if to == "mail" and email:
            outbox.add_message(work, key, user_id, "mail", email, message)
        elif target is not None:
            outbox.add_message(work, key, user_id, target.kind, str(target.id), message)
        work.commit()
