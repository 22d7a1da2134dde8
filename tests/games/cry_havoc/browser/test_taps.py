"""A tap on a hex out of reach, on a phone: the page gives the reason with its rule."""

from __future__ import annotations

import pytest

from tests.browser.test_tab_titles import end_step
from tests.drivers.board_places import PHONE, REASON, tap_place


@pytest.fixture
def phone(site, person):
    return person(site, "es", viewport=PHONE, has_touch=True)


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
