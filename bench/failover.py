"""Failover of Postgres during play: the primary is killed (kill -9), its copy takes over, and a new
copy is made.

    python -m bench.failover [ROUNDS]

Two servers with two processes each share the database, as in `docker-compose.scale.yml`. Two bot
clients play, each on its own server. Meanwhile messages are written to the outbox, and a mail
server counts them. Status 1 means a lost or half-written order, a mail sent twice, or a late
answer.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from app.kernel.say import say
from app.services.notify import outbox
from app.services.notify.outbox import Message
from app.store.database_errors import DatabaseUnavailable
from app.store.transactions import Store
from bench.kills import PATIENCE, Found, KillRun, Server
from bench.own_postgres import OwnPostgres
from bench.restarts import Counting, there, through
from tests.services.mailbox import Mailbox

ROUNDS = 20
SOON = 30.0  # seconds from the kill to a good answer of each server
PAUSE = 0.05  # seconds between two messages
SETTLED = (
    330.0  # seconds of waiting for the last mails; claims of a cut worker end after five minutes
)


class MailWriter:
    """Writer of messages to the outbox. `written` are the keys whose transaction was
    acknowledged.
    """

    def __init__(self, database_url: str):
        self._store = Store(database_url)
        self.written: list[str] = []
        self._enough = threading.Event()
        self._hand = threading.Thread(target=self._write, daemon=True)
        self._hand.start()

    def _write(self) -> None:
        number = 0
        while not self._enough.wait(PAUSE):
            number += 1
            key = f"failover:{number}"
            message = Message("failover", say(key, key), (say(key, key),))
            try:
                with self._store.write() as work:
                    outbox.add_message(work, key, None, "mail", "reader@example.org", message)
                    work.commit()
            except DatabaseUnavailable:
                continue
            self.written.append(key)

    def stop(self) -> None:
        self._enough.set()
        self._hand.join(PATIENCE)
        self._store.close()


class Failed(msgspec.Struct):
    """Result of a run. `answers` are the seconds from a kill to good answers of both servers."""

    found: Found
    answers: list[float] = msgspec.field(default_factory=list)
    mails: int = 0
    twice: int = 0
    unsent: Counter[str] = msgspec.field(default_factory=Counter)
    missing: list[str] = msgspec.field(default_factory=list)

    @property
    def wrong(self) -> list[str]:
        late = [seconds for seconds in self.answers if seconds > SOON]
        return (
            self.found.wrong
            + [f"{key} is not in the outbox" for key in self.missing]
            + ([f"{self.twice} mails were sent twice"] if self.twice else [])
            + [f"a good answer after {seconds:.1f} s, {SOON:g} are allowed" for seconds in late]
        )

    def lines(self) -> Iterator[str]:
        yield f"{self.found.rounds} failovers, {self.found.acknowledged} orders acknowledged"
        yield f"  {len(self.found.lost)} lost, {len(self.found.half_done)} half done"
        yield f"  {self.mails} mails, {self.twice} twice; acknowledged and not sent {dict(self.unsent)}"
        yield f"  good answers: median {statistics.median(self.answers):.1f} s, most {max(self.answers):.1f} s"
        yield from (f"  ! {fault}" for fault in self.wrong[:20])


def both(one: OwnPostgres, other: OwnPostgres) -> str:
    """Address of two servers; connections go to the one that accepts writes."""
    hosts = f"host=127.0.0.1:{one.port}&host=127.0.0.1:{other.port}"
    return f"postgresql+psycopg://postgres@/postgres?{hosts}&target_session_attrs=read-write"


def fail_over(rounds: int, folder: Path) -> Failed:
    """Kill the primary in every round; the copy takes over, and the killed one becomes a copy."""
    mailbox = Mailbox()
    with OwnPostgres() as primary, OwnPostgres(primary) as copy:
        url = both(primary, copy)
        with KillRun("failover of Postgres", url, folder) as kill_run:
            primary.wait_for_copies()
            (folder / "second").mkdir()
            kill_run.server.surroundings["CARACOLE_WORKERS"] = "2"
            servers = [kill_run.server, Server(url, folder / "second", workers=2)]
            mails = MailWriter(url)
            try:
                return _play(kill_run, servers, [primary, copy], mails, mailbox, rounds)
            finally:
                mails.stop()
                servers[1].stop()
                mailbox.close()


def _play(
    kill_run: KillRun,
    servers: list[Server],
    databases: list[OwnPostgres],
    mails: MailWriter,
    mailbox: Mailbox,
    rounds: int,
) -> Failed:
    result, pair = Failed(kill_run.found), kill_run.pair
    for player, server in zip(pair.players, servers, strict=True):
        player.client = through(player, server, Counting())
        server.surroundings |= {
            "CARACOLE_SMTP_HOST": "127.0.0.1",
            "CARACOLE_SMTP_PORT": str(mailbox.port),
            "CARACOLE_SMTP_SECURITY": "none",
        }
        server.start()
        there(server)
    pair.begin()
    for _ in range(rounds):
        primary, copy = databases
        pair.play(steadfast=True)
        time.sleep(1.0)
        began = time.monotonic()
        primary.kill()
        copy.promote()
        for player, server in zip(pair.players, servers, strict=True):
            server.good_answer(player.client, f"/games/{pair.address}")
        result.answers.append(time.monotonic() - began)
        primary.follow(copy)
        primary.start()
        copy.wait_for_copies()
        time.sleep(0.5)
        pair.stop()
        kill_run.look_over()
        kill_run.send_again()
        databases = [copy, primary]
        kill_run.found.rounds += 1
    mails.stop()
    kill_run.at_the_end()
    return count_mails(result, kill_run.url, mails, mailbox)


def count_mails(result: Failed, url: str, mails: MailWriter, mailbox: Mailbox) -> Failed:
    """Compare the acknowledged messages with the mails that arrived."""
    until = time.monotonic() + SETTLED
    while time.monotonic() < until and len(mailbox.got) < len(mails.written):
        time.sleep(0.5)
    arrived = Counter(str(mail["subject"]) for mail in mailbox.mails())
    result.mails, result.twice = len(arrived), sum(many > 1 for many in arrived.values())
    store = Store(url)
    try:
        with store.read() as work:
            states = {
                row.key: row.state
                for state in ("waiting", "claimed", "sending", "sent", "unsure", "dead", "dropped")
                for row in work.outbox.in_state(state, 1_000_000)
            }
    finally:
        store.close()
    result.missing = [key for key in mails.written if key not in states]
    unsent = [key for key in mails.written if key in states and key not in arrived]
    result.unsent = Counter(states[key] for key in unsent)
    return result


def main(rounds: int = ROUNDS) -> int:
    folder = Path(tempfile.mkdtemp(prefix="caracole-failover-"))
    try:
        result = fail_over(rounds, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(*result.lines(), sep="\n")
    return 1 if result.wrong else 0


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:])))
