"""Movement and shots on a board: a new drawing in the old frame is animated, and with reduced
motion it stands still.
"""

from __future__ import annotations

import msgspec
import pytest

from app.games.heart_of_africa.box import GAME
from app.kernel.event_summary import Arrow
from app.kernel.marks import Marks
from app.kernel.seats import SPECTATOR
from app.web import svg
from tests.drivers.player import FRESH, MARK
from tests.games.heart_of_africa.test_drawing import battle

SHOT = Marks(arrows=(Arrow(1, ("13,10", "12,30"), "A", "volley"),))
INSERT = "markup => { document.querySelector('main').innerHTML = markup; }"
ATTACHED = "() => document.querySelector('[data-board] .map-live')?.viewBox.baseVal.width > 0"
SWAP = """live => {
  const fresh = document.createElement("template");
  fresh.innerHTML = live;
  document.querySelector("[data-board] .map-live").replaceWith(fresh.content.firstElementChild);
}"""
THIN = "() => getComputedStyle(document.querySelector('.told-arrow.is-volley')).opacity === '0.28'"
MOVED = """() => document.getAnimations().map(one => one.effect.target)
  .filter(one => one.closest(".map-live"))
  .map(one => one.id || one.dataset.key || one.getAttribute("class").split(" ").at(-1))"""


def scene_after(steps: float, marks: Marks):
    """The drawing of a battle in which the Warriors have marched some inches."""
    position = battle(fires=())
    men = {
        key: msgspec.structs.replace(man, at=(man.at[0] + steps, man.at[1]))
        if man.unit == "B1"
        else man
        for key, man in position.figures.items()
    }
    seen = GAME.view(battle(fires=(), figures=men), SPECTATOR)
    return GAME.drawing(seen, marks, "en")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_figures_walk_and_smoke_rises_unless_motion_is_reduced(person, site, motion):
    page = person(site, reduced_motion=motion, bypass_csp=True).page
    page.goto(site.url)
    stream = page.get_attribute("[data-stream]", "data-stream")
    page.goto(stream.split("/events", maxsplit=1)[0])
    page.wait_for_selector("[data-board] .map-live", state="attached")
    page.evaluate(INSERT, svg.board_markup(scene_after(0, Marks())))
    page.wait_for_function(ATTACHED)
    page.wait_for_timeout(200)
    page.evaluate(SWAP, svg.live_markup(scene_after(6, SHOT)))
    page.wait_for_timeout(100)
    moved = set(page.evaluate(MOVED))
    walkers = {"p-B1-0", "p-B1-1", "p-B1-2"}
    assert moved & {*walkers, "B1", "told-smoke"} == (
        {*walkers, "B1", "told-smoke"} if motion == "no-preference" else set()
    )
    assert not moved & {"p-A1-0", "A1"}
    assert page.locator(".told-smoke").count() == 3

    page.wait_for_function(THIN)
    page.evaluate(SWAP, svg.live_markup(scene_after(6.1, SHOT)))  # the same shot comes in once
    page.wait_for_timeout(100)
    assert "told-smoke" not in page.evaluate(MOVED)
    assert page.evaluate(THIN)


FALLING = "() => document.querySelectorAll('.map-live .is-falling').length"


def scene_without(*fallen: str):
    """The drawing of a battle in which some figures have fallen."""
    men = battle(fires=()).figures
    dead = {
        key: msgspec.structs.replace(man, fate="shot", fell=man.at, fell_in="1:fire")
        if key in fallen
        else man
        for key, man in men.items()
    }
    return GAME.drawing(GAME.view(battle(fires=(), figures=dead), SPECTATOR), Marks(), "en")


@pytest.mark.proof
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_fallen_figures_fade_unless_motion_is_reduced(person, site, motion):
    page = person(site, reduced_motion=motion, bypass_csp=True).page
    page.goto(site.url)
    stream = page.get_attribute("[data-stream]", "data-stream")
    page.goto(stream.split("/events", maxsplit=1)[0])
    page.wait_for_selector("[data-board] .map-live", state="attached")
    page.evaluate(INSERT, svg.board_markup(scene_without()))
    page.wait_for_function(ATTACHED)
    page.wait_for_timeout(200)
    page.evaluate(SWAP, svg.live_markup(scene_without("B1-0")))
    page.wait_for_timeout(60)
    assert page.evaluate(FALLING) == (1 if motion == "no-preference" else 0)
    standing = set(page.evaluate(MOVED)) - {"B1"}
    assert not {one for one in standing if one.startswith(("p-A", "p-B1-1", "f-A"))}
    page.wait_for_function("() => !document.querySelector('.map-live .is-falling')")


COVERED = """() => {
  const boxes = where => [...document.querySelectorAll(`.map-live ${where}`)].map(one => one.getBoundingClientRect());
  const cloths = boxes(".label-cloth"), figures = boxes("[data-disc]");
  return cloths.filter(cloth => figures.some(({ left, right, top, bottom, width }) => {
    const room = width / 4;  // a base is a disc: a label may touch the corner of its box
    return cloth.left < right - room && cloth.right > left + room && cloth.top < bottom - room && cloth.bottom > top + room;
  })).length;
}"""


def test_labels_cover_no_figure_after_an_answer_of_the_server(person, site):
    """The server's answer places the labels above their units; the page then moves them."""
    page = person(site, viewport={"width": 1440, "height": 900}).page
    page.goto(site.url)
    page.click("form[action='/play-now'] button[value=heart_of_africa]")
    page.wait_for_selector("#board-live [data-label]")
    page.wait_for_function(f"() => ({COVERED})() === 0")
    page.evaluate(MARK)
    page.click(".hint-card b a")
    page.wait_for_function(FRESH)
    page.wait_for_timeout(300)
    assert page.evaluate(COVERED) == 0
