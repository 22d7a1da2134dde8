"""The bot does something useful in every class."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.state import Entered, Taking, Talk, Terms, War
from bench.games.heart_of_africa.campaign.bots import play_one
from tests.games.heart_of_africa.campaign.seasons import player, season, seen

CHANCES = range(40)


def chosen(state, me: str) -> list:
    """Orders of the bot under many random sources."""
    return [CAMPAIGN.bot(seen(state, me), random.Random(number)) for number in CHANCES]


def test_a_rich_native_attacks_a_poorer_one():
    state = season("declaring", player(1, "native", hongos=16), player(2, "native", hongos=4))
    assert set(chosen(state, "p1")) == {o.Attack("p2")}


def test_a_native_with_its_last_hongo_keeps_the_peace():
    state = season("declaring", player(1, "native", hongos=1), player(2, "native", hongos=4))
    assert set(chosen(state, "p1")) == {o.PassTurn()}


def test_natives_of_equal_strength_attack_at_times():
    state = season("declaring", player(1, "native"), player(2, "native"))
    assert set(chosen(state, "p1")) == {o.Attack("p2"), o.PassTurn()}


def test_an_explorer_asks_for_passage_more_often_than_not():
    state = season("declaring", player(1, "explorer"), player(2, "native"))
    made = Counter(type(one).__name__ for one in chosen(state, "p1"))
    assert made["AskPassage"] > made["Attack"] > 0
    assert {one.hongos for one in chosen(state, "p1") if isinstance(one, o.AskPassage)} == {1}


@pytest.mark.parametrize(("hunted", "wanted"), [((), o.Hunt), ((1886,), o.AskPassage)])
def test_a_poor_explorer_hunts_once_a_year(hunted, wanted):
    explorer = player(1, "explorer", hongos=1, hunted_years=hunted)
    state = season("declaring", explorer, player(2, "native"))
    assert wanted in {type(one) for one in chosen(state, "p1")}
    assert (o.Hunt() in chosen(state, "p1")) == (not hunted)


def test_a_colonial_finishes_a_conquest():
    colonial = player(1, "colonial", pending={"p3": 1})
    state = season("declaring", colonial, player(2, "native", hongos=1), player(3, "native"))
    assert set(chosen(state, "p1")) == {o.Attack("p3")}


def test_a_colonial_takes_a_district():
    loser = player(2, "colonial", districts=("p3",))
    subject = player(3, "native", status="conquered", master="p2", hongos=None)
    taking = Taking("p1", "p2", ("p3",))
    state = season("battles", player(1, "colonial"), loser, subject, takings=(taking,))
    assert set(chosen(state, "p1")) == {o.TakeDistrict("p3")}


def test_a_weaker_player_offers_hongos_and_a_stronger_one_resists():
    talks = (Talk("p1", "p2"),)
    weak = season(
        "declaring",
        player(1, "native", hongos=16),
        player(2, "native"),
        talks=talks,
        declared=("p1",),
    )
    assert set(chosen(weak, "p2")) == {o.OfferTerms("p1", "p2", 1)}
    strong = season(
        "declaring",
        player(1, "native"),
        player(2, "native", hongos=16),
        talks=talks,
        declared=("p1",),
    )
    assert set(chosen(strong, "p2")) == {o.Resist("p1")}


def test_nothing_is_offered_to_a_colonial():
    state = season(
        "declaring", player(1, "colonial"), player(2, "native"), talks=(Talk("p1", "p2"),)
    )
    assert set(chosen(state, "p2")) == {o.Resist("p1")}


def test_passage_costs_a_hongo_and_is_granted_for_one():
    def asked(hongos: int):
        terms = Terms("p1", "p1", hongos, passage=True)
        talk = Talk("p1", "p2", is_attack=False, terms=terms)
        return season("declaring", player(1, "explorer"), player(2, "native"), talks=(talk,))

    assert set(chosen(asked(1), "p2")) == {o.Accept("p1")}
    assert set(chosen(asked(0), "p2")) == {
        o.Accept("p1"),
        o.OfferTerms("p1", "p1", 1, passage=True),
    }


@pytest.mark.parametrize(
    ("terms", "answer"),
    [
        (Terms("p2", "p2", 1), o.Accept("p2")),
        (Terms("p2", "p1", 1), o.Refuse("p2")),
        (Terms("p2", "p2", 0), o.Refuse("p2")),
    ],
)
def test_an_attacker_accepts_terms_that_pay(terms, answer):
    talk = Talk("p1", "p2", terms=terms)
    state = season("declaring", player(1, "native"), player(2, "native"), talks=(talk,))
    assert set(chosen(state, "p1")) == {answer}


def test_a_subject_revolts():
    subject = player(2, "native", status="conquered", master="p1", hongos=None)
    state = season("battles", player(1, "colonial", districts=("p2",)), subject, revolts=("p2",))
    assert set(chosen(state, "p2")) == {o.AnswerRevolt(revolt=True)}


def test_an_open_promotion_is_claimed():
    settler = player(1, "native", hongos=5, victories={"zanzibaris": 4})
    village = replace(settler, list="peaceful_village", nation="bow_tribe")
    state = season("between_turns", village, player(2, "native"))
    assert {one.list for one in chosen(state, "p1")} == {"native_warlord"}
    assert [one.topic for one in CAMPAIGN.waiting_for(state)] == ["promotion"]


def test_a_dispute_is_decided_by_the_referee():
    war = War(
        "b1", "p1", "p2", "ready", scenario="raid", chosen="savannah", turn=3, year=1886,
        entered=Entered("p1", "p1", (), "no"),
    )  # fmt: skip
    state = season("battles", player(1, "native"), player(2, "native"), battles=(war,))
    assert {(one.battle, one.winner in war.players) for one in chosen(state, "referee")} == {
        ("b1", True)
    }


@pytest.mark.parametrize(("year", "order"), [(1899, o.OpenTurn()), (1900, o.CloseCampaign())])
def test_the_referee_closes_after_the_last_year(year, order):
    state = season("between_turns", player(1, "native"), player(2, "native"), year=year)
    assert set(chosen(state, "referee")) == {order}


@pytest.mark.parametrize("number", range(4))
def test_a_campaign_of_bots_ends_with_honours_and_without_a_fault(number):
    result = play_one(number)
    assert not result.faults
    assert result.honours
    assert result.effects["campaign_battles"] > 5
    assert result.slowest < 1.0
