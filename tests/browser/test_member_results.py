"""Results of a member on a phone: all numbers stand on the page without scrolling sideways."""

from __future__ import annotations

import pytest

from tests.sample_games import HEX_GAME

CUT = """() => [...document.querySelectorAll("table.results-rows :is(th, td)")].filter(cell => {
  const frame = cell.closest(".scroll-x").getBoundingClientRect(), box = cell.getBoundingClientRect();
  return box.right > frame.right + 1 || cell.scrollWidth > cell.clientWidth + 1;
}).map(cell => cell.textContent)"""


@pytest.mark.parametrize("width", [390, 320])
def test_results_in_spanish_fit_on_a_phone(site, person, width):
    one = person(site, "es", viewport={"width": width, "height": 844}).register()
    path = one.send(f"/tables/new?box={HEX_GAME}", "/tables", against="bot")
    one.page.goto(f"{path}?confirm=concede")
    one.page.locator("#asked-form button.danger").click()
    one.page.wait_for_selector("text=Has perdido")
    one.page.goto("/")
    one.page.goto(one.page.locator("a[href^='/people/']").first.get_attribute("href"))
    assert one.page.locator("table.results-rows tbody tr").count() == 1
    assert one.page.evaluate(CUT) == []
