"""A tap on a space out of reach, on a phone: the page gives the reason with its rule."""

from __future__ import annotations

import pytest

from tests.drivers.board_places import PHONE, REASON, tap_place


@pytest.fixture
def phone(site, person):
    return person(site, "es", viewport=PHONE, has_touch=True)


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
