"""Two browsers add their values to the dice of a table."""

from __future__ import annotations

import re

import pytest

from tests.sample_games import HEX_GAME, HEX_SEAT


def test_both_browsers_add_a_value_and_compare_the_pledges_later(site, person):
    one, other = person(site), person(site, "es", viewport={"width": 390, "height": 844})
    page, its = one.page, other.page
    page.goto(f"/tables/new?box={HEX_GAME}")
    page.check(f"input[name=seat][value='{HEX_SEAT}']")
    with page.expect_response("**/dice/pledge") as pledged:
        page.click("main form button.go")
    assert pledged.value.status == 204
    path = re.sub(r"^.*(/games/[^/?#]+).*$", r"\1", page.url)
    its.goto(path)
    its.click("form.join button.go")
    for browser in (page, its):
        browser.wait_for_selector("#panel")
        browser.goto(f"{path}/dice")
        browser.wait_for_selector("[data-dice-says=same]:visible")
        assert not browser.is_visible("[data-dice-says=other]")
    values = set(re.findall(r"\b[0-9a-f]{64}\b", page.inner_text("dl.facts")))
    assert len(values) == 1 + 2 + 4  # fingerprint of the secret, two values, two pledges of two
    kept = page.evaluate("path => JSON.parse(localStorage.getItem(`${path}/dice`)).values", path)
    assert kept[0] in values and kept[1] not in values
    for who in (one, other):
        who.does_not_complain()


@pytest.mark.proof
def test_a_page_names_the_player_whose_browser_is_silent(site, person):
    one, other = person(site), person(site).register("Silvia")
    with other.page.expect_response("**/dice/pledge"):
        path = other.open_table()
    other.page.goto("/lobby")
    one.page.goto(path)
    one.page.click("form.join button.go")
    with one.page.expect_response("**/dice/value"):
        one.page.wait_for_selector("main [role=status]")
    one.page.wait_for_function(
        "() => document.querySelector('main [role=status]')?.innerText.includes('Missing: Silvia.')"
    )
    other.page.goto(path)
    for browser in (other.page, one.page):
        browser.wait_for_selector("#panel")
