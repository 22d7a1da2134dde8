"""Challenge round of a Swiss contest: a challenge on a dark phone in Spanish, accepted by
keyboard.
"""

from __future__ import annotations

import pytest

from tests.browser.test_axe import faults
from tests.browser.test_contest import PHONE, WIDE, directs, fits, is_post
from tests.browser.test_contest_dates import signs_up
from tests.browser.test_keyboard import tab_to


@pytest.mark.proof
def test_two_entrants_agree_on_a_challenge(site, person):
    """Eli challenges Dan during the sign-up, and the draft pairs them."""
    ada = person(site, viewport=WIDE, bypass_csp=True).register("Ada Prieto")
    dan = person(site, viewport=WIDE, bypass_csp=True).register("Dan Prieto")
    eli = person(site, "es", viewport=PHONE, color_scheme="dark", bypass_csp=True)
    eli.register("Eli Prieto")
    terms = {"title": "Retos", "t.words": "Ajedrez", "t.challenge_round": "1", "clock": "none"}
    path = ada.send("/tables/new?box=contests&scenario=swiss", "/tables", **terms)
    path = path.removesuffix("/gathering")
    for one, name in ((dan, "Dan Prieto"), (eli, "Eli Prieto")):
        signs_up(one, path, name)
    eli.page.goto(path)
    eli.page.locator("summary", has_text="Desafiar a un participante").click()
    eli.page.locator("details[open] form[data-asks] button").last.click()
    with eli.page.expect_response(is_post):
        eli.page.locator("form[method=post] button.go:visible").first.click()
    eli.page.goto(f"{path}/front")
    assert "espera la respuesta de Dan Prieto" in eli.page.inner_text("main")
    dan.page.goto(path)
    tab_to(dan.page, lambda now: now["words"].startswith("Accept the challenge"))
    dan.page.keyboard.press("Enter")
    dan.page.wait_for_url("**order=*")
    with dan.page.expect_response(is_post):
        dan.page.locator("form[method=post] button.go:visible").first.click()
    for one in (ada, dan, eli):
        one.page.goto(f"{path}/front")
        assert one.page.locator(".chip >> text=/challenge accepted|desafío aceptado/").count() == 1
        assert faults(one.page) == [] and fits(one.page)
    for label in ("Close the sign-up", "Draw round 1"):
        directs(ada.page, path, label)
    ada.page.goto(f"{path}/front")
    assert ada.page.locator(".pair-row.draft").count() == 1 and faults(ada.page) == []
