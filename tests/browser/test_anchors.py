"""Addresses that name a part of the game page: the page itself never scrolls, and the part is
reached.
"""

from __future__ import annotations

import pytest

from tests.sample_games import HEX_GAME

SCROLLED = """() => {
  const bar = document.querySelector(".bar").getBoundingClientRect();
  return [document.scrollingElement.scrollTop, document.body.scrollTop, document.scrollingElement.scrollHeight - innerHeight, bar.top, window.scrollY];
}"""
LONG_LOG = """() => {
  const log = document.querySelector(".scroll .log");
  for (let n = 0; n < 200; n += 1) log.insertAdjacentHTML("beforeend", "<li><span>Eudo recovers.</span> <span class='unseen'>move 70</span></li>");
}"""
SEEN = """where => {
  const box = document.querySelector(where).getBoundingClientRect();
  return box.height > 0 && box.top >= 0 && box.top < innerHeight;
}"""
SIZES = {"desk": (1400, 900), "tablet": (820, 1180), "phone": (390, 844)}


@pytest.mark.slow
@pytest.mark.parametrize(
    "size", [*(pytest.param(one, marks=pytest.mark.proof) for one in ("desk", "tablet")), "phone"]
)
def test_no_address_and_no_skip_link_scrolls_the_page(site, person, size):
    width, height = SIZES[size]
    one = person(site, viewport={"width": width, "height": height})
    page = one.page
    page.goto("/")
    page.click(f"form[action='/play-now'] button[value={HEX_GAME}]")
    page.wait_for_selector("#panel")
    path = page.url.split("?")[0].split("#")[0]
    for address, part in (
        ("#more", ".tabs"),
        ("#decision", "#decision"),
        ("?tab=log#more", ".tabs"),
        ("?tab=text#more", ".tabs"),
    ):
        page.goto("about:blank")
        page.goto(path + address)
        page.wait_for_function(SEEN, arg=part)
        assert page.evaluate(SCROLLED) == [0, 0, 0, 0, 0], address
        if part == ".tabs":
            assert page.evaluate("document.activeElement.closest('#more') !== null"), address

    # Every skip link, from where the tab is open: the decision is there, and has the focus.
    assert page.locator("a.skip").count() == 1
    page.keyboard.press("Shift+Tab")
    page.focus("a.skip")
    page.keyboard.press("Enter")
    page.wait_for_function(SEEN, arg="#decision")
    assert page.evaluate("document.activeElement.id") == "decision" and page.evaluate(SCROLLED) == [
        0,
        0,
        0,
        0,
        0,
    ]

    # A long log, with words for the ear in each line, scrolls in its own pane.
    page.goto(path + "?tab=log")
    page.evaluate(LONG_LOG)
    for part in ("#more", "#decision"):
        page.evaluate("part => { location.hash = part; }", part)
        page.wait_for_function(SEEN, arg={"#more": ".tabs"}.get(part, part))
        assert page.evaluate(SCROLLED) == [0, 0, 0, 0, 0], part
    one.does_not_complain()
