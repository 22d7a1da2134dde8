"""Date of a battle of a contest, agreed on its page: on a dark phone in Spanish, and by
keyboard.
"""

from __future__ import annotations

import pytest

from tests.browser.test_axe import faults
from tests.browser.test_contest import PHONE, WIDE, directs, fits, is_post
from tests.browser.test_keyboard import tab_to


def signs_up(one, path: str) -> None:
    one.page.goto(f"{path}/gathering")
    one.page.click("#entry button.go")
    with one.page.expect_response(is_post):
        one.page.click("#entry button[data-confirm]")


@pytest.mark.proof
def test_a_date_is_agreed_on_the_page_of_the_battle(house, person):
    """Eli proposes a date on a phone, Dan accepts it by keyboard."""
    ada = person(house, viewport=WIDE, bypass_csp=True).register("Ada Rubio")
    dan = person(house, viewport=WIDE, bypass_csp=True).register("Dan Rubio")
    eli = person(house, "es", viewport=PHONE, color_scheme="dark", bypass_csp=True)
    eli.register("Eli Rubio")
    terms = {"title": "Dates", "t.words": "Ajedrez", "t.rounds": "1", "clock": "none"}
    path = ada.send("/tables/new?box=contests&scenario=swiss", "/tables", **terms)
    path = path.removesuffix("/gathering")
    for one in (dan, eli):
        signs_up(one, path)
    for label in ("Close the sign-up", "Draw round 1", "Publish round 1"):
        directs(ada.page, path, label)
    battle = f"{path}/battles/r1.1"
    eli.page.goto(battle)
    eli.page.fill("#date-at", "2099-01-15T20:00")
    eli.page.fill("#date-words", "en mi casa")
    eli.page.click(".date-form button")
    with eli.page.expect_response(is_post):
        eli.page.click("#dates button[data-confirm]")
    eli.page.wait_for_url("**#dates")
    assert "Falta la respuesta de Dan Rubio." in eli.page.inner_text("#dates")
    dan.page.goto(battle)
    assert faults(dan.page) == [] and fits(dan.page)
    tab_to(dan.page, lambda now: now["words"] == "Accept the date")
    dan.page.keyboard.press("Enter")
    dan.page.wait_for_url("**order=*")
    tab_to(dan.page, lambda now: now["words"] == "Confirm: Accept the date")
    with dan.page.expect_response(is_post):
        dan.page.keyboard.press("Enter")
    dan.page.wait_for_url("**#dates")
    for one in (ada, dan, eli):
        one.page.goto(battle)
        assert one.page.locator(".dates .is-done").count() == 1
        assert faults(one.page) == [] and fits(one.page)
