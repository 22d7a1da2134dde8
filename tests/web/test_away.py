"""Database unavailable (F-03), full disk (F-06), damaged row (F-28): clear pages and no half-done
act.

All works again when the database is back.
"""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from app.main import create_app
from app.services.notify.change_notifier import LISTS
from app.services.people import account_rules, api_tokens
from app.services.people.login_cache import LoginCache
from app.services.play.bot_worker import BotWorker
from app.services.rate_limit import RateLimiter
from app.services.time.availability import time_text
from app.services.watch import game_lists
from app.services.watch.history_cache import HistoryCache
from app.settings import Settings
from app.store import login_tables, schema
from app.store.database_errors import UNREAD_LOGIN, DatabaseUnavailable
from app.store.migrate import migrate_database
from app.store.repositories import Visits
from app.store.user_repository import Logins
from app.web.page_cache import PageCache
from bench.own_postgres import NoPostgres, OwnPostgres
from tests.conftest import _missing
from tests.sample_games import HEX_GAME
from tests.web.conftest import Battle, Client, Visitor
from tests.web.reading import Form, confirmation_on, form_to

AWAY = {"en": "The database is not responding", "es": "La base de datos no responde"}
NO_LEDGER = ("/rules", f"/rules/{HEX_GAME}", "/rules/id/CH-MIS-10", "/quality", "/dice", "/login")
WAITING = 60  # more than there are threads
AT_ONCE = 25  # as many as the pool has, and some more


@pytest.fixture(scope="module")
def postgres():
    try:
        with OwnPostgres() as server:
            yield server
    except NoPostgres as none:
        _missing(str(none))


@pytest.mark.postgres
def test_the_database_goes_and_comes_back(postgres):
    migrate_database(postgres.url)
    app = create_app(Settings(database_url=postgres.url, rate_limits=False))
    with Client(app, base_url="http://127.0.0.1:8000"):
        opener, opponent = Visitor(app).register("Maite"), Visitor(app, "es").register("Íñigo")
        battle = Battle(opener, opponent).begin()
        form = message_form(opener, battle)
        with app.state.services.store.read() as work:
            maite = work.users.find_by_name(account_rules.name_key("Maite"))[0].id
        secret = api_tokens.create_token(
            app.state.services, maite, "away", api_tokens.SCOPES
        ).secret
        program = {"authorization": f"Bearer {secret}"}
        all_at_once(opener, battle.path)  # every link of the pool is used once

        postgres.kill()
        for who, language in ((opener, "en"), (opponent, "es")):
            answer = who.get(battle.path)
            assert (
                answer.status_code == 503
                and AWAY[language] in answer.text
                and int(answer.headers["retry-after"]) > 0
            )
            assert f'<html lang="{language}"' in answer.text and 'id="recovering"' in answer.text
        assert [opener.get(path).status_code for path in NO_LEDGER] == [200] * len(NO_LEDGER)
        probed = opener.get("/health")
        assert (probed.status_code, probed.text, int(probed.headers["retry-after"]) > 0) == (
            503,
            "away",
            True,
        )
        assert probed.headers["content-type"].startswith("text/plain")
        told = opener.get("/api/v1/account", headers=program)
        assert (
            told.status_code == 503
            and told.headers["content-type"] == "application/problem+json"
            and told.json()["detail"].startswith(AWAY["en"])
        )
        kept = opener.send(form, text="A message of mine")
        assert kept.status_code == 503 and "A message of mine" in kept.text

        postgres.start()
        assert all_at_once(opener, battle.path) == [200] * AT_ONCE
        again = form_to(kept.text, f"{battle.path}/messages")
        assert opener.send(again, text="A message of mine").status_code == 303
        assert "A message of mine" in opponent.get(f"{battle.path}?tab=messages").text
        battle.end_step(opener)


class Reads:
    """Reads of log-ins, the next `times` of which lose their connection."""

    def __init__(self, times: int):
        self.times = times

    def find(self, read):
        def cut_or_read(*arguments: object):
            if not self.times:
                return read(*arguments)
            self.times -= 1
            raise DatabaseUnavailable("the server closed the connection", was_cut=True)

        return cut_or_read


