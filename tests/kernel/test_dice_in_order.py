"""Strict loaded dice, draws with as many faces as candidates, exact and sampled chances."""

from __future__ import annotations

import pytest

from app.kernel.dice import LoadedDice, Roll, UnexpectedRoll
from app.kernel.offers import Chance
from app.kernel.say import as_is

ROLLS = (Roll("clash", "n1", 6, 4), Roll("loss", "n2", 0, 2))


def test_strict_dice_fall_in_their_order():
    dice = LoadedDice(ROLLS, is_strict=True)
    assert (dice.roll(6, "clash", "n1"), dice.roll(10, "loss", "n2")) == (4, 2)
    dice.require_used()


@pytest.mark.parametrize(
    ("sides", "purpose", "of"),
    [
        (6, "loss", "n2"),
        (6, "clash", "n2"),
        (6, "clash", ""),
        (6, "rally", "n1"),
        (10, "clash", "n1"),
    ],
)
def test_strict_dice_refuse_another_roll(sides, purpose, of):
    dice = LoadedDice(ROLLS, is_strict=True)
    with pytest.raises(UnexpectedRoll):
        dice.roll(sides, purpose, of)
    assert dice.left == ROLLS


def test_strict_dice_take_no_blank_for_a_purpose():
    with pytest.raises(UnexpectedRoll):
        LoadedDice([Roll("", "", 0, 3)], is_strict=True).roll(6, "clash", "n1")


def test_dice_that_were_not_rolled_are_reported():
    dice = LoadedDice(ROLLS, is_strict=True)
    dice.roll(6, "clash", "n1")
    with pytest.raises(UnexpectedRoll, match="loss"):
        dice.require_used()
    with pytest.raises(UnexpectedRoll, match="no more dice"):
        LoadedDice(is_strict=True).roll(6, "clash", "n1")


def test_loaded_dice_that_are_not_strict_match_in_any_order():
    dice = LoadedDice(ROLLS)
    assert (dice.roll(6, "loss", "n2"), dice.roll(6, "clash", "n1")) == (2, 4)


def test_a_sampled_chance_says_its_error_in_both_languages():
    sampled = Chance.sampled(as_is("taken"), 1200, 2500)
    assert not sampled.is_exact
    assert sampled.in_percent.in_("en") == "about 48%, ± 2"
    assert sampled.in_percent.in_("es") == "alrededor del 48 %, ± 2"
    assert Chance.sampled(as_is("taken"), 0, 100).error == 3  # at most 3 of 100
    exact = Chance(as_is("taken"), 3, 6)
    assert exact.is_exact
    assert exact.in_percent.in_("es") == "50 %"
