"""Panel with the results of the last dice: sentences, tables of throws, losses and scores."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from app.kernel.event_summary import Item, Throw
from app.services.watch.dice_results import DiceResults, load_dice_results
from app.services.watch.game_view import GameView
from app.web.panels.frame import GameFrame

PIPS = 6
FEW_ROWS, FEW_ITEMS, HEADLINES = 2, 2, 3
"""Rows of a table that a phone shows without a press; sentences beside a table."""


@dataclass(frozen=True)
class DicePanel:
    """Results of the last dice. `sides` is the number of faces of a die of the game. A brief panel
    has no tables: the player is doing something else.
    """

    told: DiceResults
    sides: int
    is_brief: bool = False

    @property
    def has_pips(self) -> bool:
        """Return True if the dice are drawn with pips, not with numbers."""
        return self.sides == PIPS

    @cached_property
    def throws(self) -> tuple[Throw, ...]:
        """Rows of the table of throws, without duels."""
        return tuple(row for row in self._rows if not row.against)

    @cached_property
    def duels(self) -> tuple[Throw, ...]:
        return tuple(row for row in self._rows if row.against)

    @property
    def _rows(self) -> tuple[Throw, ...]:
        return tuple(row for item in self.told.items for row in item.throws)

    @property
    def only(self) -> Throw | None:
        """The only throw; it is shown large, without a table."""
        rows = self._rows
        return rows[0] if len(rows) == 1 and not rows[0].against else None

    @property
    def marks(self) -> dict[str, str]:
        """Results of single dice, by the place of the target. The last of a place counts."""
        return {
            item.way[-1]: cell.result
            for item in self.told.items
            if item.way
            for row in item.throws
            if len(row.dice) == 1
            for cell in row.cells
            if cell.face == row.dice[0][0]
        }

    @property
    def is_folded(self) -> bool:
        """Return True if the tables are long, so that a phone shows them on request."""
        return len(self._rows) > FEW_ROWS

    @property
    def is_many(self) -> bool:
        """Return True if the table replaces the sentences."""
        return len(self.told.items) > FEW_ITEMS and not self.loose and not self.is_brief

    @property
    def headlines(self) -> tuple[Item, ...]:
        """Sentences in view: all of a few, the weightiest beside a long table."""
        items = self.told.items
        if not self.is_many:
            return items
        weighty = sorted(items, key=lambda item: -item.weight)[:HEADLINES]
        return tuple(item for item in items if self.is_folded and item in weighty)

    @property
    def loose(self) -> tuple[Item, ...]:
        """Items whose dice stand in no table."""
        return tuple(item for item in self.told.items if item.dice and not item.throws)


def build_dice(frame: GameFrame) -> DicePanel | None:
    """Panel of the last dice; None without any, in a sandbox, and beside a draft or a survey."""
    look = frame.look
    if frame.sandbox is not None or {"order", "offer", "ahead", "confirm"} & set(frame.query):
        return None
    told = load_dice_results(look)
    if told is None:
        return None
    is_busy = bool({"piece", "place", "all"} & set(frame.query)) or is_asked_by_others(look, told)
    return DicePanel(told, look.box.card.dice, is_busy and not frame.in_words)


def is_asked_by_others(look: GameView, told: DiceResults) -> bool:
    """Return True if the dice of another player have led to a decision of the viewer in a long
    game.
    """
    rolled_by = look.history.moves[told.number - 1].seat
    return not look.box.card.is_battle and bool(look.decisions) and rolled_by != look.seat
