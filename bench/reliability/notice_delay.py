"""T-29: Delay of a turn notice from the commit of the order to the hand-over to a mail server.

    python -m bench.reliability notice_delay [GAMES] [--write]

The outbox worker and the mail channel are those of a server; the mail server is a small one here.
In each game one order makes the turn of a player with an address. A notice waits on purpose for the
time `notifications.FIRST`; the second pair of figures begins at its end.
"""

from __future__ import annotations

import random
import re
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from app.games import shelf
from app.kernel import monkey
from app.kernel.contract import Order
from app.kernel.pass_order import passing_order
from app.services.container import Services
from app.services.notify import notifications
from app.services.notify.delivery_channels.mail import DeliverySettings, SmtpServer
from app.services.notify.outbox_worker import OutboxWorker
from app.services.people import accounts
from app.services.play import lobby, orders
from app.services.watch import game_view
from app.services.watch.benchmarks import Measurement
from app.store.migrate import migrate_database
from bench.measured_games import server_game
from bench.written import at_most, counted

PASSWORD = "a long enough sentence"  # noqa: S105 - of accounts of this run
WAIT = notifications.FIRST.total_seconds()
MEDIAN, WORST = 5.0, 60.0  # goals in seconds
PATIENCE = 60.0  # seconds beyond the deliberate wait
GAME = re.compile(rb"/open-game/(\d+)")


class MailServer:
    """Mail server that notes the time at which it took the mail of each game."""

    def __init__(self) -> None:
        self.taken: dict[int, float] = {}
        self._open = socket.create_server(("127.0.0.1", 0))
        self.port = self._open.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        self._open.close()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                talk, _ = self._open.accept()
                threading.Thread(target=self._talk, args=(talk,), daemon=True).start()

    def _talk(self, talk: socket.socket) -> None:
        with suppress(OSError), talk, talk.makefile("rwb", buffering=0) as line:
            line.write(b"220 here\r\n")
            while asked := line.readline():
                word = asked[:4].upper()
                if word == b"DATA":
                    line.write(b"354 go on\r\n")
                    self._take(b"".join(iter(line.readline, b".\r\n")))
                line.write(b"221 bye\r\n" if word == b"QUIT" else b"250 ok\r\n")
                if word == b"QUIT":
                    return

    def _take(self, text: bytes) -> None:
        if found := GAME.search(text.replace(b"=\r\n", b"")):
            self.taken.setdefault(int(found[1]), time.monotonic())


def any_pass(look: Any, chance: random.Random) -> Order:
    """Order that passes the step if there is one, else any legal order."""
    return passing_order(look.box, look.view) or monkey.any_order(look.box, look.view, chance)


def begin_turn(services: Services, players: list[int], chance: random.Random) -> tuple[int, float]:
    """Begin a game and play until the second player owes a decision.

    Returns the game and the time of the commit.
    """
    card = server_game().card
    table = lobby.open_table(services, players[0], card.key, card.scenarios[0].key)
    game = lobby.join_table(services, table.id, players[1]).id
    committed = time.monotonic()
    for number in range(200):
        first, second = (game_view.load_view(services, game, user) for user in players)
        if second.decisions:
            return game, committed
        order = any_pass(first, chance)
        orders.declare_order(services, game, players[0], f"{number}", first.last, order)
        committed = time.monotonic()
    raise AssertionError("the turn did not pass")


def prepared(folder: str, port: int) -> tuple[Services, list[int]]:
    """Services on a new database that send mail to this port, and two players."""
    url = f"sqlite:///{folder}/notices.db"
    migrate_database(url)
    services = Services.open(shelf(), url)
    sender = "Caracole <caracole@example.org>"
    services.post = DeliverySettings(smtp=SmtpServer("127.0.0.1", port, "none", sender))
    players = [accounts.register(services, name, PASSWORD).id for name in ("Ana", "Bea")]
    with services.store.write() as work:
        work.users.update_user(players[1], email="bea@example.org")
        work.commit()
    return services, players


def delays(games: int) -> list[float]:
    """Seconds from commit to hand-over of each notice. Raises `TimeoutError` if one is missing."""
    mails, chance = MailServer(), random.Random(1)  # noqa: S311 - random play
    with tempfile.TemporaryDirectory() as folder:
        services, players = prepared(folder, mails.port)
        worker = OutboxWorker(services)
        worker.start()
        try:
            begun = dict(begin_turn(services, players, chance) for _ in range(games))
            until = max(begun.values()) + WAIT + PATIENCE
            while not begun.keys() <= mails.taken.keys():
                if time.monotonic() > until:
                    raise TimeoutError(f"{len(mails.taken)} of {games} notices came")
                time.sleep(0.1)
        finally:
            worker.stop()
            services.close()
            mails.close()
    return [mails.taken[game] - committed for game, committed in begun.items()]


def measure(games: int = 100) -> Iterator[Measurement]:
    """Yield the number of notices, and the delays from the commit and from the end of the wait."""
    found = sorted(delays(games))
    median, worst = statistics.median(found), found[int(0.99 * (len(found) - 1))]
    yield counted("notices", games)
    yield at_most("notice_delay_p50", median, MEDIAN, "s")
    yield at_most("notice_delay_p99", worst, WORST, "s")
    yield counted("notice_wait", WAIT, "s")
    yield at_most("notice_after_wait_p50", median - WAIT, MEDIAN, "s")
    yield at_most("notice_after_wait_p99", worst - WAIT, WORST, "s")
