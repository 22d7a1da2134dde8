"""Form for the decision of a referee about a battle, with losses of each unit."""

from __future__ import annotations

import pytest

from app.games.heart_of_africa.campaign import orders as o
from app.kernel.child_battles import UnitLosses
from app.services.play import referees
from app.services.watch import game_view
from tests.games.heart_of_africa.campaign.campaign_club import Campaign
from tests.games.heart_of_africa.campaign.web.test_dispute_form import ENTRY, text_at
from tests.games.heart_of_africa.campaign.web.test_result_form import played  # noqa: F401 fixture
from tests.web.conftest import Visitor
from tests.web.reading import Form, form_to, forms_on, words_on
from tests.web.test_routes import Caller

DISPUTE = o.DisputeResult(
    "b1",
    "Turn seven was open.",
    None,
    ("p2",),
    turns=7,
    casualties=(UnitLosses("p2", "Slingers", 2),),
)
WHY = "The photograph shows <turn> 8."


@pytest.fixture
def disputed(played) -> Campaign:  # noqa: F811 fixture
    return played.give("p1", ENTRY).give("p2", DISPUTE)


def here(campaign: Campaign) -> str:
    return f"{campaign.path}/battles/b1/decide"


def form_of(visitor: Visitor, campaign: Campaign) -> Form:
    return form_to(visitor.get(here(campaign)).text, here(campaign))


def decisions(app, campaign: Campaign) -> int:
    look = game_view.load_view(app.state.services, campaign.id)
    return sum(b'"decide"' in bytes(move.order) for move in look.history.moves)


def test_the_form_shows_both_versions_beside_each_field(app, disputed):
    ines = Caller(app, disputed.ids["referee"])
    words = text_at(ines, here(disputed))
    for fact in (
        "Both results",
        "Winner (differs) Wa-simba no decision",
        "Turns played Wa-simba: 6 · Wa-tembo: 7",
        "Archers 10 figures Wa-simba: 6 · Wa-tembo: not stated",
        "Baggage elements lost Wa-simba: 2 · Wa-tembo: 0",
    ):
        assert fact in words, fact
    fields = form_of(ines, disputed).fields
    assert (fields["fallen.p2.0"], fields["turns"]) == ("6", "6")
    assert (fields["unit.p2.1"], fields["fallen.p2.1"]) == ("Slingers", "")
    spanish = text_at(ines, f"{here(disputed)}?lang=es")
    assert "Archers 10 figuras Wa-simba: 6 · Wa-tembo: sin indicar" in spanish


def test_the_decision_takes_losses_of_each_unit(app, disputed):
    ines = Caller(app, disputed.ids["referee"])
    form = form_of(ines, disputed)
    losses = {"fallen.p2.0": "5", "fallen.p2.1": "1"}
    sent = {"result": "2", "turns": "8", **losses, "reason": WHY}
    answers = [ines.send(form, **sent) for _ in "ab"]
    assert [one.status_code for one in answers] == [303, 303]
    assert decisions(app, disputed) == 1
    words = text_at(Visitor(app), f"{disputed.path}/battles/b1")
    for fact in (
        "The referee decides with other numbers than both.",
        "No decision, entered by the referee.",
        "Turns played: 8.",
        "Fallen figures: Wa-simba 0 and Wa-tembo 6.",
        "5 of 10",
        "Reason of the referee: The photograph shows <turn> 8.",
    ):
        assert fact in words, fact
    assert "<turn>" not in ines.get(f"{disputed.path}/battles/b1").text


@pytest.mark.parametrize("reason", ["word " * 81])
def test_a_decision_without_a_readable_reason_keeps_what_was_typed(app, disputed, reason):
    ines = Caller(app, disputed.ids["referee"])
    form = form_of(ines, disputed)
    answer = ines.send(form, result="2", reason=reason, **{"fallen.p2.0": "3"})
    assert answer.status_code == 422
    assert form_to(answer.text, here(disputed)).fields["fallen.p2.0"] == "3"
    assert decisions(app, disputed) == 0


def test_numbers_of_a_player_count_as_that_players(app, disputed):
    ines = Caller(app, disputed.ids["referee"])
    assert (
        ines.send(form_of(ines, disputed), result="0", leaders_lost="p2", reason=WHY).status_code
        == 303
    )
    words = text_at(Visitor(app), f"{disputed.path}/battles/b1")
    assert "The referee accepts the numbers of the Wa-simba." in words


def test_a_referee_enters_a_result_that_no_player_has_entered(app, played):  # noqa: F811 fixture
    ines = Caller(app, played.ids["referee"])
    assert "Neither player has entered a result." in text_at(ines, here(played))
    sent = {"result": "1", "unit.p1.0": "Musketeers", "fallen.p1.0": "3"}
    assert ines.send(form_of(ines, played), **sent).status_code == 303
    words = text_at(Visitor(app), f"{played.path}/battles/b1")
    assert "The Wa-tembo won, entered by the referee." in words
    assert "Fallen figures: Wa-simba 3 and Wa-tembo 0." in words


def test_a_refused_decision_keeps_what_was_typed(app, disputed):
    ines = Caller(app, disputed.ids["referee"])
    answer = ines.send(form_of(ines, disputed), result="2", **{"fallen.p2.0": "11"})
    assert answer.status_code == 422
    assert "Archers: the fallen figures are a number from 0 to 10." in " ".join(
        words_on(answer.text)
    )
    assert form_to(answer.text, here(disputed)).fields["fallen.p2.0"] == "11"
    assert decisions(app, disputed) == 0


def test_only_a_referee_has_the_form_also_one_who_plays(app, disputed):
    for seat in ("p1", "p2", "p3"):
        caller = Caller(app, disputed.ids[seat])
        assert caller.get(here(disputed), follow_redirects=False).status_code == 303
        assert caller.sends(here(disputed), result="0") == 404
    away = Visitor(app).get(here(disputed), follow_redirects=False)
    assert away.headers["location"].startswith("/login?next=")
    referees.name_referee(app.state.services, disputed.path[7:], disputed.ids["referee"], "Ana")
    ana = Caller(app, disputed.ids["p3"])
    assert ana.send(form_of(ana, disputed), result="2", reason=WHY).status_code == 303
    assert decisions(app, disputed) == 1


def test_desk_and_pages_of_game_and_battle_lead_to_the_form(app, disputed):
    ines = Caller(app, disputed.ids["referee"])
    for page in ("/desk", "/battles/b1", ""):
        assert f'href="{here(disputed)}"' in ines.get(f"{disputed.path}{page}").text, page
    desk = ines.get(f"{disputed.path}/desk").text
    orders = [str(one.fields.get("order")) for one in forms_on(desk)]
    [own] = [
        one
        for one in orders
        if '"kind":"decide"' in one and '"winner":"p2"' in one and "report_of" not in one
    ]
    answer = ines.get(f"{disputed.path}/desk/act", params={"order": own}, follow_redirects=False)
    assert answer.headers["location"] == f"{here(disputed)}?result=1"
    assert 'name="result" value="1" required checked' in ines.get(answer.headers["location"]).text
    tom = Caller(app, disputed.ids["p2"])
    assert f'href="{here(disputed)}"' not in tom.get(f"{disputed.path}/battles/b1").text
