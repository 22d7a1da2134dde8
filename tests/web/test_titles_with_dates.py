"""Dates in titles do not break over two lines."""

from __future__ import annotations

from html import escape

from app.games import shelf
from app.web.pages import DATE, unbroken_dates


def test_a_date_in_a_title_has_no_space_that_breaks():
    assert unbroken_dates("Wad-Ras (23 March 1860)") == "Wad-\u2060Ras (23\u00a0March\u00a01860)"
    assert unbroken_dates("Guad-el-Jelú, África 1859-60") == (
        "Guad-\u2060el-\u2060Jelú, África 1859-60"
    )
    spanish = "Los Castillejos (1 de enero de 1860)"
    assert unbroken_dates(spanish).split(" ") == [
        "Los",
        "Castillejos",
        spanish[16:].replace(" ", "\u00a0"),
    ]
    ends = unbroken_dates("19 November 1859 – 23 March 1860")
    assert ends == "19\u00a0November\u00a01859 –\u00a023\u00a0March\u00a01860"
    assert unbroken_dates("First steps, 20 minutes") == "First steps, 20 minutes"


def test_the_form_of_a_new_table_keeps_dates_whole(visitor):
    dated = [
        (box.card.key, scenario.key, scenario.title.in_("es"))
        for box in shelf().values()
        for scenario in box.card.scenarios
        if DATE.search(scenario.title.in_("es"))
    ]
    assert dated
    box, scenario, title = dated[0]
    page = visitor("es").get(f"/tables/new?box={box}&scenario={scenario}").text
    assert escape(unbroken_dates(title)) in page
