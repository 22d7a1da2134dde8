"""Definition of a secret. Its game is played twice with another secret; all public facts are the
same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from app.games import shelf as boxes
from app.services.play import lobby
from tests.leaks.outlets import Probe
from tests.leaks.worlds import World


class Look(Protocol):
    def __call__(self, stage: str, *, in_passing: bool = False) -> None:
        """Let all other viewers look at the game; `in_passing`: in thorough runs only."""


EVERYBODY_ELSE = ("other", "member", "stranger")
ONLOOKERS = ("member", "stranger")
OWN = tuple(
    f"/games/{{game}}{last}"
    for last in ("", "/waiting", "/letters", "/standing", "/default-roster", "/absences")
)


@dataclass(frozen=True)
class Secret:
    """Secret of a game. `play` plays the game and calls `look` when the other viewers are to look.

    `curious` are the viewers without knowledge of the secret, `shelf` the boxes of the server. A
    secret `of_the_platform` is asked for from all outlets in each run. `own` are paths of the API
    that tell the owner the secret.
    """

    play: Callable[[World, Look], None]
    probe: Probe = field(default_factory=Probe)
    curious: Sequence[str] = EVERYBODY_ELSE
    shelf: Mapping = field(default_factory=boxes)
    has_begun: bool = True
    of_the_platform: bool = False
    own: Sequence[str] = OWN


def table(world: World, box: str, own: str, other: str, **more: object) -> None:
    game = lobby.open_table(world.services, world.ids["own"], box, "plain", own, **more)
    world.sits(
        lobby.join_table(world.services, game.id, world.ids["other"], other),
        **{own: "own", other: "other"},
    )
