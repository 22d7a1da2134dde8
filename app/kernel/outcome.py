"""How a game ended, as far as anybody outside the box may ask."""
from __future__ import annotations

import msgspec

from app.kernel.say import Say, say

CANCELLED = "cancelled"


class Outcome(msgspec.Struct, frozen=True):
    """`winners` are sides (none: a draw); `ending` is one of the box's declared endings or "conceded", "agreed"."""

    winners: tuple[str, ...]
    ending: str
    says: Say
    score: dict[str, int] = {}

    @property
    def unwon(self) -> Say:
        """What an end without winners is called: not every one is a draw."""
        return say("Cancelled", "Anulada") if self.ending == CANCELLED else say("A draw", "Tablas")
