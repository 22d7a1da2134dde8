"""Whole battle of every scenario by two players, one on a phone, up to the report, with a
spectator.
"""

from __future__ import annotations

import pytest

from tests.games.heart_of_africa.browser.test_small_battles import NAMES, opened, play
from tests.games.heart_of_africa.browser_player import HeartOfAfricaBrowserPlayer
from tests.web.reading import of_another_language, words_on

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "color_scheme": "dark"}


@pytest.mark.proof
@pytest.mark.parametrize(
    ("scenario", "terms"),
    [("encounter", {"turn_limit": "7"}), ("planned_attack", {}), ("raid", {})],
)  # the first has no end of its own
def test_a_whole_battle_from_the_lobby_to_the_report(site, person, scenario, terms):
    maite, edmund, stranger = (
        person(site, "es", **PHONE).register(),
        person(site, "en").register(),
        person(site, "es"),
    )
    path = opened(maite, edmund, scenario, points="200", **terms)
    stranger.page.goto(path)
    stranger.page.wait_for_selector("#board-live")
    loaded = stranger.page.evaluate("performance.timeOrigin")
    players = [HeartOfAfricaBrowserPlayer(maite, "a"), HeartOfAfricaBrowserPlayer(edmund, "b")]
    play(players, until=lambda: players[0].survey()["over"], most=1500)
    assert players[0].done["drag"] and players[1].done["confirm"]

    last = players[0].survey()["last"]
    stranger.page.wait_for_function(
        f"() => Number(document.getElementById('state').dataset.last) >= {last}", timeout=15_000
    )
    assert stranger.page.evaluate("performance.timeOrigin") == loaded
    assert not of_another_language(players[0].said, "es", NAMES)
    assert not of_another_language(players[1].said, "en", NAMES)
    for one, language in ((maite, "es"), (edmund, "en")):
        one.page.goto(f"{path}/report")
        assert one.page.locator(".report figure svg").count() >= 3
        assert not of_another_language(words_on(one.page.content()), language, NAMES)
    for one in (maite, edmund, stranger):
        one.does_not_complain()
