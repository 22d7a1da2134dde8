"""Deployment plan at seven sizes: nothing is cut or covered, and the buttons can be pressed."""

from __future__ import annotations

import secrets

import pytest

from tests.browser.test_screens import EACH_LAYOUT, SIZES
from tests.browser.test_sizes_of_plans import THOROUGH, faults_at_sizes


def open_plan(page) -> str:
    """Address of the drafted plan of Cry Havoc."""
    page.click("#decision details:has(form[data-asks-again]) > summary")
    page.click("#decision form[data-asks-again] button")
    page.wait_for_selector(".is-planned")
    return page.url


@pytest.mark.slow
@THOROUGH
def test_nothing_of_a_plan_of_cry_havoc_is_cut_at_any_size(site, person, thorough):
    one = person(site, "es", has_touch=True).register(f"Olmos {secrets.token_hex(3)}")
    path = one.open_table("lady_edith/richard", against="bot")
    one.page.goto(f"{path}?all=1")
    address = open_plan(one.page)
    sizes = SIZES if thorough else EACH_LAYOUT
    assert faults_at_sizes(one.page, address, ".is-planned", ".is-planned", sizes) == {}
    assert one.page.locator("#board-live .ui-zone[d]:not([d=''])").count() == 1
    one.does_not_complain()
