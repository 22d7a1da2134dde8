"""Deployment plans in a browser: dragged on a desk, typed by keyboard, and confirmed on a phone."""

from __future__ import annotations

import json
import secrets

import pytest

from app.games import shelf
from app.services.container import Services
from tests.browser.test_axe import faults
from tests.games.heart_of_africa.browser_player import FRESH, MARK, HeartOfAfricaBrowserPlayer
from tests.web.encounter import encounter

SHEET = "#decision a.btn[href*='offer=']"
DRAG = "() => document.querySelector('#board-live').dataset.drag"


@pytest.fixture
def table(house, person):
    """Two players of an Encounter, on a desk and on a phone in Spanish, and the path."""
    names = [f"{secrets.token_hex(4)} {number}" for number in ("one", "two")]
    desk = person(house).register(names[0])
    phone = person(house, "es", viewport={"width": 390, "height": 844}, has_touch=True)
    phone.register(names[1])
    return desk, phone, encounter(Services.open(shelf(), house.database_url), *names)


def middle(page, unit: str) -> tuple[float, float]:
    """Place of a ghost of a unit on the drawing."""
    pieces = json.loads(page.evaluate(DRAG))["pieces"]
    return tuple(next(one["at"] for one in pieces if one["group"] == unit))


@pytest.mark.slow
def test_a_plan_is_dragged_typed_and_confirmed_in_one_visit_of_each_side(table):
    desk, phone, path = table
    page, her = desk.page, HeartOfAfricaBrowserPlayer(desk, "a")
    page.goto(path)
    page.click(SHEET)
    page.wait_for_selector(".draft")
    field = page.locator("[name='to:A2']")
    usual = field.input_value()

    x, y = middle(page, "A2")
    page.evaluate(MARK)
    her.drag((x, y), (x + 40, 240))  # the middle of the table, beyond the advanced guard
    page.wait_for_function(FRESH)
    assert field.input_value() != usual
    assert "lie outside the zone" in page.locator(".draft").inner_text()
    assert page.locator("#board-live .hoa-fault").count()
    assert not page.locator("[data-confirm]").count()

    assert faults(page) == []
    field.fill(usual)
    field.press("Tab")
    page.wait_for_selector("[data-confirm]")
    page.locator("[data-confirm]").press("Enter")

    page.wait_for_selector(".draft", state="detached")
    other = phone.page
    other.goto(path)
    other.click(SHEET)
    other.wait_for_selector("[data-confirm]")
    assert other.evaluate("document.documentElement.scrollWidth") <= 390
    assert faults(other) == []
    other.click("[data-confirm]")
    other.wait_for_selector(".draft", state="detached")
    page.goto(path)
    assert page.locator("#board-live .hoa-unit:not(.is-ghost)").count() >= 16
    desk.does_not_complain()
    phone.does_not_complain()


PLACES = """keys => {
  const frame = document.querySelector("[data-board]");
  const { places } = JSON.parse(frame.querySelector(".map-spots").textContent);
  const shift = frame.querySelector(".map-live").getScreenCTM();
  return keys.map(key => {
    const [, x, y] = places.find(([name]) => name === key);
    const at = new DOMPoint(x, y).matrixTransform(shift);
    return [at.x, at.y];
  });
}"""


@pytest.mark.proof
def test_counters_of_cry_havoc_are_dragged_from_hex_to_hex(house, person):
    one = person(house, viewport={"width": 1280, "height": 850}).register()
    page, path = one.page, one.open_table("lady_edith/richard", against="bot")
    page.goto(f"{path}?all=1")
    page.click("#decision details:has(form[data-asks-again]) > summary")
    page.click("#decision form[data-asks-again] button")
    page.wait_for_selector(".is-planned")
    page.wait_for_timeout(300)
    field = page.locator("select[name='to:edith']")
    usual = field.input_value()
    options = field.locator("option").evaluate_all("all => all.map(one => one.value)")
    taken = page.locator(".is-planned").evaluate_all("all => all.map(one => one.dataset.hexes)")
    (x, y), *goals = page.evaluate(PLACES, [usual, *options])
    goal, (to_x, to_y) = next(
        (key, at)
        for key, at in zip(options, goals, strict=True)
        if not any(key in hexes for hexes in taken) and at[0] < 800 and at[1] < 800
    )

    def drag(to: tuple[float, float]) -> None:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move((x + to[0]) / 2, (y + to[1]) / 2)
        page.mouse.move(*to)
        page.mouse.up()

    [barred] = page.evaluate(PLACES, ["0808"])  # no house: nothing changes
    drag(tuple(barred))
    assert field.input_value() == usual
    page.evaluate(MARK)
    drag((to_x, to_y))
    page.wait_for_function(FRESH)
    assert page.locator("select[name='to:edith']").input_value() == goal
    assert page.get_attribute("[data-planned=edith]", "data-hexes") == goal
    page.click("[data-confirm]")
    page.wait_for_selector(".draft", state="detached")
    assert page.locator(".is-planned").count() == 0
    one.does_not_complain()
