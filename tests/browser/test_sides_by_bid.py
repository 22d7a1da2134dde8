"""Sides settled by bids: the table is opened, both players bid, and the lower bid plays Spain."""

from __future__ import annotations

import re

import pytest

from tests.browser.test_axe import faults
from tests.sample_games import AREA, AREA_GAME

NEW = f"/tables/new?box={AREA_GAME}&scenario={AREA.SCENARIO}"
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def bidders(site, person):
    """Player of a table by bid on the desk, and another player on a phone; path of the table."""
    desk = person(site).register()
    phone = person(site, "es", viewport=PHONE).register()
    desk.page.goto(NEW)
    desk.page.check("input[name='t.sides'][value=bid]")
    desk.page.click("text=Open the table")
    desk.page.wait_for_selector("#waiting")
    return desk, phone, desk.page.url.split("?")[0]


@pytest.mark.slow
def test_the_lower_bid_plays_spain_with_the_mean_as_handicap(bidders):
    desk, phone, table = bidders
    page = desk.page
    assert page.locator(".room h2", has_text="side not settled yet").count() == 2
    page.fill("input[name='b.bid']", "-6")
    page.click("button:text-is('Bid')")
    page.wait_for_selector("text=has bid")
    phone.page.goto(table)
    assert phone.page.locator("text=bandos por puja").count() == 1
    # The sign tells the bid from the number in a player's name.
    assert not re.search("[-−]6", phone.page.locator(".row-list").inner_text())
    assert faults(phone.page) == []
    phone.page.fill("input[name='b.bid']", "-12")
    phone.page.click("text=Ocupar este asiento")
    phone.page.wait_for_selector("#panel")
    page.wait_for_selector("#panel")
    page.goto(f"{table}?tab=log")
    assert "Bids: -12 of Spain, -6 of Morocco. Handicap: -9." in page.inner_text("main")
    phone.page.goto(f"{table}?tab=log")
    assert "Pujas: -12 de España y -6 de Marruecos. Ventaja: -9." in phone.page.content()
    desk.does_not_complain()
    phone.does_not_complain()


@pytest.mark.proof
def test_a_wrong_bid_is_refused_in_words_and_stays_in_the_form(bidders):
    desk, _, _ = bidders
    page = desk.page
    page.eval_on_selector("input[name='b.bid']", "input => { input.max = '99'; }")
    page.fill("input[name='b.bid']", "40")
    page.click("button:text-is('Bid')")
    page.wait_for_selector("text=A handicap is a whole number from −20 to 20.")
    assert page.input_value("input[name='b.bid']") == "40"
