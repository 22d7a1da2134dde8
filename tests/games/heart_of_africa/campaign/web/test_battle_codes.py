"""Code of three words on the sheet of a battle, which leads to the form for its result."""

from __future__ import annotations

import pytest

from app.games.heart_of_africa.campaign import orders as o
from app.services.people import accounts
from app.services.play import battle_codes
from app.services.play.battle_codes import LISTS, code_words, read_code
from tests.games.heart_of_africa.campaign.campaign_club import Campaign
from tests.games.heart_of_africa.campaign.web.prepared import prepared_campaign
from tests.web.conftest import Visitor
from tests.web.test_routes import Caller


@pytest.fixture
def played(app, sqlite_url) -> Campaign:
    return prepared_campaign(app, sqlite_url, "played")


def test_the_words_are_plain_and_of_one_language_only():
    english, spanish = LISTS["en"], LISTS["es"]
    assert len({*english, *spanish}) == len(english) + len(spanish) == 512
    assert all(word.isascii() and word.islower() and 3 <= len(word) <= 8 for word in english)
    assert all(word.isascii() and word.islower() and 3 <= len(word) <= 8 for word in spanish)


@pytest.mark.parametrize("code", [0, 1, 255, 256, 65_536, 2**24 - 1])
def test_a_code_is_read_in_either_language(code):
    words = code_words(code)
    assert read_code(words.in_("en")) == read_code(words.in_("es")) == code
    assert read_code(f"  {words.in_('es').upper().replace(' ', '-')}. ") == code


@pytest.mark.parametrize(
    "typed", ["", "apple", "apple apple", "apple apple apple apple", "x" * 999]
)
def test_other_words_are_no_code(typed):
    assert read_code(typed) is None


def test_accents_make_no_difference():
    first, second, third = LISTS["es"][:3]
    accented = first.replace("a", "á", 1)
    assert read_code(f"{accented} {second} {third}") == read_code(f"{first} {second} {third}")


def code_on_sheet(app, played: Campaign) -> str:
    code = battle_codes.code_of_battle(app.state.services, played.id, "b1")
    words = code_words(code).in_("en")
    sheet = Caller(app, played.ids["p1"]).get(f"{played.path}/battles/b1/sheet").text
    assert words in sheet
    assert "127.0.0.1:8000/r" in sheet
    return words


def test_the_sheet_has_its_code_in_both_languages_for_a_reader_without_a_network(app, played):
    code = code_words(battle_codes.code_of_battle(app.state.services, played.id, "b1"))
    sheet = Caller(app, played.ids["p1"]).get(f"{played.path}/battles/b1/sheet").text
    assert f'data-codes="{code.in_("en")}|{code.in_("es")}"' in sheet


def test_the_code_of_the_sheet_leads_to_the_form(app, played):
    words = code_on_sheet(app, played)
    answer = Caller(app, played.ids["p2"]).get("/r", params={"code": words}, follow_redirects=False)
    assert answer.headers["location"] == f"{played.path}/battles/b1/result"


def test_the_code_leads_to_the_form_that_is_open(app, played):
    words = code_on_sheet(app, played)

    def leads(seat: str) -> str:
        caller = Caller(app, played.ids[seat])
        answer = caller.get("/r", params={"code": words}, follow_redirects=False)
        return answer.headers["location"].removeprefix(f"{played.path}/battles/b1")

    assert [leads(seat) for seat in ("p1", "p2", "p3")] == ["/result", "/result", ""]
    played.give("p1", o.EnterResult("b1", "p1"))
    assert [leads(seat) for seat in ("p1", "p2")] == ["", "/dispute"]
    played.give("p2", o.ConfirmResult("b1"))
    assert [leads(seat) for seat in ("p1", "p2")] == ["", ""]


def test_the_code_is_kept_while_its_reader_logs_in(app, played):
    words = code_on_sheet(app, played)
    visitor = Visitor(app)
    away = visitor.get("/r", params={"code": words}, follow_redirects=False)
    assert away.headers["location"].startswith("/login?next=%2Fr%3Fcode%3D")
    page = visitor.get(away.headers["location"]).text
    answer = visitor.client.post(
        "/login",
        data={
            "csrf": page.split('name="csrf" value="')[1].split('"')[0],
            "name": "Tom",
            "password": "a long enough sentence",
            "next": f"/r?code={words.replace(' ', '+')}",
        },
    )
    assert str(answer.url).endswith("/battles/b1/result")


@pytest.mark.parametrize("typed", ["apple apple apple", "something else entirely", "<script>"])
def test_an_unknown_code_gets_a_sentence_and_stays_in_its_field(app, played, typed):
    answer = Caller(app, played.ids["p1"]).get("/r", params={"code": typed})
    assert answer.status_code == 404
    assert "No battle has this code" in answer.text
    assert "<script>" not in answer.text.split('id="code"')[1][:200]


def test_the_code_of_a_closed_campaign_is_unknown_to_others(app, played):
    words = code_on_sheet(app, played)
    with app.state.services.store.write() as work:
        work.games.update_game(played.id, spectators=False)
        work.commit()
    stranger = accounts.register(app.state.services, "Zoe", "a long enough sentence").id
    assert Caller(app, stranger).get("/r", params={"code": words}).status_code == 404


def test_guessing_is_limited(app, played):
    maite = Caller(app, played.ids["p1"])
    statuses = [maite.get("/r", params={"code": "apple"}).status_code for _ in range(17)]
    assert statuses[:15] == [404] * 15
    assert statuses[-1] == 429
