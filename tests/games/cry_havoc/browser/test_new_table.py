"""Page of a new table in a browser: its map, and options that stay folded until they are wanted."""

from __future__ import annotations

import pytest

HEIGHTS = {390: 3200, 1280: 2000}
"""Greatest height of the page by the width of the window, in pixels."""


@pytest.mark.parametrize("width", HEIGHTS)
def test_a_new_table_of_cry_havoc_shows_its_map_and_folds_its_options(site, person, width):
    one = person(site, viewport={"width": width, "height": 860})
    page = one.page
    page.goto("/tables/new?box=cry_havoc&scenario=knight_errant")
    assert page.evaluate("document.documentElement.scrollHeight") < HEIGHTS[width]
    drawn = page.locator(".frame.whole svg").last.bounding_box()
    assert drawn["height"] > drawn["width"] / 2 > 100
    page.locator("summary", has_text="The clock").click()
    page.check("input[name=clock][value=hour]")
    assert page.locator("summary", has_text="A fixed hour every day").is_visible()
    page.locator("summary", has_text="Optional rules").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    one.does_not_complain()
