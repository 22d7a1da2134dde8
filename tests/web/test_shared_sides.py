"""Sides of several players on the form of a new table and in the waiting room."""

from __future__ import annotations

from tests.sample_games import AREA, AREA_GAME, INCH_GAME
from tests.web.circle import text_of
from tests.web.reading import form_to


def test_the_form_of_a_new_table_names_the_command_of_each_seat(visitor):
    """AFB-WEB-04: with two and with three players on a side; the map shows the set-up."""
    page = (
        visitor()
        .register("Prim")
        .get(f"/tables/new?box={AREA_GAME}&scenario={AREA.LARGE_SCENARIO}")
        .text
    )
    words = text_of(page)
    for told in (
        "Spain, 2 players II Corps and Centre III Corps",
        "Spain, 3 players II Corps III Corps Centre",
        "Morocco, 2 players Geleli Tower Camp of Muley Ahmed",
    ):
        assert told in words, told
    assert "af-stack" in page and "el-Abbás" in page


def test_a_table_shows_set_up_and_commands_before_a_seat_is_taken(visitor):
    prim, muley = visitor().register("Prim"), visitor("es").register("Muley")
    page = prim.get(f"/tables/new?box={AREA_GAME}&scenario={AREA.LARGE_SCENARIO}").text
    opened = prim.send(form_to(page, "/tables"), seat=f"{AREA.LARGE_SCENARIO}/S", per_side="2")
    room = muley.get(opened.headers["location"]).text
    assert "II Cuerpo y Centro" in text_of(room)
    assert "Torre Geleli" in text_of(room) and "af-stack" in room


def test_a_game_without_commands_lists_none(visitor):
    page = visitor().register("Prim").get(f"/tables/new?box={INCH_GAME}").text
    assert "Commands of each seat" not in page
