"""Board of Africa 1859-60: exit of a ride, targets with their odds, map of an open table."""

from __future__ import annotations

import re

from tests.games.africa_1859.sample_kinds import KINDS
from tests.web.conftest import Battle


def test_the_exit_of_a_ride_shows_no_odds_as_a_target_does(visitor):
    guest = visitor("es")
    path = guest.post("/play-now", box=KINDS["areas"]).headers["location"]
    page = guest.get(f"{path}?place=c_playa").text
    links = dict(re.findall(r'<a [^>]*aria-label="([^"]*)"[^>]*data-place="(c_[a-z_]+)"', page))
    odds = {place for words, place in links.items() if "blanco" in words}
    assert odds == {"c_morabito", "c_valle_a"}


def test_frame_and_projector_of_an_open_table_show_its_map(visitor):
    table = Battle(
        visitor().register("Maite"),
        visitor().register("Bea"),
        box=KINDS["areas"],
        seat="castillejos/S",
    )
    for page in (f"/embed{table.path}", f"{table.path}/projector"):
        text = visitor("es").get(page).text
        assert "Playa de los Castillejos" in text
        assert "p-s_principe" not in text
