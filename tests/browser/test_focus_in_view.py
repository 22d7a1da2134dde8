"""Controls with the focus on narrow phones: none lies behind a bar, on the way down or back."""

from __future__ import annotations

import pytest

from tests.sample_games import INCH_GAME

BEHIND = """(back) => {
  const shown = [...document.querySelectorAll("main :is(a[href], button, input, select, summary, textarea)")]
    .filter((one) => one.checkVisibility() && one.type !== "hidden" && one.offsetWidth > 0);
  if (back) shown.reverse();
  const bars = [...document.querySelectorAll(".bar, .bar nav, .stick")]
    .filter((bar) => ["fixed", "sticky"].includes(getComputedStyle(bar).position));
  const covered = ([one, bar]) => {
    const [a, b] = [one.getBoundingClientRect(), bar.getBoundingClientRect()];
    const end = Math.min(a.bottom, a.top + 44);  // of a long text its first line is in view
    const high = Math.min(end, b.bottom) - Math.max(a.top, b.top);
    return high > (end - a.top) / 4 && a.left < b.right && b.left < a.right;
  };
  const found = [];
  for (const one of shown) {
    one.focus();
    const hiding = bars.filter((bar) => !bar.contains(one) && covered([one, bar]));
    found.push(...hiding.map((bar) => `${one.innerText.slice(0, 30) || one.name} behind ${bar.className || bar.tagName}`));
  }
  return { controls: shown.length, bars: bars.length, found };
}"""
MARCH = "Give a march order to many units"


def check(page) -> None:
    """Give each control the focus, from the first to the last and back."""
    for back in (False, True):
        seen = page.evaluate(BEHIND, back)
        assert seen["controls"] > 20 and seen["bars"] >= 2, page.url
        assert seen["found"] == [], page.url


@pytest.mark.parametrize(
    ("width", "height"), [(320, 568), pytest.param(390, 844, marks=pytest.mark.proof)]
)
def test_no_control_on_a_page_in_words_lies_behind_a_bar(site, person, width, height):
    one = person(site, viewport={"width": width, "height": height}, has_touch=True)
    page = one.page
    page.goto("/")
    page.click(f"form[action='/play-now'] button[value={INCH_GAME}]")
    page.wait_for_selector("#panel")
    words = f"{page.url.split('?')[0]}/text"
    page.goto(words)
    check(page)
    page.goto(f"{words}?ahead=1")
    check(page)
    page.locator(".ahead summary").filter(has_text=MARCH).tap()
    page.locator(".ahead [data-ask]").first.fill("36,24")
    page.locator(".ahead details[open]").get_by_role("button", name="Preview").tap()
    page.wait_for_selector("details.again.ahead")
    check(page)
    one.does_not_complain()
