"""Server for API tests: users with tokens, and games in every state."""

from __future__ import annotations

import itertools
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.main import create_app
from app.services.people import accounts, api_tokens, bot_accounts
from app.services.play import new_tables, table_rules
from app.services.rate_limit import RateLimiter
from app.settings import Settings
from app.store import schema
from tests.sample_games import HEX, HEX_GAME, HEX_SCENARIO
from tests.web.conftest import Client, SameSeeds

ROOT = "/api/v1"


class Program:
    """API client with a token or without one."""

    def __init__(self, app, secret: str = "", language: str = "en"):
        self.secret, self.commands = secret, itertools.count(1)
        headers = {"accept-language": language} | (
            {"authorization": f"Bearer {secret}"} if secret else {}
        )
        self.client = Client(
            app, base_url="http://127.0.0.1:8000", headers=headers, raise_server_exceptions=False
        )

    def ask(self, method: str, path: str, body: object = None, **more):
        return self.client.request(method, ROOT + path, json=body, **more)

    def get(self, path: str, status: int = 200, **more):
        answer = self.ask("GET", path, **more)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, path: str, body: object, status: int = 200):
        answer = self.ask("POST", path, body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def order(self, address: str, order: dict, status: int = 200, **more):
        """Give an order to the last position, or to another one."""
        given = {"command": f"{id(self)}-{next(self.commands)}", "order": order, **more}
        given.setdefault("after", self.get(f"/games/{address}/number")["number"])
        return self.post(f"/games/{address}/orders", given, status)


PASSING = {
    "tokens": ("used",),
    "logins": ("seen",),
    "outbox": ("message", "state", "tries", "claim", "due", "done_at", "why"),
}
"""Tables that workers or any request may change at any time."""
BESIDE = ("uptime",)


class Ledger:
    """Rows of the database, read by another connection, to check that a refused request changes
    nothing.

    SQLite tells if a commit took place (`data_version`); only then the rows are read again.
    Transient tables are left out.
    """

    def __init__(self, file: sqlite3.Connection):
        self.file, self.version, self.known = file, -1, {}
        self.changed()

    def changed(self) -> set[str]:
        """Tables with changed rows since the last call."""
        version = self.file.execute("PRAGMA data_version").fetchone()[0]
        if version == self.version:
            return set()
        self.version, before = version, self.known
        self.known = {
            name: self.rows(table)
            for name, table in schema.metadata.tables.items()
            if name not in BESIDE
        }
        return {name for name, rows in self.known.items() if rows != before.get(name)}

    def rows(self, table) -> list[tuple]:
        kept = ", ".join(
            f'"{column.name}"'
            for column in table.columns
            if column.name not in PASSING.get(table.name, ())
        )
        return self.file.execute(f'SELECT {kept} FROM "{table.name}" ORDER BY rowid').fetchall()  # noqa: S608 - names of ours


class Site:
    """Server with its users: `make(name)` registers one, `speaks` has the token clients.

    `ledger` reads the `file` of the database.
    """

    def __init__(self, app, file: Path):
        self.app, self.services, self.people = app, app.state.services, {}
        self.services.limits = RateLimiter(lifted=True)
        self.ledger = Ledger(sqlite3.connect(file, check_same_thread=False, isolation_level=None))

    def make(self, name: str) -> int:
        if name not in self.people:
            self.people[name] = accounts.register(self.services, name, "a long enough sentence").id
        return self.people[name]

    def speaks(
        self, name: str, scopes: tuple[str, ...] = api_tokens.SCOPES, language: str = "en"
    ) -> Program:
        return Program(
            self.app,
            api_tokens.create_token(self.services, self.make(name), "test", scopes).secret,
            language,
        )

    def bot_of(self, name: str, called: str = "Walker") -> Program:
        bot = bot_accounts.create_bot_account(self.services, self.make(name), called).user
        return Program(
            self.app,
            api_tokens.create_token(
                self.services, self.make(name), "its own", api_tokens.SCOPES, bot.id
            ).secret,
        )

    def stranger(self, language: str = "en") -> Program:
        return Program(self.app, language=language)


@pytest.fixture(scope="module")
def patched() -> Iterator[pytest.MonkeyPatch]:
    """Remove the limits on tokens and on tables in the lobby for all tests of a module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(api_tokens, "MOST", 10**6)
        patch.setattr(table_rules, "MOST_IN_LOBBY", 10**6)
        yield patch


@pytest.fixture(scope="module")
def site(patched, migrated_sqlite, tmp_path_factory, request) -> Iterator[Site]:
    patched.setattr(new_tables, "secrets", SameSeeds(request.node.name))
    file = Path(shutil.copy(migrated_sqlite, tmp_path_factory.mktemp("api") / "club.db"))
    app = create_app(Settings(database_url=f"sqlite:///{file}"))
    with Client(app):
        app.state.closing.set()  # streams say hello and end
        site = Site(app, file)
        with closing(site.ledger.file):
            yield site


def opened(who: Program, **more) -> str:
    """Address of a new table at the guided battle."""
    return who.post(
        "/tables", {"box": HEX_GAME, "scenario": HEX_SCENARIO, "side": HEX.SIDE, **more}, 201
    )["address"]


def begun(who: Program, other: Program, **more) -> str:
    address = opened(who, **more)
    other.post(f"/games/{address}/join", {})
    return address


def passed_on(giver: Program, taker: Program, address: str, seat: str, name: str) -> None:
    """Pass the seat of a player to a member of this name during the game."""
    assert (
        giver.ask("PUT", f"/games/{address}/seats/{seat}/offer", {"name": name}).status_code == 204
    )
    taker.post(f"/games/{address}/take", None)
