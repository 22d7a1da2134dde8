"""Page of a new table of Cry Havoc."""

from __future__ import annotations

from tests.games.cry_havoc.sample_kinds import KINDS, SCENARIO


def test_the_map_of_a_new_table_shows_the_characters_that_stand_on_it(visitor):
    page = visitor().get(f"/tables/new?box={KINDS['hexes']}&scenario={SCENARIO}").text
    picture = page.partition('class="frame whole"')[2].partition('class="forces"')[0]
    assert "Sir Piers" in picture and "Francisco" in picture
