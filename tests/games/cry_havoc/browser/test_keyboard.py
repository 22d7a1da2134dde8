"""Games without a mouse: Tab, Enter, arrow keys."""

from __future__ import annotations

import pytest

from tests.browser.test_keyboard import ASKED, FOCUS, enter, tab_to


def test_a_shot_and_a_move_by_keyboard_alone(site, person):
    one = person(site).register()
    page = one.page
    page.goto("/")
    tab_to(page, lambda now: "Play now: Cry Havoc" in now["words"])
    page.keyboard.press("Enter")
    page.wait_for_selector("#panel")

    # The first stop leads straight to the decision, past bar and board.
    page.keyboard.press("Tab")
    assert "To the decision" in page.evaluate(FOCUS)["words"]
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "decision"

    # A piece, its target, the odds, the dice.
    tab_to(page, lambda now: now["href"].endswith("piece=eudo"), most=6)
    enter(page)
    tab_to(page, lambda now: "order=" in now["href"], most=8)
    enter(page)
    assert page.locator(".odds-table tr").count() >= 2
    tab_to(page, lambda now: now["words"].startswith("Roll the dice"), most=8)
    before = int(page.get_attribute("#state", "data-last"))
    enter(page)
    assert int(page.get_attribute("#state", "data-last")) == before + 1

    # The step ends with its button, once the bot has said where a man steps back who was driven.
    page.wait_for_selector(".decision form:has(input[value*='pass'])")
    tab_to(page, lambda now: now["words"] == "End the first fire", most=12)
    enter(page)
    tab_to(page, lambda now: now["words"] == "Confirm: End the first fire", most=12)
    enter(page)

    # A unit by the list, its hex by the arrow keys on the board.
    tab_to(page, lambda now: "piece=ben" in now["href"], most=12)
    enter(page)
    tab_to(page, lambda now: now["id"] == "board", key="Shift+Tab")
    assert page.locator("#board a[id^='h-']").count() > 20
    assert page.locator("#board a[id^='h-']:not([tabindex='-1'])").count() == 0
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    said = page.inner_text(".map-said")
    assert said[:4].isdigit() and len(said) > 6, said
    enter(page)
    assert page.locator("[data-draft='1']").count() == 1
    assert page.locator(".map-said").is_visible()
    tab_to(page, lambda now: now["words"].startswith("Confirm: "))
    assert page.locator(".map-said").is_hidden()  # the cursor goes with the focus
    before = int(page.get_attribute("#state", "data-last"))
    enter(page)
    assert int(page.get_attribute("#state", "data-last")) == before + 1
    one.does_not_complain()


@pytest.mark.proof
def test_a_whole_game_of_cry_havoc(site, person):
    """From the lobby to the victory, with a table of the player's own, without a mouse."""
    from tests.drivers.tab_player import TabPlayer  # this player uses Tab like the tests here

    one = person(site).register()
    page = one.page
    page.goto("/lobby")
    tab_to(page, lambda now: now["href"].startswith("/tables/new"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/new**")
    tab_to(page, lambda now: now["href"].endswith("box=cry_havoc"))
    page.keyboard.press("Enter")
    page.wait_for_url("**box=cry_havoc")
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name === 'against'"):
            break
    for _ in range(4):
        if page.evaluate("document.activeElement.value === 'bot'"):
            break
        page.keyboard.press("ArrowDown")
    assert page.locator("input[name=against][value=bot]").is_checked()
    page.keyboard.press("Enter")
    page.wait_for_selector("#panel")
    player = TabPlayer(one, "a" if page.locator("#board-live .piece.side-a").count() else "b")
    for _ in range(2_000):
        if player.survey()["over"]:
            break
        if not player.act():
            page.wait_for_function(ASKED, timeout=60_000)
    assert player.survey()["over"] and player.walked > 5 and player.clicks > 20
    one.does_not_complain()
