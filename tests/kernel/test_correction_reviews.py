"""Reviews of corrections, and of decisions of a referee who plays (CAR-COR-06)."""

from __future__ import annotations

import msgspec
import pytest

from app.kernel.correction_orders import AnswerReview, AskReview
from app.kernel.correction_reviews import Review, marked_moves, reviews_of
from app.kernel.dice import LoadedDice
from app.kernel.table_orders import ByReferee
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


def test_each_decision_of_a_referee_who_plays_is_reviewed():
    """A decision of a referee who does not play, and a review, are not."""
    played = Record()
    played.give(REFEREE, by_referee(OpenSeason(), "lion"))
    played.give("lion", Gather(True), LoadedDice.faces(4))
    played.give("crane", Gather(False))
    played.give(REFEREE, by_referee(OpenSeason()))
    before = played.now.state
    assert [move.number for move in marked_moves(played.moves)] == [2]
    assert played.refusals(AskReview(5), "crane") == {"CAR-COR-06"}
    played.give("crane", AskReview(2))
    played.give(REFEREE, by_referee(AnswerReview(2, False, "Too early."), "lion"))
    assert reviews_of(played.moves) == {2: Review(False, "Too early.")}
    assert played.now.state == before
    assert played.refusals(AskReview(7), "crane") == {"CAR-COR-06"}, "no review of a review"


def test_a_struck_decision_keeps_its_review():
    played = Record()
    played.give(REFEREE, by_referee(OpenSeason(5), "lion"))
    played.give("crane", AskReview(2))
    played.correct(2, None)
    played.give(REFEREE, AnswerReview(2, False, "Too early."))
    assert reviews_of(played.moves) == {2: Review(False, "Too early.")}


def by_referee(order, *plays):
    """Order as the server stores it for a referee who plays these seats."""
    return ByReferee(msgspec.to_builtins(order), plays)


def test_a_later_correction_keeps_a_review(corrected):
    corrected.give("lion", AskReview(4))
    corrected.give(REFEREE, AnswerReview(4, True))
    corrected.correct(2, OpenSeason(5))
    assert reviews_of(corrected.moves)[4] == Review(True)
