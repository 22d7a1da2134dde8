"""Deployment plan at seven sizes: nothing is cut or covered, and the buttons can be pressed."""

from __future__ import annotations

import secrets

import pytest

from app.games import shelf
from app.services.container import Services
from tests.browser.test_screens import EACH_LAYOUT, SIZES
from tests.browser.test_sizes_of_plans import THOROUGH, faults_at_sizes
from tests.games.heart_of_africa.encounter import encounter


@pytest.mark.proof
@THOROUGH
def test_nothing_of_a_plan_of_the_heart_of_africa_is_cut_at_any_size(site, person, thorough):
    names = [f"Olmos {secrets.token_hex(3)}" for _ in range(2)]
    one = person(site, "es", has_touch=True).register(names[0])
    person(site, "es").register(names[1])
    path = encounter(Services.open(shelf(), site.database_url), *names)
    page = one.page
    page.goto(path)
    page.click("#decision a.btn[href*='offer=']")
    page.wait_for_selector(".draft")
    sizes = SIZES if thorough else EACH_LAYOUT
    assert faults_at_sizes(page, page.url, ".draft", ".is-ghost", sizes) == {}
    one.does_not_complain()
