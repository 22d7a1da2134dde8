"""What axe finds: nothing, on every page and in every main state, in both themes."""
from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.player import FRESH, MARK
from tests.counting import count

PAGES = ["/", "/lobby", "/tables/new", "/mine", "/login", "/register", "/account", "/account/hours", "/rules", "/rules/cry_havoc", "/rules/cry_havoc/sheet",
         "/rules/heart_of_africa#HOA-MEL-10",
         "/rules/id/CH-MIS-10", "/proof", "/dice", "/nowhere"]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def faults(page) -> list[str]:
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": TAGS}}).response["violations"]
    count("axe_looks")
    count("axe_violations", len(found))
    return [f"{page.url} {one['id']}: {node['html'][:160]} — {node['failureSummary'][:200]}" for one in found for node in one["nodes"][:4]]


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.proof)])
def test_the_pages_of_the_house(house, person, theme):
    one = person(house, "es", color_scheme=theme, bypass_csp=True).register()
    one.open_table()
    found = []
    for path in PAGES:
        one.page.goto(path)
        found += faults(one.page)
    stranger = person(house, color_scheme=theme, bypass_csp=True)
    for path in ("/", "/lobby", "/login"):
        stranger.page.goto(path)
        found += faults(stranger.page)
    assert found == [], "\n".join(found)


@pytest.mark.parametrize(("theme", "size"), [
    ("light", (1360, 860)), pytest.param("dark", (1360, 860), marks=pytest.mark.proof), pytest.param("light", (390, 844), marks=pytest.mark.proof),
    ("dark", (390, 844))])
def test_the_game_page_in_its_states(house, person, theme, size):
    shape = {"viewport": {"width": size[0], "height": size[1]}, "has_touch": size[0] < 500, "color_scheme": theme, "bypass_csp": True}
    one, other = person(house, **shape).register(), person(house, **shape).register()
    path = one.open_table()
    page, found = one.page, []

    def look(words: str) -> None:
        page.evaluate("document.getElementById('decision')?.scrollTo(0, 100000)")    # what lies under the sticky buttons comes out
        found.extend(f"{words}: {fault}" for fault in faults(page))

    def press(where: str) -> None:
        page.evaluate(MARK)
        page.locator(where).first.dispatch_event("click")
        page.wait_for_function(FRESH)

    look("waiting for the other")
    other.take_seat(path)
    page.wait_for_selector("#panel")
    look("a decision")
    press("#p-eudo")
    look("a piece with its offers, refused ones too")
    press(".decision .offers a.offer-link")
    look("the odds")
    press(".decision .stick a.btn.quiet")
    press(".decision .stick form:has(input[value*='pass']) button")
    press("#p-ben")
    look("where he may go")
    press("#h-0605")
    look("the way as a draft")
    press("[data-confirm]")
    for tab in ("log", "words", "letters", "changes"):
        page.goto(f"{path}?tab={tab}")
        look(f"the tab {tab}")
    page.locator("a.rule").first.dispatch_event("click") if page.locator("a.rule").count() else page.goto(f"{path}?tab=log")
    other.page.goto(path)
    page, its = other.page, page
    look("the other's turn")
    page = its
    page.goto(f"{path}/at/2")
    look("the replay")
    page.goto(f"{path}/dice")
    look("the dice")
    page.goto(path)
    page.locator("details.clock-acts summary").click()
    look("the clock")
    page.locator("details.more summary").click()
    look("ending the game")
    press("details.more form:has(input[value*='concede']) button")
    look("the end")
    page.goto(f"{path}/dice")
    look("the dice after the end")
    assert found == [], "\n".join(found)
