"""Sheet of a phone: the question above the result of the dice, whole sentences of the film, and
one row above the log.
"""

from __future__ import annotations

from urllib.parse import quote

import pytest

from tests.games.africa_1859.browser.test_play import press
from tests.games.africa_1859.browser.test_sheets import PHONE, facing  # noqa: F401 - fixture

BOXES = """names => names.map(name => {
  const one = document.querySelector(name).getBoundingClientRect();
  return [Math.round(one.top), Math.round(one.bottom)];
})"""
GLOWS = """() => {
  const glow = document.createElement("i");
  glow.style.background = "var(--paper-glow)";
  document.body.append(glow);
  const colour = getComputedStyle(glow).backgroundColor;
  glow.remove();
  return getComputedStyle(document.getElementById("panel")).backgroundColor === colour;
}"""
ASSAULT = (
    '{"kind":"assault","units":["s_luchana","s_principe"],"leaders":["prim"],'
    '"path":["c_morabito"],"space":"c_camino","vanguard":"s_luchana"}'
)


@pytest.mark.slow
def test_the_sheet_of_a_phone_shows_what_is_asked_and_what_happened(facing):  # noqa: F811 - fixture
    spain, morocco, path = facing
    page, other = spain.page, morocco.page
    page.goto(f"{path}?order={quote(ASSAULT)}")
    press(page, "#decision [data-confirm]")
    page.wait_for_selector("#decision.calm")
    other.goto(path)
    press(other, "#decision .stick button")
    press(other, "#decision [data-confirm]")

    # The question is above the result, and both are above the row of answers.
    page.goto(path)
    page.wait_for_selector("#decision:not(.calm) .results")
    page.wait_for_timeout(400)
    asked, results, stick = page.evaluate(
        BOXES, ["#asked", ".results:not(.brief)", "#decision .stick"]
    )
    assert asked[1] <= results[0] < stick[0]
    assert page.evaluate(GLOWS)

    # Each scene of the film is whole: no dice lie on its sentence, and no row of buttons.
    page.goto(f"{path}/at/1?film=0&scene=1")
    longest = 0
    for scene in range(1, int(page.get_attribute("#moment", "max")) + 1):
        page.goto(f"{path}/at/1?film=0&scene={scene}")
        page.wait_for_timeout(300)
        longest = max(longest, len(page.inner_text("#film-says")))
        says, buttons = page.evaluate(BOXES, ["#film-says", ".transport"])
        assert says[1] <= buttons[0], scene
        if page.locator(".film-dice:not(:empty)").count():
            assert says[1] <= page.evaluate(BOXES, [".film-dice"])[0][0], scene
    assert longest > 80

    # The log does not glow. Spectators and sharing share one row; the dock has the other tabs.
    page.goto(f"{path}?tab=log")
    page.wait_for_timeout(400)
    foot, tabs = page.evaluate(BOXES, [".panel-foot", ".panel > .tabs"])
    assert abs(foot[0] - tabs[0]) <= 2
    assert page.locator(".panel > .tabs a:visible").count() == 1
    assert not page.evaluate(GLOWS)
    for who in (spain, morocco):
        who.does_not_complain()


GAPS = """() => [...document.querySelectorAll(".head + p")].map(one =>
  one.getBoundingClientRect().top - one.previousElementSibling.getBoundingClientRect().bottom
)"""


def test_buttons_of_the_rules_do_not_touch_the_text_on_a_phone(site, person):
    page = person(site, **PHONE).page
    for where in ("/rules/africa_1859", "/rules/africa_1859/sheet"):
        page.goto(where)
        gaps = page.evaluate(GAPS)
        assert gaps
        assert min(gaps) >= 6, where
