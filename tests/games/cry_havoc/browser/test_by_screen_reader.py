"""A whole game by the accessibility tree of Chromium and by keyboard."""

from __future__ import annotations

import pytest

from tests.drivers.screen_reader import ScreenReader
from tests.drivers.screen_reader_tables import begun, played_to_the_end
from tests.games.cry_havoc import text_player
from tests.games.cry_havoc.text_player import CryHavocTextPlayer


@pytest.mark.proof
def test_a_game_of_cry_havoc(site, person):
    one, other, path = begun(site, person, "cry_havoc", "first_blood/watch")
    players = [
        CryHavocTextPlayer(ScreenReader(who), phrases, path)
        for who, phrases in ((one, text_player.ENGLISH), (other, text_player.SPANISH))
    ]
    played_to_the_end(*players)
    assert all(player.did["marched"] and player.did["rolled"] for player in players), [
        player.did for player in players
    ]
