"""World without chance: the time stands still, random secrets depend on their place, dice are
loaded.

Two such worlds send the same bytes to equal viewers, lengths and compression included.
"""

from __future__ import annotations

import hashlib
import secrets
import sys
from base64 import urlsafe_b64encode
from collections import Counter
from datetime import UTC, datetime, timedelta
from types import ModuleType
from typing import ClassVar

from app.kernel.dice import Roll
from app.services.notify.delivery_channels import push
from app.services.play import recorded_moves
from app.web import page_cache


class Standing(datetime):
    """Fixed time of a world; `pass_by` advances it."""

    at = datetime(2026, 3, 4, 10, tzinfo=UTC)

    @classmethod
    def now(cls, tz=None):
        return cls.at.astimezone(tz)

    @classmethod
    def pass_by(cls, **by: float) -> None:
        cls.at += timedelta(**by)


class Stopped:
    """Clock of the cached pages: none expires. Otherwise a slow world draws a page twice, with one
    more command key than a fast one.
    """

    @staticmethod
    def monotonic() -> float:
        return 0.0


class Foretold:
    """Random secrets that depend on the calling function and the number of the call."""

    def __init__(self):
        self.asked: Counter[str] = Counter()

    def drawn(self, length: int) -> bytes:
        caller = sys._getframe(2)
        place = f"{caller.f_code.co_filename.rsplit('/', 1)[-1]} {caller.f_code.co_name}"
        self.asked[place] += 1
        return hashlib.shake_256(f"{place} {self.asked[place]}".encode()).digest(length)

    def token_bytes(self, length: int = 32) -> bytes:
        return self.drawn(length)

    def token_hex(self, length: int = 32) -> str:
        return self.drawn(length).hex()

    def token_urlsafe(self, length: int = 32) -> str:
        return urlsafe_b64encode(self.drawn(length)).rstrip(b"=").decode()

    def randbelow(self, most: int) -> int:
        return int.from_bytes(self.drawn(8), "big") % most


class Fate:
    """Dice with loaded faces, by purpose and owner or by purpose alone; else the usual face."""

    usual: ClassVar = {"open": 4, "difficult": 4, "shot": 2, "morale": 6}
    loaded: ClassVar[dict] = {}

    def __init__(self, key: bytes, move: int):
        self.rolls: list[Roll] = []

    def roll(self, sides: int, purpose: str, of: str = "") -> int:
        faces = self.loaded.get((purpose, of)) or self.loaded.get(purpose)
        face = min(sides, faces.pop(0) if faces else self.usual.get(purpose, 3))
        self.rolls.append(Roll(purpose, of, sides, face))
        return face


class Stillness:
    """Time and drawn secrets of the worlds, to which a later world can return."""

    def __init__(self, foretold: Foretold):
        self.foretold = foretold
        self.at, self.asked = Standing.at, Counter(foretold.asked)

    def begin_again(self) -> None:
        """Set time and drawn secrets to those of the moment when this object was made."""
        Standing.at, self.foretold.asked = self.at, Counter(self.asked)
        Fate.loaded = {}


def stand_still(patch) -> Foretold:
    """Fix time, secrets and dice for every world made from now on; return the drawn secrets."""
    Standing.at = datetime(2026, 3, 4, 10, tzinfo=UTC)
    Fate.loaded = {}
    for module in [
        one
        for name, one in sys.modules.items()
        if name.startswith("app.") and isinstance(one, ModuleType)
    ]:
        if getattr(module, "datetime", None) in (datetime, Standing):
            patch.setattr(module, "datetime", Standing)
    foretold = Foretold()
    for name in ("token_bytes", "token_hex", "token_urlsafe", "randbelow"):
        patch.setattr(secrets, name, getattr(foretold, name))
    patch.setattr(push, "new_key", lambda: push.encode_base64url(bytes([1] * 32)))
    patch.setattr(recorded_moves, "SeededDice", Fate)
    patch.setattr(page_cache, "time", Stopped)
    return foretold