@pytest.mark.parametrize(("times", "status"), [(1, 200), (2, 503)])
def test_a_member_never_gets_the_page_of_a_stranger(app, battle, monkeypatch, times, status):
    """The log-in is read once more. If it cannot be read, a page with database has an error, also
    if the database has come back meanwhile.
    """
    reads = Reads(times)
    monkeypatch.setattr(Logins, "find_login", reads.find(Logins.find_login))
    page = battle.opener.get(f"{battle.path}?tab=messages")
    assert page.status_code == status and reads.times == 0
    assert ('action="/logout"' in page.text) is (status == 200)
    assert battle.opener.get("/rules").status_code == 200
    assert battle.opener.get(battle.path).status_code == 200


def test_the_next_request_in_the_same_context_is_answered(app):
    """A server may begin a request in the context of the last one of its connection."""
    at = {"path": "/clubs", "raw_path": b"/clubs", "query_string": b"", "headers": []}
    scope = {"type": "http", "method": "GET", "scheme": "http", "root_path": "", **at}
    answers: list[int] = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        answers.extend([message["status"]] if "status" in message else [])

    async def ask() -> None:
        UNREAD_LOGIN.set(DatabaseUnavailable("of the last request"))
        asked = {**scope, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8000)}
        await app({**asked, "http_version": "1.1", "asgi": {"version": "3.0"}}, receive, send)

    with Client(app, base_url="http://127.0.0.1:8000") as web:
        web.portal.call(ask)
    assert answers == [200]


def message_form(who: Visitor, battle: Battle) -> Form:
    return form_to(who.get(f"{battle.path}?tab=messages").text, f"{battle.path}/messages")


def all_at_once(who: Visitor, path: str) -> list[int]:
    with ThreadPoolExecutor(AT_ONCE) as hands:
        return [answer.status_code for answer in hands.map(who.client.get, [path] * AT_ONCE)]


@pytest.mark.postgres
def test_a_hanging_database_is_reported_while_all_threads_wait(postgres):
    migrate_database(postgres.url)
    app = create_app(Settings(database_url=postgres.url, rate_limits=False))
    with (
        Client(app, base_url="http://127.0.0.1:8000") as web,
        ThreadPoolExecutor(WAITING) as hands,
    ):
        assert all_at_once(Visitor(app), "/lobby") == [200] * AT_ONCE
        with postgres.paused():
            waiting = [
                hands.submit(web.get, path) for path in ["/api/v1/games?which=running"] * WAITING
            ]
            time.sleep(1)
            for _ in range(2):
                began = time.monotonic()
                probed = web.get("/health")
                assert (probed.status_code, probed.text) == (
                    503,
                    "away",
                ) and time.monotonic() - began < 5
            assert not all(asked.done() for asked in waiting)
        assert {asked.result(60).status_code for asked in waiting} <= {200, 503}
        until = time.monotonic() + 20
        while web.get("/health").status_code != 200 and time.monotonic() < until:
            time.sleep(0.2)
        assert web.get("/health").text == "ok" and web.get("/lobby").status_code == 200


