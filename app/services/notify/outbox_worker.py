"""Outbox worker: claims, marks, sends and settles messages. A message that may have been sent is
never sent again.

Several processes may work in parallel, because each row is claimed by one of them. Failed messages
are tried again with a growing pause (backoff), then given up.
"""

from __future__ import annotations

import logging
import secrets
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from email.utils import parseaddr
from typing import TYPE_CHECKING

import msgspec

from app.kernel.decoding import decode_json
from app.kernel.say import say
from app.services.background_worker import BackgroundWorker
from app.services.container import current_time
from app.services.notify import (
    message_text,
    notification_preferences,
    notifications,
    outbox,
    server_keys,
)
from app.services.notify.delivery_channels import (
    DeliveryUncertain,
    NotSent,
    OutgoingMessage,
    Undeliverable,
    mail,
    push,
    web,
    webhooks,
)
from app.services.notify.delivery_reasons import reason_line
from app.services.notify.outbox import Message, decode_message, without_text
from app.store import records
from app.store.transactions import UnitOfWork

if TYPE_CHECKING:
    from app.services.container import Services

log = logging.getLogger(__name__)

SWEEP = 2.0  # seconds between two checks of the outbox
AT_ONCE, BATCH = 4, 20
CLAIMS = 4719  # lock for claims, so that a daily mail is not split between two workers
# longer than any batch takes; an older claim belongs to a dead worker
LEASE = timedelta(minutes=5)
AGAIN = tuple(timedelta(seconds=pause) for pause in (30, 120, 600, 1800, 7200, 21600, 43200))
TRIES = len(AGAIN) + 1
FAILURES = 5  # messages given up in a row before a target is stopped
KEPT = timedelta(days=90)  # age limit of the delivery log
DAY = say("Your games, {n} notifications", "Tus partidas, {n} avisos")
ONE_DAY = say("Your games, one notification", "Tus partidas, un aviso")
Job = Callable[[], None]


