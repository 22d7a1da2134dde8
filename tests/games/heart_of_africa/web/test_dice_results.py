"""The turn in the scores of results of the dice."""

from __future__ import annotations

from types import SimpleNamespace

from app.games.heart_of_africa import victory_progress
from app.games.heart_of_africa.state import Conditions
from app.services.watch.dice_results import without_turn


def test_the_turn_of_a_score_is_a_fact_of_its_own():
    """The score of a defender in In the Heart of Africa is the turn."""
    one, other = (
        victory_progress.turn_of_all(
            SimpleNamespace(turn=turn, conditions=Conditions(turn_limit=8))
        )
        for turn in (2, 3)
    )
    assert str(one) == "turn 2 of 8"
    assert one != other and without_turn(one) == without_turn(other)
