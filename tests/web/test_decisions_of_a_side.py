"""Pages, plain forms, words and API of a side with two players."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import quote, unquote_plus

import pytest

from app.main import create_services
from app.services.people import account_rules, api_tokens
from app.settings import Settings
from app.web.app import create_web
from tests.contract.tiny import TINY
from tests.web.circle import text_of
from tests.web.conftest import Visitor
from tests.web.reading import confirmation_on, form_to, forms_on


@pytest.fixture
def app(sqlite_url):
    settings = Settings(database_url=sqlite_url)
    return create_web(create_services(settings, TINY), settings)


@pytest.fixture
def table(app, web):
    return gather(app)


def gather(app, **more):
    """Players by seat, and the address of their game: Ana and Carla against Bruno and Diego."""
    seats = {"crown-1": ("Ana", "en"), "rebels-1": ("Bruno", "es"), "crown-2": ("Carla", "es")}
    seats["rebels-2"] = ("Diego", "en")
    people = {
        seat: Visitor(app, language).register(name) for seat, (name, language) in seats.items()
    }
    given = {"box": "council", "seat": "plain/crown", "against": "people", "per_side": "2", **more}
    path = people["crown-1"].post("/tables", **given, spectators="yes").headers["location"]
    for seat in ("rebels-1", "crown-2", "rebels-2"):
        assert people[seat].post(f"{path}/join", seat=seat).status_code == 303
    return people, path


def preview(visitor, path: str, order: str) -> str:
    """Page with the draft of an offered order."""
    page = visitor.get(path).text
    assert order in unquote_plus(unescape(page))
    return visitor.get(f"{path}?order={quote(order)}").text


def give(visitor, path: str, order: str):
    return visitor.send(confirmation_on(preview(visitor, path, order)))


MARCH, STAND = '{"kind":"march","counter":"c1","feint":true}', '{"kind":"meet","stand":true}'


@pytest.mark.parametrize("tail", ["", "/text"])
def test_the_title_names_the_side_to_a_player_who_is_not_concerned(table, tail):
    people, path = table
    give(people["crown-1"], path, MARCH)
    titles = {
        seat: re.search("<title>(.+?)</title>", people[seat].get(path + tail).text)[1]
        for seat in people
    }
    assert titles["rebels-1"].startswith("Tu decisión · ")
    assert titles["rebels-2"].startswith("Your side’s decision · ")
    assert not titles["crown-1"].startswith("Your")
    own = people["rebels-2"].get(f"{path}{tail}?lang=es").text
    assert "<title>Decisión de tu bando · " in own


@pytest.mark.parametrize("tail", ["", "/text"])
def test_the_other_player_of_the_side_is_offered_the_answer(table, tail):
    people, path = table
    assert give(people["crown-1"], path, MARCH).status_code == 303
    page = people["rebels-2"].get(path + tail).text
    assert "Bruno is asked. You may answer for your side too: the first answer counts." in page
    assert give(people["rebels-2"], path, STAND).status_code == 303
    own = people["rebels-1"].get(path + tail).text
    assert "responde otro jugador del bando" in text_of(
        own + people["rebels-1"].get(path + "?tab=log").text
    )


def test_the_player_concerned_reads_no_such_note(table):
    people, path = table
    give(people["crown-1"], path, MARCH)
    page = people["rebels-1"].get(path).text
    assert "¿Aguantar o ceder?" in page
    assert "por tu bando" not in page


def test_of_two_answers_the_second_player_reads_who_was_first(table):
    people, path = table
    give(people["crown-1"], path, MARCH)
    late = preview(people["rebels-1"], path, STAND)
    give(people["rebels-2"], path, STAND)
    answer = people["rebels-1"].send(confirmation_on(late))
    assert answer.status_code == 409
    assert "Diego ya ha respondido por tu bando. Tu orden no se ha dado." in text_of(answer.text)


def test_the_other_side_gets_no_form_for_the_answer(table):
    people, path = table
    give(people["crown-1"], path, MARCH)
    assert STAND not in unquote_plus(unescape(people["crown-2"].get(path).text))


def test_the_api_names_the_seat_concerned_and_those_that_may_answer(app, table):
    people, path = table
    give(people["crown-1"], path, MARCH)
    for name in ("Bruno", "Diego"):
        (owed,) = asked_by_api(app, name, path)
        assert (owed["seat"], owed["also"]) == ("rebels-1", ["rebels-2"])
    for name in ("Ana", "Carla"):
        assert asked_by_api(app, name, path) == []


def asked_by_api(app, name, path):
    services = app.state.services
    with services.store.read() as work:
        member = work.users.find_by_name(account_rules.name_key(name))[0].id
    secret = api_tokens.create_token(services, member, "t", api_tokens.SCOPES).secret
    head = {"authorization": f"Bearer {secret}"}
    return Visitor(app).get(f"/api/v1{path}", headers=head).json()["decisions"]


def test_counters_are_lent_and_taken_back_at_any_time(table):
    people, path = table
    assert give(people["crown-2"], path, '{"kind":"lend","lends":false}').status_code == 303
    refused = people["crown-1"].get(path).text
    assert 'order={"kind":"march","counter":"c2"' not in unquote_plus(unescape(refused))
    assert give(people["crown-2"], path, '{"kind":"lend","lends":true}').status_code == 303


def test_one_player_gives_up_and_reads_that_the_side_plays_on(table):
    people, path = table
    question = people["crown-1"].get(f"{path}?confirm=concede").text
    assert "The side plays on with Carla." in text_of(question)
    form = next(one for one in forms_on(question) if "concede" in one.fields.get("order", ""))
    answer = people["crown-1"].client.post(form.action, data=form.fields, follow_redirects=False)
    assert answer.status_code == 303
    assert not re.search("Give up the game", people["crown-1"].get(path).text)
    assert give(people["crown-2"], path, MARCH).status_code == 303


def test_the_lobby_opens_a_table_with_two_players_against_one(app, web):
    ana = Visitor(app).register("Ana")
    page = ana.get("/tables/new?box=council").text
    form = next(one for one in forms_on(page) if one.action == "/tables")
    assert form.options["others_per_side"] == ["", "1", "2", "3"]
    answer = ana.send(form, seat="plain/crown", per_side="2", others_per_side="1")
    game = answer.headers["location"].rsplit("/", 1)[1]
    with app.state.services.store.read() as work:
        seats = [one.seat for one in work.seats.for_game(int(game))]
    assert seats == ["crown-1", "rebels", "crown-2"]


# ---------------------------------------------------------------------- absent and replaced
CLOCK = {"clock": "each", "clock_each": "3", "clock_then": "hold", "clock_holidays": "10"}


def test_the_other_player_answers_for_a_player_on_holiday(app, web):
    people, path = gather(app, **CLOCK)
    bruno = people["rebels-1"]
    form = next(one for one in forms_on(bruno.get(path).text) if one.fields.get("do") == "holiday")
    assert bruno.send(form, days="5").status_code == 303
    assert give(people["crown-1"], path, MARCH).status_code == 303
    page = people["rebels-2"].get(path).text
    assert "Bruno is asked. You may answer for your side too: the first answer counts." in page
    assert "holiday from" in text_of(page)
    assert give(people["rebels-2"], path, STAND).status_code == 303
    assert give(people["crown-2"], path, MARCH.replace("c1", "c2")).status_code == 303


def test_a_substitute_is_asked_and_the_other_player_may_answer(app, table):
    people, path = table
    elisa = Visitor(app).register("Elisa")
    give(people["crown-1"], path, MARCH)
    offer = form_to(people["rebels-1"].get(path).text, f"{path}/seats/rebels-1")
    assert people["rebels-1"].send(offer, name="Elisa").status_code == 303
    assert (
        elisa.send(form_to(elisa.get("/my-games").text, "/invitations/1/take")).status_code == 303
    )
    page = elisa.get(path).text
    assert "<title>Your decision · " in page
    assert STAND not in unquote_plus(unescape(people["rebels-1"].get(path).text))
    other = preview(people["rebels-2"], path, STAND)
    assert "Elisa is asked. You may answer for your side too: the first answer counts." in other
    assert give(elisa, path, STAND).status_code == 303
    late = people["rebels-2"].send(confirmation_on(other))
    assert late.status_code == 409
    assert "Elisa has already answered for your side." in text_of(late.text)
