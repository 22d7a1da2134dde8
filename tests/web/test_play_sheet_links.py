"""Pages link the play sheets of games that print one."""

import re

from app.games import shelf


def test_the_shelf_links_the_play_sheets_that_exist(visitor):
    linked = re.findall(r'href="/rules/(\w+)/sheet"', visitor("en").get("/rules").text)
    assert set(linked) == {key for key, box in shelf().items() if box.sheet()}


def test_the_rulebook_of_a_game_without_a_play_sheet_links_none(visitor):
    assert "/sheet" not in visitor("en").get("/rules/contests").text
