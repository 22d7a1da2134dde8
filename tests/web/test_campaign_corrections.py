"""Correction page of the campaign of In the Heart of Africa."""

from __future__ import annotations

import pytest

from tests.api.campaigns import Campaign
from tests.api.conftest import house, patched  # noqa: F401 fixtures
from tests.web.test_review_pages import logged_in


@pytest.mark.parametrize(
    ("language", "heading"), [("en", "Order of play"), ("es", "Orden de juego")]
)
def test_a_heading_of_the_log_does_not_run_into_its_sentence(house, language, heading):  # noqa: F811 the fixture
    campaign = Campaign(house)
    campaign.open_turn()
    page = logged_in(house.app, "Ada").get(f"{campaign.path}/corrections?lang={language}")
    assert f"<br><b>{heading}</b><br>" in page.text
