"""Reviews of corrections (CAR-COR-06)."""

from __future__ import annotations

import pytest

from app.kernel.correction_orders import AnswerReview, AskReview
from app.kernel.correction_reviews import Review, reviews_of
from app.kernel.dice import LoadedDice
from tests.contract.tiny.harvest import REFEREE, Gather, OpenSeason
from tests.kernel.test_correction_rules import Record


@pytest.fixture
def corrected() -> Record:
    """Move 4 corrects move 3."""
    played = Record()
    played.give(REFEREE, OpenSeason())
    played.give("lion", Gather(True), LoadedDice.faces(4))
    played.correct(3, Gather(False))
    return played


def test_a_review_is_asked_for_and_answered_without_effect(corrected):
    before = corrected.now.state
    corrected.give("lion", AskReview(4))
    assert reviews_of(corrected.moves) == {4: Review()}
    corrected.give(REFEREE, AnswerReview(4, False, " The dice count. "))
    assert reviews_of(corrected.moves) == {4: Review(False, "The dice count.")}
    assert corrected.now.state == before
    corrected.give(REFEREE, AskReview(4))
    assert reviews_of(corrected.moves) == {4: Review()}


@pytest.mark.parametrize(
    ("seat", "order", "rule"),
    [
        (REFEREE, AskReview(3), "CAR-COR-06"),
        (REFEREE, AskReview(99), "CAR-COR-06"),
        (REFEREE, AnswerReview(4, True), "CAR-COR-06"),
        ("lion", AnswerReview(4, True), "CAR-REF-01"),
    ],
)
def test_a_review_that_cannot_be_is_refused(corrected, seat, order, rule):
    assert rule in corrected.refusals(order, seat)


@pytest.mark.parametrize("words", ["", "  ", "x" * 501, "a\x00b"])
def test_a_disagreement_has_readable_words(corrected, words):
    corrected.give(REFEREE, AskReview(4))
    assert corrected.refusals(AskReview(4)) == {"CAR-COR-06"}
    assert corrected.refusals(AnswerReview(4, False, words)) == {"CAR-COR-06"}


def test_a_later_correction_keeps_a_review(corrected):
    corrected.give("lion", AskReview(4))
    corrected.give(REFEREE, AnswerReview(4, True))
    corrected.correct(2, OpenSeason(5))
    assert reviews_of(corrected.moves)[4] == Review(True)
