"""Chapters of a long game: turns, headings, and what is left out."""

from __future__ import annotations

from app.kernel.chronicle import TurnLine, chronicle_chapters
from app.kernel.contract import Line
from app.kernel.say import as_is


def line(turn: int, words: str, level: int = 1, number: int = 1) -> TurnLine:
    return TurnLine(number, turn, Line(as_is(words), level=level))


def told(found) -> list[tuple[str, list[str]]]:
    return [
        (str(part.title or ""), [str(says) for says in part.sentences]) for part in found.sections
    ]


def test_events_stand_under_the_heading_of_their_step():
    found = chronicle_chapters(
        [line(1, "a"), line(1, "Step", level=0), line(1, "b"), line(1, "c", number=4)], closed=1
    )
    assert [told(one) for one in found] == [[("", ["a"]), ("Step", ["b", "c"])]]
    assert found[0].last == 4


def test_details_and_empty_headings_are_left_out():
    found = chronicle_chapters(
        [
            line(1, "Empty", level=0),
            line(1, "die", level=2),
            line(1, "Full", level=0),
            line(1, "a"),
        ],
        closed=1,
    )
    assert told(found[0]) == [("Full", ["a"])]


def test_the_present_turn_has_no_chapter():
    found = chronicle_chapters([line(1, "a"), line(2, "b")], closed=1)
    assert [one.turn for one in found] == [1]


def test_acts_that_only_the_platform_explains_are_left_out():
    def by(*rules: str) -> TurnLine:
        return TurnLine(1, 1, Line(as_is(" ".join(rules)), rules=rules))

    found = chronicle_chapters([by("CAR-SEA-01"), by("CAR-BAT-01", "TINY-1"), by("TINY-2")], 1)
    assert told(found[0]) == [("", ["CAR-BAT-01 TINY-1", "TINY-2"])]
