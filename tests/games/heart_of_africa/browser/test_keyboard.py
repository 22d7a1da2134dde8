"""A battle without a mouse: Tab, arrows, typing, Enter."""

from __future__ import annotations

import pytest

from tests.browser.test_keyboard import tab_to
from tests.games.heart_of_africa.text_player import ENGLISH, HeartOfAfricaTextPlayer


@pytest.mark.proof
def test_a_small_battle_in_africa(site, person):
    """The first lesson against the bot to its end, on the page in words, by Tab, arrows, typing and
    Enter.
    """
    from tests.drivers.tab_player import TabReader

    one = person(site).register()
    page = one.page
    page.goto("/")
    tab_to(page, lambda now: page.evaluate("document.activeElement.value === 'heart_of_africa'"))
    page.keyboard.press("Enter")
    page.wait_for_selector("#panel")
    player = HeartOfAfricaTextPlayer(
        TabReader(one), ENGLISH, "/games/" + page.url.rsplit("/", 1)[1]
    )
    for _ in range(600):
        player.hear()
        while player.is_asked:
            player.act()
        if player.is_over:
            break
        page.wait_for_timeout(200)  # wait for the bot, then read the page again
    assert player.is_over and player.did["marched"] and player.reader.stops > 100, (
        player.did,
        player.trail[-5:],
    )
    one.does_not_complain()
