"""Form of a dispute with other numbers, and both results on the desk and on the battle's page."""

from __future__ import annotations

import re

import pytest

from app.games.heart_of_africa.campaign import orders as o
from app.kernel.child_battles import UnitLosses
from app.services.watch import game_view
from app.web import uploads
from tests.games.heart_of_africa.campaign.campaign_club import Campaign
from tests.games.heart_of_africa.campaign.web.test_photographs import send, shown
from tests.games.heart_of_africa.campaign.web.test_result_form import played  # noqa: F401 fixture
from tests.web.conftest import Visitor
from tests.web.pictures import picture
from tests.web.reading import Form, form_to, forms_on, words_on
from tests.web.test_routes import Caller

ENTRY = o.EnterResult(
    "b1",
    "p1",
    ("p2",),
    remarks="By lamp.",
    turns=6,
    baggage_defender=2,
    casualties=(UnitLosses("p2", "Archers", 6, 10),),
)
CHANGED = {"result": "2", "turns": "7", "reason": "Turn seven was open.", "fallen.p2.0": "4"}


@pytest.fixture
def entered(played) -> Campaign:  # noqa: F811 fixture
    return played.give("p1", ENTRY)


def here(campaign: Campaign) -> str:
    return f"{campaign.path}/battles/b1/dispute"


def form_of(visitor: Visitor, campaign: Campaign) -> Form:
    return form_to(visitor.get(here(campaign)).text, here(campaign))


def text_at(visitor: Visitor, path: str) -> str:
    return " ".join(words_on(visitor.get(path).text))


def test_the_decision_page_leads_to_the_form_of_a_dispute(app, entered):
    def offers_it(seat: str) -> bool:
        return f'href="{here(entered)}"' in Caller(app, entered.ids[seat]).get(entered.path).text

    assert [seat for seat in ("p1", "p2", "p3", "referee") if offers_it(seat)] == ["p2"]
    entered.give("p2", o.ConfirmResult("b1"))
    assert not offers_it("p2")


def test_the_form_holds_the_entered_numbers(app, entered):
    tom = Caller(app, entered.ids["p2"])
    page = tom.get(here(entered)).text
    fields = form_to(page, here(entered)).fields
    for name, value in (("turns", "6"), ("baggage_defender", "2"), ("unit.p2.0", "Archers")):
        assert fields[name] == value
    assert (fields["fallen.p2.0"], fields["figures.p2.0"]) == ("6", "10")
    assert 'name="result" value="0" required checked' in page
    assert 'name="leaders_lost" value="p2" checked' in page
    assert "Dispute with other numbers" in text_at(tom, f"{entered.path}/battles/b1")


def test_other_numbers_stand_beside_the_entered_ones(app, entered):
    tom, ines = Caller(app, entered.ids["p2"]), Caller(app, entered.ids["referee"])
    answer = tom.send(form_of(tom, entered), leaders_lost="p2", **CHANGED)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{entered.path}/battles/b1")
    for reader, path in ((ines, "desk"), (Visitor(app), "battles/b1")):
        words = text_at(reader, f"{entered.path}/{path}")
        for fact in (
            "4 things differ.",
            "Winner (differs) Wa-simba no decision",
            "Turns played (differs) 6 7",
            "Leaders lost (equal) Wa-tembo Wa-tembo",
            "Archers, Wa-tembo (differs) 6 4",
            "Wa-simba: “By lamp.”",
            "Wa-tembo: “Turn seven was open.”",
        ):
            assert fact in words, (path, fact)
    spanish = text_at(ines, f"{entered.path}/desk?lang=es")
    assert "Ganador (distinto) Wa-simba sin decisión" in spanish


def test_the_referee_accepts_the_other_numbers(app, entered):
    tom, ines = Caller(app, entered.ids["p2"]), Caller(app, entered.ids["referee"])
    tom.send(form_of(tom, entered), leaders_lost="p2", **CHANGED)
    desk = ines.get(f"{entered.path}/desk").text
    assert "As the Wa-tembo state: No decision" in " ".join(words_on(desk))
    [order] = [
        one.fields["order"] for one in forms_on(desk) if '"report_of":"p2"' in str(one.fields)
    ]
    page = ines.get(f"{entered.path}/desk/act", params={"order": order}).text
    form = form_to(page, f"{entered.path}/desk/act")
    assert re.search(r'name="reason"[^>]* required', page), page
    assert ines.give(form, reason="The photographs show it.").status_code == 303
    words = text_at(Visitor(app), f"{entered.path}/battles/b1")
    assert "The referee accepts the numbers of the Wa-tembo." in words
    assert "4 of 10" in words


