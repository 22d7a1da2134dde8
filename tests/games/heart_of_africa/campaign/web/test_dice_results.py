"""Results of the dice of a campaign on its pages, for players and visitors."""

from __future__ import annotations

import pytest

from app.services.people import accounts
from tests.games.heart_of_africa.campaign.campaign_club import SEATS, Campaign, loaded_dice
from tests.web.test_dice_results import card_on
from tests.web.test_routes import Caller


@pytest.fixture
def hunted(app) -> Campaign:
    """Campaign in which an Explorer has just hunted with success, and the first people declares."""
    services = app.state.services
    ids = {
        seat: accounts.register(services, name, "a long enough sentence").id
        for seat, name in SEATS.items()
    }
    with loaded_dice():
        return Campaign(services, ids, "The Great Lakes", spectators=True).hunted()


@pytest.mark.parametrize(
    ("seat", "language", "words"),
    [
        (
            "p3",
            "en",
            "Hunting of the expedition Aldana: 5 | Needed: 4+ | 6 hongos (before: 5 hongos)",
        ),
        ("", "es", "Caza de la expedición Aldana: 5 | Hace falta: 4+ | 6 hongos (antes: 5 hongos)"),
    ],
)
def test_dice_of_a_campaign_are_told_to_the_roller_and_to_visitors(
    app, hunted, seat, language, words
):
    reader = Caller(app, hunted.ids[seat] if seat else None)
    for path in (hunted.path, f"{hunted.path}/text"):
        card = card_on(reader.get(f"{path}?lang={language}").text)
        assert all(part in card for part in words.split(" | "))


def test_a_player_of_a_campaign_who_is_asked_reads_the_dice_briefly(app, hunted):
    page = Caller(app, hunted.ids["p1"]).get(hunted.path).text
    assert 'class="results brief' in page and "Hunting of the expedition Aldana" in card_on(page)
    assert "1 earlier result is in the log." in card_on(page)
    in_words = Caller(app, hunted.ids["p1"]).get(f"{hunted.path}/text").text
    assert 'class="results brief' not in in_words and "Needed: 4+" in card_on(in_words)
