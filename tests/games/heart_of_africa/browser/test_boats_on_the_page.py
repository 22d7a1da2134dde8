"""Deployment of a Gunboat by a tap beside the water, a drag, and a confirmation: it lies as
previewed.
"""

from __future__ import annotations

import json
import re
import secrets

import pytest

from app.games import shelf
from app.services.container import Services
from tests.games.heart_of_africa.browser_player import FRESH, MARK, HeartOfAfricaBrowserPlayer
from tests.games.heart_of_africa.river import by_the_river

GHOST = "#board-live .is-ghost [id='p-A6-01']"
LIES = """key => document.querySelector(
  `#board-live .hoa-unit:not(.is-ghost) [id='p-${key}']`)?.getAttribute('transform')"""


def near(transform: str, *middle: float) -> bool:
    """True if a hull lies there, bow to the north, within a tenth of an inch."""
    *at, turn = (float(number) for number in re.findall(r"-?[\d.]+", transform))
    return turn == -90 and all(abs(one - two) <= 2 for one, two in zip(at, middle, strict=True))


def order_on(page) -> dict:
    return json.loads(
        page.locator(".decision form:has([data-confirm]) [name=order]").first.input_value()
    )


@pytest.mark.proof
def test_a_gunboat_is_put_down_by_a_tap_and_a_drag(site, person):
    names = [f"{secrets.token_hex(4)} {number}" for number in ("one", "two")]
    one, other = (person(site).register(name) for name in names)
    path = by_the_river(Services.open(shelf(), site.database_url), *names)
    page, her = one.page, HeartOfAfricaBrowserPlayer(one, "a")
    page.goto(f"{path}?piece=A6")
    page.wait_for_selector("#decision [data-ask=point].armed")

    her.tap((3, 420))  # 0.3 in from the west edge: the bank
    ghost = page.locator(GHOST)
    ghost.wait_for()
    assert near(ghost.get_attribute("transform"), 23, 420)
    assert page.locator(".draft").inner_text().count("in from the place named") == 1

    page.evaluate(MARK)
    her.drag(
        tuple(
            page.evaluate(
                "() => JSON.parse(document.querySelector('#board-live').dataset.drag).middle"
            )
        ),
        (53, 400),
    )
    page.wait_for_function(FRESH)
    shown = ghost.get_attribute("transform")
    assert near(shown, 53, 400) and order_on(page)["to"] == pytest.approx([5.3, 8], abs=0.21)

    her.press("[data-confirm]", "confirm")
    page.wait_for_function(f"key => ({LIES})(key)", arg="A6-01")
    assert page.evaluate(LIES, "A6-01") == shown
    for who in (one, other):
        who.does_not_complain()