def test_the_same_form_sent_twice_counts_once(app, entered):
    tom = Caller(app, entered.ids["p2"])
    form = form_of(tom, entered)
    assert [tom.send(form, **CHANGED).status_code for _ in "ab"] == [303, 303]
    look = game_view.load_view(app.state.services, entered.id)
    found = [one for one in look.history.moves if b"dispute_result" in bytes(one.order)]
    assert len(found) == 1


@pytest.mark.parametrize(
    ("wrong", "english", "spanish"),
    [
        ({"result": ""}, "Choose the winner", "Elige el ganador"),
        ({"turns": "six"}, "“six” cannot be read", "«six» no se entiende"),
        (
            {"fallen.p2.0": "11"},
            "Archers: the fallen figures are a number from 0 to 10.",
            "Archers: las figuras caídas son un número de 0 a 10.",
        ),
        (
            {"baggage_defender": "21"},
            "Baggage elements lost are a number from 0 to 20.",
            "Los bagajes perdidos son un número de 0 a 20.",
        ),
    ],
)
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_refused_form_keeps_what_was_typed(app, entered, wrong, english, spanish, language):
    tom = Caller(app, entered.ids["p2"])
    tom.client.headers["page-language"] = language
    answer = tom.send(form_of(tom, entered), **(CHANGED | wrong))
    assert answer.status_code == 422
    assert {"en": english, "es": spanish}[language] in " ".join(words_on(answer.text))
    assert CHANGED["reason"] in answer.text
    kept = form_to(answer.text, here(entered)).fields
    for name in ("turns", "fallen.p2.0"):
        assert kept[name] == (CHANGED | wrong)[name]


def test_a_form_after_the_answer_is_refused_with_its_words(app, entered):
    tom = Caller(app, entered.ids["p2"])
    form = form_of(tom, entered)
    entered.give("p2", o.DisputeResult("b1", "We won."))
    answer = tom.send(form, **CHANGED)
    assert answer.status_code == 422
    assert "No result of this battle waits for your answer." in " ".join(words_on(answer.text))
    assert CHANGED["reason"] in answer.text


def test_only_the_other_player_has_the_form(app, entered):
    for seat in ("p1", "p3", "referee"):
        caller = Caller(app, entered.ids[seat])
        assert caller.get(here(entered), follow_redirects=False).status_code == 303
        assert caller.sends(here(entered), result="0") == 404
    away = Visitor(app).get(here(entered), follow_redirects=False)
    assert away.headers["location"].startswith("/login?next=")


def test_photographs_come_with_a_dispute(app, entered):
    tom = Caller(app, entered.ids["p2"])
    fields = dict(form_of(tom, entered).fields) | CHANGED
    large = picture("red") + bytes(700_000)  # longer than a form without files may be
    assert send(tom, here(entered), large, **fields).status_code == 303
    assert len(shown(Visitor(app), entered)) == 1


def test_a_dispute_with_too_many_bytes_is_refused_with_the_form_as_it_was(
    app, entered, monkeypatch
):
    monkeypatch.setattr(uploads, "LONGEST_UPLOAD", 400_000)
    monkeypatch.setattr(uploads, "KEPT_OF_LONGER", 100_000)
    tom = Caller(app, entered.ids["p2"])
    fields = dict(form_of(tom, entered).fields) | CHANGED
    answer = send(tom, here(entered), bytes(900_000), **fields)
    assert answer.status_code == 413
    assert "None was stored" in answer.text and "Turn seven was open." in answer.text


def test_pages_of_a_battle_name_the_form_that_is_stored_for_a_visit_without_a_network(app, entered):
    def stored_form(seat: str, page: str) -> str:
        text = Caller(app, entered.ids[seat]).get(f"{entered.path}/battles/b1{page}").text
        _, found, rest = text.partition('data-result-form="')
        assert bool(found) == ("js/result_offline" in text) or page == "/sheet"
        return rest.partition('"')[0]

    for page in ("", "/sheet", "/dispute"):
        assert stored_form("p2", page) == here(entered), page
    assert stored_form("p1", "") == ""
    entered.give("p2", o.ConfirmResult("b1"))
    for page in ("", "/sheet", "/dispute"):
        assert stored_form("p2", page) == "", page
