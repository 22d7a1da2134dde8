"""Stages of a battle on its page."""

from __future__ import annotations

import pytest

from app.games.heart_of_africa.campaign.pages.battle_stages import stages_of
from app.games.heart_of_africa.campaign.state import (
    CLOSED,
    FORFEIT,
    READY,
    VOID,
    WAITING,
    Entered,
    War,
)


def war(status, **more):
    return War("b1", "p1", "p2", status, **more)


def entered(disputed=""):
    """Result of a real table, and the reason against it."""
    result = Entered("p1", "p1", disputed=disputed)
    return {"entered": result, "reported": result}


@pytest.mark.parametrize(
    ("battle", "states", "present"),
    [
        (war(WAITING), ["now", "", "", "", ""], "Attack resisted"),
        (war(WAITING, rivals=True), ["now", "", "", "", ""], "Fight after a meeting"),
        (war(READY), ["done", "now", "", "", ""], "Choice of ground"),
        (war(READY, chosen="savannah"), ["done", "done", "now", "", ""], "Battle"),
        (
            war(READY, chosen="savannah", **entered()),
            ["done", "done", "done", "now", ""],
            "Confirmation of the result",
        ),
        (
            war(READY, chosen="savannah", **entered("No.")),
            ["done", "done", "done", "wrong", ""],
            "Result disputed",
        ),
        (
            war(CLOSED, chosen="savannah", winner="p1"),
            ["done", "done", "done", "done", "done"],
            "Fought",
        ),
        (war(VOID), ["done", "", "", "", "done"], "Void"),
        (
            war(FORFEIT, chosen="savannah"),
            ["done", "done", "", "", "done"],
            "Not played: the defender paid",
        ),
    ],
)
def test_a_battle_shows_the_stages_that_it_has_passed(battle, states, present):
    found = stages_of(battle)
    assert [one.state for one in found] == states
    now = [one for one in found if one.state in ("now", "wrong")]
    [shown] = now or found[-1:]
    assert shown.title.in_("en") == present
