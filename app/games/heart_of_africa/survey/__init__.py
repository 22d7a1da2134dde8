"""What is seen, reached and shot at from anywhere, and the whole table in words: looking, never
ordering, and only with the viewer's eyes.

survey(view, place) -> Survey | None            from a unit, a figure, a bare place, or a piece as
if it stood elsewhere measured(view, one, two) -> Measured | None      the way between two of them
battlefield(view) -> Battlefield                the table, piece by piece
"""

from app.games.heart_of_africa.survey.battlefield import battlefield
from app.games.heart_of_africa.survey.measuring import measured
from app.games.heart_of_africa.survey.surveying import survey

__all__ = ["battlefield", "measured", "survey"]
