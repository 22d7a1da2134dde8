"""Who sits where, and who looks."""
from __future__ import annotations

import msgspec


class Viewer(msgspec.Struct, frozen=True):
    """Somebody who looks at a game: a seat of a side, or a spectator (`seat` and `side` None).

    `finished` is true once the game is over: then everything may be seen.
    """

    seat: str | None = None
    side: str | None = None
    finished: bool = False


SPECTATOR = Viewer()
