"""Inspection without orders, from the viewer's knowledge: visibility, reach and fire from any
place, and the whole table in words.

`survey(view, place) -> Survey | None`: from a unit, a figure, a bare place, or a piece imagined
elsewhere. `measured(view, one, two) -> Measured | None`: the way between two of them.
`battlefield(view) -> Battlefield`: the table, piece by piece.
"""

from app.games.heart_of_africa.survey.battlefield import battlefield
from app.games.heart_of_africa.survey.measuring import measured
from app.games.heart_of_africa.survey.surveying import survey

__all__ = ["battlefield", "measured", "survey"]
