"""Conditional orders in a browser: by keyboard and by touch; axe finds nothing in any state."""

from __future__ import annotations

import pytest

from tests.browser.test_axe import faults
from tests.drivers.screen_reader import UNGUARDED

SHAPES = {
    "desk": {"viewport": {"width": 1360, "height": 860}},
    "phone, dark": {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "color_scheme": "dark",
    },
}


@pytest.mark.parametrize("shape", [pytest.param("desk", marks=pytest.mark.proof), "phone, dark"])
def test_conditional_orders_are_given_and_deleted_in_a_browser(site, person, shape):
    one, other = (person(site, bypass_csp=True, **SHAPES[shape]).register() for _ in range(2))
    path = one.open_table()
    other.take_seat(path)
    page = other.page
    page.goto(path)
    link = page.locator(".ahead-link a")
    link.press("Enter")
    page.wait_for_selector(".standing select")
    assert faults(page) == []
    page.select_option("[name='answer:retreat']", "away")
    page.select_option("[name='answer:victim']", "survivor")
    page.get_by_role("button", name="Preview: Standing orders").press("Enter")
    page.wait_for_selector(".standing .draft")
    assert "must retreat from" in page.inner_text(".standing .draft")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(page) == []
    save = page.get_by_role("button", name="Save", exact=True)
    save.tap() if "has_touch" in SHAPES[shape] else save.press("Enter")
    page.wait_for_selector(".standing .plans")
    assert faults(page) == []
    page.wait_for_timeout(UNGUARDED)
    page.get_by_role("button", name="Remove: Victim of a result").press("Enter")
    page.wait_for_function(
        "!document.querySelector('.standing .plans').innerText.includes('Victim of a result')"
    )
    assert "Retreat of my units: as far from the enemy as possible" in page.inner_text(
        ".standing .plans"
    )
    page.goto(path)
    assert "Retreat of my units" in page.inner_text(".in-force")
    assert faults(page) == []
    other.does_not_complain()
