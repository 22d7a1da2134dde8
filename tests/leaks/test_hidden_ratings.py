"""Twin worlds that differ in hidden ratings only: the same for all but their players."""

from __future__ import annotations

import re
from itertools import product

import pytest

from app.games import shelf
from app.kernel.rating import Rating
from app.kernel.rating_periods import TABLE, WeeklyRating
from app.kernel.table_orders import Concede
from app.services.play import lobby, orders
from app.services.play.rating_worker import RatingWorker
from app.services.watch import player_ratings
from tests.counting import count
from tests.duels import each_decides
from tests.leaks.worlds import World
from tests.sample_games import HEX, HEX_GAME

GAME = (HEX_GAME, HEX.HIDDEN_SCENARIO)
WEEK = 2800
READERS = ("other", "member", "stranger")
BY_CHANCE = re.compile(
    r"[\w-]{32,}|\b\d\d?:\d\d\b|\d\d\d\d-\d\d-\d\dT[\d:.]+Z|\d+ (second|minute)s? ago"
    r"|\b[0-9a-f]{16}\b|Error reference: \w+"
)
"""Tokens and times, which differ between any two worlds."""
PAGES = ("/", "/lobby", "/my-games", "/account", "/account/export", "/games.atom", "/moderation")
CALLS = ("/games?which=running", "/games?which=over", "/games?which=mine", "/tables", "/account")


class RatedWorld(World):
    """World in which `own` and `rival` hide their ratings. `own` has won their private battle in
    world 1 and lost it in world 0. `other` and `member` have a public rated battle.
    """

    def __init__(self, template, folder, secret):
        super().__init__(template, folder, secret, shelf())
        self.comes("rival")
        for who in ("own", "rival"):
            player_ratings.show_ratings(self.services, self.ids[who], to_everybody=False)
        self.fights("own", "rival", loser="rival" if secret else "own", visibility="private")
        self.fights("other", "member", loser="member")
        self.knows_real_tables()
        assert RatingWorker(self.services).sweep() == 2

    def knows_real_tables(self) -> None:
        """`own` has another rating of real tables in each world."""
        rating = WeeklyRating(self.ids["own"], WEEK, Rating(1600.0 if self.secret else 1400.0))
        with self.services.store.write() as work:
            work.ratings.replace_since(HEX_GAME, TABLE, WEEK, [rating])
            work.commit()

    def fights(self, first: str, second: str, loser: str, **more: str) -> None:
        game = lobby.open_table(
            self.services, self.ids[first], *GAME, HEX.CONVOY, rated=True, **more
        )
        game = lobby.join_table(self.services, game.address, self.ids[second], HEX.AMBUSHERS)
        command = f"{first} against {second}"
        last = each_decides(self.services, game.address, (self.ids[first], self.ids[second]))
        orders.declare_order(self.services, game.address, self.ids[loser], command, last, Concede())

    def answers(self, who: str) -> dict[str, str]:
        """Texts of all outlets about users and lists of games, without what chance decides."""
        people = [f"/people/{number}" for number in self.ids.values()]
        ratings = [
            f"{person}/rating/{box}{pool}"
            for person, box, pool in product(people, self.services.shelf, ("", f"?pool={TABLE}"))
        ]
        games = [f"/games/{number}" for number in (1, 2)]
        found = {}
        for path in (*PAGES, *people, *ratings, *games):
            answer = self.callers[who].client.get(path)
            found[path] = f"{answer.status_code} {answer.text}"
        for path in CALLS:
            answer = self.programs[who].ask("GET", path)
            found[f"api {path}"] = f"{answer.status_code} {answer.text}"
        return {path: BY_CHANCE.sub("…", text) for path, text in found.items()}


@pytest.fixture(scope="module")
def worlds(migrated_sqlite, tmp_path_factory):
    folder = tmp_path_factory.mktemp("ratings")
    found = [RatedWorld(migrated_sqlite, folder, secret) for secret in (0, 1)]
    yield found
    for world in found:
        world.ends()


@pytest.mark.slow
@pytest.mark.parametrize("who", READERS)
def test_outlets_do_not_depend_on_hidden_ratings(worlds, who):
    """CAR-RAT-05."""
    one, other = (world.answers(who) for world in worlds)
    count("twin_outlets", len(one))
    assert {path for path, text in one.items() if text != other[path]} == set()


@pytest.mark.slow
@pytest.mark.parametrize("who", ["own", "rival"])
def test_players_see_their_own_hidden_ratings(worlds, who):
    path = f"/people/{worlds[0].ids[who]}/rating/{HEX_GAME}"
    one, other = (world.answers(who) for world in worlds)
    assert one[path] != other[path]
    assert 'class="rated"' in one[path]
    if who == "own":
        assert rating_of(one[f"{path}?pool={TABLE}"]) + 200 == 1600


def rating_of(page: str) -> int:
    """Rating in whole points on a page."""
    found = re.search(r'class="rated">(\d+)', page)
    assert found
    return int(found[1])
