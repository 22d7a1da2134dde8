"""Who sits where, and who looks."""

from __future__ import annotations

import msgspec


class Viewer(msgspec.Struct, frozen=True):
    """Somebody who looks at a game: a seat of a side, or a spectator (`seat` and `side` None).

    `finished` is true once the game is over: then everything may be seen. `luck`: what a box draws
    from where it proposes something to this seat that the others must not work out, such as a
    hiding place; nobody else knows it.
    """

    seat: str | None = None
    side: str | None = None
    finished: bool = False
    luck: str = ""


SPECTATOR = Viewer()