class OutboxWorker(BackgroundWorker):
    NAME, REST = "outbox worker", SWEEP

    def __init__(self, services: Services):
        super().__init__()
        self._services = services

    def round(self) -> float:
        return 0.0 if self.sweep() else SWEEP

    def sweep(self) -> int:
        """Process a batch of due messages; returns the number of rows."""
        with self._services.store.read() as work:
            if not work.outbox.is_due(current_time()):
                return 0
        claim = secrets.token_hex(8)
        with self._services.store.write() as work:
            for row in work.outbox.stranded_messages(current_time()):
                self._give_up(work, row, "unsure", "interrupted")
            work.take_turns(CLAIMS)
            claimed = work.outbox.claim_due(
                claim, current_time(), notifications.time_after(current_time(), LEASE), BATCH
            )
            work.outbox.forget_done_before(notifications.time_after(current_time(), -KEPT))
            work.commit()
        with ThreadPoolExecutor(AT_ONCE, "postman") as carriers:
            list(carriers.map(lambda batch: self._carry(claim, batch), batch_daily_rows(claimed)))
        return len(claimed)

    def _carry(self, claim: str, batch: Sequence[records.Sending]) -> None:
        if self._stopped.is_set():
            return self._release(claim)
        written = [
            (row, parcel) for row in batch if (parcel := self._written(claim, row)) is not None
        ]
        ready = [row for row, _ in written]
        try:
            job = self._prepared(ready, [parcel for _, parcel in written]) if ready else None
        except Exception as broken:
            log.exception("outbox: could not prepare messages %s", [row.key for row in ready])
            return self._note(claim, ready, NotSent(type(broken).__name__))
        begun = [row for row in ready if self._begin(claim, row)]
        if job is None or len(begun) < len(ready):
            return self._note(claim, begun, NotSent("claimed by another"))
        try:
            job()
        except (NotSent, Undeliverable, DeliveryUncertain) as failed:
            return self._note(claim, begun, failed)
        except Exception as broken:
            log.exception("outbox: could not send messages %s", [row.key for row in batch])
            return self._note(claim, begun, DeliveryUncertain(type(broken).__name__))
        return self._note(claim, begun, None)

    def _written(self, claim: str, row: records.Sending) -> OutgoingMessage | None:
        """Write a message, or return None if it is not sent now.

        An error in one message stops no other, not even in the same mail.
        """
        try:
            return (
                self._parcel(row, self._language(row), with_text=row.channel in ("mail", "daily"))
                if self._is_ready(claim, row)
                else None
            )
        except Exception as broken:
            log.exception("outbox: could not write message %s", row.key)
            self._note(claim, [row], NotSent(type(broken).__name__))
            return None

    def _is_ready(self, claim: str, row: records.Sending) -> bool:
        """True if a message is sent now.

        Messages that are no longer true are dropped; others may be postponed.
        """
        try:
            wait = notifications.wait_before_sending(self._services, row)
        except notifications.NoLongerWanted as reason:
            with self._services.store.write() as work:
                self._give_up(work, row, "dropped", str(reason), claim)
                work.commit()
            return False
        if wait:
            with self._services.store.write() as work:
                work.outbox.record_result(
                    row.id, claim, state="waiting", due=wait, tries=row.tries - 1
                )
                work.commit()
        return not wait

    def _begin(self, claim: str, row: records.Sending) -> bool:
        with self._services.store.write() as work:
            begun = work.outbox.begin_sending(
                row.id, claim, notifications.time_after(current_time(), LEASE)
            )
            work.commit()
        return begun

    def _release(self, claim: str) -> None:
        with self._services.store.write() as work:
            work.outbox.release_claimed(claim, current_time())
            work.commit()

    # ------------------------------------------------------------------ preparing
    def _prepared(
        self, batch: Sequence[records.Sending], parcels: Sequence[OutgoingMessage]
    ) -> Job:
        """Prepare the delivery without sending any byte."""
        row, post = batch[0], self._services.post
        if row.channel in ("mail", "daily"):
            if post.smtp is None:
                return failing_job(Undeliverable("no mail server"))
            smtp = post.smtp
            parcel = self._daily(row, parcels) if row.channel == "daily" else parcels[0]
            built = mail.build_mail(parcel, row.to, smtp.sender, post.dress)
            return lambda: mail.send_mail(smtp, built, row.to)
        return self._to_target(row, parcels[0])

    def _to_target(self, row: records.Sending, parcel: OutgoingMessage) -> Job:
        with self._services.store.read() as work:
            target = work.notification_targets.find_target(int(row.to))
            if target is None or target.stopped_at:
                return failing_job(Undeliverable("no longer there"))
            if not web.is_listed(target.url, self._services.post.hosts):
                return failing_job(Undeliverable("not on the administrator’s list"))
            secret = work.notification_targets.target_secret(target.id)
        if target.kind != "push":
            return lambda: webhooks.send_webhook(target, secret, parcel)
        keys, own = (
            decode_json(secret, push.SubscriptionKeys),
            server_keys.server_key(self._services, "push", push.new_key),
        )
        return lambda: push.send_push(target, keys, own, self._contact(), parcel)

    def _contact(self) -> str:
        smtp = self._services.post.smtp
        return f"mailto:{parseaddr(smtp.sender)[1]}" if smtp else self._services.post.base_url

    def _language(self, row: records.Sending) -> str:
        """Language of the reader, or of the club for its webhooks."""
        with self._services.store.read() as work:
            if row.kind == "club_hook" and (
                target := work.notification_targets.find_target(int(row.to))
            ):
                club = work.clubs.find_club(target.club_id or 0)
                return club.language if club else "en"
            user = work.users.find_user(row.user_id) if row.user_id is not None else None
        return user.language if user else "en"

    def _parcel(
        self, row: records.Sending, language: str, *, with_text: bool = False
    ) -> OutgoingMessage:
        message, base = decode_message(row), self._services.post.base_url
        concerns = row.user_id is not None and row.kind in notifications.EVENTS
        return OutgoingMessage(
            key=row.key,
            kind=row.kind,
            language=language,
            title=message.title.in_(language),
            text=message_text.mail_text(self._services, row, language)
            if with_text
            else message_text.short_text(row, language),
            link=f"{base}{message.link}" if message.link else "",
            made_at=row.made_at,
            game_id=row.game_id,
            settings=f"{base}/account/notices" if concerns else "",
            asks=message.asks or row.kind in notifications.ASKING,
            unsubscribe=notification_preferences.unsubscribe_link(
                self._services, row.user_id, row.kind
            )
            if with_text and concerns and row.user_id is not None
            else "",
        )

    def _daily(self, first: records.Sending, parcels: Sequence[OutgoingMessage]) -> OutgoingMessage:
        """Join the notifications of a day to one mail, each with its own link."""
        title = ONE_DAY if len(parcels) == 1 else say(DAY.en, DAY.es, n=len(parcels))
        text = "\n\n".join(f"{one.title}\n\n{one.text}\n\n{one.link}" for one in parcels)
        return msgspec.structs.replace(
            parcels[0],
            title=title.in_(parcels[0].language),
            text=text,
            link=f"{self._services.post.base_url}/my-games",
            kind="daily",
            unsubscribe=notification_preferences.unsubscribe_link(
                self._services, first.user_id or 0, "daily"
            ),
        )

    # ------------------------------------------------------------------ results
    def _note(
        self,
        claim: str,
        batch: Sequence[records.Sending],
        failed: NotSent | Undeliverable | DeliveryUncertain | None,
    ) -> None:
        moment = current_time()  # one time for all parts of a daily mail, which stay together
        with self._services.store.write() as work:
            for row in batch:
                if isinstance(failed, NotSent) and row.tries < TRIES:
                    work.outbox.record_result(
                        row.id,
                        claim,
                        state="waiting",
                        why=str(failed),
                        due=notifications.time_after(moment, AGAIN[row.tries - 1]),
                    )
                    continue
                state = (
                    "sent"
                    if failed is None
                    else "unsure"
                    if isinstance(failed, DeliveryUncertain)
                    else "dead"
                )
                if self._give_up(work, row, state, str(failed or ""), claim):
                    self._reckon(work, row, failed)
            work.commit()

    def _give_up(
        self, work: UnitOfWork, row: records.Sending, state: str, why: str, claim: str | None = None
    ) -> bool:
        return work.outbox.record_result(
            row.id,
            row.claim if claim is None else claim,
            state=state,
            why=why,
            done_at=current_time(),
            message=without_text(row),
        )

    def _reckon(self, work: UnitOfWork, row: records.Sending, failed: Exception | None) -> None:
        """Count failures of a target.

        Repeated failures stop it, and its owner is notified. An unsubscribed browser is removed.
        """
        target = (
            work.notification_targets.find_target(int(row.to))
            if row.channel not in ("mail", "daily")
            else None
        )
        if target is None or target.stopped_at:
            return
        if failed is None:
            if target.failures:
                work.notification_targets.update_target(target.id, failures=0)
        elif target.kind == "push" and str(failed) in ("HTTP 404", "HTTP 410"):
            work.notification_targets.remove_target(target.id)
        else:
            failures = target.failures + 1
            work.notification_targets.update_target(
                target.id,
                failures=failures,
                stopped_at=current_time() if failures >= FAILURES else "",
            )
            if failures >= FAILURES and target.club_id is not None:
                work.club_log.add_act(
                    target.club_id, current_time(), None, "hook_stopped", detail=target.name
                )
            elif failures >= FAILURES:
                notify_of_stopped_target(work, target, str(failed))


