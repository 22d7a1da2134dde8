"""Board of Africa 1859-60, drawn from a position in the style of a campaign lithograph.

    draw(position, language) -> Scene          the board for one viewer

The ground of a map is drawn once and cached. Control, works, camps and flags are drawn per view.
"""

from app.games.africa_1859.drawing.board import draw
from app.games.africa_1859.drawing.position import (
    BoardPosition,
    LeaderPiece,
    SpaceState,
    UnitPiece,
)

__all__ = ["BoardPosition", "LeaderPiece", "SpaceState", "UnitPiece", "draw"]
