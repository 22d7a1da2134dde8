"""Play without a mouse: Tab, Enter, arrow keys."""

from __future__ import annotations

import pytest

from tests.drivers.player import FRESH, MARK
from tests.games.heart_of_africa.text_player import ENGLISH, HeartOfAfricaTextPlayer

FOCUS = """() => {
  const one = document.activeElement, shown = [one, one.closest('label')].filter(Boolean).map(part => getComputedStyle(part));
  return { tag: one.tagName, id: one.id, href: one.getAttribute('href') || '', words: (one.textContent || '').trim().slice(0, 60),
    label: one.getAttribute('aria-label') || '',
    seen: shown.some(looks => looks.outlineStyle !== 'none' || looks.boxShadow !== 'none') || Boolean(one.closest('li:has(:focus-visible)')) };
}"""

ASKED = """() => !document.getElementById('decision').classList.contains('calm') || document.querySelector(".decision a[href$='/export']")"""


def tab_to(page, wanted, most: int = 120, key: str = "Tab") -> dict:
    """Press Tab until the element has the focus; every stop shows its focus."""
    for _ in range(most):
        page.keyboard.press(key)
        now = page.evaluate(FOCUS)
        assert now["seen"] or now["tag"] in (
            "BODY",
            "MAIN",
            "SECTION",
            "a",
        )  # on the board boards.css lights the hex, now
        if wanted(now):
            return now
    raise AssertionError(f"not reached; the focus is at {now}")


def enter(page) -> None:
    page.wait_for_timeout(650)  # longer than a second press is held back
    page.evaluate(MARK)
    before = page.evaluate(FOCUS)
    page.keyboard.press("Enter")
    try:
        page.wait_for_function(FRESH, timeout=10000)
    except Exception as late:
        raise AssertionError(
            f"Enter at {before} changed nothing; now {page.url}, {page.evaluate(FOCUS)}, {page.inner_text('#panel')[:400]}"
        ) from late
    page.wait_for_function(
        "() => document.activeElement !== document.body", timeout=3000
    )  # the focus is not lost


def test_scripts_that_load_late_take_no_focus_away(house, person):
    page = person(house).register().page
    held = []

    def hold(route) -> None:
        held.append(route)

    page.route("**/js/board.js*", hold)
    page.goto("/")
    tab_to(page, lambda now: "Play now: Cry Havoc" in now["words"])
    page.keyboard.press("Enter")
    page.wait_for_selector("#panel")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    tab_to(page, lambda now: now["href"].endswith("piece=eudo"), most=6)
    held[0].continue_()
    page.unroute("**/js/board.js*", hold)
    page.wait_for_load_state("load")
    page.wait_for_timeout(300)  # Chromium moves the focus to the anchor when the page is complete
    assert "piece=eudo" in page.evaluate(FOCUS)["href"]


def test_a_shot_and_a_move_by_keyboard_alone(house, person):
    one = person(house).register()
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


def test_a_rule_opens_in_place_and_gives_the_focus_back(house, person):
    one = person(house).register()
    page = one.page
    page.goto("/")
    page.click("form[action='/play-now'] button[value=cry_havoc]")
    page.wait_for_selector("#panel")
    page.goto(page.url + "?piece=eudo")
    chip = tab_to(page, lambda now: "/rules/" in now["href"] and "sheet" not in now["href"])
    page.keyboard.press("Enter")
    page.wait_for_selector("#rule-dialog[open]")
    assert page.locator("#rule-text article").count() == 1
    page.keyboard.press("Escape")
    page.wait_for_selector("#rule-dialog:not([open])", state="attached")
    assert page.evaluate(FOCUS)["href"] == chip["href"]
    one.does_not_complain()


@pytest.mark.proof
def test_a_whole_game_of_cry_havoc(house, person):
    """From the lobby to the victory, with a table of the player's own, without a mouse."""
    from tests.drivers.tab_player import TabPlayer  # this player uses Tab like the tests here

    one = person(house).register()
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


@pytest.mark.proof
def test_a_small_battle_in_africa(house, person):
    """The first lesson against the bot to its end, on the page in words, by Tab, arrows, typing and
    Enter.
    """
    from tests.drivers.tab_player import TabReader

    one = person(house).register()
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