def batch_daily_rows(claimed: Sequence[records.Sending]) -> list[list[records.Sending]]:
    """Batches of one row each; daily rows of the same reader form one batch."""
    found: dict[object, list[records.Sending]] = defaultdict(list)
    for row in claimed:
        found[(row.user_id, row.to) if row.channel == "daily" else row.id].append(row)
    return list(found.values())


def failing_job(problem: Exception) -> Job:
    def fail() -> None:
        raise problem

    return fail


def notify_of_stopped_target(
    work: UnitOfWork, target: records.NotificationTarget, why: str
) -> None:
    title = say(
        "Caracole has stopped sending to {name}",
        "Caracole ha dejado de enviar a {name}",
        name=target.name,
    )
    lines = (
        say(
            "{n} messages one after another could not be delivered; the last time: {why}.",
            "No se han podido entregar {n} mensajes seguidos; la última vez: {why}.",
            n=FAILURES,
            why=reason_line(why),
        ),
        say(
            "You can start it again on the page of your notifications.",
            "Puedes reactivarlo en la página de tus avisos.",
        ),
    )
    email, _ = work.notification_preferences.mail_and_zone(target.user_id or 0)
    if email:
        outbox.add_message(
            work,
            f"stopped:{target.id}:{current_time()}",
            target.user_id,
            "mail",
            email,
            Message("stopped", title, lines, "/account/notices"),
        )
