"""Viewers of a game."""

from __future__ import annotations

import msgspec


class Viewer(msgspec.Struct, frozen=True):
    """Viewer of a game: a seat of a side, or a spectator (`seat` and `side` None).

    `finished` is true after the end of the game, when everything is visible. `luck` is a secret
    random text of the seat. A box uses it for proposals that other players must not guess, such as
    a hiding place.
    """

    seat: str | None = None
    side: str | None = None
    finished: bool = False
    luck: str = ""


SPECTATOR = Viewer()
