"""An own order confirmed in a sandbox, and an assault replayed by stage and by phase."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.drivers.player import FRESH, MARK
from tests.games.africa_1859.browser.test_play import GUARD, press

pytestmark = pytest.mark.slow
VERB = "#decision .offers .verb"
ASSAULT = "Assault from the Tarajal beach"


@pytest.fixture
def spain(site, person):
    """Commander of Spain at the Castillejos against a bot."""
    one = person(site).register()
    one.page.goto(one.open_table(seat="castillejos/S", box="africa_1859", against="bot"))
    one.page.wait_for_selector("#panel")
    yield one
    one.does_not_complain()


def preview(page, label: str, to: str = "") -> None:
    """Open the form of an offer from the Tarajal beach, and tap a place or ask for its preview."""
    page.goto(f"{urlsplit(page.url).path}?place=c_tarajal")
    form = page.locator(VERB, has_text=label).first
    if form.locator("details[open]").count() == 0:
        page.wait_for_timeout(GUARD)
        form.locator("summary").first.click()
    form.locator("fieldset").first.wait_for()
    page.evaluate(MARK)
    if to:
        page.get_by_role("link", name=to).first.click()
    else:
        page.wait_for_timeout(GUARD)
        form.get_by_role("button", name="Preview").click()
    page.wait_for_function(FRESH)


def test_an_own_order_in_a_sandbox_changes_the_sandbox_only(spain):
    page, game = spain.page, urlsplit(spain.page.url).path
    page.get_by_role("button", name="Try it out").click()
    page.wait_for_url("**/sandboxes/*")
    sandbox = urlsplit(page.url).path
    preview(page, "Move from the Tarajal beach", to="Tetuan road")
    press(page, "[data-confirm]")
    page.wait_for_selector("#decision summary:has-text('Your plan: 1 order')")
    assert urlsplit(page.url).path == sandbox
    page.goto(game)
    assert page.get_attribute("#state", "data-last") == "1"


def test_an_assault_is_replayed_by_stage_and_by_phase(spain):
    page, game = spain.page, urlsplit(spain.page.url).path
    preview(page, ASSAULT)
    press(page, "[data-confirm]")
    page.wait_for_selector("#dice-results")
    number = page.get_attribute("#dice-results", "data-number")
    page.goto(f"{game}/at/{number}?film=1&scene=1")
    told = [page.inner_text("#film-says")]
    while page.locator("#later").count() and parse_qs(urlsplit(page.url).query)["scene"] < ["4"]:
        page.evaluate(MARK)
        page.click("#later")
        page.wait_for_function(FRESH)
        told.append(page.inner_text("#film-says"))
    assert len(set(told)) >= 2, told  # designations, and a stage with dice that may end the assault
    page.reload()
    assert page.inner_text("#film-says") == told[-1], "a stage has its address"
    page.goto(f"{game}/at/{int(number) - 1}")  # the last move is the present
    page.select_option("#phase", "1")
    page.locator(".phases button").click()
    page.wait_for_url("**/at/1*")
    assert page.get_attribute("#state", "data-at") == "1"
    assert page.inner_text("h1") == "Turn 1 of 10: Spanish activations"
