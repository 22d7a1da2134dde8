"""Time in which a revoked token or an ended session is still accepted by two server processes.

    python -m bench.reliability revocation [ROUNDS] [--write]

Two server processes use one database, first SQLite, then Postgres. In each round both accept a
token, for reads and for orders, and a session. A third process ends one of them. A round counts the
time from the end of that call to the beginning of the last request that was accepted.
"""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import httpx

from app.games import shelf
from app.services.container import Services
from app.services.people import accounts, api_tokens
from app.services.watch.benchmarks import Measurement
from app.store.migrate import migrate_database
from bench.kills import PATIENCE, Server
from bench.own_postgres import OwnPostgres
from bench.written import at_most, counted

MOST = 100.0  # milliseconds
REFUSED = 5  # refusals in a row after which a login counts as ended
ORDER = {"command": "late", "after": 1, "order": {"kind": "offer_draw"}}
Request = tuple[str, str, object]
READ: Request = ("GET", "/api/v1/account", None)
GIVE: Request = ("POST", "/api/v1/games/1/orders", ORDER)
LOOK: Request = ("GET", "/account", None)


class Asker(threading.Thread):
    """Client that repeats its requests at one process until the login is refused several times."""

    def __init__(self, url: str, headers: dict[str, str], requests: tuple[Request, ...]):
        super().__init__()
        self._client = httpx.Client(base_url=url, headers=headers, timeout=PATIENCE)
        self._requests = requests
        self.is_accepted = threading.Event()
        self.last = 0.0  # beginning of the last accepted request

    def run(self) -> None:
        refused = 0
        with self._client:
            while refused < REFUSED:
                for method, path, body in self._requests:
                    began = time.monotonic()
                    status = self._client.request(method, path, json=body).status_code
                    if status in (401, 403):
                        refused += 1
                    else:
                        refused, self.last = 0, began
                        self.is_accepted.set()


def used_for(askers: list[Asker], end: Callable[[], None]) -> float:
    """Milliseconds for which a login was accepted after its end; at least 0."""
    for asker in askers:
        asker.start()
    for asker in askers:
        if not asker.is_accepted.wait(PATIENCE):
            raise TimeoutError("a process accepts no log-in")
    time.sleep(0.2)
    end()
    ended = time.monotonic()
    for asker in askers:
        asker.join(PATIENCE)
    return max(0.0, *(1000 * (asker.last - ended) for asker in askers))


def used_after_the_end(url: str, folder: Path, rounds: int) -> list[float]:
    """Milliseconds of each round, for tokens and sessions in turn."""
    migrate_database(url)
    services, found = Services.open(shelf(), url), list[float]()
    servers = [Server(url, folder), Server(url, folder)]
    me = accounts.register(services, "Maite", "a long enough sentence").id
    try:
        for server in servers:
            server.start()
            with httpx.Client(base_url=server.url) as client:
                server.good_answer(client, "/api/v1/games?which=running")
        for _ in range(rounds):
            new = api_tokens.create_token(services, me, "revoked", api_tokens.SCOPES)
            bearer = {"authorization": f"Bearer {new.secret}"}
            by_token = [Asker(server.url, bearer, (READ, GIVE)) for server in servers]
            revoke = partial(api_tokens.revoke_token, services, me, new.token.id)
            found.append(used_for(by_token, revoke))
            cookie = {"cookie": f"caracole={accounts.start_login(services, me).token}"}
            by_session = [Asker(server.url, cookie, (LOOK,)) for server in servers]
            found.append(used_for(by_session, partial(accounts.log_out_everywhere, services, me)))
    finally:
        for server in servers:
            server.stop()
        services.close()
    return found


def measure(rounds: int = 20) -> Iterator[Measurement]:
    """Yield the ended logins and the longest use after the end, for both databases."""
    for name in ("sqlite", "postgres"):
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            url = f"sqlite:///{folder}/revocation.db"
            if name == "postgres":
                url = stack.enter_context(OwnPostgres()).url
            found = used_after_the_end(url, folder, rounds)
        yield counted("revoked", len(found), of=name)
        yield at_most("revoked_used", max(found), MOST, "ms", of=name)
