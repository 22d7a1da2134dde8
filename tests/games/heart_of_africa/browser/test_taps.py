"""A tap on bare ground, on a phone: the page says what comes first."""

from __future__ import annotations

import pytest

from tests.drivers.board_places import PHONE


@pytest.fixture
def phone(site, person):
    return person(site, "es", viewport=PHONE, has_touch=True)


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
