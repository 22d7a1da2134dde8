"""The database is gone for a while (F-03), has no room (F-06) or a damaged row (F-28): clear pages, nothing done by half, all well when it is back."""
from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import event

from app.club import accounts, tokens
from app.club.limits import Limits
from app.club.story import Stories
from app.main import create_app
from app.settings import Settings
from app.store.migrate import migrate
from bench.own_postgres import NoPostgres, OwnPostgres
from tests.conftest import _missing
from tests.web.conftest import Battle, Visitor
from tests.web.reading import Form, form_to

AWAY = {"en": "The ledger does not answer", "es": "El registro no responde"}
NO_LEDGER = ("/rules", "/rules/cry_havoc", "/rules/id/CH-MIS-10", "/proof", "/dice", "/login")
AT_ONCE = 25                                     # as many as the pool has, and some more


@pytest.fixture(scope="module")
def postgres():
    try:
        with OwnPostgres() as server:
            yield server
    except NoPostgres as none:
        _missing(str(none))


@pytest.mark.postgres
def test_the_database_goes_and_comes_back(postgres):
    migrate(postgres.url)
    app = create_app(Settings(database_url=postgres.url, limits=False))
    with TestClient(app, base_url="http://127.0.0.1:8000"):
        watch, raiders = Visitor(app).register("Maite"), Visitor(app, "es").register("Íñigo")
        battle = Battle(watch, raiders).begin()
        form = letter_form(watch, battle)
        with app.state.club.store.read() as work:
            maite = work.users.named(accounts.folded("Maite"))[0].id
        secret = tokens.make(app.state.club, maite, "away", tokens.SCOPES).secret
        program = {"authorization": f"Bearer {secret}"}
        all_at_once(watch, battle.path)          # every link of the pool is used once

        postgres.kill()
        for who, language in ((watch, "en"), (raiders, "es")):
            answer = who.get(battle.path)
            assert answer.status_code == 503 and AWAY[language] in answer.text and int(answer.headers["retry-after"]) > 0
            assert f'<html lang="{language}"' in answer.text and 'id="recovering"' in answer.text
        assert [watch.get(path).status_code for path in NO_LEDGER] == [200] * len(NO_LEDGER)
        probed = watch.get("/health")
        assert (probed.status_code, probed.text, int(probed.headers["retry-after"]) > 0) == (503, "away", True)
        assert probed.headers["content-type"].startswith("text/plain")
        told = watch.get("/api/v1/account", headers=program)
        assert told.status_code == 503 and told.headers["content-type"] == "application/problem+json" and told.json()["detail"].startswith(AWAY["en"])
        kept = watch.send(form, text="A letter of mine")
        assert kept.status_code == 503 and "A letter of mine" in kept.text

        postgres.start()
        assert all_at_once(watch, battle.path) == [200] * AT_ONCE
        again = form_to(kept.text, f"{battle.path}/letters")
        assert watch.send(again, text="A letter of mine").status_code == 303
        assert "A letter of mine" in raiders.get(f"{battle.path}?tab=letters").text
        battle.end_step(watch)


def letter_form(who: Visitor, battle: Battle) -> Form:
    return form_to(who.get(f"{battle.path}?tab=letters").text, f"{battle.path}/letters")


def all_at_once(who: Visitor, path: str) -> list[int]:
    with ThreadPoolExecutor(AT_ONCE) as hands:
        return [answer.status_code for answer in hands.map(who.client.get, [path] * AT_ONCE)]


class Disk:
    """The disk of a SQLite club, which has no room for more than it holds while it is `full`."""

    def __init__(self, engine):
        self.engine, self.is_full = engine, False
        event.listen(engine, "begin", self.before)

    def before(self, connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar() if self.is_full else 2**30
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")


def test_the_disk_is_full(app, web, battle):
    disk, club = Disk(app.state.club.store.engine), app.state.club
    page = battle.watch.get(battle.path).text
    form, letter = form_to(page, f"{battle.path}/steps/{re.search(r'/steps/([a-z_]+)', page)[1]}", holding='"pass"'), "x" * 490

    def write() -> int:
        return battle.watch.send(letter_form(battle.watch, battle), text=letter).status_code

    club.limits = Limits(lifted=True)
    disk.is_full = True
    written = 0
    while (status := write()) == 303 and written < 200:
        written += 1
    assert status == 503
    before = battle.last()
    refused = battle.raiders.send(letter_form(battle.raiders, battle), text="No cabe " * 60)
    assert refused.status_code == 503 and "no cabe nada más" in refused.text
    assert battle.watch.get(battle.path).status_code == battle.raiders.get(f"{battle.path}?tab=log").status_code == 200
    with club.store.read() as work:
        assert len(work.letters.of(club.find(work, battle.address).id)) == written and club.find(work, battle.address).number == before

    disk.is_full = False
    assert battle.raiders.send(form_to(refused.text, f"{battle.path}/letters"), text="Cabe").status_code == 303
    assert battle.watch.send(form).status_code == 303 and battle.last() > before


def test_a_damaged_game_stands_still_and_says_where(app, web, battle, visitor):
    """F-28: nobody plays on, spectators neither see what may be false; every other game goes on."""
    other = Battle(visitor().register("Ane"), visitor("es").register("Unai")).begin()
    with app.state.club.store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE moves SET events = events || ' ' WHERE game_id = 1")
    app.state.club.stories = Stories()               # as after a restart
    for who, words in ((battle.watch, "damaged at move 1"), (battle.raiders, "dañado en la jugada 1"), (visitor(), "damaged at move 1")):
        answer = who.get(battle.path)
        assert answer.status_code == 500 and words in answer.text
    assert battle.house(battle.watch, "concede").status_code == 500
    assert web.get("/api/v1/games/1").json()["status"] == 500
    other.end_step(other.watch)
