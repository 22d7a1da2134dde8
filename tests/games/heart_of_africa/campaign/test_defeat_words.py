"""Cost of a battle that is given up, in the campaign: as the rules settle a defeat."""

from __future__ import annotations

import pytest

from app.games.heart_of_africa.campaign.box import CAMPAIGN
from app.games.heart_of_africa.campaign.child_battles import battles_of
from app.games.heart_of_africa.campaign.state import War
from tests.games.heart_of_africa.campaign.seasons import player, season

BARI = player(1, "native", people="Bari", hongos=3)
POOR = player(2, "native", people="Bisa", hongos=1)
BRITISH = player(3, "colonial")


def cost(one, other, side, language="en", status="ready"):
    war = War(
        "b1", one.key, other.key, status,
        scenario="encounter", ground=("savannah",), chosen="savannah",
        points={one.key: 100, other.key: 100}, turn=3, year=1886,
    )  # fmt: skip
    state = season("battles", one, other, battles=(war,))
    (battle,) = battles_of(state)
    return [said.in_(language) for said in CAMPAIGN.defeat_words(state, battle, side)]


def test_a_defeat_names_both_accounts():
    assert cost(BARI, POOR, "A") == [
        "In the campaign this is a defeat against the Bisa.",
        "The Bari have 3 hongos now and 2 afterwards.",
        "The Bisa have 1 hongo now and 2 afterwards.",
    ]
    assert cost(BARI, POOR, "A", "es") == [
        "En la campaña cuenta como una derrota ante los Bisa.",
        "Los Bari tienen ahora 3 hongos y después 2.",
        "Los Bisa tienen ahora 1 hongo y después 2.",
    ]


def test_a_defeat_that_eliminates_says_so():
    words = " ".join(cost(BARI, POOR, "B"))
    assert "The Bisa have 1 hongo now and 0 afterwards." in words
    assert "out of the campaign" in words or "eliminated" in words


def test_a_defeat_without_hongos_says_so():
    assert "No hongo changes hands." in cost(BRITISH, BARI, "B")


@pytest.mark.parametrize("status", ["closed", "void"])
def test_a_settled_battle_costs_nothing(status):
    assert cost(BARI, POOR, "A", status=status) == []
