"""Times on pages of users who have chosen no time zone."""

from __future__ import annotations

import pytest

from tests.web.conftest import Battle

TIMED = {"clock": "each", "clock_each": "3", "clock_then": "wait"}


@pytest.fixture
def battle(visitor):
    return Battle(visitor().register("Maite"), visitor().register("Harold"), **TIMED).begin()


@pytest.mark.parametrize(
    ("cookie", "city"),
    [
        ("Europe/Madrid", "(Madrid)"),
        ("Asia/Tokyo", "(Tokyo)"),
        ("Europe/Nowhere", "(UTC)"),
        ("<b>", "(UTC)"),
        ("", "(UTC)"),
    ],
)
def test_deadlines_are_in_the_time_zone_of_the_browser(battle, cookie, city):
    battle.opener.client.cookies.set("caracole_zone", cookie)
    page = battle.opener.get(battle.path).text
    assert "You have until" in page and city in page


def test_the_chosen_time_zone_counts_more_than_that_of_the_browser(battle):
    me = battle.opener
    me.client.cookies.set("caracole_zone", "Europe/Madrid")
    me.post("/account/hours", zone="America/Bogota", quiet_from="", quiet_until="")
    assert "(Bogota)" in me.get(battle.path).text


def test_anonymous_visitors_share_a_page_in_the_time_zone_of_the_server(battle, visitor):
    stranger = visitor()
    stranger.client.cookies.set("caracole_zone", "Europe/Madrid")
    page = stranger.get(battle.path).text
    assert "has until" in page and "(UTC)" in page
