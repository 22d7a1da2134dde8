"""Ownership, readmission and pages of the calendar on the pages of a club."""

from __future__ import annotations

import re

from tests.web.circle import text_of
from tests.web.test_clubs import club, form_with, nines

__all__ = ["club", "nines"]


def test_an_owner_is_asked_on_the_front_page(nines, club, visitor):
    tom = visitor().register("Tom")
    nines.send(form_with(nines.get(f"{club}/members"), do="invite"), name="Tom")
    tom.send(form_with(tom.get(club), do="join"))
    user = re.findall(r'name="user" value="(\d+)"', nines.get(f"{club}/members").text)[-1]
    nines.post(f"{club}/members", do="give", user=user, role="owner")
    assert "propiedad ofrecida" in text_of(nines.get(f"{club}/members").text)
    page = tom.get(club)
    assert "Will you be an owner of this club?" in text_of(page.text)
    assert "Will you be an owner?" in text_of(tom.get("/waiting").text)
    assert tom.send(form_with(page, do="own")).status_code == 303
    assert "Tom" in text_of(nines.get(club).text)
    assert tom.post(club, do="decline_ownership").status_code == 422


def test_a_removed_member_reads_why_and_is_readmitted(nines, club, visitor):
    tom = visitor().register("Tom")
    nines.send(form_with(nines.get(f"{club}/members"), do="invite"), name="Tom")
    tom.send(form_with(tom.get(club), do="join"))
    nines.send(form_with(nines.get(f"{club}/members"), do="remove"))
    refused = tom.post(club, do="ask", words="Please.")
    assert refused.status_code == 422 and "You were removed from this club." in text_of(
        refused.text
    )
    nines.send(form_with(nines.get(f"{club}/members"), do="readmit"))
    assert tom.post(club, do="ask", words="Please.").status_code == 303


def test_the_calendar_has_pages(nines, club):
    form = form_with(nines.get(f"{club}/calendar"), do="add")
    for title in ("Lunes", "Martes"):
        nines.send(form, title=title, day="2099-06-18", time="18:00", tables="0", weeks="52")
    first = nines.get(f"{club}/calendar")
    assert "Citas posteriores" in first.text and "Citas anteriores" not in first.text
    second = nines.get(f"{club}/calendar", params={"page": "2"})
    assert "Citas anteriores" in second.text and "Citas posteriores" not in second.text
    answer = nines.send(form_with(second, do="answer"), answer="yes", brings="")
    assert "?page=2#date-" in answer.headers["location"]
    assert nines.get(f"{club}/calendar", params={"page": "-3"}).status_code == 200


def test_owners_read_on_the_front_page_that_the_closing_is_proposed(nines, club, visitor):
    """Other members read it once it is agreed."""
    tom = visitor().register("Tom")
    nines.send(form_with(nines.get(f"{club}/members"), do="invite"), name="Tom")
    tom.send(form_with(tom.get(club), do="join"))
    words = "Un propietario ha propuesto cerrar el club para siempre."
    nines.send(form_with(nines.get(f"{club}/edit"), do="archive"))
    assert words not in text_of(nines.get(club).text)
    nines.send(form_with(nines.get(f"{club}/edit"), do="propose_closing"))
    assert words in text_of(nines.get(club).text)
    assert f'href="{club}/edit#closing"' in nines.get(club).text
    assert f"{club}/edit#closing" not in tom.get(club).text
    nines.send(form_with(nines.get(f"{club}/edit"), do="withdraw_closing"))
    assert words not in text_of(nines.get(club).text)
