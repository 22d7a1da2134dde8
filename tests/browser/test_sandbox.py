"""Sandbox without a mouse and on a phone: clearly marked, and without findings of axe."""

from __future__ import annotations

import pytest

from tests.browser.test_axe import faults
from tests.browser.test_keyboard import enter, tab_to
from tests.drivers.player import FRESH, MARK

STRIPS = (".sandbox-says", ".decision")


@pytest.mark.parametrize(
    ("theme", "size"),
    [("dark", (390, 844)), pytest.param("light", (1360, 860), marks=pytest.mark.proof)],
)
@pytest.mark.slow
def test_a_sandbox_by_keyboard_passes_axe(site, person, theme, size):
    one = person(
        site, viewport={"width": size[0], "height": size[1]}, color_scheme=theme, bypass_csp=True
    ).register()
    page, found = one.page, []
    page.goto("/")
    page.get_by_role("button", name="Play now: Cry Havoc").click()
    page.wait_for_selector("#panel")
    game = page.url
    tab_to(page, lambda now: now["words"] == "Try it out")
    page.keyboard.press("Enter")
    page.wait_for_url("**/sandboxes/*")
    assert page.title().startswith("(1) Sandbox “A”") and page.get_by_role(
        "note"
    ).inner_text().startswith("Sandbox: nothing here happens")
    assert page.evaluate("getComputedStyle(document.body).borderImageSource").startswith(
        "repeating-linear-gradient"
    )
    strip, decision = (page.locator(f"#panel {one}").bounding_box() for one in STRIPS)
    assert strip["y"] + strip["height"] <= decision["y"] + 1, "the decision covers the strip"
    found += faults(page)
    for step in (1, 2):
        tab_to(page, lambda now: now["words"] == "Let the bot decide")
        enter(page)
        assert page.get_attribute("#state", "data-last") == str(step)
    tab_to(page, lambda now: now["words"] == "One step back")
    enter(page)
    assert page.get_attribute("#state", "data-last") == "1"
    for summary in page.locator("#decision details.more summary").all():
        summary.press("Enter")
    found += faults(page)
    page.goto(f"{page.url}/text")
    found += faults(page)
    page.go_back()
    page.locator("#decision details.more summary").nth(1).press("Enter")
    page.get_by_role("button", name="Play it in the game").press("Enter")
    page.wait_for_url(game)
    found += faults(page)
    page.evaluate(MARK)
    page.locator(".following .offer-link").press("Enter")
    page.wait_for_function(FRESH)
    assert page.locator("[data-confirm]").count() == 1
    assert found == [], "\n".join(found)
