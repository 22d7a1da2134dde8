"""Result of a die on a phone: in view and in the live region, for the roller, the opponent and a
spectator, without a reload.
"""

from __future__ import annotations

from urllib.parse import quote

import pytest

from tests.browser.test_axe import faults
from tests.drivers.player import FRESH, MARK
from tests.sample_games import HEX

SHOT = HEX.SHOT
HEARD = "() => document.getElementById('news').textContent.includes('Eudo')"
IN_VIEW = """() => {
  const says = document.querySelector(".results .result-says").getBoundingClientRect();
  const middle = document.elementFromPoint(says.left + 20, says.top + says.height / 2);
  return says.top >= 0 && Boolean(middle?.closest(".results"));
}"""
FALLING = "() => document.getElementById('dice-results').getAnimations({ subtree: true }).length"
COUNT_SOUNDS = """
window.sounds = 0;
const Stock = window.AudioContext;
window.AudioContext = class extends Stock { constructor() { super(); window.sounds += 1; } };
"""
PHONE = {"viewport": {"width": 390, "height": 844}, "bypass_csp": True}


def roll(page, path: str) -> None:
    page.goto(f"{path}?piece={HEX.SHOOTER}&order={quote(SHOT)}")
    assert page.locator("#dice-results").count() == 0
    page.evaluate(MARK)
    page.click("[data-confirm]")
    page.wait_for_function(FRESH)


def test_a_result_is_seen_and_heard_by_everybody_without_a_reload(site, person):
    one, other = person(site, **PHONE).register(), person(site, "es", **PHONE).register()
    looker = person(site, **PHONE)
    one.context.add_init_script(COUNT_SOUNDS)
    path = one.open_table(against="people", visibility="open", spectators="yes")
    other.take_seat(path)
    looker.page.goto(path)
    roll(one.page, path)
    for user, needed in ((one, "Needed:"), (other, "Hace falta:"), (looker, "Needed:")):
        user.page.wait_for_selector("#dice-results")
        user.page.wait_for_function(HEARD)
        user.page.wait_for_function(IN_VIEW)
        assert needed in user.page.locator("#news").text_content()
    assert one.page.evaluate(FALLING) > 0 or one.page.locator(".results.land").count() == 1

    assert one.page.evaluate("window.sounds") == 0
    sound = one.page.locator("#sound")
    assert sound.get_attribute("aria-pressed") == "false"
    sound.click()
    assert sound.get_attribute("aria-pressed") == "true"
    assert one.page.evaluate("window.sounds") == 1
    assert [fault for who in (one, other, looker) for fault in faults(who.page)] == []


@pytest.mark.proof
def test_with_reduced_motion_the_dice_lie_still(site, person):
    one, other = person(site, reduced_motion="reduce").register(), person(site).register()
    path = one.open_table(against="people")
    other.take_seat(path)
    roll(one.page, path)
    one.page.wait_for_selector(".results.land")
    assert one.page.evaluate(FALLING) == 0
