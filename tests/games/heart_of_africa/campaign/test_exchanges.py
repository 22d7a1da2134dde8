"""Negotiation of two players, as both of them read it."""

from __future__ import annotations

import pytest

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.box import CAMPAIGN
from app.games.heart_of_africa.campaign.state import Terms
from tests.games.heart_of_africa.campaign.seasons import player, season

STATE = season(
    "declaring",
    player(1, "explorer", people="Aldana"),
    player(2, "native", people="Wa-simba"),
)
TERMS = Terms("p2", "p1", 1, words="stay north")


@pytest.mark.parametrize(
    ("event", "by", "to", "words"),
    [
        (e.Declared("p1", "attack", "p2"), "p1", "p2", "attack"),
        (e.Declared("p1", "passage", "p2"), "p1", "p2", "passage"),
        (e.TermsOffered("p1", "p2", TERMS), "p2", "p1", "stay north"),
        (e.TermsAgreed("p1", "p2", TERMS), "p1", "p2", "stay north"),
        (e.TermsRefused("p1", "p2", "p1"), "p1", "p2", "refuse"),
        (e.Resisted("p1", "p2"), "p2", "p1", "resist"),
    ],
)
def test_each_act_of_a_negotiation_has_its_two_players(event, by, to, words):
    found = CAMPAIGN.exchange(STATE, event)
    assert (found.by, found.to) == (by, to)
    assert words in found.says.in_("en")
    assert found.is_agreed == isinstance(event, e.TermsAgreed)


@pytest.mark.parametrize("event", [e.Declared("p1", "hunt"), e.Declared("p1", "pass")])
def test_a_declaration_without_a_target_is_no_negotiation(event):
    assert CAMPAIGN.exchange(STATE, event) is None


def test_another_event_is_no_negotiation():
    assert CAMPAIGN.exchange(STATE, e.BattleListed("b1", "p1", "p2")) is None
