"""Date of a battle of a contest, agreed on its page: on a dark phone in Spanish, and by
keyboard.
"""

from __future__ import annotations

import pytest

from tests.browser.test_axe import faults
from tests.browser.test_contest import PHONE, WIDE, directs, fits, is_post
from tests.browser.test_keyboard import tab_to


def signs_up(one, path: str, name: str = "") -> None:
    one.page.goto(f"{path}/gathering")
    if name:
        one.page.fill("#entry-name", name)
    one.page.click("#entry button.go")
    with one.page.expect_response(is_post):
        one.page.click("#entry button[data-confirm]")


def round_one(site, person, family: str):
    """Path of a contest in its first round, with its organiser and the two entrants."""
    ada = person(site, viewport=WIDE, bypass_csp=True).register(f"Ada {family}")
    dan = person(site, viewport=WIDE, bypass_csp=True).register(f"Dan {family}")
    eli = person(site, "es", viewport=PHONE, color_scheme="dark", bypass_csp=True)
    eli.register(f"Eli {family}")
    terms = {"title": "Dates", "t.words": "Ajedrez", "t.rounds": "1", "clock": "none"}
    path = ada.send("/tables/new?box=contests&scenario=swiss", "/tables", **terms)
    path = path.removesuffix("/gathering")
    for one, name in ((dan, "Dan"), (eli, "Eli")):
        signs_up(one, path, f"{name} {family}")
    for label in ("Close the sign-up", "Draw round 1", "Publish round 1"):
        directs(ada.page, path, label)
    return path, ada, dan, eli


@pytest.mark.proof
def test_a_request_to_play_now_comes_to_an_open_page(site, person):
    """Eli asks on a phone; the open page of Dan shows it, and that of Eli shows the answer. At the
    end of the request the open page is updated without a message of the server.
    """
    path, _, dan, eli = round_one(site, person, "Soler")
    dan.page.clock.install()
    for one in (dan, eli):
        one.page.goto(f"{path}/battles/r1.1")
    dan.page.evaluate("window.isOpen = true")
    assert eli.page.locator("#play button").evaluate("one => getComputedStyle(one).display") in (
        "flex",
        "inline-flex",
    ), "icon and words stand in one line"
    eli.page.click("#play button")
    dan.page.wait_for_selector("#play >> text=asks to play now", timeout=20_000)
    assert dan.page.evaluate("window.isOpen") and faults(dan.page) == []
    assert fits(dan.page) and fits(eli.page)
    with dan.page.expect_response(f"**{path}/battles/r1.1"):
        dan.page.clock.fast_forward(31 * 60 * 1000)
    assert dan.page.evaluate("window.isOpen")
    eli.page.evaluate("window.isOpen = true")
    dan.page.click("#play button >> text=Play now")
    eli.page.wait_for_selector("#play >> text=juegan ahora", timeout=20_000)
    assert eli.page.evaluate("window.isOpen") and faults(eli.page) == []


@pytest.mark.proof
def test_a_date_is_agreed_on_the_page_of_the_battle(site, person):
    """Eli proposes a date on a phone, Dan accepts it by keyboard."""
    path, ada, dan, eli = round_one(site, person, "Rubio")
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
