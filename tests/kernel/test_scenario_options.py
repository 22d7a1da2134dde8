"""Options of a game: rules that are on or off, and numbers."""

from __future__ import annotations

import pytest

from app.kernel.say import say
from app.kernel.scenario_options import (
    Option,
    are_options_valid,
    chosen_options,
    option_number,
    options_in_words,
)

FOG = Option("fog", say("Fog", "Niebla"), ("VAO-FOG-01",))
HANDICAP = Option("handicap", say("Handicap", "Ventaja"), (), least=-2, most=2)
BOTH = (FOG, HANDICAP)


@pytest.mark.parametrize("chosen", [(), ("fog",), ("handicap=2",), ("fog", "handicap=-2")])
def test_valid_options_are_accepted(chosen):
    assert are_options_valid(BOTH, chosen)


@pytest.mark.parametrize(
    "chosen",
    [
        *[("mist",), ("fog=1",), ("handicap",), ("handicap=3",), ("handicap=+1",)],
        *[("handicap=1.0",), ("handicap= 1",), ("handicap=",), ("handicap=0x1",)],
        ("handicap=1", "handicap=2"),
    ],
)
def test_other_options_are_refused(chosen):
    assert not are_options_valid(BOTH, chosen)


def test_a_usual_number_is_left_out():
    assert chosen_options(BOTH, {"handicap=0", "fog"}) == ("fog",)
    assert chosen_options(BOTH, {"handicap=-1", "fog"}) == ("fog", "handicap=-1")
    assert option_number(("fog", "handicap=-1"), HANDICAP) == -1
    assert option_number(("fog",), HANDICAP) == 0


def test_options_in_words_say_their_number():
    told = options_in_words(BOTH, ("fog", "handicap=-1"))
    assert [one.in_("es") for one in told] == ["Niebla", "Ventaja: -1"]
