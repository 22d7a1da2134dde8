"""HOA-STR-03, HOA-STR-04: Odds of traps on a way, for the side that knows them and for no other."""

from __future__ import annotations

import msgspec
import pytest

from app.games.heart_of_africa.land import Land, Piece, Work
from app.games.heart_of_africa.offering.move_risks import hazard_odds
from app.games.heart_of_africa.pieces import ON_TABLE
from app.kernel.space.plane import rect_path
from tests.games.heart_of_africa.test_deployment_plans import before, view_of

replace = msgspec.structs.replace
WAY = ((30.0, 24.0), (40.0, 24.0))


def on_open_ground(kind, *, shown=False, ford_at=None):
    """A battle with one marker of side B halfway of the way. The keys are those of a figure of side
    A and one of side B at its start.
    """
    battle = before(2)
    keys = [
        next(one.id for one in battle.figures.values() if one.unit == f"{side}1") for side in "AB"
    ]
    men = {
        key: replace(battle.figures[key], at=(30.0, 24.0 + n), where=ON_TABLE)
        for n, key in enumerate(keys)
    }
    fords = (
        ()
        if ford_at is None
        else (Piece("f", "ford", rect_path(ford_at, 20.0, ford_at + 1.0, 28.0)),)
    )
    land = Land(pieces=fords, works=(Work("t1", kind, "B", at=(35.0, 24.0), shown=shown),))
    return replace(battle, figures={**battle.figures, **men}, land=land), *keys


def odds_of(battle, side, *keys):
    found = hazard_odds(view_of(battle, side).battle, dict.fromkeys(keys, WAY))
    return [(one.ways, one.of, one.good) for one in found]


def test_the_owner_of_a_trap_reads_the_odds_of_its_own_figures():
    battle, _, theirs = on_open_ground("stake_trap")
    assert odds_of(battle, "B", theirs) == [(1, 3, True), (2, 3, False)]


def test_a_dummy_of_ones_own_has_no_odds():
    battle, _, theirs = on_open_ground("dummy_trap")
    assert odds_of(battle, "B", theirs) == []


@pytest.mark.parametrize("kind", ["stake_trap", "dummy_trap"])
def test_an_unknown_marker_has_no_odds_whatever_it_is(kind):
    battle, mine, _ = on_open_ground(kind)
    assert odds_of(battle, "A", mine) == []


def test_a_trap_that_is_shown_has_odds_for_both_sides():
    battle, mine, _ = on_open_ground("stake_trap", shown=True)
    assert odds_of(battle, "A", mine) == [(1, 3, True), (2, 3, False)]


def test_crocodiles_before_the_trap_count_and_those_behind_it_do_not():
    """One figure: 1/3 past the trap, 5/6 past the ford before it."""
    battle, _, theirs = on_open_ground("stake_trap", ford_at=32.0)
    assert odds_of(battle, "B", theirs) == [(5, 18, True), (13, 18, False)]
    battle, _, theirs = on_open_ground("stake_trap", ford_at=37.0)
    assert odds_of(battle, "B", theirs) == [(1, 3, True), (2, 3, False)]


def test_a_figure_beside_the_marker_rolls_nothing():
    battle, _, theirs = on_open_ground("stake_trap")
    far = {theirs: ((30.0, 30.0), (40.0, 30.0))}
    assert hazard_odds(view_of(battle, "B").battle, far) == ()
