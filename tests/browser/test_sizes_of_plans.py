"""Introductions at seven sizes: nothing is cut, no control lies over pieces or marks of the
board, and the buttons can be pressed. Tests of the games look in the same way at their plans.

The quick run opens each card of an introduction at the least size and at one other, in turn. It
opens the plans at one size of each layout. `make proof` opens all of them at every size.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.browser.test_screens import COVERED, GAMES, SIZES

BUTTONS = """() => [...document.querySelectorAll("#decision .lesson-card .btn, #decision:not(:has(.lesson-card)) .stick .btn")].map(one => {
  const box = one.getBoundingClientRect();
  const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const isWhole = box.left >= 0 && box.right <= innerWidth + 1 && box.top >= 0 && box.bottom <= innerHeight + 1;
  return { words: one.innerText, seen: one.contains(at), isWhole, isCut: one.scrollWidth > one.clientWidth + 1, high: Math.round(box.height) };
})"""
GHOSTS = """selector => {
  const frame = document.getElementById("board");
  return !selector ? [] : [...document.querySelectorAll(`#board-live ${selector}`)].filter(one => {
    const box = one.getBoundingClientRect();
    const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !frame.contains(at);
  }).map(one => one.getAttribute("data-planned") || one.getAttribute("data-key") || one.getAttribute("class"));
}"""
MOST_HIGH = 76  # pixels of a button: two lines
LOOKS = 20  # at a page that is not ready yet
LEAST = "small phone"
OTHERS = [name for name in SIZES if name != LEAST]
THOROUGH = pytest.mark.parametrize(
    "thorough", [False, pytest.param(True, marks=pytest.mark.proof)], ids=["", "thorough"]
)


def faults_of(page, width: int, marks: str):
    """Parts that are cut or covered on a page of a width; None without any."""
    buttons = page.evaluate(BUTTONS)
    wrong = [
        one
        for one in buttons
        if not one["seen"] or not one["isWhole"] or one["isCut"] or one["high"] > MOST_HIGH
    ]
    covered = page.evaluate(COVERED) | {"ghosts": page.evaluate(GHOSTS, marks)}
    if not marks:
        del covered["links"]  # an introduction shows its marks; pieces may be out of view
    wide = page.evaluate("document.documentElement.scrollWidth") > width
    return (wide, wrong, covered) if wide or wrong or not buttons or any(covered.values()) else None


def faults_at_sizes(page, address: str, ready: str, marks: str, sizes: Iterable[str]):
    """Faults by size; empty without any. A page may take some seconds until it stands still."""
    found = {}
    for name in sizes:
        width, height = SIZES[name]
        page.set_viewport_size({"width": width, "height": height})
        page.goto(address)
        page.wait_for_selector(ready)
        for _ in range(LOOKS):
            page.wait_for_timeout(250)
            found[name] = faults_of(page, width, marks)
            if found[name] is None:
                break
    return {name: faults for name, faults in found.items() if faults}


@pytest.mark.slow
@THOROUGH
@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_an_introduction_is_cut_at_any_size(site, person, game, thorough):
    one = person(site, "es", has_touch=True)
    page = one.page
    page.goto("/")
    page.click(f"form[action='/play-now'] button[value={game}]")
    page.wait_for_selector(".lesson-card")
    base = page.url.split("?")[0]
    count = int(page.inner_text(".lesson-title span").split()[-1])
    for number in range(1, count + 1):
        address = f"{base}?lesson={number}"
        sizes = SIZES if thorough else (LEAST, OTHERS[number % len(OTHERS)])
        assert faults_at_sizes(page, address, ".lesson-card", "", sizes) == {}, number
    one.does_not_complain()
