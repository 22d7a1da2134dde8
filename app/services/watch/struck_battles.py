"""Battles of a long game that a correction has struck, as a viewer knew them before."""

from __future__ import annotations

import msgspec

from app.kernel import record
from app.kernel.reading_pages import BattlePage
from app.services.watch.game_view import GameView


class StruckBattle(msgspec.Struct, frozen=True):
    """Battle that a correction has struck. `number` is the move of the correction, `corrected` the
    move that it corrects.
    """

    battle: BattlePage
    number: int
    corrected: int
    reason: str


def find_struck_battle(look: GameView, key: str) -> StruckBattle | None:
    """Battle of a game that its last correction with this battle has struck; None for other keys,
    and for a battle that the viewer did not know.
    """
    for move in reversed(look.history.moves[: look.at]):
        told = record.correction_in(move)
        if told is None or not any(one.is_struck or one.order is not None for one in told.line):
            continue
        battle = known_battle(look, move.number - 1, key)
        if battle is not None:
            is_gone = known_battle(look, move.number, key) is None
            return StruckBattle(battle, move.number, told.move, told.reason) if is_gone else None
    return None


def known_battle(look: GameView, number: int, key: str) -> BattlePage | None:
    """Battle after a move, as the viewer knew it; None without one."""
    pages = look.history.pages(number, look.viewer)
    return pages.battle(key) if pages is not None else None
