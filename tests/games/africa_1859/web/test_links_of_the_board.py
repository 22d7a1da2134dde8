"""Links of the board of Africa 1859-60: the exit of a ride, and targets with their odds."""

from __future__ import annotations

import re

from tests.games.africa_1859.sample_kinds import KINDS


def test_the_exit_of_a_ride_shows_no_odds_as_a_target_does(visitor):
    guest = visitor("es")
    path = guest.post("/play-now", box=KINDS["areas"]).headers["location"]
    page = guest.get(f"{path}?place=c_playa").text
    links = dict(re.findall(r'<a [^>]*aria-label="([^"]*)"[^>]*data-place="(c_[a-z_]+)"', page))
    odds = {place for words, place in links.items() if "blanco" in words}
    assert odds == {"c_morabito", "c_valle_a"}
