"""Log panel: the tabs of changes, log and pieces in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.kernel.survey import Battlefield
from app.services.watch import game_view
from app.web.panels.frame import GameFrame


@dataclass(frozen=True)
class LogPanel:
    """Log of the game, newest move first; empty under another tab. `battlefield` is the position in words, for the page
    without a board.
    """

    told: Sequence[game_view.LogEntry]
    battlefield: Battlefield | None


def build_log(frame: GameFrame) -> LogPanel:
    look = frame.look
    return LogPanel(
        told=tuple(reversed(game_view.load_log(look)))
        if frame.in_words or frame.tab == "log"
        else (),
        battlefield=look.box.battlefield(look.view)
        if frame.in_words and look.view is not None
        else None,
    )
