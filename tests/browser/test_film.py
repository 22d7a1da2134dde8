"""Film of what has happened: it plays, pauses, jumps and keeps its address; the offer to play
it.
"""

from __future__ import annotations

import re
import time

import httpx
import pytest

from tests.browser.test_screens import SIZES
from tests.browser.test_tab_titles import MOVE, confirm, end_phase, end_step
from tests.sample_games import HEX_SEAT

LEAST = 40
BUTTONS = """() => [...document.querySelectorAll(".transport > *")].map(one => {
  const box = one.getBoundingClientRect();
  const middle = [box.left + box.width / 2, box.top + box.height / 2];
  return { name: one.id, top: Math.round(middle[1] / 12), seen: one.contains(document.elementFromPoint(...middle)) };
})"""
SCENE = "() => Number(document.getElementById('moment').value)"


@pytest.fixture(scope="module")
def demo(site) -> str:
    """Address of the demonstration game, once it has scenes for a film."""
    until = time.monotonic() + 240
    stream = re.search(r'data-stream="(/games/[^/"]+)/events', httpx.get(site.url).text)
    while time.monotonic() < until:
        film = httpx.get(f"{site.url}{stream[1]}/at/1?film=0&scene=1").text
        if (most := re.search(r'id="moment" type="range" min="1" max="(\d+)"', film)) and int(
            most[1]
        ) >= LEAST:
            return f"{site.url}{stream[1]}"
        time.sleep(2)
    raise AssertionError("the demonstration game has too few events")


@pytest.mark.slow
def test_a_film_of_forty_scenes_plays_pauses_and_jumps(person, site, demo):
    viewer = person(site)
    page = viewer.page
    page.goto(f"{demo}/at/1?film=0&scene=1")
    assert int(page.get_attribute("#moment", "max")) >= LEAST
    for _ in range(2):
        page.click("#film-speed")
    assert page.inner_text("#film-speed") == "4×"
    page.click("#autoplay")
    assert page.inner_text("#autoplay") == "Pause"
    page.wait_for_function("() => Number(document.getElementById('moment')?.value) >= 4")
    page.click("#autoplay")
    assert page.inner_text("#autoplay") == "Start"
    page.wait_for_timeout(1000)  # an answer on its way may still come
    stands = page.evaluate(SCENE)
    page.wait_for_timeout(2000)
    assert page.evaluate(SCENE) == stands

    page.locator("#moment").fill(str(LEAST))
    page.wait_for_url(f"**film=0&scene={LEAST}")
    page.wait_for_function(f"() => document.getElementById('moment')?.value === '{LEAST}'")
    says = page.inner_text("#film-says")
    assert says.removeprefix("A").removeprefix("B").strip() == page.inner_text("#film-cap")
    assert page.text_content("#news").strip() == " ".join(page.text_content("#film-says").split())
    mark = page.locator(".marks a").first
    number = mark.inner_text()
    mark.click()
    page.wait_for_url(f"**film=0&scene={number}")

    again = viewer.context.new_page()  # a scene has an address
    again.goto(f"{demo}/at/1?film=0&scene={LEAST}")
    assert again.inner_text("#film-says") == says
    viewer.does_not_complain()


def test_a_player_who_comes_back_plays_or_skips_what_happened(site, person):
    one, two = person(site).register(), person(site).register()
    path = one.open_table(HEX_SEAT, against="people")
    two.take_seat(path)
    two.page.goto("about:blank")  # an open page sees what happens
    end_step(one.page)
    one.page.goto(f"{path}?order={MOVE}")
    confirm(one.page)
    end_phase(one.page)

    page = two.page
    page.goto(path)
    for number in (1, 2, 3):
        page.locator(f".lesson-card:has-text('{number} of 3') .go").click()
    offer = page.inner_text("#recap")
    assert re.search(r"\d+ changes?", offer) and "second" in offer
    page.click("[data-plays]")
    page.wait_for_selector("#reel")
    assert "film=" in page.url and page.inner_text("#autoplay") == "Pause"
    page.click(".film-head a")
    page.wait_for_selector("#recap")
    page.click("[data-skips]")
    assert not page.locator("#recap").is_visible()
    page.reload()
    page.wait_for_selector("#decision")
    page.wait_for_function("() => document.getElementById('recap').hidden")
    two.does_not_complain()


@pytest.mark.proof
def test_nothing_of_a_film_is_cut_at_any_size(person, site, demo):
    viewer = person(site, "es", has_touch=True)
    page = viewer.page
    page.goto(f"{demo}/at/1?film=0&scene=1")
    scene = page.get_attribute("#moment", "data-addresses").split()[LEAST - 1]
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{site.url}{scene}")
        page.wait_for_selector("#autoplay:not([hidden])")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        buttons = page.evaluate(BUTTONS)
        assert len(buttons) == 6, name
        assert all(button["seen"] for button in buttons), (name, buttons)
        assert len({button["top"] for button in buttons}) == 1, (name, buttons)
    viewer.does_not_complain()
