"""Chronicle of a club on its pages: own words by month, and outsiders."""

from __future__ import annotations

import re

from app.web.club_chronicle_page import month_title
from tests.web.circle import text_of
from tests.web.test_club_games import member
from tests.web.test_clubs import by_action, club, nines

__all__ = ["club", "nines"]


def test_an_owner_writes_about_a_month_and_members_read_it(nines, club, visitor):
    tom, ana = member(visitor, nines, club, "Tom"), visitor().register("Ana")
    page = nines.get(f"{club}/chronicle")
    assert page.status_code == 200 and "Se funda el club" in text_of(page.text)
    form_path = re.search(rf'href="({club}/chronicle/months/[^"]*)"', page.text)[1]
    form = by_action(nines.get(form_path), form_path)
    refused = nines.send(form, text="x" * 4001)
    assert refused.status_code == 422 and "x" * 4001 in refused.text
    assert nines.send(form, text="Nevó <b>dos</b> veces.").status_code == 303
    told = tom.get(f"{club}/chronicle")
    assert "Nevó &lt;b&gt;dos&lt;/b&gt; veces." in told.text and "Record book" in text_of(told.text)
    assert "/months/" not in told.text and tom.get(form_path).status_code == 404
    late = nines.send(form, text="Otro texto.")  # written before the first was saved
    assert late.status_code == 422 and "Otro texto." in late.text and "Nevó" in text_of(late.text)
    for other in (ana, visitor()):
        assert other.get(f"{club}/chronicle").status_code == 404


def test_the_address_without_a_year_keeps_the_language_and_months_are_written_in_it(nines, club):
    page = nines.get(f"{club}/chronicle?lang=en")
    assert "lang=en" in str(page.url) and "The club is founded" in text_of(page.text)
    assert month_title("2026-12", "en") == "December 2026"
    assert month_title("2026-12", "es") == "diciembre de 2026"
    assert month_title("2026-13", "es") == "2026-13"
