"""Legend of a board: each drawing with its words."""

from __future__ import annotations

import msgspec

from app.kernel.scene import Box, Ink


class Specimen(msgspec.Struct, frozen=True):
    """Drawing of one thing and its box. It needs the symbols of a board on the same page."""

    ink: Ink
    box: Box


class LegendRow(msgspec.Struct, frozen=True):
    """Drawing of the legend: its key, group ("pieces", "marks" or "ground"), and words."""

    key: str
    part: str
    words: str
    specimen: Specimen


class Legend(msgspec.Struct, frozen=True):
    """All rows of a board in one language. `kind` is the class of the board for the style sheet,
    `symbols` are drawings that the rows use by name.
    """

    kind: str
    symbols: Ink
    rows: tuple[LegendRow, ...]

    def part(self, name: str) -> tuple[LegendRow, ...]:
        """Rows of one group, in their order."""
        return tuple(row for row in self.rows if row.part == name)


def square(side: float) -> Box:
    """Box round the origin."""
    return -side / 2, -side / 2, side, side
