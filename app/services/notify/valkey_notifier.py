"""Change notifier over Valkey or Redis, with Postgres as the way around it.

Postgres serializes the commits of transactions that notify. The message store has no such limit. A
process that does not hear the store tells the others over Postgres, and they notify over both.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Sequence

import redis
from redis.backoff import NoBackoff
from redis.client import PubSub
from redis.retry import Retry

from app.services.notify.change_notifier import (
    ANNOUNCED,
    CHANNEL,
    Change,
    DatabaseEngine,
    PostgresNotifier,
)

log = logging.getLogger(__name__)

ANSWER_SECONDS = 0.25  # a slower answer counts as none
RETRY_SECONDS = 1.0  # after an error, until the store is asked again
QUIET_SECONDS = 1.0  # without a message, until the store is asked whether it answers
BOTH_SECONDS = 10.0  # for which the others notify over both after a process has reported
FIRST_REPORTS = 2  # after which the process reads the database
UNHEARD = "unheard"
"""Report of a process that does not hear the message store, sent over Postgres."""


class ValkeyNotifier(PostgresNotifier):
    """Change notifier for several server processes on one Postgres and one message store."""

    def __init__(self, last: Callable[[int, str], int], engine: DatabaseEngine, url: str):
        self._store = redis.Redis.from_url(
            url,
            socket_timeout=ANSWER_SECONDS,
            socket_connect_timeout=ANSWER_SECONDS,
            socket_keepalive=True,
            retry=Retry(NoBackoff(), 0),
            decode_responses=True,
        )
        self._hears = threading.Event()
        self._reports, self._both_until, self._asked_again = 0, 0.0, 0.0
        # Databases of a store have the same channels, and two clubs may use two databases.
        place = self._store.connection_pool.connection_kwargs.get("db", 0)
        self._channels = {name: f"{name}:{place}" for name in (CHANNEL, ANNOUNCED)}
        self._end_of_subscription = f"{CHANNEL}:{secrets.token_hex(8)}"
        super().__init__(last, engine)
        self._subscriber = threading.Thread(
            target=self._subscribe, name="message store listener", daemon=True
        )
        self._subscriber.start()
        self._hears.wait(timeout=2 * ANSWER_SECONDS)

    def publish_all(self, changes: Sequence[Change]) -> None:
        self._publish_here(changes)
        self._send_to_all(
            CHANNEL, [f"{game_id} {number} {what}" for game_id, number, what in changes]
        )

    def announce(self, words: str) -> None:
        self._send_to_all(ANNOUNCED, [words])

    def close(self) -> None:
        self._closed.set()
        self._publish_to_store(self._end_of_subscription, ["-"])
        self._subscriber.join(timeout=2 * QUIET_SECONDS)
        self._store.close()
        super().close()

    def _send_to_all(self, channel: str, payloads: Sequence[str]) -> None:
        is_sent = self._publish_to_store(self._channels[channel], payloads)
        if not is_sent or not self._hears.is_set() or time.monotonic() < self._both_until:
            self._notify(channel, *payloads)

    def _publish_to_store(self, channel: str, payloads: Sequence[str]) -> bool:
        """Publish in one round trip; False if the store does not answer."""
        if time.monotonic() < self._asked_again:
            return False
        try:
            with self._store.pipeline(transaction=False) as pipeline:
                for payload in payloads:
                    pipeline.publish(channel, payload)
                pipeline.execute()
        except redis.RedisError:
            self._asked_again = time.monotonic() + RETRY_SECONDS
            return False
        return True

    def _on_notification(self, payload: str) -> None:
        if payload == f"0 0 {UNHEARD}":
            self._both_until = time.monotonic() + BOTH_SECONDS
        else:
            super()._on_notification(payload)

    def _subscribe(self) -> None:
        while not self._closed.is_set():
            try:
                with self._store.pubsub() as subscription:  # type: ignore[no-untyped-call] # of the library
                    channels = (*self._channels.values(), self._end_of_subscription)
                    subscription.subscribe(*channels)
                    self._hear(subscription, {*channels})
            except redis.RedisError as error:
                self._report(error)
                self._closed.wait(RETRY_SECONDS)

    def _hear(self, subscription: PubSub, awaited: set[str]) -> None:
        """Pass messages on until the notifier closes. `awaited` are the channels without a
        confirmation. Raises `redis.RedisError`.
        """
        while not self._closed.is_set():
            message = subscription.get_message(timeout=QUIET_SECONDS)
            if message is None:
                self._store.ping()
            elif message["type"] == "subscribe":
                awaited.discard(message["channel"])
                if not awaited:
                    self._reports = 0
                    self._hears.set()
                    self._forget_numbers()  # changes missed until now are read from the database
            else:
                self._pass_on(message["channel"], message["data"])

    def _pass_on(self, channel: str, payload: str) -> None:
        """Handle a message. Other programs may write into the store, so odd ones are left out."""
        try:
            if channel == self._channels[ANNOUNCED]:
                self.announced(payload)
            elif channel == self._channels[CHANNEL]:
                self._on_notification(payload)
        except ValueError:
            log.warning("an unreadable message of the message store is left out")

    def _report(self, error: redis.RedisError) -> None:
        """Tell the other processes that this one does not hear the store, then read the database.

        A move made before they know is found by the next report, a second later.
        """
        if self._reports == 0:
            log.warning("the message store failed (%s); notifying over Postgres", error)
        self._hears.clear()
        self._notify(CHANNEL, f"0 0 {UNHEARD}")
        self._reports += 1
        if self._reports <= FIRST_REPORTS:
            self._forget_numbers()
