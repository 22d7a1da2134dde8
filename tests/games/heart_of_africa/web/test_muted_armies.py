"""Own names in armies that muted users bring to a table: refused on the page and by the API."""

from __future__ import annotations

from html import unescape

import pytest

from app.services.people import api_tokens, moderation
from tests.api.conftest import Program
from tests.games.heart_of_africa.web.test_setting_up import army, keep, new_form
from tests.web.reading import form_to
from tests.web.test_contest_pages import user_of

SENTENCE = "Send this without words of your own. A name may be that of your account."
TERMS = {"t.points": "300", "t.year": "1890"}


def mute(person, name: str) -> None:
    services = person.client.app.state.services
    moderation.act_as_administrator(services, user_of(person, name), "mute", 3)


def unnamed() -> dict:
    return army() | {"name": "", "unit_names": []}


@pytest.fixture
def maite(visitor):
    return visitor().register("Maite")


@pytest.fixture
def tom(visitor, maite):
    found = visitor("en").register("Tom")
    mute(found, "Tom")
    return found


def waiting_table(maite) -> str:
    return maite.send(new_form(maite), **TERMS).headers["location"]


def test_a_muted_player_joins_with_an_army_without_own_names(app, maite, tom):
    named, plain = keep(app, "Tom", army()), keep(app, "Tom", unnamed(), "Plain")
    path = waiting_table(maite)
    form = form_to(tom.get(path).text, f"{path}/join")
    answer = tom.send(form, **{"b.army": named})
    assert answer.status_code == 422 and SENTENCE in unescape(answer.text)
    assert maite.get(path).text.count(">free seat<") == 1
    assert tom.send(form, **{"b.army": plain}).status_code == 303


def test_a_muted_player_changes_to_no_army_with_own_names(app, maite):
    named, plain = keep(app, "Maite", army()), keep(app, "Maite", unnamed(), "Plain")
    path = waiting_table(maite)
    mute(maite, "Maite")
    form = form_to(maite.get(path).text, f"{path}/brings")
    refused = maite.send(form, **{"b.army": named})
    assert refused.status_code == 422 and SENTENCE in unescape(refused.text)
    assert maite.send(form, **{"b.army": plain}).status_code == 303
    assert form_to(maite.get(path).text, f"{path}/brings").fields["b.army"] == plain


def test_a_program_of_a_muted_user_brings_no_own_names(app, maite, tom):
    path = waiting_table(maite)
    services, me = app.state.services, user_of(tom, "Tom")
    secret = api_tokens.create_token(services, me, "test", api_tokens.SCOPES).secret
    program = Program(app, secret)
    seat = {"brings": {"army": army()}}
    answer = program.post(f"{path}/join", seat, 422)
    assert [one["rule"] for one in answer["refusals"]] == ["CAR-MOD-01"]
    account = army() | {"name": "Tom", "unit_names": []}
    assert program.post(f"{path}/join", {"brings": {"army": account}})["address"]


def test_a_new_table_takes_no_own_names_of_a_muted_user(app, tom):
    named = keep(app, "Tom", army())
    refused = tom.send(new_form(tom), **TERMS, **{"b.army": named})
    assert refused.status_code == 422 and SENTENCE in unescape(refused.text)
