"""Update of the panel between the press and the release of a control: the click is not lost."""

from __future__ import annotations

import pytest

from tests.browser.test_live import PASS, last, met, press

TAB = "#panel [role=tab]:not([aria-selected=true]), #panel nav a[href*='tab=']:not([aria-current])"
SHOWN = "() => document.getElementById('state').dataset.tab"


@pytest.fixture
def pressed(site, person):
    """Player whose opponent will move, the middle of a tab of their page, and that tab's name."""
    one, other, _ = met(site, person)
    page = other.page
    tab = page.locator(TAB).first
    name = tab.get_attribute("href").rpartition("tab=")[2]
    box = tab.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    yield one.page, page, name
    other.does_not_complain()


def opens(page, tab: str, after: int) -> None:
    """Check: the tab opens, and the update comes after the release."""
    page.wait_for_function(f"tab => ({SHOWN})() === tab", arg=tab, timeout=3_000)
    page.wait_for_function(
        f"number => Number(document.getElementById('state').dataset.last) > {after}", timeout=8_000
    )


def test_an_update_between_press_and_release_does_not_take_the_click(pressed):
    mover, page, tab = pressed
    before = last(page)
    page.mouse.down()
    press(mover, PASS)
    page.wait_for_function(f"() => window.heard.some(number => number > {before})")
    page.wait_for_timeout(1_000)  # without the rule the panel is replaced now
    assert last(page) == before
    page.mouse.up()
    opens(page, tab, before)


def test_an_update_under_way_during_a_press_does_not_take_the_click(pressed):
    mover, page, tab = pressed
    before, held = last(page), []
    page.route("**/panels/live**", lambda route: held.append(route))  # noqa: PLW0108 the driver marks what it is given
    with page.expect_request("**/panels/live**"):
        press(mover, PASS)
    page.mouse.down()
    for route in held:
        route.continue_()
    page.unroute("**/panels/live**")
    page.wait_for_timeout(1_000)
    assert last(page) == before
    page.mouse.up()
    opens(page, tab, before)
