"""Values of two programs for the dice of a table: pledges, reveals, and what is refused."""

from __future__ import annotations

import hashlib
import secrets

import pytest

from tests.api.conftest import opened


class Values:
    """Two random values of a program, and their pledge."""

    def __init__(self):
        self.first, self.second = secrets.token_hex(32), secrets.token_hex(32)
        hashes = (hashlib.sha256(one.encode()).hexdigest() for one in (self.first, self.second))
        self.pledge = " ".join(hashes)


@pytest.fixture
def programs(site):
    """Two programs, their values, and the address of a table whose first round is open."""
    maite, nerea, mine, other = site.speaks("Maite"), site.speaks("Nerea"), Values(), Values()
    game = opened(maite)
    given = maite.ask("PUT", f"/games/{game}/dice/pledge", {"pledge": mine.pledge})
    assert given.status_code == 204
    waiting = nerea.post(f"/games/{game}/join", {"pledge": other.pledge})
    assert waiting["status"] == "open"
    return (maite, mine), (nerea, other), f"/games/{game}"


def test_a_game_begins_with_the_values_of_both_programs(programs):
    (maite, mine), (nerea, other), game = programs
    seen = nerea.get(f"{game}/dice/pledges")
    assert (seen["round"], seen["waits"], seen["mine"]) == (1, True, other.pledge)
    assert set(seen["pledges"]) == {mine.pledge, other.pledge}
    assert not nerea.post(f"{game}/dice/value", {"value": other.first})["waits"]
    assert maite.post(f"{game}/dice/value", {"value": mine.first})["round"] == 3
    assert maite.get(game)["status"] == "running"
    assert set(maite.get(f"{game}/dice")["added"].values()) == {mine.first, other.first}


def test_another_value_than_the_pledged_one_is_refused(programs):
    (maite, mine), _, game = programs
    answer = maite.post(f"{game}/dice/value", {"value": mine.second}, 422)
    assert answer["refusals"][0]["rule"] == "CAR-LOB-16"
    assert maite.get(f"{game}/dice/pledges")["waits"]


def test_a_text_that_is_no_pledge_is_refused(site):
    maite = site.speaks("Maite")
    game = opened(maite)
    answer = maite.ask("PUT", f"/games/{game}/dice/pledge", {"pledge": "four"})
    assert answer.status_code == 400
    assert maite.get(f"/games/{game}/dice/pledges")["mine"] == ""
