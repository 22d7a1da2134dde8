"""Twin worlds that differ in a wish, a block or a hidden rating of members: the same for all
others.

Each outlet of games is asked, with its forms and orders, and each page of members and wishes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import argon2
import pytest

from app.games import shelf
from app.services.people import blocking, password_hashes
from app.services.play import lobby, opponent_wishes
from app.services.play.opponent_wishes import WishForm
from app.services.watch import player_ratings
from app.store import rating_tables
from app.web.png_renderer import PNG_RENDERER
from tests.api.conftest import ROOT
from tests.counting import count
from tests.leaks.outlets import Probe, everything, sent
from tests.leaks.still import Standing, stand_still
from tests.leaks.worlds import World
from tests.sample_games import HEX_GAME

SCENARIO = next(one for one in shelf()[HEX_GAME].card.scenarios if not one.guided)
FIRST, SECOND = (one.key for one in SCENARIO.sides if one.competes)
SEATS = ((SCENARIO.key, FIRST), (SCENARIO.key, SECOND))


class MemberSecrets:
    """Secrets of members of a world, which has `services`, `ids`, `secret` and `wants`."""

    def wishes_behind_a_block(self) -> None:
        """`rival` has blocked `other`, and wishes for an opponent in one world only."""
        blocking.block_user(self.services, self.ids["rival"], self.ids["other"])
        if self.secret:
            self.wants("rival")

    def blocks(self) -> None:
        """`own` has blocked another user in each world."""
        blocked = ("rival", "other")[self.secret]
        blocking.block_user(self.services, self.ids["own"], self.ids[blocked])

    def hides_a_rating(self) -> None:
        """`own` hides another rating in each world, and wishes for opponents of equal strength."""
        player_ratings.show_ratings(self.services, self.ids["own"], to_everybody=False)
        row = {"box": HEX_GAME, "player": self.ids["own"], "week": 1, "deviation": 60.0}
        rating = (1400.0, 1900.0)[self.secret]
        with self.services.store.write() as work:
            work._connection.execute(
                rating_tables.ratings.insert(), [{**row, "rating": rating, "volatility": 0.06}]
            )
            work.commit()
        self.wants("own", strength="required")


class MemberWorld(MemberSecrets, World):
    """Game of `own` against `fourth` that all may watch. `other`, `rival` and `member` look on."""

    def __init__(self, template, folder, secret: int):
        super().__init__(template, folder, secret, shelf())
        for name in ("rival", "fourth"):
            self.comes(name)
        self.listens("member")
        game = lobby.open_table(self.services, self.ids["own"], HEX_GAME, SCENARIO.key, FIRST)
        game = lobby.join_table(self.services, game.id, self.ids["fourth"], SECOND)
        self.sits(game, **{FIRST: "own", SECOND: "fourth"})
        self.wants("other")

    def wants(self, who: str, **more: object) -> None:
        form = WishForm(**{"box": HEX_GAME, "seats": SEATS, "paces": ("daily",), **more})
        opponent_wishes.save_wish(self.services, self.ids[who], form)

    # ------------------------------------------------------------------ answers
    def about_members(self) -> Iterator[str]:
        """Pages of wishes, of members and of their ratings."""
        yield from ("/opponents", f"{ROOT}/wishes", f"{ROOT}/account", "/account/export")
        for user in self.ids.values():
            yield f"/people/{user}"
            yield from (f"/people/{user}/rating/{box}" for box in self.services.shelf)
        yield from (f"{ROOT}{path}" for path in ("/tables", "/games?which=running"))

    def answers(self, curious: Sequence[str]) -> dict[str, tuple]:
        found = everything(self, Probe(), curious, thorough=False)
        for who, path in product(curious, self.about_members()):
            client = self.programs[who] if path.startswith(ROOT) else self.callers[who]
            answer = client.client.get(path, follow_redirects=False)
            headers = sorted((key, value) for key, value in answer.headers.items() if key != "date")
            found[f"{who} {path}"] = (answer.status_code, headers, answer.content)
        found |= {f"sent: {name}": one for name, one in sent(self, Probe(), curious, True).items()}
        found["post"] = [one for one in self.post() if "member@" in one or "/member" in one]
        return found


def told_in(template, folder, number: int, act: str, curious: Sequence[str], insider: str):
    """Answers to the curious users in a world, and those to the user who knows the secret."""
    with pytest.MonkeyPatch.context() as patch:
        stand_still(patch)
        cheap = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1, salt_len=8)
        patch.setattr(password_hashes, "password_hasher", cheap)
        patch.setattr(PNG_RENDERER, "png", str.encode)
        world = MemberWorld(template, folder, number)
        with world.posted(patch):
            getattr(world, act)()
            Standing.pass_by(minutes=30)
            caller, program = world.callers[insider].client, world.programs[insider].client
            own = (
                caller.get("/account").text,
                caller.get("/account/export").text,
                program.get(f"{ROOT}/wishes").text,
            )
            found = world.answers(curious)
        world.ends()
    return found, own


@pytest.mark.slow
@pytest.mark.parametrize(
    ("act", "curious", "insider"),
    [
        ("wishes_behind_a_block", ("other",), "rival"),
        ("blocks", ("member", "stranger"), "own"),
        ("hides_a_rating", ("member", "stranger"), "own"),
    ],
)
def test_outlets_do_not_depend_on_what_members_keep(
    migrated_sqlite, tmp_path, act, curious, insider
):
    """CAR-OPP, CAR-BLK and CAR-RAT-05: these facts change only who is paired."""
    (one, own), (other, others) = (
        told_in(migrated_sqlite, tmp_path, number, act, curious, insider) for number in (0, 1)
    )
    count("twin_outlets", len(one))
    assert list(one) == list(other) and len(one) > 150 * len(curious)
    assert [name for name in one if one[name] != other[name]] == []
    assert own != others, "the insider must be able to tell the worlds apart"
