"""Play without a mouse: Tab, Enter, arrow keys."""

from __future__ import annotations

from tests.drivers.player import FRESH, MARK
from tests.sample_games import HEX, HEX_GAME

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


def test_scripts_that_load_late_take_no_focus_away(site, person):
    page = person(site).register().page
    held = []

    def hold(route) -> None:
        held.append(route)

    page.route("**/js/board.js*", hold)
    page.goto("/")
    tab_to(page, lambda _: page.evaluate("document.activeElement.value") == HEX_GAME)
    page.keyboard.press("Enter")
    page.wait_for_selector("#panel")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    tab_to(page, lambda now: now["href"].endswith(f"piece={HEX.SHOOTER}"), most=6)
    held[0].continue_()
    page.unroute("**/js/board.js*", hold)
    page.wait_for_load_state("load")
    page.wait_for_timeout(300)  # Chromium moves the focus to the anchor when the page is complete
    assert f"piece={HEX.SHOOTER}" in page.evaluate(FOCUS)["href"]


def test_a_rule_opens_in_place_and_gives_the_focus_back(site, person):
    one = person(site).register()
    page = one.page
    page.goto("/")
    page.click(f"form[action='/play-now'] button[value={HEX_GAME}]")
    page.wait_for_selector("#panel")
    page.goto(page.url + f"?piece={HEX.SHOOTER}")
    chip = tab_to(page, lambda now: "/rules/" in now["href"] and "sheet" not in now["href"])
    page.keyboard.press("Enter")
    page.wait_for_selector("#rule-dialog[open]")
    assert page.locator("#rule-text article").count() == 1
    page.keyboard.press("Escape")
    page.wait_for_selector("#rule-dialog:not([open])", state="attached")
    assert page.evaluate(FOCUS)["href"] == chip["href"]
    one.does_not_complain()
