"""Smoothness of dragging a unit over a table of three hundred figures. It prints figures and
asserts no times.
"""

from __future__ import annotations

import statistics

import pytest

from tests.games.heart_of_africa.browser.test_small_battles import play
from tests.games.heart_of_africa.browser_player import HeartOfAfricaBrowserPlayer

pytestmark = pytest.mark.proof
FRAMES = """
() => {
  window.frames_ = [];
  let last = performance.now();
  const note = now => { window.frames_.push(now - last); last = now; window.noting = requestAnimationFrame(note); };
  window.noting = requestAnimationFrame(note);
}
"""


@pytest.mark.parametrize(
    "singly",
    [pytest.param(False, marks=pytest.mark.proof), True],
    ids=["all together", "one figure"],
)
def test_dragging_among_three_hundred(site, person, capsys, singly):
    one = person(site)
    page = one.page
    page.goto("/tables/new?box=heart_of_africa&scenario=encounter")
    page.fill("[name='t.points']", "1300")
    page.check("input[name=against][value=bot]")
    page.locator("main form button.go").click()
    page.wait_for_selector("#panel")
    her = HeartOfAfricaBrowserPlayer(one, "a")
    play(
        [her],
        until=lambda: her.survey()["step"] == "unit_moves" and not her.survey()["calm"],
        most=300,
    )
    while not her.survey()["drag"]:
        her.press(
            "[data-confirm]" if her.survey()["draft"] else ".decision .offers a.offer-link",
            "take in hand",
        )
    if singly:
        page.locator(".verb > details:has([data-of]) summary").first.click()
    now = her.survey()
    held = next(mover for mover in now["drag"]["pieces"] if mover["key"])
    x, y = her.on_screen(held["at"])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10, y + 10)
    page.evaluate(FRAMES)
    for step in range(120):
        page.mouse.move(x + 10 + step % 60 * 2, y - step % 40 * 2)
    taken = page.evaluate(
        "() => { cancelAnimationFrame(window.noting); return window.frames_.slice(1); }"
    )
    page.keyboard.press("Escape")
    page.mouse.up()
    assert len(now["men"]) >= 250
    held = 1 if singly else len(now["drag"]["pieces"])
    with capsys.disabled():
        print(
            f"\n{len(now['men'])} figures, {held} of them dragged: {len(taken)} frames, median "
            f"{statistics.median(taken):.1f} ms, "
            f"p95 {statistics.quantiles(taken, n=20)[-1]:.1f} ms"
        )
