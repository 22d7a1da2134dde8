"""Sentences of played campaigns agree in gender, number and verb, in both languages."""

from __future__ import annotations

import pytest

from app.games.heart_of_africa import CAMPAIGN
from app.kernel.contract import Setup
from bench.games.heart_of_africa.campaign.bots import SEATS
from tests.games.texts_of_games import faults_of, played_by_bots


def campaign_of(years):
    """Campaign of eight players for some years."""
    stock = {"first_year": 1871, "last_year": 1870 + years}
    return Setup(CAMPAIGN.card.scenarios[-1].key, SEATS, stock=stock)


def test_a_sample_of_a_campaign_agrees():
    played = played_by_bots(CAMPAIGN, campaign_of(2), "agreement", 60)
    assert faults_of(CAMPAIGN, played, every=15) == []


@pytest.mark.proof
@pytest.mark.parametrize("years", [2, 6])
def test_a_campaign_of_bots_agrees(years):
    played = played_by_bots(CAMPAIGN, campaign_of(years), f"agreement/{years}", 3_000)
    assert faults_of(CAMPAIGN, played, every=10) == []
