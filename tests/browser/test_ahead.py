"""Orders ahead in a browser: march orders of many units by taps, conditional orders by mouse and
keyboard, axe.
"""

from __future__ import annotations

import re

import pytest

from tests.browser.test_axe import faults
from tests.browser.test_seeing import POINT, table

__all__ = ["table"]
SHAPES = {
    "desk": {},
    "phone, dark": {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "color_scheme": "dark",
    },
}


def to_the_moves(page, address: str) -> None:
    """Let the server deploy all units, up to the first move of a unit."""
    for _ in range(80):
        page.goto(address)
        if "choose a unit" in page.inner_text("#decision h1"):
            return
        button = page.locator("#decision").get_by_role(
            "button",
            name=re.compile("Let the server finish this step|side$|nobody else|Show nobody"),
        )
        if button.count():
            button.first.click()
            page.wait_for_timeout(250)
            if page.locator("[data-confirm]").count():  # asked about first
                page.locator("[data-confirm]").first.click()
        page.wait_for_timeout(250)
    raise AssertionError(page.inner_text("#decision"))


def seen_to_the_end(page) -> list[str]:
    """Findings of axe, with no part half under the fixed buttons."""
    page.evaluate("document.getElementById('decision')?.scrollTo(0, 100000)")
    return faults(page)


@pytest.mark.parametrize("shape", [pytest.param("desk", marks=pytest.mark.proof), "phone, dark"])
@pytest.mark.proof
def test_march_orders_of_many_units_in_one_visit(table, shape):
    more = SHAPES[shape]
    one, address = table(**more)
    page = one.page
    to_the_moves(page, address)
    page.locator(".ahead-link a").click()
    page.wait_for_selector(".ahead")
    assert seen_to_the_end(page) == []
    page.locator(".ahead summary").filter(has_text="Give a march order to many units").click()
    rows = page.locator(".ahead table.asks tbody tr")
    first, second = rows.nth(0).locator("[data-ask]"), rows.nth(1).locator("[data-ask]")
    assert first.evaluate("field => field.classList.contains('armed')")
    for field, place in ((first, (120, 180)), (second, (220, 190))):
        field.focus()
        page.wait_for_timeout(100)
        handle, said = field.element_handle(), field.input_value()
        (page.touchscreen.tap if more else page.mouse.click)(*place)
        page.wait_for_function("([field, said]) => field.value !== said", arg=[handle, said])
        west, south = (float(inches) for inches in field.input_value().split(","))
        assert page.evaluate(POINT, (west, south)) == pytest.approx(place, abs=2.0)
    assert seen_to_the_end(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".ahead details[open]").get_by_role("button", name="Preview").click()
    page.wait_for_selector(".draft")
    assert "with an average roll" in page.inner_text(".draft")
    assert page.locator("#board-live .is-ghost").count()
    assert seen_to_the_end(page) == []
    page.locator("details.again > summary").click()
    assert page.locator("details.again [data-ask]").first.input_value()
    page.click("[data-confirm]")
    page.wait_for_selector(".in-force")
    assert "March order, turn 1" in page.inner_text(".in-force")
    assert seen_to_the_end(page) == []
    one.does_not_complain()


def test_standing_orders_by_keyboard(table):
    one, address = table()
    page = one.page
    page.goto(f"{address}?ahead=1")
    page.select_option("[name='answer:fire']", "first")
    page.get_by_role("button", name="Preview: Standing orders").press("Enter")
    page.wait_for_selector(".standing .draft")
    assert "all at their first target" in page.inner_text(".draft")
    assert faults(page) == []
    page.locator("[data-confirm]").press("Enter")
    page.wait_for_selector(".standing .plans")
    assert faults(page) == []
    page.goto(f"{address}?ahead=1")
    page.get_by_role("link", name="Delete all standing orders").click()
    page.locator("[data-confirm]").press("Enter")
    page.wait_for_selector(".standing .plans", state="detached")
    one.does_not_complain()
