"""Two teams of two play one round, with line-up, boards and standings.

The contest is founded on the form. One player joins on a dark phone in Spanish, one by keyboard.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from tests.browser.test_axe import faults
from tests.browser.test_contest import PHONE, WIDE, directs, fits, is_post
from tests.browser.test_keyboard import tab_to


def confirms(page) -> None:
    """Confirm the order in the panel."""
    with page.expect_response(is_post):
        page.locator("#decision form[method=post] button.go:visible").first.click()


@pytest.mark.proof
def test_two_teams_play_a_round(site, person):
    """Ada organises, Bea leads a team on the phone, Cid joins it by keyboard; Dora and Eva
    oppose.
    """
    ada = person(site, viewport=WIDE, bypass_csp=True).register("Ada Vela")
    bea = person(site, "es", viewport=PHONE, color_scheme="dark", bypass_csp=True)
    cid, dora, eva = (person(site, viewport=WIDE, bypass_csp=True) for _ in range(3))
    for one, name in ((bea, "Bea"), (cid, "Cid"), (dora, "Dora"), (eva, "Eva")):
        one.register(f"{name} Vela")
    path = founded(ada.page)
    bea.page.goto(f"{path}/gathering")
    bea.page.get_by_label("Tu nombre en el equipo").fill("Bea Vela")
    bea.page.get_by_label("Nombre del equipo nuevo").fill("Halcones")
    bea.page.click("#entry button.go")
    bea.page.click("#entry button[data-confirm]")
    bea.page.wait_for_selector("text=Ya te has inscrito.")
    joins_by_keyboard(cid.page, path)
    for one, more in (
        (dora, {"name": "Owls", "player": "Dora Vela"}),
        (eva, {"team": "p3", "player": "Eva Vela"}),
    ):
        place = f"{path}/gathering"
        one.send(place, place, confirmed="1", **more)
    answers(dora.page, path, "Take Eva Vela into the team")
    answers(bea.page, path, "Admitir a Cid Vela en el equipo")
    lines_up(bea.page, path)
    for label in ("Close the sign-up", "Draw round 1", "Publish round 1"):
        directs(ada.page, path, label)
    for one, board in ((bea, "Tablero 2"), (cid, "Board 1")):
        one.page.goto(f"{path}/front")
        own = one.page.locator(".board-rows .me")
        assert own.count() == 1 and board in own.inner_text()
        assert faults(one.page) == [] and fits(one.page)
    asks_before_leaving(bea.page, path)
    for _ in range(2):
        draws(ada.page, path)
    bea.page.goto(f"{path}/front")
    assert "empate, 2–2" in bea.page.inner_text(".pairing")
    for address in (f"{path}/front", f"{path}/people/p1", f"{path}/people/p1~1"):
        bea.page.goto(address)
        assert faults(bea.page) == [] and fits(bea.page)


def founded(page) -> str:
    """Path of a round robin of teams, founded on the form."""
    page.goto("/tables/new?box=contests&scenario=robin")
    page.fill("#title", "Teams of two")
    page.get_by_label("Battle in words").fill("Chess")
    page.get_by_label("Players of a team in a round").fill("2")
    page.select_option("#clock", "none")
    assert faults(page) == []
    page.get_by_role("button", name="Found the contest").click()
    page.wait_for_url("**/gathering")
    return urlsplit(page.url).path.removesuffix("/gathering")


def joins_by_keyboard(page, path: str) -> None:
    """Ask for a place in the first team."""
    page.goto(f"{path}/gathering?team=p1")
    page.get_by_label("Your name in the team").fill("Cid Vela")
    tab_to(page, lambda now: now["words"] == "Preview")
    page.keyboard.press("Enter")
    page.wait_for_selector("#entry button[data-confirm]")
    tab_to(page, lambda now: now["words"] == "Confirm: Sign up")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=You ask for a place in the team Halcones.")
    assert faults(page) == [] and fits(page)


def asks_before_leaving(page, path: str) -> None:
    """The captain reads the question, chooses by keyboard between a successor and none, and
    stays.
    """
    page.goto(f"{path}?confirm=leave")
    assert faults(page) == [] and fits(page)
    choices = page.locator('input[name="successor"]')
    assert choices.count() == 2 and choices.first.is_checked()
    tab_to(page, lambda _: page.evaluate("document.activeElement.name") == "successor")
    page.keyboard.press("ArrowDown")
    assert choices.last.is_checked(), "the arrow keys choose"
    page.keyboard.press("ArrowUp")
    assert choices.first.is_checked()
    tab_to(page, lambda now: now["words"] == "Volver a la partida")


def draws(page, path: str) -> None:
    """Decide the first open board as a draw."""
    page.goto(f"{path}/desk")
    page.get_by_role("button", name="A draw", exact=True).first.click()
    page.wait_for_url("**/desk/act*")
    page.get_by_role("button", name="Preview", exact=True).click()
    page.locator("button[data-confirm]").click()
    page.wait_for_url(lambda url: "/desk/act" not in url)


def answers(page, path: str, label: str) -> None:
    """Take a player into the team."""
    page.goto(path)
    page.locator("#decision").get_by_text(label, exact=True).first.click()
    confirms(page)


def lines_up(page, path: str) -> None:
    """Put the second player on the first board."""
    page.goto(path)
    page.locator("summary", has_text="Fijar la alineación").click()
    form = page.locator("details[open] form", has=page.locator("ol.ranks"))
    for place, number in enumerate("21"):
        form.locator(".ranks input").nth(place).fill(number)
    assert faults(page) == [] and fits(page)
    form.get_by_role("button").last.click()
    confirms(page)
