"""Tokens and bot accounts in a browser: by keyboard alone, shown once, no finding of axe, fit for a
phone.
"""

from __future__ import annotations

import pytest

from tests.browser.test_axe import faults


@pytest.mark.parametrize(
    ("theme", "size", "language"),
    [pytest.param("light", (1280, 900), "en", marks=pytest.mark.proof), ("dark", (390, 844), "es")],
)
@pytest.mark.proof
def test_a_program_and_its_token(site, person, theme, size, language):
    page = (
        person(
            site,
            language,
            color_scheme=theme,
            bypass_csp=True,
            viewport={"width": size[0], "height": size[1]},
        )
        .register()
        .page
    )
    page.goto("/account/tokens")
    found = faults(page)
    page.focus("#program-name")
    page.keyboard.type(f"Walker {language}")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"h3:has-text('Walker {language} [bot]')")
    page.locator("summary").nth(1).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("its own")
    page.keyboard.press("Enter")
    page.wait_for_selector("#secret")
    assert page.input_value("#secret").startswith("caracole_")
    page.locator("summary").first.click()
    found += faults(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto("/api")
    found += faults(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert found == [], "\n".join(found)
