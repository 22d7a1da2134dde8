"""Server with two processes on Postgres, and clients that use it over HTTP."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest

from app.games import shelf
from app.services.container import Services
from app.services.people import accounts, api_tokens
from bench.kills import Player, Server, faults, open_store
from tests.conftest import _postgres_database
from tests.sample_games import HEX, HEX_GAME, HEX_SCENARIO
from tests.web.conftest import Visitor

PASSWORD = "a long enough sentence"
NAMES = itertools.count(1)


class Browser(Visitor):
    """Client like a browser without JavaScript."""

    def __init__(self, url: str, name: str, language: str = "en"):
        self.client = httpx.Client(base_url=url, headers={"accept-language": language}, timeout=60)
        assert self.post("/login", name=name, password=PASSWORD).status_code == 303


class Site:
    """Server and its users."""

    def __init__(self, server: Server, database_url: str):
        self.server, self.database_url, self.secrets = server, database_url, {}

    def member(self) -> str:
        """Register a new member and return the name."""
        name, services = f"Player {next(NAMES)}", Services.open(shelf(), self.database_url)
        try:
            self.secrets[name] = api_tokens.create_token(
                services,
                accounts.register(services, name, PASSWORD).id,
                "faults",
                api_tokens.SCOPES,
            ).secret
        finally:
            services.close()
        return name

    def program(self, name: str = "") -> Player:
        name = name or self.member()
        return Player(self.server.url, self.secrets[name], name)

    def browser(self, name: str, language: str = "en") -> Browser:
        return Browser(self.server.url, name, language)

    def faults(self) -> list[str]:
        """Faults in the records of its games."""
        with open_store(self.database_url) as work:
            return [fault for game in work.games.all_games() for fault in faults(work, game)]


@pytest.fixture(
    scope="package", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]
)
def site(request, tmp_path_factory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("faults")
    with ExitStack() as stack:
        if request.param == "postgres":
            server, template = (
                request.getfixturevalue("postgres_server"),
                request.getfixturevalue("migrated_postgres"),
            )
            url = stack.enter_context(_postgres_database(server, template))
        else:
            url = f"sqlite:///{shutil.copy(request.getfixturevalue('migrated_sqlite'), folder / 'club.db')}"
        server = Server(url, folder, workers=2 if request.param == "postgres" else 1)
        site = Site(server, url)
        server.start()
        stack.callback(server.stop)
        with httpx.Client(base_url=server.url, timeout=60) as client:
            server.good_answer(client, "/api/v1/boxes")
        yield site
        assert site.faults() == []
        assert "Traceback" not in server.log.read_text()


class Table:
    """Two bot clients in the guided battle."""

    def __init__(self, site: Site):
        self.site, self.names = site, (site.member(), site.member())
        self.players = self.opener, self.opponent = tuple(site.program(name) for name in self.names)
        self.begin()

    def begin(self) -> None:
        self.address = self.opener.ask(
            "POST", "/tables", {"box": HEX_GAME, "scenario": HEX_SCENARIO, "side": HEX.SIDE}
        )["address"]
        self.path = f"/games/{self.address}"
        self.opponent.ask("POST", f"{self.path}/join", {})

    def last(self) -> int:
        return self.opener.ask("GET", f"{self.path}/number")["number"]

    def after(self, number: int) -> list[dict]:
        return self.opener.ask("GET", f"{self.path}/log?after={number}")

    def next(self) -> tuple[Player, dict]:
        """Client that owes a decision, and its view; begins another game after the end."""
        while True:
            for player in self.players:
                game = player.ask("GET", self.path)
                if game["decisions"]:
                    return player, game
            self.begin()

    def play(self, count: int) -> None:
        """Play this number of orders."""
        for _ in range(count):
            player, game = self.next()
            assert player.give(player.wish(game)).status_code == 200


@pytest.fixture(scope="package")
def battle(site) -> Table:
    return Table(site)
