"""Spanish page: places with the decimal comma, refusal of ambiguous input, and a tap that continues
the path.
"""

from __future__ import annotations

import json

import pytest

from tests.browser.test_seeing import POINT
from tests.sample_games import INCH_GAME

ROUTE = ".verb details[open] [data-ask=way]"


@pytest.fixture
def page(site, person):
    user = person(site, "es")
    yield user.page
    user.does_not_complain("422")


def ways(page) -> list:
    """Paths in the previewed order."""
    return list(
        json.loads(page.input_value("#decision form:has([data-confirm]) [name=order]"))[
            "paths"
        ].values()
    )


def test_route_with_decimal_commas(page):
    page.goto("/")
    page.click(f"form[action='/play-now'] button[value={INCH_GAME}]")
    page.wait_for_selector("#panel")
    page.click(".hint-card b a[hx-get]")
    page.click("[data-confirm]")
    page.wait_for_selector("#decision:not(.calm) [data-ask]", timeout=30_000)
    page.locator(".verb > details:has([data-of]) summary").first.click()
    field, look = (
        page.locator(ROUTE).first,
        page.locator(".verb details[open] form[data-asks] button"),
    )
    assert field.get_attribute("placeholder") == "36,5 / 24; 40 / 28"
    at = page.locator(".verb details[open] tr th .small").first.inner_text()
    assert " / " in at and "." not in at

    field.fill("10,5 7,6")
    look.click()
    page.wait_for_selector("text=Escribe 10 / 5; 7 / 6 o bien 10,5 / 7,6.")

    again = page.locator("details.again")
    if again.count() and again.get_attribute("open") is None:
        again.locator("summary").first.click()
    field = page.locator("#decision [data-ask=way]").first
    assert field.input_value() == "10,5 7,6"
    field.fill("9,15 / 8,4; 9,15 / 8,8")  # short enough for every roll of the movement dice
    field.evaluate("field => field.form.requestSubmit()")
    page.wait_for_selector("[data-confirm], .verdict.no:not(:has-text('Escribe 10'))")
    assert page.locator("[data-confirm]").count(), page.locator(".verdict").all_inner_texts()
    assert ways(page)[0][1:] == [[9.15, 8.4], [9.15, 8.8]]

    page.locator("details.again > summary").click()
    field = page.locator("details.again [data-ask=way]").first
    field.focus()
    page.mouse.click(*page.evaluate(POINT, (12.5, 12)))
    assert field.input_value().startswith("9,15 / 8,4; 9,15 / 8,8; 12,")
