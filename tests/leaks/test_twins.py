"""Twin worlds: servers that differ in a secret alone give all other viewers the same bytes.

Every outlet of the list (outlets.yaml) is asked.
"""

from __future__ import annotations

import argon2
import pytest

from app.services.people import password_hashes
from app.web.png_renderer import PNG_RENDERER
from tests.api.conftest import ROOT
from tests.counting import count
from tests.leaks.bot_decisions import decisions_of_bots
from tests.leaks.games import SECRETS
from tests.leaks.outlets import EACH_TIME, WITHOUT_SEAT, everything, sent
from tests.leaks.secret import Secret
from tests.leaks.still import stand_still
from tests.leaks.worlds import Part, World, logged

THOROUGH = pytest.mark.proof
QUICK = (
    "an assault is ordered",
    "conditional orders are given",
    "an army is brought",
    "a meeting is answered",
    "players of a campaign write to each other",
    "a list is sent",
    "a round is drafted",
    "an ambush lies elsewhere",
)
"""Secrets that the quick run compares, one of each kind."""


class Told:
    """Answers in one world: to the viewers without knowledge of its secret, and to its owner.

    Two viewers without a seat get the same pages of a game. `left_out` names the one who asks
    nothing, unless it is the first viewer. `turn` is the number of the secret if its world is asked
    for a part of the outlets. `spent` is the processor time of each outlet, in seconds.
    """

    def __init__(
        self,
        patch,
        template,
        folder,
        secret: Secret,
        number: int,
        thorough: bool,
        left_out: str = "",
        turn: int | None = None,
    ):
        stand_still(patch)
        patch.setattr(
            password_hashes,
            "password_hasher",
            argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1, salt_len=8),
        )
        if not thorough:  # equal drawings make equal pictures, and drawings show every difference
            patch.setattr(PNG_RENDERER, "png", str.encode)
        self.answers, self.to_own, self.spent = {}, [], {}
        self.secret, self.thorough, self.left_out = secret, thorough, left_out
        with logged() as log:
            self.world = World(template, folder, number, secret.shelf)
            self.world.part = None if turn is None else Part(turn, 3, EACH_TIME)
            with self.world.posted(patch):
                secret.play(self.world, self.look)
                self.answers |= {
                    f"sent: {name}": answer
                    for name, answer in sent(
                        self.world, secret.probe, secret.curious, thorough, self.spent
                    ).items()
                }
                self.answers["post"] = self.world.post() if "other" in secret.curious else []
            self.answers["frames of moves"] = self.world.frames
            self.answers["figures"] = self.world.figures()
        self.answers["log"] = log.lines
        self.world.ends()

    def look(self, stage: str, *, in_passing: bool = False) -> None:
        world = self.world
        if in_passing and not self.thorough:
            return
        self.to_own.append(
            [
                world.programs["own"]
                .client.get(ROOT + path.format(game=world.game.id, club=world.club))
                .text
                for path in self.secret.own
            ]
        )
        self.answers |= {
            f"{stage}: {name}": answer
            for name, answer in everything(
                world, self.secret.probe, self.curious(), self.thorough, self.spent
            ).items()
        }
        found = decisions_of_bots(world, self.secret.curious)
        self.answers |= {f"{stage}: {name}": order for name, order in found.items()}

    def curious(self) -> list[str]:
        """Viewers who ask: all but the one left out, if that one has no seat."""
        first, *others = self.secret.curious
        seated = {
            name for name, user in self.world.ids.items() if user in self.world.seats.values()
        }
        return [first, *(one for one in others if one != self.left_out or one in seated)]


def apart(outlet: str, one: object, other: object) -> str:
    """First difference of two answers."""
    mine, his = str(one), str(other)
    first = next(
        (place for place, (a, b) in enumerate(zip(mine, his, strict=False)) if a != b),
        min(len(mine), len(his)),
    )
    begin = max(0, first - 120)
    return f"{outlet}: …{mine[begin : first + 80]}… / …{his[begin : first + 80]}…"


@pytest.mark.parametrize(
    "thorough", [False, pytest.param(True, marks=THOROUGH)], ids=["", "thorough"]
)
@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=() if one in QUICK else pytest.mark.slow) for one in SECRETS]
)
def test_outlets_do_not_depend_on_a_secret(migrated_sqlite, tmp_path, name, thorough):
    """Unless `thorough`, members and strangers without a seat take turns by secret, and so do
    outlets unless the secret is of the platform.
    """
    told, secret, turn = [], SECRETS[name], list(SECRETS).index(name)
    left_out = "" if thorough else WITHOUT_SEAT[turn % 2]
    part = None if thorough or secret.of_the_platform else turn
    for number in (0, 1):
        with pytest.MonkeyPatch.context() as patch:
            told.append(
                Told(patch, migrated_sqlite, tmp_path, secret, number, thorough, left_out, part)
            )
    one, other = told
    count("twin_outlets", len(one.answers))
    assert list(one.answers) == list(other.answers)
    assert [
        apart(outlet, one.answers[outlet], other.answers[outlet])
        for outlet in one.answers
        if one.answers[outlet] != other.answers[outlet]
    ] == []
    assert all(mine != his for mine, his in zip(one.to_own, other.to_own, strict=True)), (
        "its owner must be able to tell the worlds apart"
    )