class Disk:
    """Disk of a SQLite server without room for more while it is `full`."""

    def __init__(self, engine):
        self.engine, self.is_full = engine, False
        event.listen(engine, "begin", self.before)

    def before(self, connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar() if self.is_full else 2**30
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")


def test_the_disk_is_full(app, web, battle):
    disk, services = Disk(app.state.services.store.engine), app.state.services
    asking = form_to(battle.opener.get(battle.path).text, battle.path, holding='"pass"')
    form, message = confirmation_on(battle.opener.send(asking).text), "x" * 490

    def write() -> int:
        return battle.opener.send(message_form(battle.opener, battle), text=message).status_code

    services.limits = RateLimiter(lifted=True)
    disk.is_full = True
    written = 0
    while (status := write()) == 303 and written < 200:
        written += 1
    assert status == 503
    before = battle.last()
    refused = battle.opponent.send(message_form(battle.opponent, battle), text="No cabe " * 60)
    assert refused.status_code == 503 and "no cabe nada más" in refused.text
    assert (
        battle.opener.get(battle.path).status_code
        == battle.opponent.get(f"{battle.path}?tab=log").status_code
        == 200
    )
    with services.store.read() as work:
        assert (
            len(work.chat_messages.for_side(services.find(work, battle.address).id, "")) == written
            and services.find(work, battle.address).number == before
        )

    disk.is_full = False
    assert (
        battle.opponent.send(
            form_to(refused.text, f"{battle.path}/messages"), text="Cabe"
        ).status_code
        == 303
    )
    assert battle.opener.send(form).status_code == 303 and battle.last() > before


DAMAGED = {
    "changed": "UPDATE moves SET events = events || ' ' WHERE game_id = 1 AND number = 1",
    "gone": "DELETE FROM moves WHERE game_id = 1 AND number = 1",
    "its last is gone": "DELETE FROM moves WHERE game_id = 1 AND number = (SELECT number FROM "
    "games WHERE id = 1)",
}


def damage(app, how: str) -> int:
    """Game 1 after a restart with a damaged move, and the number of that move."""
    services = app.state.services
    with services.store.read() as work:
        last = work.games.last_number(1)
    with services.store.engine.begin() as connection:
        connection.exec_driver_sql(DAMAGED[how])
    services.histories, app.state.page_cache = HistoryCache(), PageCache()
    return last if how == "its last is gone" else 1


@pytest.mark.parametrize("how", DAMAGED)
def test_a_damaged_game_is_stopped_and_the_page_names_the_move(app, web, battle, visitor, how):
    """F-28: The game cannot be played on, and spectators see no possibly false data. Every other
    game goes on.
    """
    other = Battle(visitor().register("Ane"), visitor("es").register("Unai")).begin()
    battle.end_step(battle.opener)
    at = damage(app, how)
    for who, words in (
        (battle.opener, f"damaged at move {at}"),
        (battle.opponent, f"dañado en la jugada {at}"),
        (visitor(), f"damaged at move {at}"),
    ):
        answer = who.get(battle.path)
        assert answer.status_code == 500 and f"{words}." in answer.text
    assert battle.platform_order(battle.opener, "concede").status_code == 500
    assert web.get("/api/v1/games/1").json()["status"] == 500
    assert [battle.path in visitor().get(path).text for path in ("/", "/lobby")] == [True, True]
    wall = visitor().get("/projector")
    assert wall.status_code == 200 and f"after={other.address}" in wall.text
    other.end_step(other.opener)


@pytest.mark.parametrize("how", DAMAGED)
def test_a_damaged_delayed_game_is_on_no_public_list(app, web, visitor, how):
    """Neither its present nor its earlier state can be shown; its players find it in their list."""
    battle = Battle(
        visitor().register("Maite"), visitor("es").register("Íñigo"), delay="moves"
    ).begin()
    other = Battle(visitor().register("Ane"), visitor("es").register("Unai"), delay="moves").begin()
    battle.end_step(battle.opener)
    damage(app, how)
    for path in ("/", "/lobby", "/games.atom", "/projector"):
        answer = visitor().get(path)
        assert (
            answer.status_code == 200
            and f"/games/{other.address}" in answer.text
            and f"{battle.path}?" not in answer.text
        ), path
        assert not re.search(rf"/games/{battle.address}\b", answer.text), path
    assert [
        one["address"] for one in web.get("/api/v1/games", params={"which": "running"}).json()
    ] == [other.address]
    assert (
        battle.path in battle.opener.get("/my-games").text
        and visitor().get(battle.path).status_code == 500
    )


@pytest.mark.parametrize("how", DAMAGED)
def test_a_damaged_demonstration_is_not_shown_and_another_begins(app, how):
    services, bots = app.state.services, BotWorker(app.state.services, demo=True)
    bots._keep_a_demo()
    while bots.sweep():
        pass
    user = Visitor(app)
    assert 'id="stage"' in user.get("/").text
    damage(app, how)
    services.notifier.publish(0, 0, LISTS)  # no act announces damage
    start = user.get("/")
    assert start.status_code == 200 and 'id="stage"' not in start.text
    assert user.get("/games/1").status_code == 500
    for _ in range(2):
        bots._keep_a_demo()
    assert (
        game_lists.current_demo(services).game.id == 2
        and 'data-stream="/games/2/' in user.get("/").text
    )


def two_hours_ago() -> str:
    return time_text(datetime.now(UTC) - timedelta(hours=2))


@pytest.mark.slow
def test_a_full_disk_keeps_no_member_from_reading(app, battle, monkeypatch):
    """The time of the last visit and the last move seen would be written beside the page."""

    def full(*_: object, **__: object) -> None:
        raise DatabaseUnavailable("the disk is full", is_full=True)

    store = app.state.services.store
    with store.write() as work:
        work.logins._do(sa.update(login_tables.logins).values(seen=two_hours_ago()))
        work.logins._do(sa.delete(schema.visits))
        work.commit()
    app.state.services.logins = LoginCache()
    monkeypatch.setattr(Logins, "mark_used", full)
    monkeypatch.setattr(Visits, "note_seen", full)
    page = battle.opener.get(battle.path)
    assert page.status_code == 200 and 'action="/logout"' in page.text
    assert battle.opener.get("/my-games").status_code == 200
