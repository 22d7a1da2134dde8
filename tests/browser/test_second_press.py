"""Second press after an order: a double click or Enter changes one thing, and the control works
afterwards.
"""

from __future__ import annotations

from urllib.parse import quote

import pytest

from tests.drivers.player import FRESH, MARK
from tests.sample_games import AREA, AREA_GAME, HEX, HEX_GAME, HEX_SEAT, INCH, INCH_GAME

PASS = ".decision .stick form:has(input[value*='pass']) button"
CONFIRM = "[data-confirm]"
GIVE_UP = "details.more form:has(input[value*='concede']) button"
STATE = """() => {
  const panel = document.getElementById("state");
  return [Number(panel.dataset.last), document.getElementById("decision").dataset.step ?? "", "draft" in panel.dataset, location.pathname];
}"""
PAUSED = "() => { const shield = document.querySelector('.press-shield'); return shield && !shield.hidden; }"
PAUSE_MS = 600
END = '{"kind":"pass"}'
MOVE = HEX.MOVE


@pytest.fixture
def page(site, person):
    """Player on a phone, where the ends of all steps lie at one place; the other side never
    answers.
    """
    one, two = (
        person(site, viewport={"width": 390, "height": 844}).register(),
        person(site).register(),
    )
    two.take_seat(one.open_table(HEX_SEAT, against="people"))
    one.page.wait_for_selector("#panel")
    one.page.wait_for_load_state("load")
    yield one.page
    one.does_not_complain()


def middle(page, where: str) -> tuple[float, float]:
    box = page.locator(where).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press_twice(page, where: str, apart_ms: int) -> list:
    """Page after both presses had their effect."""
    page.wait_for_function(f"() => !({PAUSED})()")
    page.locator(where).first.click(trial=True)  # waits until the button stands still, uncovered
    page.evaluate(MARK)
    page.mouse.click(*middle(page, where))
    page.wait_for_timeout(apart_ms)
    page.mouse.down()
    page.mouse.up()
    page.wait_for_function(FRESH)
    page.wait_for_timeout(PAUSE_MS + 150)
    return page.evaluate(STATE)


def test_a_double_click_changes_one_thing_and_the_next_press_works(page):
    """Buttons that end steps lie at the same place; presses 120 ms and 350 ms apart are double
    clicks.
    """
    last, step, _, path = page.evaluate(STATE)
    assert press_twice(page, PASS, 350) == [last, step, True, path]  # asked about, not done
    assert press_twice(page, CONFIRM, 350) == [last + 1, "movement", False, path]
    page.evaluate(MARK)
    page.mouse.click(*middle(page, PASS))  # after the pause a press works
    page.wait_for_function(FRESH)
    assert page.evaluate(STATE) == [last + 1, "movement", True, path]
    page.goto(f"{path}?order={quote(MOVE)}")
    assert press_twice(page, CONFIRM, 120) == [last + 2, "movement", False, path]


def test_only_the_confirmation_of_a_concession_ends_the_game(page):
    last, step, _, path = page.evaluate(STATE)
    page.locator("details.more:has(input[value*='concede']) summary").click()
    page.locator(GIVE_UP).scroll_into_view_if_needed()
    assert press_twice(page, GIVE_UP, 120) == [last, "", True, path]
    assert page.locator(".question li").count() == 3
    page.click(".question .quiet")
    page.wait_for_selector(f"#decision[data-step='{step}']")
    page.goto(f"{path}?confirm=concede")
    page.click(".question .danger")
    page.wait_for_selector(".question", state="detached")
    assert page.evaluate("() => Number(document.getElementById('state').dataset.last)") == last + 1


def test_back_forward_and_reload_after_an_order_show_no_draft_of_it(page):
    last, _, _, path = page.evaluate(STATE)
    page.goto(f"{path}?order={quote(END)}")
    page.wait_for_function(f"() => !({PAUSED})()")
    page.evaluate(MARK)
    page.click(CONFIRM)
    page.wait_for_function(FRESH)
    for turn in (page.reload, page.go_back, page.go_forward):
        turn()
        page.wait_for_selector("#decision[data-step=movement]")
        assert page.evaluate(STATE) == [last + 1, "movement", False, path]
        assert page.locator(CONFIRM).count() == 0


