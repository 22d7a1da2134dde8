"""Seasons of a contest: the card of the front page leads to the next one and back to the first."""

from __future__ import annotations

import pytest

from tests.browser.test_axe import faults
from tests.browser.test_contest import PHONE, WIDE, directs, fits, is_post
from tests.browser.test_contest_dates import signs_up

SEASONS = 'section[aria-labelledby="seasons-title"]'


@pytest.mark.proof
def test_a_finished_season_leads_to_the_next_one(site, person):
    """Ada organises on a light desk in Spanish, Bea plays on a dark phone in English."""
    ada = person(site, "es", viewport=WIDE, color_scheme="light", bypass_csp=True).register()
    bea = person(site, viewport=PHONE, color_scheme="dark", bypass_csp=True).register()
    cid = person(site).register()
    terms = {"title": "Liga del Norte", "t.words": "Ajedrez", "clock": "none"}
    path = ada.send("/tables/new?box=contests&scenario=robin", "/tables", **terms)
    path = path.removesuffix("/gathering")
    for one in (bea, cid):
        signs_up(one, path)
    for label in ("Cerrar la inscripción", "Sortear la ronda 1", "Publicar la ronda 1"):
        directs(ada.page, path, label)
    battle = f"{path}/battles/r1.1"
    stated, disputed, decided = (f"{battle}/{page}" for page in ("result", "dispute", "decide"))
    bea.send(stated, stated, result="0", points_first="5", points_second="2")
    cid.send(disputed, disputed, result="1", points_first="1", points_second="2")
    ada.send(decided, decided, result="0", points_first="4", points_second="2")
    directs(ada.page, path, "Cerrar la competición")
    bea.page.goto(f"{path}/front")
    assert bea.page.locator(SEASONS).count() == 0, "only an organiser founds the next season"
    ada.page.goto(f"{path}/front")
    assert faults(ada.page) == [] and fits(ada.page)
    ada.page.locator(SEASONS).get_by_role("link", name="Fundar la temporada siguiente").click()
    ada.page.wait_for_selector("#title")
    assert ada.page.input_value("#clock") == "none", "the terms stay"
    assert faults(ada.page) == [] and fits(ada.page)
    with ada.page.expect_response(is_post):
        ada.page.get_by_role("button", name="Fundar la competición").click()
    ada.page.wait_for_url("**/gathering")
    second = ada.page.url.removesuffix("/gathering").removeprefix(site.url)
    bea.page.goto("/")
    assert "invites you" in bea.page.inner_text("main")
    bea.page.goto(f"{path}/front")
    assert faults(bea.page) == [] and fits(bea.page)
    bea.page.locator(SEASONS).get_by_role("link", name="Season 2").click()
    bea.page.wait_for_url(f"**{second}/front")
    bea.page.locator(SEASONS).get_by_role("link", name="Season 1").click()
    bea.page.wait_for_url(f"**{path}/front")
    ada.page.goto(f"{path}/front")
    assert ada.page.locator(SEASONS).get_by_role("link").all_inner_texts() == ["Temporada 2"]
