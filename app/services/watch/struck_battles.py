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
    """Battle of a game that its last correction with this battle has struck; None for other keys, and
    for a battle that the viewer did not know.
    """
    story = look.story
    for move in reversed(story.moves[: look.at]):
        told = record.correction_in(move)
        if told is None or key not in story.battles(move.number - 1):
            continue
        pages = story.pages(move.number - 1, look.viewer)
        battle = pages.battle(key) if pages is not None else None
        if battle is None or key in story.battles(move.number):
            return None
        return StruckBattle(battle, move.number, told.move, told.reason)
    return None
