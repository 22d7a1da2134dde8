"""Web server with visitors who have their own cookies."""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import threading
from collections.abc import Callable, Iterator
from contextvars import ContextVar, copy_context
from functools import cached_property

import anyio.to_thread
import httpx
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx._transports import asgi

from app.main import create_app
from app.services.background_worker import SECOND, BackgroundWorker
from app.services.people import accounts
from app.services.play import new_tables
from app.settings import Settings
from tests.sample_games import HEX, HEX_GAME, HEX_SEAT
from tests.web.reading import Form, confirmation_on, form_to, forms_on

asgi.create_event = asyncio.Event  # httpx would look for trio at each request
ALONE: ContextVar[bool] = ContextVar("alone", default=False)
"""True in a request of the main thread. The test waits for its answer and sends no other request
meanwhile, so its handlers run in the thread of the event loop. Worker threads take a quarter of the
time of a page. Requests of other threads have worker threads, as has each server of
`tests/browser` and `tests/fault`.
"""
in_a_worker_thread = anyio.to_thread.run_sync


async def run_where_it_costs_least(call: Callable, *args: object, **limits: object) -> object:
    """Run a blocking function at once if its request is alone, otherwise in a worker thread."""
    if ALONE.get():
        return copy_context().run(call, *args)
    return await in_a_worker_thread(call, *args, **limits)


anyio.to_thread.run_sync = run_where_it_costs_least


class Cookies(httpx.Cookies):
    """Cookies that read an answer only if it sets some."""

    def extract_cookies(self, response: httpx.Response) -> None:
        if "set-cookie" in response.headers:
            super().extract_cookies(response)


class OneCall(httpx.BaseTransport):
    """Transport that waits once for the whole answer. That of Starlette calls the thread of the
    event loop eight times for each request, which costs more than most pages.
    """

    def __init__(self, client: Client, raise_app_exceptions: bool):
        self.portal_of = client._portal_factory
        self.answerer = httpx.ASGITransport(
            client.app, raise_app_exceptions=raise_app_exceptions, client=("testclient", 50000)
        )

    async def _whole_answer(
        self, request: httpx.Request, alone: bool
    ) -> tuple[httpx.Response, bytes]:
        ALONE.set(alone)
        answer = await self.answerer.handle_async_request(request)
        return answer, b"".join([part async for part in answer.stream])

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.read()
        alone = threading.current_thread() is threading.main_thread()
        with self.portal_of() as portal:
            answer, body = portal.call(self._whole_answer, request, alone)
        return httpx.Response(
            answer.status_code, headers=answer.headers, stream=httpx.ByteStream(body)
        )


class Client(TestClient):
    """Client that uses the event loop of the running application; otherwise each request would make
    its own. It asks for plain answers, because packing and unpacking take a tenth of a page's time.
    """

    def __init__(self, app: FastAPI, *, raise_server_exceptions: bool = True, **more):
        more["headers"] = {"accept-encoding": "identity", **(more.get("headers") or {})}
        super().__init__(app, raise_server_exceptions=raise_server_exceptions, **more)
        self._transport = OneCall(self, raise_server_exceptions)
        self._cookies = Cookies(self._cookies)

    @property
    def portal(self):
        return getattr(self.app.state, "portal", None)

    @portal.setter
    def portal(self, portal) -> None:
        self.app.state.portal = portal


class Visitor:
    """Browser without JavaScript: it follows links and sends forms as printed on the page."""

    def __init__(self, app: FastAPI, language: str = "en"):
        self.language = language
        self.client = Client(
            app, base_url="http://127.0.0.1:8000", headers={"accept-language": language}
        )

    def get(self, path: str, **more):
        return self.client.get(path, **more)

    @cached_property
    def proofs(self) -> dict[frozenset[tuple[str, str | None]], str]:
        """CSRF tokens of the sessions, by their cookies."""
        return {}

    def proof(self) -> str:
        """CSRF token of the session; one page is read for it."""
        if self._session not in self.proofs:
            page = self.client.get("/login").text
            token = re.search(r'name="csrf" value="([^"]+)"', page).group(1)
            self.proofs[self._session] = token
        return self.proofs[self._session]

    @property
    def _session(self) -> frozenset[tuple[str, str | None]]:
        return frozenset((cookie.name, cookie.value) for cookie in self.client.cookies.jar)

    def post(self, path: str, **fields):
        """Send a form by hand, without the page that prints it."""
        return self.client.post(path, data={"csrf": self.proof(), **fields}, follow_redirects=False)

    def send(self, form: Form, **changed):
        """Send the form of the page, with some of its fields changed."""
        fields = form.fields | changed
        if form.method == "get":
            return self.client.get(form.action, params=fields)
        return self.client.post(form.action, data=fields, follow_redirects=False)

    def give(self, form: Form, **changed):
        """Send the form of an order, and the confirmation to which it leads."""
        answer = self.send(form, **changed)
        return self.send(confirmation_on(answer.text)) if form.method == "get" else answer

    def register(self, name: str, password: str = "a long enough sentence") -> Visitor:  # noqa: S107 - no real account has this password
        """Create an account and log in without the pages. A guest registers by the form."""
        if self.client.cookies:
            return self.register_by_form(name, password)
        services = self.client.app.state.services
        user = accounts.register(services, name, password, self.language)
        login = accounts.start_login(services, user.id)
        self.client.cookies.set("caracole", login.token, domain="127.0.0.1")
        self.proofs[self._session] = login.csrf
        return self

    def register_by_form(self, name: str, password: str = "a long enough sentence") -> Visitor:  # noqa: S107 - as above
        answer = self.post("/register", name=name, password=password)
        assert answer.status_code == 303, answer.text
        return self


