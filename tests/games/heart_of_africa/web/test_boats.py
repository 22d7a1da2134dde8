"""Deployment of boats by the forms of the page: typed places, with and without a heading, and by
the server.
"""

import json

import pytest

from app.games.heart_of_africa.buildings_and_boats.vessels import unfit
from app.services.watch import game_view
from tests.games.heart_of_africa.river import by_the_river, id_of
from tests.web.reading import forms_on


class Harbour:
    """Owner of the boats on the page of the game."""

    def __init__(self, app, visitor):
        self.services, self.one = app.state.services, visitor().register("Una")
        visitor().register("Otra")
        self.path = by_the_river(self.services, "Una", "Otra")

    @property
    def battle(self):
        look = game_view.load_view(
            self.services, self.path.rsplit("/", 1)[1], id_of(self.services, "Una")
        )
        return look.view.battle

    def previewed(self, piece: str, **fields: str):
        """Page after the form of a piece was filled in."""
        page = self.one.get(self.path, params={"piece": piece}).text
        form = next(one for one in forms_on(page) if {"to", "facing"} <= set(one.fields))
        return self.one.send(form, **fields).text

    def confirmed(self, page: str):
        """Answer to the order of the draft."""
        form = next(
            one for one in forms_on(page) if json.loads(one.fields.get("order") or "{}").get("to")
        )
        return self.one.send(form)


@pytest.fixture
def harbour(app, visitor):
    return Harbour(app, visitor)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("piece", "key", "fields", "lies"),
    [
        ("A6", "A6-01", {"to": "4,6"}, (4, 6, 90.0)),
        ("A6", "A6-01", {"to": "0.3,6"}, (2.3, 6, 90.0)),
        ("A-canoe1", "A-canoe1", {"to": "4 6", "facing": "42"}, (4, 6, 48.0)),
    ],
)
def test_a_typed_place_puts_a_boat_down_as_the_preview_shows(harbour, piece, key, fields, lies):
    page = harbour.previewed(piece, **fields)
    turn = f"rotate({-lies[2]:g})"
    assert f'id="p-{key}"' in page and turn in page.split(f'id="p-{key}"')[1][:200]
    assert harbour.confirmed(page).status_code == 303
    figure = harbour.battle.figures[key]
    assert (*figure.at, figure.facing) == pytest.approx(lies, abs=0.05)


def test_a_place_far_from_the_zone_is_refused_with_its_numbers(harbour):
    page = harbour.previewed("A6", to="4,30")
    assert (
        "the hull lies 20 in outside the zone" in page
        and "4 / 30" in page
        and "The nearest lawful place" in page
    )


def test_the_rest_is_put_down_with_the_boats(harbour):
    answer = harbour.one.post(f"{harbour.path}/steps/deployment/rest", confirmed="1")
    assert answer.status_code == 303
    battle = harbour.battle
    for key in ("A6-01", "A-canoe1", "A-canoe2"):
        figure = battle.figures[key]
        assert figure.at is not None and unfit(battle, figure, figure.at, figure.facing) is None
