"""A small contest: found by an organiser, joined on a phone and by keyboard, played and closed."""

from __future__ import annotations

import pytest

from tests.browser.test_axe import faults
from tests.browser.test_keyboard import tab_to

WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}


def directs(page, path: str, label: str) -> None:
    """Give an order of the organiser's desk, and confirm it."""
    page.goto(f"{path}/desk")
    page.get_by_role("button", name=label, exact=True).first.click()
    page.wait_for_url("**/desk/act*")
    page.locator("button[data-confirm]").click()
    page.wait_for_url(lambda url: "/desk/act" not in url)


def fits(page) -> bool:
    return not page.evaluate("document.documentElement.scrollWidth > innerWidth")


@pytest.mark.slow
def test_a_contest_from_its_founding_to_its_winner(site, person):
    """Ada organises on a desk in English, Bea plays on a dark phone in Spanish, Cid by keyboard."""
    ada = person(site, viewport=WIDE, bypass_csp=True).register("Ada de la copa")
    bea = person(site, "es", viewport=PHONE, color_scheme="dark", bypass_csp=True)
    cid = person(site, viewport=WIDE, bypass_csp=True).register("Cid de la copa")
    bea.register("Bea de la copa")
    terms = {"title": "Evening", "t.words": "Chess", "t.rounds": "1", "clock": "none"}
    path = ada.send("/tables/new?box=contests&scenario=swiss", "/tables", **terms)
    path = path.removesuffix("/gathering")
    bea.page.goto(f"{path}/gathering")
    assert bea.page.input_value("#entry-name") == ""  # all visitors will read it
    bea.page.fill("#entry-name", "Bea")
    bea.page.click("#entry button.go")
    bea.page.click("#entry button[data-confirm]")
    bea.page.wait_for_selector("text=Ya te has inscrito.")
    cid.page.goto(f"{path}/gathering")
    cid.page.focus("#entry-name")
    cid.page.keyboard.type("Cid")
    tab_to(cid.page, lambda now: now["words"] == "Preview")
    cid.page.keyboard.press("Enter")
    cid.page.wait_for_selector("#entry button[data-confirm]")
    tab_to(cid.page, lambda now: now["words"] == "Confirm: Sign up")
    cid.page.keyboard.press("Enter")
    cid.page.wait_for_selector("text=You have signed up.")
    for label in ("Close the sign-up", "Draw round 1"):
        directs(ada.page, path, label)
    ada.page.goto(f"{path}/front")
    assert ada.page.locator(".pair-row.draft").count() == 1 and faults(ada.page) == []
    bea.page.goto(f"{path}/front")
    assert bea.page.locator(".pair-row").count() == 0
    directs(ada.page, path, "Publish round 1")
    bea.page.reload()
    assert bea.page.locator(".pair-row.me").count() == 1
    for one in (bea, cid):
        assert faults(one.page) == [] and fits(one.page)
    stated_and_confirmed(bea.page, cid.page, path)
    directs(ada.page, path, "Close the contest")
    for one in (ada, bea, cid):
        one.page.goto(f"{path}/front")
        assert faults(one.page) == [] and fits(one.page)
    assert "Ganador: Bea" in bea.page.inner_text("main")


def stated_and_confirmed(bea, cid, path: str) -> None:
    """Bea states her victory with its points on the phone; Cid confirms it."""
    bea.goto(path)
    bea.locator("summary", has_text="Ganó Bea").first.click()
    form = bea.locator("details[open] form").first
    form.locator("input[type=number]").first.fill("7")
    form.locator("input[type=number]").nth(1).fill("7")
    form.get_by_role("button").click()
    bea.locator("#decision form[method=post] button").first.click()
    bea.locator("text=7–7").first.wait_for(state="attached")
    cid.goto(path)
    cid.locator("#decision a, #decision button", has_text="Confirm the result").first.click()
    cid.locator("#decision form[method=post] button:visible", has_text="Confirm").first.click()
    cid.locator("text=Round 1 is complete").first.wait_for(state="attached")


def is_post(answer) -> bool:
    """True for the answer to an order, which is on record then."""
    return answer.request.method == "POST"


@pytest.mark.slow
def test_a_challenge_on_a_ladder(site, person):
    """Dan and Eli take part; the lower one challenges on a dark phone in Spanish, the other answers
    by keyboard. Ada organises.
    """
    ada = person(site, viewport=WIDE, bypass_csp=True).register("Ada Olmos")
    people = [
        person(site, language, viewport=size, color_scheme=scheme, bypass_csp=True)
        for language, size, scheme in (("es", PHONE, "dark"), ("en", WIDE, "light"))
    ]
    terms = {"title": "Rungs", "t.words": "Chess", "clock": "none"}
    path = ada.send("/tables/new?box=contests&scenario=ladder", "/tables", **terms)
    path = path.removesuffix("/gathering")
    for one, name in zip(people, ("Dan", "Eli"), strict=True):
        one.register(f"{name} Olmos")
        one.page.goto(f"{path}/gathering")
        one.page.fill("#entry-name", name)
        one.page.click("#entry button.go")
        one.page.click("#entry button[data-confirm]")
        one.page.wait_for_selector("#entry button[data-confirm]", state="detached")
    directs(ada.page, path, "Close the sign-up")
    for one in people:
        one.page.goto(f"{path}/front")
        assert faults(one.page) == [] and fits(one.page)
    lower, upper = sorted(people, key=lambda one: one.page.locator(".rung.reach").count() == 0)
    lower.page.locator(".rung.reach button").click()
    lower.page.wait_for_url("**order=*")
    with lower.page.expect_response(is_post):
        lower.page.locator("form[method=post] button.go:visible").first.click()
    upper.page.goto(f"{path}/front")
    upper.page.locator(".decide-card a.btn.go").focus()
    with upper.page.expect_navigation():
        upper.page.keyboard.press("Enter")
    button = upper.page.locator("#decision a, #decision button", has_text="cept").first
    button.focus()
    upper.page.keyboard.press("Enter")
    with upper.page.expect_response(is_post):
        upper.page.locator(
            "#decision form[method=post] button:visible", has_text="cept"
        ).first.click()
    for one in (ada, *people):
        one.page.goto(f"{path}/front")
        assert one.page.locator(".rung.busy, .rung.me").count() == 2
        assert faults(one.page) == [] and fits(one.page)
