"""Deployment plan in a browser: counters are dragged from hex to hex."""

from __future__ import annotations

import pytest

from tests.drivers.board_places import PLACES
from tests.games.heart_of_africa.browser_player import FRESH, MARK


@pytest.mark.proof
def test_counters_of_cry_havoc_are_dragged_from_hex_to_hex(site, person):
    one = person(site, viewport={"width": 1280, "height": 850}).register()
    page, path = one.page, one.open_table("lady_edith/richard", against="bot")
    page.goto(f"{path}?all=1")
    page.click("#decision details:has(form[data-asks-again]) > summary")
    page.click("#decision form[data-asks-again] button")
    page.wait_for_selector(".is-planned")
    page.wait_for_timeout(300)
    field = page.locator("select[name='to:edith']")
    usual = field.input_value()
    options = field.locator("option").evaluate_all("all => all.map(one => one.value)")
    taken = page.locator(".is-planned").evaluate_all("all => all.map(one => one.dataset.hexes)")
    (x, y), *goals = page.evaluate(PLACES, [usual, *options])
    goal, (to_x, to_y) = next(
        (key, at)
        for key, at in zip(options, goals, strict=True)
        if not any(key in hexes for hexes in taken) and at[0] < 800 and at[1] < 800
    )

    def drag(to: tuple[float, float]) -> None:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move((x + to[0]) / 2, (y + to[1]) / 2)
        page.mouse.move(*to)
        page.mouse.up()

    [barred] = page.evaluate(PLACES, ["0808"])  # no house: nothing changes
    drag(tuple(barred))
    assert field.input_value() == usual
    page.evaluate(MARK)
    drag((to_x, to_y))
    page.wait_for_function(FRESH)
    assert page.locator("select[name='to:edith']").input_value() == goal
    assert page.get_attribute("[data-planned=edith]", "data-hexes") == goal
    page.click("[data-confirm]")
    page.wait_for_selector(".draft", state="detached")
    assert page.locator(".is-planned").count() == 0
    one.does_not_complain()
