"""Title of the browser tab and the phone's bottom bar follow the game without a reload, both
ways.
"""

from __future__ import annotations

from urllib.parse import quote

import pytest

from tests.sample_games import HEX, HEX_SEAT

MOVE = HEX.MOVE
PASS = ".decision .stick form:has(input[value*='pass']) button"
TITLED = "words => document.title.startsWith(words)"
COUNT = "#changes-count .pip"


def confirm(page) -> None:
    before = page.get_attribute("#state", "data-last")
    page.locator("[data-confirm]").first.click()
    page.wait_for_function(
        "before => document.getElementById('state').dataset.last !== before", arg=before
    )


def end_step(page) -> None:
    """End the step, with its confirmation if there is one."""
    before = page.get_attribute("#state", "data-last")
    page.locator(PASS).first.click()
    page.wait_for_function(
        "before => document.querySelector('[data-confirm]') || "
        "document.getElementById('state').dataset.last !== before",
        arg=before,
    )
    if page.locator("[data-confirm]").count():
        confirm(page)


def end_phase(page) -> None:
    """End every step of a phase, until the other side decides."""
    for _ in range(8):
        if page.locator("#decision.calm").count():
            return
        end_step(page)
    raise AssertionError(page.inner_text("#decision"))


def test_titles_and_counts_follow_the_game_both_ways(site, person):
    one, two = (
        person(site).register(),
        person(site, "es", viewport={"width": 390, "height": 844}).register(),
    )
    path = one.open_table(HEX_SEAT, against="people")
    two.take_seat(path)
    one.page.wait_for_selector("#panel")
    end_step(one.page)  # to the movement, and one man moved: that is news
    one.page.goto(f"{path}?order={quote(MOVE)}")
    confirm(one.page)
    first = [page.evaluate("performance.timeOrigin") for page in (one.page, two.page)]
    one.page.wait_for_function(TITLED, arg="(1) Your decision · First blood")
    two.page.wait_for_function(TITLED, arg="Primera sangre")
    two.page.wait_for_selector(f".dock {COUNT}", state="visible")

    end_phase(one.page)  # to the other side: both titles, and what is new to it
    one.page.wait_for_function(TITLED, arg="First blood")
    two.page.wait_for_function(TITLED, arg="(1) Tu decisión · Primera sangre")
    two.page.wait_for_selector(f".dock {COUNT}", state="visible")
    assert two.page.inner_text(f".dock {COUNT}") == two.page.text_content(".tabs .pip")

    end_phase(two.page)  # and back
    two.page.wait_for_function(TITLED, arg="Primera sangre")
    one.page.wait_for_function(TITLED, arg="(1) Your decision · First blood")
    assert [page.evaluate("performance.timeOrigin") for page in (one.page, two.page)] == first, (
        "a page was loaded anew"
    )
    for who in (one, two):
        who.does_not_complain()


MENU = ".bar nav .waiting-count"
NUMBERED_ICON = "() => document.querySelector('link[rel=icon]').href.startsWith('data:image/svg')"


@pytest.mark.proof
def test_the_number_of_decisions_follows_on_pages_without_a_game(site, person):
    one, two = person(site).register(), person(site, "es").register()
    path = one.open_table(HEX_SEAT, against="people")
    two.take_seat(path)
    one.page.wait_for_selector("#panel")
    lobby, rules = one.context.new_page(), two.context.new_page()
    lobby.goto(f"{site.url}/lobby")
    rules.goto(f"{site.url}/rules")
    lobby.wait_for_function(TITLED, arg="(1) Lobby")
    assert rules.title() == "Reglas · Caracole"
    assert lobby.inner_text(MENU).split() == ["1", "One", "decision", "waits", "for", "you"]
    assert not rules.locator(MENU).is_visible()
    lobby.wait_for_function(NUMBERED_ICON)

    end_phase(one.page)
    rules.wait_for_function(TITLED, arg="(1) Reglas")
    rules.wait_for_function(NUMBERED_ICON)
    lobby.wait_for_function(TITLED, arg="Lobby")
    assert rules.locator(MENU).is_visible() and not lobby.locator(MENU).is_visible()
    assert not lobby.evaluate(NUMBERED_ICON)

    two.page.wait_for_function(TITLED, arg="(1) Tu decisión")
    end_phase(two.page)
    lobby.wait_for_function(TITLED, arg="(1) Lobby")
    rules.wait_for_function(TITLED, arg="Reglas")
    for who in (one, two):
        who.does_not_complain()
