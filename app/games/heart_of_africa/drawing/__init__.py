"""The table as a Victorian campaign map, drawn from a view.

    drawing(view, marks, language) -> Scene       the table for one viewer

The country is drawn once for a table and remembered; a view is its figures, works, fires and marks.
Lengths are tenths of inches.
"""

from app.games.heart_of_africa.drawing.board import drawing
from app.games.heart_of_africa.drawing.places import place_of, read_point, spelled, way_of, ways

__all__ = ["drawing", "place_of", "read_point", "spelled", "way_of", "ways"]
