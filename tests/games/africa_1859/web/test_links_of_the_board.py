"""Board of Africa 1859-60: exit of a ride, targets with their odds, map of an open table."""

from __future__ import annotations

import re
from urllib.parse import quote

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


def test_a_target_in_the_form_of_a_fire_has_the_odds_of_the_fire(visitor):
    """The guns may fire where the infantry may assault; both have other odds."""
    guest = visitor("en")
    path = guest.post("/play-now", box=KINDS["areas"]).headers["location"]
    page = guest.get(f"{path}?place=c_camino").text
    (listed,) = re.findall(r">House of the Marabout · (\d+)%</option>", page)
    fire = '{"kind":"fire","guns":["s_art5"],"target":"c_morabito","space":"c_camino"}'
    draft = guest.get(f"{path}?order={quote(fire)}").text
    harmless = re.search(r"<b>(\d+)%</b></td>(?:(?!</tr>).)*no harm", draft, re.DOTALL)
    assert abs(int(listed) + int(harmless[1]) - 100) <= 1
