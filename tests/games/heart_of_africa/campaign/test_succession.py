"""Khartoum Arabs who ask to become Mahdists: offers, decisions, log and news (HOA-LST-53)."""

from __future__ import annotations

import msgspec
import pytest

from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.decide import decide
from app.games.heart_of_africa.campaign.state import LEFT, REFEREE
from app.kernel.dice import LoadedDice
from app.kernel.seats import SPECTATOR, Viewer
from tests.games.heart_of_africa.campaign.seasons import player, season

ARABS = msgspec.structs.replace(
    player(1, "native"), list="sudanese_slavers", nation="khartoum_arabs", people="Wa-nubi"
)
ASK, REFUSE = o.BecomeMahdist("p1"), o.RefuseMahdist("p1")


def between(year=1886):
    return season("between_turns", ARABS, player(2, "native"), player(3, "explorer"), year=year)


def after(state, order, seat):
    for event in decide(state, order, seat, LoadedDice()):
        state = CAMPAIGN.evolve(state, event)
    return state


def offered(state, side, kind):
    view = CAMPAIGN.view(state, Viewer(side, side))
    return [one for one in CAMPAIGN.offers(view) if isinstance(one.order, kind)]


def owed(state):
    return [one.rule for one in CAMPAIGN.waiting_for(state) if one.seat == REFEREE]


def test_the_player_concerned_is_offered_to_ask_and_no_other_one():
    (mine,) = offered(between(), "p1", o.BecomeMahdist)
    assert mine.is_live and mine.says.in_("es").startswith("Desde 1882")
    assert offered(between(), "p2", o.BecomeMahdist) == []


def test_before_1882_the_offer_is_refused_with_its_rule_in_both_languages():
    (mine,) = offered(between(1881), "p1", o.BecomeMahdist)
    assert {one.rule for one in mine.no} == {"HOA-LST-53"}
    english, spanish = (mine.no[0].says.in_(language) for language in ("en", "es"))
    assert "1882" in english and "1882" in spanish and english != spanish


def test_a_request_waits_for_the_referee_and_holds_up_nothing():
    asked = after(between(), ASK, "p1")
    assert asked.players["p1"].nation == "khartoum_arabs"
    assert owed(between()) == ["HOA-CMP-03"] and owed(asked) == ["HOA-LST-53", "HOA-CMP-03"]
    assert not offered(asked, "p1", o.BecomeMahdist)[0].is_live
    opened = decide(asked, o.OpenTurn(), REFEREE, LoadedDice.faces(1, 2, 3))
    assert opened


@pytest.mark.parametrize(
    ("answer", "nation", "sentence"),
    [
        (ASK, "mahdists", "The Wa-nubi become Mahdists."),
        (REFUSE, "khartoum_arabs", "The referee does not let the Wa-nubi become Mahdists."),
    ],
)
def test_the_referee_answers_and_the_player_is_told(answer, nation, sentence):
    asked = after(between(), ASK, "p1")
    kinds = {type(one.order) for one in offered(asked, REFEREE, (o.BecomeMahdist, o.RefuseMahdist))}
    assert kinds == {o.BecomeMahdist, o.RefuseMahdist}
    (event,) = decide(asked, answer, REFEREE, LoadedDice())
    (line,) = CAMPAIGN.wording(asked, event, SPECTATOR)
    assert line.says.in_("en") == sentence
    assert [one.sides for one in CAMPAIGN.news(asked, event)] == [("p1",)]
    answered = after(asked, answer, REFEREE)
    assert answered.players["p1"].nation == nation
    assert owed(answered) == ["HOA-CMP-03"]


def test_the_referee_is_told_of_a_request():
    (event,) = decide(between(), ASK, "p1", LoadedDice())
    (news,) = CAMPAIGN.news(between(), event)
    assert (news.sides, news.asks) == ((REFEREE,), True)


def test_the_request_of_a_player_who_leaves_lapses():
    asked = after(between(), ASK, "p1")
    left = CAMPAIGN.evolve(asked, e.Departed("p1", LEFT, "HOA-CMP-07"))
    assert left.successions == () and owed(left) == ["HOA-CMP-03"]
