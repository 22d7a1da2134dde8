"""Twin worlds that differ in blocks and hidden ratings of owners of wishes: the same for
readers.
"""

from __future__ import annotations

import pytest

from app.games import shelf
from app.services.people import blocking
from app.services.play import opponent_wishes
from app.services.play.opponent_wishes import WishForm
from app.services.watch import player_ratings
from app.store import rating_tables
from tests.counting import count
from tests.leaks.test_hidden_ratings import BY_CHANCE
from tests.leaks.worlds import World
from tests.sample_games import HEX, HEX_GAME

SEATS = ((HEX.HIDDEN_SCENARIO, HEX.CONVOY), (HEX.HIDDEN_SCENARIO, HEX.AMBUSHERS))


class WishWorld(World):
    """World in which `own` hides a rating of 1400, in world 1 of 1900, and wants similar strength.
    In world 0 `rival` has no wish. In world 1 `rival` has one and has blocked `other`.
    """

    def __init__(self, template, folder, secret):
        super().__init__(template, folder, secret, shelf())
        self.comes("rival")
        self.wants("own", strength="required")
        self.wants("other", paces=("slow", "daily"))
        with self.services.store.write() as work:
            row = {"box": HEX_GAME, "player": self.ids["own"], "week": 1, "deviation": 60.0}
            rating = 1900.0 if secret else 1400.0
            work._connection.execute(
                rating_tables.ratings.insert(), [{**row, "rating": rating, "volatility": 0.06}]
            )
            work.commit()
        player_ratings.show_ratings(self.services, self.ids["own"], to_everybody=False)
        blocking.block_user(self.services, self.ids["rival"], self.ids["other"])
        if secret:
            self.wants("rival")

    def wants(self, who: str, **more: object) -> None:
        form = WishForm(**{"box": HEX_GAME, "seats": SEATS, "paces": ("daily",), **more})
        opponent_wishes.save_wish(self.services, self.ids[who], form)

    def answers(self, who: str) -> list[str]:
        """Texts of the outlets of wishes, without what chance decides."""
        page = self.callers[who].client.get("/opponents")
        told = self.programs[who].ask("GET", "/wishes")
        assert page.status_code == told.status_code == 200
        return [BY_CHANCE.sub("…", page.text), BY_CHANCE.sub("…", told.text)]


@pytest.fixture(scope="module")
def worlds(migrated_sqlite, tmp_path_factory):
    folder = tmp_path_factory.mktemp("wishes")
    found = [WishWorld(migrated_sqlite, folder, secret) for secret in (0, 1)]
    yield found
    for world in found:
        world.ends()


def test_a_blocked_member_sees_the_same_as_without_the_wish(worlds):
    """`other` cannot tell a block from a missing wish, and reads no hidden rating of `own`."""
    one, other = (world.answers("other") for world in worlds)
    count("twin_outlets", len(one))
    assert one == other
    assert "own" in one[0]


@pytest.mark.parametrize("who", ["member", "stranger"])
def test_outlets_of_wishes_do_not_depend_on_hidden_ratings(worlds, who):
    """The wish of `rival` is public for these readers, and taken away before the comparison."""
    for world in worlds[1:]:
        with world.services.store.read() as work:
            wishes = work.opponent_wishes.of_user(world.ids["rival"])
        for wish in wishes:
            opponent_wishes.end_wish(world.services, world.ids["rival"], wish.id)
    one, other = (world.answers(who) for world in worlds)
    count("twin_outlets", len(one))
    assert one == other


def test_the_owner_of_a_block_sees_no_wish_of_the_other(worlds):
    assert ">other<" not in worlds[1].answers("rival")[0]
