"""The guided battle by the accessibility tree of Chromium and by keyboard."""

from __future__ import annotations

import pytest

from tests.drivers.screen_reader import ScreenReader
from tests.drivers.screen_reader_tables import begun, flaws, play_until_over
from tests.games.africa_1859.text_player import AfricaTextPlayer
from tests.games.cry_havoc import text_player


@pytest.mark.proof
def test_the_guided_battle_of_africa(site, person):
    one, other, path = begun(site, person, "africa_1859", "morabito/S", bypass_csp=True)
    players = [
        AfricaTextPlayer(ScreenReader(who), phrases, path)
        for who, phrases in ((one, text_player.ENGLISH), (other, text_player.SPANISH))
    ]
    play_until_over(players)
    assert all(player.did["hint"] >= 4 for player in players), [one.trail[-5:] for one in players]
    assert flaws(one) == [] and flaws(other) == []
    for who in (one, other):
        who.does_not_complain()
