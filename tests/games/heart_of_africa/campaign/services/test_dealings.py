"""Open negotiations: this turn, and battles and agreements of earlier turns."""

from __future__ import annotations

import pytest

from app.games.heart_of_africa.campaign import orders as o
from app.kernel.seats import SPECTATOR
from app.services.watch.dealings import open_dealings
from app.services.watch.game_view import load_view
from tests.games.heart_of_africa.campaign.campaign_club import CampaignClub, loaded_dice

PEACE = "the scouts stay south"


@pytest.fixture
def club(sqlite_url):
    found = CampaignClub(sqlite_url)
    yield found
    found.services.close()


def dealings(club, campaign, seat):
    look = load_view(club.services, campaign.id, club.ids.get(seat))
    return open_dealings(look, look.box.turn_facts(look.view))


def said(found):
    return [(one.by, one.says.in_("en")) for one in found.talk]


def test_both_players_read_the_terms_and_no_other_user(club):
    campaign = club.campaign("terms")
    for seat, other in (("p1", "p2"), ("p2", "p1")):
        [found] = dealings(club, campaign, seat)
        assert found.other == other
        assert [by for by, _ in said(found)] == ["p1", "p2"]
        assert "Peace for a year" in said(found)[-1][1]
        assert (found.talk[0].name, found.past) == ("Maite", ())
    for seat in ("p3", "referee", ""):
        assert dealings(club, campaign, seat) == ()


def test_an_answered_attack_is_not_open(club):
    campaign = club.campaign("ground")
    assert dealings(club, campaign, "p1") == () == dealings(club, campaign, "p2")


def test_no_negotiation_is_open_between_turns(club):
    look = load_view(club.services, club.campaign("between").id, club.ids["p1"])
    assert look.viewer is not SPECTATOR
    assert open_dealings(look, look.box.turn_facts(look.view)) == ()


def test_battles_and_agreements_of_earlier_turns_come_in_their_order(club):
    with loaded_dice():
        campaign = club.campaign("second")
        campaign.give("referee", o.OpenTurn(), order=[1, 1, 6]).give("p3", o.PassTurn())
        campaign.give("p2", o.Attack("p1")).give("p1", o.OfferTerms("p2", "p1", 1, words=PEACE))
        campaign.give("p2", o.Accept("p1")).give("p1", o.PassTurn())
        campaign.give("referee", o.OpenTurn(), order=[1, 1, 6]).give("p3", o.PassTurn())
        campaign.give("p2", o.Attack("p1"))
    [found] = dealings(club, campaign, "p1")
    assert said(found) == [("p2", "The Wa-tembo attack the Wa-simba.")]
    battle, agreement = found.past
    assert (battle.turn, battle.battle.key, battle.battle.winner) == (1, "b1", "p1")
    assert (agreement.turn, agreement.battle) == (2, None)
    assert PEACE in agreement.agreed.says.in_("en")