class SameSeeds:
    """Replacement of `secrets` for the lobby, so that the dice of a test are always the same."""

    def __init__(self, of: str):
        self.of, self.games = of, 0

    def token_hex(self, length: int) -> str:
        self.games += 1
        return hashlib.sha256(f"{self.of}/{self.games}".encode()).hexdigest()[: 2 * length]

    token_urlsafe = staticmethod(secrets.token_urlsafe)


@pytest.fixture(autouse=True)
def same_dice(monkeypatch, request) -> None:
    monkeypatch.setattr(new_tables, "secrets", SameSeeds(request.node.name))


@pytest.fixture(scope="session")
def default_settings() -> Settings:
    """Settings that are read once: reading takes longer than building the application."""
    return Settings()


@pytest.fixture
def app(sqlite_url: str, default_settings: Settings) -> FastAPI:
    return create_app(default_settings.model_copy(update={"database_url": sqlite_url}))


@pytest.fixture
def web(app: FastAPI, monkeypatch) -> Iterator[TestClient]:
    """Application with its bots and change notifier running. Workers that nothing wakes begin after
    a second; most tests end before.
    """
    monkeypatch.setattr(BackgroundWorker, "FIRST", SECOND)
    with Client(app, base_url="http://127.0.0.1:8000") as client:
        yield client


@pytest.fixture
def visitor(app: FastAPI, web: TestClient):
    """Function that makes visitors: visitor(), visitor("es")."""
    return lambda language="en": Visitor(app, language)


class Battle:
    """Guided battle of two players: `opener` begins and reads English, `opponent` reads Spanish."""

    def __init__(self, opener: Visitor, opponent: Visitor, **asked: object):
        self.opener, self.opponent = opener, opponent
        asked = {
            "box": HEX_GAME,
            "seat": HEX_SEAT,
            "against": "people",
            "visibility": "open",
            "spectators": "yes",
            **asked,
        }
        self.path = opener.post("/tables", **asked).headers["location"]
        self.address = self.path.rsplit("/", 1)[1]

    def begin(self) -> Battle:
        assert self.opponent.post(f"{self.path}/join", seat=HEX.SECOND_SIDE).status_code == 303
        return self

    def last(self) -> int:
        """Number of the last move."""
        return self.opener.get(f"{self.path}/number").json()["number"]

    def order(self, who: Visitor, step: str, order: str, **more: object):
        """Give an order by hand, like a forged or an old page."""
        sent = {
            "command": secrets.token_hex(8),
            "after": self.last(),
            "order": order,
            "csrf": who.proof(),
            **more,
        }
        return who.client.post(
            f"{self.path}/{f'steps/{step}' if step else 'orders'}",
            data=sent,
            follow_redirects=False,
        )

    def platform_order(self, who: Visitor, kind: str, **more: object):
        return self.order(who, "", f'{{"kind":"{kind}"}}', **{"confirmed": "1", **more})

    def end_step(self, who: Visitor) -> None:
        """End the current step by the form of the page."""
        page = who.get(self.path).text
        asked = [
            form
            for form in forms_on(page)
            if form.method == "get" and form.fields.get("order") == '{"kind":"pass"}'
        ]
        page = who.send(asked[0]).text if asked else page
        answer = who.send(form_to(page, f"{self.path}/steps/{step_on(page)}", holding='"pass"'))
        assert answer.status_code == 303, answer.text

    def end_phase(self, who: Visitor) -> None:
        while step_on(who.get(self.path).text):
            self.end_step(who)


def step_on(page: str) -> str:
    """Step that the page asks about, "" if no decision is owed."""
    found = re.search(r'data-step="(\w+)"', page)
    return found.group(1) if found else ""


@pytest.fixture
def battle(visitor) -> Battle:
    return Battle(visitor().register("Maite"), visitor("es").register("Íñigo")).begin()