def test_an_order_in_a_sandbox_stays_in_it(page):
    page.get_by_role("button", name="Try it out").click()
    page.wait_for_url("**/sandboxes/*")
    _, _, _, path = page.evaluate(STATE)
    page.goto(f"{path}?order={quote(END)}")
    page.wait_for_function(f"() => !({PAUSED})()")
    page.evaluate(MARK)
    page.click(CONFIRM)
    page.wait_for_function(FRESH)
    assert page.evaluate(STATE) == [1, "movement", False, path]
    page.reload()
    assert page.evaluate(STATE) == [1, "movement", False, path]


@pytest.mark.slow
def test_enter_twice_changes_one_thing_with_and_without_a_new_page(page):
    last, _, _, path = page.evaluate(STATE)
    page.goto(f"{path}?order={quote(END)}")
    page.focus(CONFIRM)
    page.evaluate(MARK)
    page.keyboard.press("Enter")
    page.wait_for_timeout(350)
    page.keyboard.press("Enter")
    page.wait_for_function(FRESH)
    page.wait_for_timeout(PAUSE_MS + 150)
    assert page.evaluate(STATE)[:3] == [last + 1, "movement", False]

    page.goto(f"{path}/text#decision")  # there everything that is pressed loads the page anew
    page.locator(PASS).first.evaluate("button => button.scrollIntoView({ block: 'center' })")
    page.mouse.click(*middle(page, PASS))
    page.wait_for_timeout(350)
    page.mouse.down()
    page.mouse.up()
    page.wait_for_timeout(PAUSE_MS + 400)
    page.focus(CONFIRM)
    page.evaluate("() => { window.isOld = true; }")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_function("() => !window.isOld")  # on a busy machine the answer takes seconds
    page.wait_for_load_state()
    page.wait_for_timeout(PAUSE_MS + 400)
    page.goto(path)
    assert page.evaluate(STATE)[0] == last + 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("box", "scenario", "acts"),
    [
        (HEX_GAME, HEX_SEAT, 2),
        pytest.param(HEX_GAME, HEX_SEAT, 6, marks=pytest.mark.proof),
        pytest.param(INCH_GAME, f"{INCH.GUIDED}/A", 6, marks=pytest.mark.proof),
        pytest.param(AREA_GAME, f"{AREA.GUIDED}/S", 4, marks=pytest.mark.proof),
    ],
)
def test_double_and_triple_clicks_on_every_confirm_lose_nothing(site, person, box, scenario, acts):
    """Follow the offers of a game, and click often on each Confirm."""
    one, two = person(site).register(), person(site).register()
    path = one.open_table(scenario, box=box, against="people")
    two.take_seat(path)
    done = 0
    for number in range(6 * acts):
        page = (one, two)[number % 2].page
        page.goto(path)
        for _ in range(3):
            if done >= acts or page.locator("#decision.calm").count():
                break
            address = next(iter(drafts(page)), None)
            if address is None:
                break
            page.goto(address)
            if not page.locator(CONFIRM).count():
                break
            confirm_by_many_clicks(page, path)
            done += 1
    assert done >= acts


def confirm_by_many_clicks(page, path: str) -> None:
    """Click Confirm three times, then twice more. One order is recorded, and no other control takes
    a click within the pause.
    """
    before = int(page.get_attribute("#state", "data-last"))
    assert page.locator(CONFIRM).inner_text().partition(": ")[2]
    page.wait_for_function(f"() => !({PAUSED})()")
    page.evaluate(MARK)
    spot = middle(page, CONFIRM)
    page.mouse.click(*spot, click_count=3, delay=20)
    page.wait_for_function(FRESH)
    page.mouse.click(*spot, click_count=2)
    page.wait_for_timeout(PAUSE_MS + 100)
    last, _, has_draft, here = page.evaluate(STATE)
    own = page.evaluate("path => fetch(`${path}/number`).then(r => r.json())", path)
    assert (last, has_draft, here) == (own["number"], False, path)
    assert last == before + 1


def drafts(page) -> list[str]:
    """Addresses of drafts that the page offers: links of the list, then single orders."""
    return page.evaluate(
        """() => [
          ...[...document.querySelectorAll(".decision a.offer-link[href*='order=']")].map(link => link.href),
          ...[...document.querySelectorAll(".decision :is(.stick, .choice-form) > form[method=get] input[name=order]")].map(
            order => `${location.pathname}?order=${encodeURIComponent(order.value)}`),
        ]"""
    )
