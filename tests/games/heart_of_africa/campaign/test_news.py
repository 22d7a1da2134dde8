"""News of a campaign: each event concerns the right players, and tells no secret."""

from __future__ import annotations

import pytest

from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.state import (
    Entered,
    Posting,
    Taking,
    Talk,
    Terms,
    War,
)
from tests.games.heart_of_africa.campaign.seasons import player, season

PLAYERS = (
    player(1, "native"),
    player(2, "explorer"),
    player(3, "colonial", districts=("p4",)),
    player(4, "native", status="conquered", master="p3"),
    player(5, "native", status="eliminated"),
)
WAR = War("b1", "p1", "p2", "ready", points={"p1": 400, "p2": 500}, ground=("forest",), turn=3)
NOW = season(
    "battles",
    *PLAYERS,
    talks=(Talk("p1", "p2", terms=Terms("p2", "p2", 3, words="a secret")), Talk("p3", "p2")),
    battles=(WAR,),
)
POINTS = {"p1": 400, "p2": 500}
SECRET = Terms("p2", "p2", 3, words="a secret")
CASES = [
    (e.Declared("p1", "attack", "p2"), {"attacked": "p2"}),
    (e.Declared("p2", "passage", "p1"), {"passage_asked": "p1"}),
    (e.Declared("p1", "pass"), {}),
    (e.TermsOffered("p1", "p2", SECRET), {"terms_offered": "p1"}),
    (e.TermsAgreed("p1", "p2", Terms("p2", "p2", 3)), {"terms_answered": "p2"}),
    (e.TermsRefused("p2", "p1", "p1"), {"terms_answered": "p2"}),
    (e.Resisted("p1", "p2"), {"terms_answered": "p2"}),  # p1 has refused the terms of p2
    (e.Resisted("p3", "p2"), {"terms_answered": "p3"}),
    (e.MeetingRolled("p2", "p6", (6, 6), meets=True), {"meeting": "p2 p6"}),
    (e.MeetingRolled("p2", "p6", (3, 4), meets=False), {}),
    (e.MeetingAnswered("p2", "p6", "fight"), {}),
    (e.MeetingClosed("p2", "p6", ("greet", "greet")), {"meeting_answered": "p2 p6"}),
    (e.BattleReady("b1", 3, "raid", POINTS, ("forest", "savannah")), {"ground": "p2"}),
    (e.BattleReady("b1", 3, "raid", POINTS, ("forest",)), {}),
    (e.PlaceChosen("b1", "p1", "table"), {"place": "p2"}),
    (e.PlaceChosen("b1", "p1", ""), {"place": "p2"}),
    (e.ResultEntered("b1", "p1", "p1"), {"result_to_confirm": "p2"}),
    (e.ResultDisputed("b1", "p2", "We won."), {"disputed": "p1 referee"}),
    (e.BattleClosed("b1", "closed", "p1"), {"decided": "p1 p2"}),
    (e.Conquered("p1", "p3"), {"conquered": "p1 p3"}),
    (e.RevoltOffered(("p4",)), {"revolt_offered": "p4"}),
    (e.Revolted("p4", "p3", 2), {"revolted": "p3"}),
    (e.Released("p4"), {"released": "p4"}),
    (e.DistrictOffered(Taking("p3", "p2", ("p4",))), {"district_offered": "p3"}),
    (e.DistrictTaken("p1", "p3", "p4"), {"district_taken": "p3"}),
    (e.DistrictTaken("p1", "p3", ""), {}),
    (e.Departed("p1", "eliminated", "HOA-CMP-28"), {"eliminated": "p1"}),
    (e.Departed("p1", "left", "HOA-CMP-07"), {}),
    (e.GiftOffered("p1", "p2", 2), {"gift_offered": "p2"}),
    (e.GiftAnswered("p1", "p2", accepted=False), {"gift_answered": "p1"}),
    (e.Posted(Posting(3, "p1", "p2", 2, "by_hand", "HOA-CMP-05")), {"posted_by_hand": "p1 p2"}),
    (e.Posted(Posting(3, "p1", "p2", 2, "gift", "HOA-CMP-06")), {}),
    (e.StepBegan(4, 1886, 2, "between_turns"), {"turn_closed": "p1 p2 p3 p4 referee"}),
    (e.StepBegan(3, 1886, 1, "closing"), {}),
]


def concerned(event):
    """Sides by kind of news."""
    found = {}
    for one in CAMPAIGN.news(NOW, event):
        found[one.key] = " ".join(filter(None, (found.get(one.key), *one.sides)))
    return found


@pytest.mark.parametrize(("event", "expected"), CASES, ids=lambda one: type(one).__name__)
def test_an_event_is_news_for_the_players_concerned(event, expected):
    assert concerned(event) == expected


def test_news_have_words_in_both_languages_and_name_no_place_holder():
    for event, _ in CASES:
        for one in CAMPAIGN.news(NOW, event):
            for words in (one.title, one.says):
                for language in ("en", "es"):
                    text = words.in_(language)
                    assert text and "{" not in text, (event, text)


def test_terms_on_offer_are_announced_without_their_contents():
    [one] = CAMPAIGN.news(NOW, e.TermsOffered("p1", "p2", SECRET))
    text = f"{one.title.in_('en')} {one.says.in_('en')} {one.says.in_('es')}"
    assert "secret" not in text and "3" not in text


def test_an_answer_to_a_meeting_is_no_news_before_all_are_in():
    assert CAMPAIGN.news(NOW, e.MeetingAnswered("p2", "p6", "fight")) == ()


def test_the_event_that_asks_for_a_decision_says_so():
    asking = {
        one.key for event, _ in CASES for one in CAMPAIGN.news(NOW, event) if one.asks
    }  # fmt: skip
    assert asking == {
        "attacked", "passage_asked", "terms_offered", "meeting", "ground", "result_to_confirm",
        "disputed", "revolt_offered", "district_offered", "gift_offered",
    }  # fmt: skip


def test_a_result_under_dispute_is_told_to_the_player_who_entered_it():
    war = War("b1", "p1", "p2", "ready", turn=3, entered=Entered("p1", "p1"))
    now = season("battles", *PLAYERS, battles=(war,))
    first, second = CAMPAIGN.news(now, e.ResultDisputed("b1", "p2", "We won."))
    assert (first.sides, second.sides) == (("p1",), ("referee",))
    assert "We won." in first.says.in_("en") and first.battle == "b1"
