"""Owners of a club: two of them close it for good, and a member succeeds an owner who has gone.

Ada uses a light desk in Spanish, Bea a dark phone in English.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from tests.browser.test_axe import faults
from tests.browser.test_contest import PHONE, WIDE, fits, is_post
from tests.drivers.browser import NUMBERS

PASSWORD = "a long enough sentence"


@pytest.fixture
def owners(site, person):
    """Ada, Bea and the path of the club that Ada has founded and Bea has joined."""
    ada = person(site, "es", viewport=WIDE, color_scheme="light", bypass_csp=True)
    bea = person(site, viewport=PHONE, color_scheme="dark", bypass_csp=True)
    ada.register()
    bea.register()
    club = urlsplit(
        ada.send("/clubs/new", "/clubs", name=f"Club del Norte {next(NUMBERS)}", entry="open")
    ).path
    bea.send(club, club, do="join")
    return ada, bea, club


def press(one, name: str) -> None:
    """Press a button that sends a form, and wait for its page."""
    with one.page.expect_response(is_post):
        one.page.get_by_role("button", name=name, exact=True).click()
    one.page.wait_for_load_state()


def reads(one, *words: str) -> None:
    """Check the words of the page, its width, and that axe finds nothing."""
    text = one.page.inner_text("main")
    for each in words:
        assert each in text
    assert faults(one.page) == [] and fits(one.page)


def becomes_owner(bea, club: str, *words: str) -> None:
    """Bea accepts the ownership on the front page, which has these words too."""
    bea.page.goto(club)
    reads(bea, "Will you be an owner of this club?", *words)
    press(bea, "Become an owner")
    bea.page.goto(club)
    assert "Will you be an owner" not in bea.page.inner_text("main")


@pytest.mark.slow
def test_two_owners_close_a_club_for_good_and_one_withdraws_it(owners):
    ada, bea, club = owners
    ada.page.goto(f"{club}/members")
    row = ada.page.locator(".row-list li:not(.me)")
    row.locator("summary").first.click()
    row.locator("select").select_option("owner")
    press(ada, "Dar")
    becomes_owner(bea, club)
    ada.page.goto(f"{club}/edit")
    assert "Cerrar el club para siempre" not in ada.page.inner_text("main"), "it is not archived"
    press(ada, "Archivar el club")
    ada.page.goto(f"{club}/edit")
    press(ada, "Proponer el cierre")
    ada.page.goto(f"{club}/edit")
    reads(ada, "Lo has propuesto")
    assert ada.page.get_by_role("button", name="Aceptar el cierre").count() == 0
    bea.page.goto(f"{club}/edit")
    reads(bea, "Another owner has proposed it.")
    press(bea, "Agree to the closing")
    for one, words in ((ada, "El club se cierra para siempre el"), (bea, "closes for good on")):
        one.page.goto(club)
        reads(one, words)
        one.page.goto(f"{club}/edit")
        reads(one, words)
    press(ada, "Retirar el cierre")
    bea.page.goto(club)
    assert "closes for good" not in bea.page.inner_text("main")


@pytest.mark.proof
def test_a_member_succeeds_an_owner_who_deletes_the_account(owners):
    ada, bea, club = owners
    ada.page.goto("/account/delete")
    reads(ada, "Un club sin otro propietario pregunta")
    ada.page.fill("#password", PASSWORD)
    with ada.page.expect_response(is_post):
        ada.page.click("form .btn.danger")
    becomes_owner(bea, club, "The club has no owner now.")
    reads(bea, "1 member")
    bea.page.goto(f"{club}/members")
    reads(bea, "Owner", "Invite")
    bea.page.goto(f"{club}/log")
    reads(bea, "A former member founded the club.", "The server asked")
