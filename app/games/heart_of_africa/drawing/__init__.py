"""Drawing of the table as a Victorian campaign map, from a view.

`drawing(view, marks, language) -> Scene`: the table for one viewer.

The country is drawn once for a table and cached; a view adds its figures, works, fires and marks.
Lengths are tenths of inches.
"""

from app.games.heart_of_africa.drawing.board import drawing
from app.games.heart_of_africa.drawing.places import (
    place_of,
    read_point,
    spelled_point,
    way_of,
    ways,
)

__all__ = ["drawing", "place_of", "read_point", "spelled_point", "way_of", "ways"]
