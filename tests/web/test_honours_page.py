"""Honours of a closed campaign, and the link that leaves a running one."""

from __future__ import annotations

import pytest

from app.games.heart_of_africa.campaign import orders as o
from tests.web.reading import words_on
from tests.web.test_result_form import played  # noqa: F401 fixture
from tests.web.test_routes import Caller


@pytest.fixture
def settled(played):  # noqa: F811 fixture
    return played.give("p1", o.EnterResult("b1", "p1")).give("p2", o.ConfirmResult("b1"))


def page_of(app, campaign, seat, page):
    return Caller(app, campaign.ids[seat]).get(f"{campaign.path}/{page}").text


def test_the_honours_count_turns_and_battles_and_lead_to_a_new_campaign(app, settled):
    assert "plot-line" not in page_of(app, settled, "p1", "honours")
    settled.give("referee", o.CloseCampaign())
    page = page_of(app, settled, "p1", "honours")
    assert "1 battle fought" in " ".join(words_on(page))
    assert 'class="plot-line' in page
    assert 'href="/tables/new?box=heart_of_africa_campaign"' in page


def test_a_player_leaves_from_the_page_of_the_own_people_only(app, settled):
    link = f"{settled.path}?confirm=leave"
    assert link in page_of(app, settled, "p1", "people/p1")
    assert link not in page_of(app, settled, "p1", "people/p2")
    assert link not in page_of(app, settled, "referee", "people/p1")
    settled.give("referee", o.CloseCampaign())
    assert link not in page_of(app, settled, "p1", "people/p1")


def test_the_page_of_a_battle_marks_its_stage(app, played):  # noqa: F811 fixture
    before = page_of(app, played, "p3", "battles/b1")
    assert '<li aria-current="step">Battle</li>' in before
    played.give("p1", o.EnterResult("b1", "p1"))
    played.give("p2", o.DisputeResult("b1", "Turn ten was not played.", None, turns=9))
    disputed = page_of(app, played, "p3", "battles/b1")
    assert '<li class="bad" aria-current="step">Result disputed</li>' in disputed
