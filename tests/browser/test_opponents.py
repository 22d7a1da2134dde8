"""Finding an opponent and choosing the viewers of a rating, by keyboard, without findings of
axe.
"""

from __future__ import annotations

import pytest

from tests.browser.test_axe import faults
from tests.browser.test_keyboard import tab_to
from tests.sample_games import HEX_GAME

WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


def test_an_opponent_is_found_by_keyboard_alone(site, person):
    """A member waits daily, another one slowly: the second one takes the change and is at the
    table.
    """
    first = person(site, "es", viewport=PHONE, color_scheme="dark", bypass_csp=True).register()
    first.send(f"/opponents?box={HEX_GAME}", "/opponents", pace="daily")
    second = person(site, viewport=WIDE, bypass_csp=True).register()
    page = second.page
    page.goto(f"/opponents?box={HEX_GAME}")
    tab_to(page, lambda now: now["words"] == "Save this wish")
    page.keyboard.press("Enter")
    page.wait_for_url("**/opponents#search")
    for one in (second, first):
        one.page.goto("/opponents")
        assert one.page.locator(".one-away li").count() >= 1
        assert faults(one.page) == []
        assert not one.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    tab_to(page, lambda now: now["label"].startswith("Change and play: a decision a day"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/*")
    for one in (first, second):
        one.page.goto("/waiting")
        assert faults(one.page) == []
        assert not one.page.evaluate("document.documentElement.scrollWidth > innerWidth")


@pytest.mark.proof
def test_the_viewers_of_a_rating_are_chosen_by_keyboard(site, person):
    one = person(site, viewport=WIDE, bypass_csp=True).register()
    page = one.page
    page.goto("/account")
    link = page.locator("a[href^='/people/']").first.get_attribute("href").split("?")[0]
    page.goto(f"{link}/rating/{HEX_GAME}")
    assert faults(page) == []
    tab_to(page, lambda now: now["tag"] == "INPUT")
    page.keyboard.press("ArrowDown")
    tab_to(page, lambda now: now["words"] == "Save", most=3)
    page.keyboard.press("Enter")
    page.wait_for_load_state("load")
    page.wait_for_function("() => document.querySelector('[value=nobody]')?.checked")
    assert page.url.endswith(f"/rating/{HEX_GAME}")
