"""Every game at seven sizes. The strip is whole, and no control lies over a piece that may be
chosen. The board shows the pieces and places of the decision.
"""

from __future__ import annotations

import pytest

from tests.sample_games import AREA_GAME, HEX_GAME, INCH_GAME

SIZES = {
    "phone": (390, 844),
    "small phone": (320, 640),
    "lying phone": (844, 390),
    "tablet": (820, 1180),
    "laptop": (1024, 700),
    "desk": (1440, 900),
    "wide": (1920, 1080),
}
EACH_LAYOUT = ("phone", "lying phone", "tablet", "desk")
GAMES = (HEX_GAME, INCH_GAME, AREA_GAME)
COVERED = """() => {
  const live = document.getElementById("board-live"), frame = document.getElementById("board");
  const [x, y, w, h] = live.dataset.need.split(" ").map(Number);
  const [left, top, width] = live.getAttribute("viewBox").split(" ").map(Number);
  const edge = frame.getBoundingClientRect(), scale = edge.width / width;
  const corners = [[x, y], [x + w, y + h]].map(([a, b]) => [edge.left + (a - left) * scale, edge.top + (b - top) * scale]);
  const isFrame = ([a, b]) => frame.contains(document.elementFromPoint(a, b));
  const links = [...live.querySelectorAll("a[href] [data-disc], a.piece[href]")].map(one => {
    const box = one.getBoundingClientRect();
    return [one.id, box.left + box.width / 2, box.top + box.height / 2];
  });
  return {
    need: corners.filter(corner => !isFrame(corner)),
    links: links.filter(([, a, b]) => !frame.contains(document.elementFromPoint(a, b))).map(([id]) => id),
  };
}"""
STRIP = """() => {
  const strip = document.querySelector(".tools").getBoundingClientRect();
  const shown = [...document.querySelectorAll("#scores .score > span, .tools > button")].map(one => one.getBoundingClientRect());
  return {
    wide: document.documentElement.scrollWidth > innerWidth,
    cut: shown.filter(box => box.left < 0 || box.right > strip.right + 1 || box.bottom > strip.bottom + 1).length,
    scores: shown.length,
    acts: document.querySelectorAll("#scores .side.acts").length,
    confirm: [...document.querySelectorAll("#decision .stick .btn")].filter(one => one.getBoundingClientRect().right > innerWidth + 1).length,
    low: [...document.querySelectorAll("#decision .stick")].filter(one =>
      getComputedStyle(one).position === "sticky" &&
      one.getBoundingClientRect().bottom > document.querySelector(".panel").getBoundingClientRect().bottom + 1
    ).length,
  };
}"""
HEIGHTS = "() => document.querySelector('.panel').clientHeight / document.querySelector('.table').clientHeight"


@pytest.mark.parametrize(
    "sizes",
    [EACH_LAYOUT, pytest.param(tuple(SIZES), marks=pytest.mark.proof)],
    ids=["each layout", "each size"],
)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_cut_and_nothing_lies_over_the_board(site, person, game, sizes):
    one = person(site, "es", has_touch=True)
    page = one.page
    page.goto("/")
    page.click(f"form[action='/play-now'] button[value={game}]")
    page.wait_for_selector("#panel")
    address = page.url
    for name in sizes:
        width, height = SIZES[name]
        page.set_viewport_size({"width": width, "height": height})
        page.goto(address)
        page.wait_for_selector("#decision:not(.calm)")
        page.wait_for_timeout(150)
        assert page.evaluate(COVERED) == {"need": [], "links": []}, name
        strip = page.evaluate(STRIP)
        assert not strip["wide"] and not strip["cut"] and not strip["confirm"], (name, strip)
        assert not strip["low"], (name, strip)
        assert strip["scores"] >= 3 and strip["acts"] == 1, (name, strip)
    one.does_not_complain()


def test_the_sheet_has_three_heights_by_drag_tap_and_keys(site, person):
    one = person(site, viewport={"width": 390, "height": 844}, has_touch=True)
    page = one.page
    page.goto("/")
    page.click(f"form[action='/play-now'] button[value={INCH_GAME}]")
    page.wait_for_selector(".grip:not([hidden])")

    def share() -> int:
        page.wait_for_timeout(400)
        return round(100 * page.evaluate(HEIGHTS))

    middle = 62 if page.locator(".results:not(.brief)").count() else 46
    assert share() == middle
    page.focus(".grip")
    page.keyboard.press("ArrowUp")
    assert 75 < share() <= 90
    sheet, strip = (page.locator(where).bounding_box() for where in ("#panel", ".table > .tools"))
    assert sheet["y"] >= strip["y"] + strip["height"] - 1  # turn, side and score stay in view
    page.locator(".grip").tap()
    assert share() < 30
    grip = page.locator(".grip").bounding_box()
    x, y = grip["x"] + grip["width"] / 2, grip["y"] + 12
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 150, steps=4)
    page.mouse.up()
    assert share() == middle
    assert page.evaluate(COVERED) == {"need": [], "links": []}
    one.does_not_complain()


@pytest.mark.proof
def test_orders_that_move_figures_leave_the_console_silent(site, person):
    one = person(site)
    page = one.page
    page.goto("/")
    page.click(f"form[action='/play-now'] button[value={INCH_GAME}]")
    page.wait_for_selector("#panel")
    page.goto(page.locator(".hint-card a").first.get_attribute("href"))
    page.wait_for_selector("[data-confirm], #decision form[data-asks]")
    if page.locator("[data-confirm]").count():
        page.locator("[data-confirm]").first.click()
        page.wait_for_selector("#decision [data-ask=point]")
    page.fill("#decision [data-ask=point]", "14, 14")
    page.locator("#decision form[data-asks] button").first.click()
    page.wait_for_selector("[data-confirm]")
    page.locator("[data-confirm]").first.click()
    page.wait_for_function(
        "document.getAnimations().length > 0 || !document.querySelector('[data-confirm]')"
    )
    one.does_not_complain()
