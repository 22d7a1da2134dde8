"""Board of Cry Havoc, drawn from a position in the style of a manuscript page.

    draw(position, language) -> Scene          the board for one viewer
    card(piece, coat=None) -> Specimen         one counter alone
    legend(language) -> rows of specimens      every mark with its words

The ground of a map is drawn once and cached. A view adds a few hundred shapes.
"""

from app.games.cry_havoc.drawing.board import draw
from app.games.cry_havoc.drawing.position import BoardPosition, FireLine, Moment, Piece
from app.games.cry_havoc.drawing.specimens import card, legend
from app.games.cry_havoc.drawing.words import hex_words, spoken
from app.kernel.legend import LegendRow, Specimen

__all__ = [
    "BoardPosition",
    "FireLine",
    "LegendRow",
    "Moment",
    "Piece",
    "Specimen",
    "card",
    "draw",
    "hex_words",
    "legend",
    "spoken",
]
