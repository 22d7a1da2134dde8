"""Terms of a battle of a campaign on its table: the army builder and the names of the sides."""

from __future__ import annotations

import random

import msgspec
import pytest

from app.games.heart_of_africa.armies.army import plain_army
from app.games.heart_of_africa.armies.sensible import sensible
from app.games.heart_of_africa.box import GAME
from app.kernel.table import EMPTY
from app.services.watch import game_view
from tests.games.heart_of_africa.campaign.campaign_club import table_of
from tests.games.heart_of_africa.campaign.web.prepared import prepared_campaign


def test_the_army_builder_opens_on_the_terms_of_the_battle():
    terms = {
        "campaign": True, "year": 1886, "region": "forest", "points_a": 495, "points_b": 720,
        "people_a": "zanzibaris/zanzibaris", "people_b": "egyptians/egyptians", "class_b": "colonial",
    }  # fmt: skip
    found = GAME.agreement.army_terms("raid", terms, "B")
    answers = GAME.armies.new(found)
    assert {field: answers[field] for field in ("list", "nation", "points", "year", "role")} == {
        "list": ("egyptians",),
        "nation": ("egyptians",),
        "points": ("720",),
        "year": ("1886",),
        "role": ("defender",),
    }
    assert answers["campaign_class"] == ("colonial",) and answers["scenario"] == ("raid",)
    army = plain_army(
        sensible(
            "egyptians", "egyptians", 1886, 720, "raid", "defender", random.Random(1), "colonial"
        )
    )
    assert GAME.agreement.stock("raid", (), terms, {"B": {"army": army}})["armies"]["B"]


@pytest.mark.parametrize(
    ("other", "titles"),
    [
        ("egyptians/egyptians", {"A": "Zanzibaris", "B": "Egyptians"}),
        ("zanzibaris/zanzibaris", {"A": "Zanzibaris (A)", "B": "Zanzibaris (B)"}),
        ("", {"A": "Zanzibaris"}),
    ],
)
def test_the_sides_of_a_battle_are_called_by_their_peoples(other, titles):
    terms = {"people_a": "zanzibaris/zanzibaris", "people_b": other}
    found = GAME.side_titles(terms)
    assert {side: title.in_("en") for side, title in found.items()} == titles


def test_only_a_battle_of_a_campaign_is_called_by_its_terms(app, sqlite_url):
    played = prepared_campaign(app, sqlite_url, "played")
    with app.state.services.store.read() as work:
        game = work.games.find_game(table_of(played, played).id)
    battle = msgspec.structs.replace(
        game, scenario="raid", terms={"people_a": "pygmies/pygmies", "people_b": "pygmies/pygmies"}
    )
    alone = msgspec.structs.replace(battle, parent_id=None)
    titles = [
        [side.title.in_("en") for side in game_view.scenario_of(GAME, one, EMPTY).sides]
        for one in (battle, alone)
    ]
    assert titles == [["Pygmies (A)", "Pygmies (B)"], ["Side A", "Side B"]]
