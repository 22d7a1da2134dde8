"""A battle of a campaign on its page: both players arm, one concedes, and the campaign has the
result.
"""

from __future__ import annotations

import time

import pytest

from app.services.watch import game_view
from tests.browser.test_axe import faults
from tests.drivers.browser import Person
from tests.games.heart_of_africa.campaign.browser.test_campaign import campaigns, player, press
from tests.games.heart_of_africa.campaign.campaign_club import arm, table_of

SOON = 10.0  # seconds; the server has one on a machine that does nothing else
__all__ = ["campaigns", "player"]  # fixtures of the campaign's pages


def build_army(one: Person) -> None:
    """Open the builder from the table, let the server raise an army, and save it."""
    one.page.get_by_role("link", name="Build an army for this battle").click()
    one.page.get_by_role("button", name="Fill in an army for me").click()
    one.page.wait_for_selector(".stamp.yes")
    one.page.fill("[id='name']", "Ivory guard")
    one.page.get_by_role("button", name="Save", exact=True).first.click()
    one.page.wait_for_load_state()


@pytest.mark.slow
def test_a_battle_is_fought_on_the_site_and_settled_in_the_campaign(campaigns, player):
    campaign = campaigns.campaign("played")
    maite, ana = player("p1"), player("p3")
    maite.page.goto(campaign.path)
    link = maite.page.get_by_role("link", name="open the table")
    assert "Wa-simba" in link.inner_text() and "Wa-tembo" in link.inner_text()
    link.click()
    table = table_of(campaigns, campaign)
    assert maite.page.url.endswith(f"/games/{table.address}")
    assert "A battle of a campaign" in maite.page.inner_text("#waiting")
    assert faults(maite.page) == []
    build_army(maite)
    assert maite.page.input_value("#points") == str(table.terms["points_a"])
    maite.page.goto(f"/games/{table.address}")
    maite.page.select_option("select[name='b.army']", label="Ivory guard")
    maite.page.get_by_role("button", name="Bring this army").click()
    assert "has brought an army" in maite.page.inner_text("#waiting")

    arm(campaigns, table, "p2", "B")
    maite.page.wait_for_selector("#panel")  # the waiting room hears that the battle began
    assert "A battle of a campaign" in maite.page.inner_text("#decision")
    ana.page.goto(campaign.path)
    ana.page.get_by_role("link", name="open the table").click()
    ana.page.wait_for_selector("#panel")  # another player of the campaign watches

    def battle():
        return game_view.load_view(campaigns.services, campaign.id).history.now.state.battle("b1")

    maite.page.locator("#decision summary", has_text="Ending the game").click()
    press(maite, "Give up the game")
    maite.page.locator("#decision [data-confirm]").click()
    began = time.monotonic()
    while battle().status != "closed":
        assert time.monotonic() < began + SOON
        time.sleep(0.05)
    print(f"the result was in after {time.monotonic() - began:.2f} s")
    maite.page.goto(campaign.path)
    assert "The result is settled." in maite.page.inner_text("#decision")
    assert battle().winner == "p2"
    for one in (maite, ana):
        one.does_not_complain()
