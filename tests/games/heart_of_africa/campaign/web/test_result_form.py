"""Form for the result of a battle on a real table."""

from __future__ import annotations

import pytest

from app.games.heart_of_africa.campaign import orders as o
from app.services.watch import game_view
from tests.games.heart_of_africa.campaign.campaign_club import Campaign, arm, table_of
from tests.games.heart_of_africa.campaign.web.prepared import prepared_campaign
from tests.web.conftest import Visitor
from tests.web.reading import Form, form_to, words_on
from tests.web.test_routes import Caller


@pytest.fixture
def played(app, sqlite_url) -> Campaign:
    return prepared_campaign(app, sqlite_url, "played")


def here(campaign: Campaign) -> str:
    return f"{campaign.path}/battles/b1/result"


def form_of(visitor: Visitor, campaign: Campaign) -> Form:
    return form_to(visitor.get(here(campaign)).text, here(campaign))


FILLED = {
    "result": "0",
    "leaders_lost": "p2",
    "turns": "6",
    "unit.p2.0": "Archers",
    "fallen.p2.0": "6",
    "figures.p2.0": "10",
    "unit.p2.1": "Warriors <b>",
    "fallen.p2.1": "5",
    "baggage_defender": "2",
    "remarks": "They came over the river.",
}


def test_the_form_enters_the_result_with_losses_of_each_unit(app, played):
    maite = Caller(app, played.ids["p1"])
    answer = maite.send(form_of(maite, played), **FILLED)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{played.path}/battles/b1")
    words = " ".join(words_on(maite.get(f"{played.path}/battles/b1").text))
    for fact in (
        "Fallen figures: Wa-simba 0 and Wa-tembo 11.",
        "Turns played: 6.",
        "Baggage lost: Wa-simba 0 and Wa-tembo 2.",
        "Leaders lost: Wa-tembo.",
        "“They came over the river.”",
        "6 of 10",
        "Warriors <b>",
    ):
        assert fact in words


def test_the_same_form_sent_twice_counts_once(app, played):
    maite = Caller(app, played.ids["p1"])
    form = form_of(maite, played)
    first, again = maite.send(form, **FILLED), maite.send(form, **FILLED)
    assert first.status_code == again.status_code == 303
    look = game_view.load_view(app.state.services, played.id)
    reports = [move for move in look.history.moves if b"enter_result" in bytes(move.order)]
    assert len(reports) == 1


def test_the_form_is_valid_after_moves_of_other_players(app, played):
    maite = Caller(app, played.ids["p1"])
    form = form_of(maite, played)
    played.give("p3", o.Give("p1", 1))
    assert maite.send(form, **FILLED).status_code == 303


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"result": ""}, "Choose the winner"),
        ({"fallen.p2.0": "many"}, "Archers: “many” cannot be read"),
        ({"turns": "six"}, "“six” cannot be read"),
        ({"fallen.p2.0": "11"}, "Archers: the fallen figures are a number from 0 to 10."),
        ({"fallen_defender": "7"}, "lost 11 figures together, more than the 7 in all"),
        ({"baggage_attacker": "21"}, "Baggage elements lost are a number from 0 to 20."),
        ({"unit.p2.1": ""}, "belongs to a named unit"),
        ({"unit.p2.1": "x" * 61}, "at most 60 letters"),
    ],
)
def test_a_refused_form_keeps_what_was_typed(app, played, wrong, sentence):
    maite = Caller(app, played.ids["p1"])
    answer = maite.send(form_of(maite, played), **(FILLED | wrong))
    assert answer.status_code == 422
    assert sentence in " ".join(words_on(answer.text))
    kept = form_to(answer.text, here(played)).fields
    for name, value in (FILLED | wrong).items():
        if value and name not in ("result", "remarks"):
            assert value in kept[name], name
    assert FILLED["remarks"] in answer.text


def test_more_rows_are_added_without_a_script(app, played):
    maite = Caller(app, played.ids["p1"])
    form = form_of(maite, played)
    assert "unit.p1.3" not in form.fields
    answer = maite.send(form, **FILLED, more="1")
    fields = form_to(answer.text, here(played)).fields
    assert (answer.status_code, fields["unit.p2.0"]) == (200, "Archers")
    assert "unit.p1.5" in fields


def test_a_later_report_is_shown_as_it_was_typed(app, played):
    tom = Caller(app, played.ids["p2"])
    form = form_of(tom, played)
    played.give("p1", o.EnterResult("b1", "p1"))
    answer = tom.send(form, **FILLED)
    assert answer.status_code == 422
    assert "A result has been entered already." in answer.text
    assert "They came over the river." in answer.text


def test_other_readers_have_no_form(app, played):
    ana = Caller(app, played.ids["p3"])
    assert ana.get(here(played), follow_redirects=False).status_code == 303
    assert "Who won?" not in ana.get(here(played)).text
    assert ana.sends(here(played), result="0") == 404
    away = Visitor(app).get(here(played), follow_redirects=False)
    assert away.status_code == 303
    assert away.headers["location"].startswith("/login?next=")


def test_the_form_speaks_spanish(app, played):
    page = Caller(app, played.ids["p1"]).get(f"{here(played)}?lang=es").text
    words = " ".join(words_on(page))
    for fact in ("¿Quién ganó?", "Enviar el resultado", "Bajas: Wa-simba"):
        assert fact in words


def units_brought(app, campaign: Campaign) -> list[str]:
    """The defender brings an army; the names of its units."""
    table = table_of(campaign, campaign)
    arm(campaign, table, "p2", "B")
    with app.state.services.store.read() as work:
        brought = work.seats.contributions_by_seat(table.id)
    [army] = [one["army"] for one in brought.values() if one.get("army")]
    return [unit.title.in_("en") for unit in app.state.services.box(table).armies.sheet(army).units]


def test_the_own_roster_is_listed_and_that_of_the_opponent_is_secret(app, played):
    units = units_brought(app, played)
    maite, tom = Caller(app, played.ids["p1"]), Caller(app, played.ids["p2"])
    form = form_of(tom, played)
    listed = [value for name, value in form.fields.items() if name.startswith("unit.p2.")]
    assert listed[: len(units)] == units
    assert "unit.p2.0" in form_of(maite, played).fields
    for page in (here(played), f"{played.path}/battles/b1/sheet?side=p2"):
        told = maite.get(page).text
        assert not [unit for unit in units if f">{unit}<" in told]
    sheet = tom.get(f"{played.path}/battles/b1/sheet").text
    assert all(f">{unit}<" in sheet for unit in units)
    answer = tom.send(form, result="1", **{"fallen.p2.0": "1"})
    assert answer.status_code == 303
    assert units[0] in " ".join(words_on(tom.get(f"{played.path}/battles/b1").text))
