"""Survey and ruler on a table in inches: by taps, by keys, by form, and on the page in words."""

from __future__ import annotations

import re

import pytest

from tests.browser.test_axe import faults
from tests.sample_games import INCH, INCH_GAME

ANOTHER_NOTE = "said => document.querySelector('.ruler-note').innerText !== said"
POINT = """
([west, south]) => {
  const frame = document.getElementById("board"), edge = frame.getBoundingClientRect();
  const [inch, x0, y0] = frame.dataset.measure.split(" ").map(Number);
  const [bx, by, bw, bh] = document.getElementById("board-live").getAttribute("viewBox").split(" ").map(Number);
  return [edge.left + (x0 + west * inch - bx) / bw * edge.width, edge.top + (y0 - south * inch - by) / bh * edge.height];
}
"""


@pytest.fixture
def table(site, person):
    """table(...) is a player at a table against the bot, before the deployment."""

    def sit(**more):
        one = person(site, bypass_csp=True, **more).register()
        one.page.goto(f"/tables/new?box={INCH_GAME}&scenario={INCH.SCENARIO}")
        one.page.check(f"input[name=seat][value='{INCH.SCENARIO}/A']")
        one.page.check("input[name=against][value=bot]")
        one.page.click("main form button.go")
        one.page.wait_for_selector("#decision:not(.calm)")  # from now on only this player moves
        one.page.wait_for_selector(
            "[data-ruler][aria-pressed]", state="attached"
        )  # its script has loaded
        return one, re.sub(r"\?.*", "", one.page.url)

    return sit


@pytest.mark.parametrize(
    "shape",
    [
        pytest.param({}, marks=pytest.mark.proof),
        {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    ],
    ids=["desk", "phone"],
)
@pytest.mark.slow
def test_two_taps_are_a_ruler_in_inches_and_centimetres(table, shape):
    one, address = table(**shape)
    page = one.page
    page.wait_for_timeout(300)
    page.click("[data-do='zoom:fit']")
    if shape:
        page.click(".more-tools > summary")
    page.click("[data-ruler]")
    assert page.inner_text(".ruler-note") == "Tap the first point that you want to measure."
    page.wait_for_timeout(500)  # on a phone the panel becomes small
    for place in ((30, 20), (42, 25)):
        x, y = page.evaluate(POINT, place)
        said = page.inner_text(".ruler-note")
        (page.touchscreen.tap if shape else page.mouse.click)(x, y)
        page.wait_for_function(ANOTHER_NOTE, arg=said)  # a touch becomes a click after it
    note = page.locator(".ruler-note")
    inches = float(re.search(r"([\d.]+)″", note.inner_text())[1])
    assert inches == pytest.approx(13, abs=0.6) and re.search(r"· [\d.]+ cm", note.inner_text())
    assert page.locator(".map-ruler .ruler-ticks").count() == 1
    assert page.url.split("?")[0] == address  # nothing left the browser
    note.get_by_text("What lies under it").click()
    page.wait_for_selector(".looking")
    assert float(re.search(r"([\d.]+) in \(", page.inner_text(".looking h1"))[1]) == pytest.approx(
        inches, abs=0.1
    )
    assert faults(page) == []
    page.fill("[name=one_at]", "nowhere")
    page.click(".ruler-form button")
    page.wait_for_selector(".looking [role=alert]")
    assert page.input_value("[name=one_at]") == "nowhere"
    one.does_not_complain(but="422")


@pytest.mark.proof
def test_the_ruler_by_keyboard_and_the_page_in_words(table):
    one, address = table(color_scheme="dark")
    page = one.page
    page.focus("[data-ruler]")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert "cm" in page.inner_text(".ruler-note")
    page.keyboard.press("Escape")
    assert page.locator(".ruler-note").count() == 0
    page.goto(f"{address}?look=36,24")
    assert page.inner_text(".looking h1").startswith("A place 36 in from the west edge")
    page.locator(".look-form [name=at]").evaluate(
        "field => { field.closest('details').open = true; }"
    )
    page.fill("[name=at]", "10,12")
    page.fill("[name=facing]", "0")
    page.click(".look-form:not(.ruler-form) button")
    page.wait_for_url("**at=10*")
    page.wait_for_function(
        "document.querySelector('.looking h1').textContent.startsWith('A place 10 in')"
    )
    assert "Faces north" in page.inner_text(".looking")
    for path in ("/text", "/text?look=36,24", "/text?measure=1,1;5,4"):
        page.goto(address + path)
        assert faults(page) == []
    one.does_not_complain()
