"""Surveys, measurements and replayed shots. Hidden and non-existent things get the same answer."""

from __future__ import annotations

from app.kernel.refusal import Refused
from app.kernel.survey import Measured, Survey
from app.services.watch.game_view import GameView
from app.web import shot_replay, survey_panel


def survey_from_place(look: GameView, place: str) -> Survey:
    """Survey of the view from a piece or a place; raises `Refused`."""
    survey = look.box.survey(look.view, place) if survey_panel.may_look(look) else None
    if survey is None:
        raise Refused(survey_panel.unknown_piece())
    return survey


def measure_distance(look: GameView, one: str, two: str) -> Measured:
    """Measurement between two pieces or places; raises `Refused`."""
    found = look.box.measured(look.view, one, two) if survey_panel.may_look(look) else None
    if found is None:
        raise Refused(survey_panel.unknown_piece())
    return found


def shot_again(look: GameView, number: int, place: int) -> Measured:
    """Shot with this number in a move, on the table before it; raises `Refused`."""
    shots = (
        look.history.shots(number, look.viewer)
        if look.view is not None and 0 < number <= look.at
        else ()
    )
    one = shots[place - 1] if 0 < place <= len(shots) else None
    found = look.box.replayed_shot(one.before, one.event, look.viewer) if one else None
    if found is None:
        raise Refused(shot_replay.unknown_shot())
    return found
