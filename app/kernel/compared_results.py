"""Two results of one battle side by side, if its players state different ones."""

from __future__ import annotations

import msgspec

from app.kernel.say import Say


class ComparedRow(msgspec.Struct, frozen=True):
    """One number or fact of both results, in words."""

    title: Say
    first: Say
    second: Say

    @property
    def differs(self) -> bool:
        return self.first != self.second


class ComparedResults(msgspec.Struct, frozen=True):
    """Results of two players. `players` are their names, `words` their own words ("" without any).

    `decided` says which result counts, once it is decided.
    """

    players: tuple[Say, Say]
    words: tuple[str, str]
    rows: tuple[ComparedRow, ...]
    decided: Say | None = None

    @property
    def differences(self) -> int:
        """Number of rows that differ."""
        return sum(row.differs for row in self.rows)
