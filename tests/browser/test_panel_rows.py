"""Rows below the decision: spectators and sharing share one, and on a phone none is shown."""

from __future__ import annotations

from tests.browser.test_live import met
from tests.sample_games import HEX

HEIGHT = "element => element.getBoundingClientRect().height"


def test_spectators_sharing_and_tabs_take_little_of_the_panel(site, person):
    one, _, path = met(site, person)
    looker = person(site)
    looker.page.goto(path)
    one.page.wait_for_function(
        "() => document.getElementById('watching').textContent.includes('1 person is watching')"
    )
    foot, tabs = one.page.locator(".panel-foot"), one.page.locator(".panel > .tabs")
    assert foot.evaluate(HEIGHT) + tabs.evaluate(HEIGHT) <= 80
    assert foot.locator(".share summary").is_visible()
    one.page.set_viewport_size({"width": 390, "height": 844})
    assert not foot.is_visible()
    one.page.goto(f"{path}?tab=spectators")
    assert one.page.locator(".panel > .scroll").is_visible()
    for who in (one, looker):
        who.does_not_complain()


WAYS = """count => {
  const stick = document.querySelector("#decision .stick"), first = stick.querySelector("form");
  stick.replaceChildren(...Array.from({ length: count }, () => first.cloneNode(true)));
  const pane = document.getElementById("decision").getBoundingClientRect();
  return [...stick.querySelectorAll(".btn")].filter(one => one.getBoundingClientRect().bottom > pane.bottom).length;
}"""


def test_up_to_six_ways_to_end_a_step_are_whole_on_a_desk(site, person):
    one, other = (person(site, viewport={"width": 1280, "height": 800}) for _ in "ab")
    path = one.register().open_table(f"{HEX.HIDDEN_SCENARIO}/{HEX.CONVOY}")
    other.register().take_seat(path)
    other.page.wait_for_selector("#decision .stick form")  # it deploys first
    assert [other.page.evaluate(WAYS, count) for count in (2, 4, 5, 6)] == [0, 0, 0, 0]
