"""Deployment plans in a browser: dragged on a desk, typed by keyboard, and confirmed on a phone."""

from __future__ import annotations

import json
import secrets

import pytest

from app.games import shelf
from app.services.container import Services
from tests.browser.test_axe import faults
from tests.games.heart_of_africa.browser_player import FRESH, MARK, HeartOfAfricaBrowserPlayer
from tests.games.heart_of_africa.encounter import encounter

SHEET = "#decision a.btn[href*='offer=']"
DRAG = "() => document.querySelector('#board-live').dataset.drag"


@pytest.fixture
def table(site, person):
    """Two players of an Encounter, on a desk and on a phone in Spanish, and the path."""
    names = [f"{secrets.token_hex(4)} {number}" for number in ("one", "two")]
    desk = person(site).register(names[0])
    phone = person(site, "es", viewport={"width": 390, "height": 844}, has_touch=True)
    phone.register(names[1])
    return desk, phone, encounter(Services.open(shelf(), site.database_url), *names)


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
