"""The board of Cry Havoc: a page of a manuscript, drawn from a position.

    draw(position, language) -> Scene          the board for one viewer
    card(piece, coat=None) -> Specimen         one counter alone
    legend(language) -> rows of specimens      every mark with its words

The ground of a map is drawn once and remembered; a view is a few hundred shapes.
"""

from app.games.cry_havoc.drawing.board import draw
from app.games.cry_havoc.drawing.position import BoardPosition, FireLine, Moment, Piece
from app.games.cry_havoc.drawing.specimens import LegendRow, Specimen, card, legend
from app.games.cry_havoc.drawing.words import hex_words, spoken

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
