"""Taps on places out of reach, in every game on a phone: the page gives the reason with its
rule.
"""

from __future__ import annotations

import pytest

from tests.browser.test_deployment_plan import PLACES
from tests.browser.test_tab_titles import end_step

PHONE = {"width": 390, "height": 844}
REASON = "#decision .verdict.no [data-rule]"


@pytest.fixture
def phone(house, person):
    return person(house, "es", viewport=PHONE, has_touch=True)


def tap_place(page, key: str) -> None:
    page.click("[data-do='zoom:fit']")
    page.wait_for_timeout(200)
    [(x, y)] = page.evaluate(PLACES, [key])
    page.touchscreen.tap(x, y)


def test_a_hex_out_of_reach_tells_by_which_rule(phone):
    page = phone.register().page
    path = phone.open_table("first_blood/watch", against="bot")
    page.wait_for_selector("#decision")
    end_step(page)
    page.goto(f"{path}?piece=ben")
    tap_place(page, "1204")
    page.wait_for_selector(REASON)
    assert page.get_attribute(REASON, "data-rule") == "CH-MOV-01"
    assert "puntos" in page.inner_text("#decision .verdict.no")
    assert not page.locator("[data-confirm]").count()
    assert page.locator("#board-live a.ui-hex").count()  # places in reach can still be tapped

    page.goto(f"{path}?piece=ben")  # by keyboard: the corner, then Enter
    page.focus("#board")
    for _ in range(14):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector(REASON)
    phone.does_not_complain()


@pytest.mark.proof
def test_a_space_of_africa_out_of_reach_tells_by_which_rule(phone):
    page = phone.page
    page.goto("/")
    page.click("form[action='/play-now'] button[value=africa_1859]")
    page.wait_for_selector("#panel")
    base = page.url.split("?")[0]
    page.goto(f"{base}?place=c_camino")
    tap_place(page, "c_loma")
    page.wait_for_selector(REASON)
    assert "Camino de Tetuán" in page.inner_text("#decision .verdict.no")
    page.click("#decision .verdict.no a >> nth=0")
    page.wait_for_url("**?place=c_camino")
    phone.does_not_complain()


BARE = """() => {
  const frame = document.querySelector("#board").getBoundingClientRect();
  for (let y = frame.top + 100; y < Math.min(frame.bottom, innerHeight) - 60; y += 12) {
    for (let x = frame.left + frame.width / 3; x < frame.right - frame.width / 3; x += 12) {
      const there = document.elementFromPoint(x, y);
      const bare = there?.closest("#board") && !there.closest("a, [data-key], [id^='p-'], button");
      const near = [...document.querySelectorAll("#board-live [id^='p-']")].some((piece) => {
        const at = piece.getBoundingClientRect();
        return Math.hypot(at.x - x, at.y - y) < 34;
      });
      if (bare && !near) return [x, y];
    }
  }
}"""


@pytest.mark.proof
def test_bare_ground_of_heart_of_africa_says_what_comes_first(phone):
    page = phone.page
    page.goto("/")
    page.click("form[action='/play-now'] button[value=heart_of_africa]")
    page.wait_for_selector("#panel")
    base = page.url.split("?")[0]
    page.goto(f"{base}?lesson=0&piece=A1")
    page.click("[data-do='zoom:fit']")
    page.wait_for_timeout(200)
    page.touchscreen.tap(*page.evaluate(BARE))
    page.wait_for_selector("#decision [data-confirm]")
    words = page.inner_text("#decision .draft")
    assert "hasta el punto que has tocado" in words and "Tira primero" in words
    assert page.locator("#decision [data-confirm]").count() == 1
    phone.does_not_complain()
