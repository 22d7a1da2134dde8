"""Points and tie-breaks by hand, and the reason of each place."""

from __future__ import annotations

import pytest

from app.games.contests.scoring import (
    BYE,
    THREE_POINTS,
    TWENTY_POINTS,
    TWO_POINTS,
    Result,
    points_of,
    totals,
)
from app.games.contests.tiebreaks import TIEBREAKS, Place, Tied, results_by_entrant, standings

RESULTS = (
    Result(1, "a", "b", "a", (12, 4)),
    Result(1, "c", "d", "", (7, 7)),
    Result(2, "a", "c", "c", (3, 9)),
    Result(2, "b", "d", "b", (10, 8)),
)
LOTS = {"a": 1, "b": 2, "c": 3, "d": 4}


def test_points_of_wins_draws_and_defeats():
    assert totals("abcd", RESULTS, THREE_POINTS) == {"a": 3, "b": 3, "c": 4, "d": 1}
    assert totals("abcd", RESULTS, TWO_POINTS) == {"a": 2, "b": 2, "c": 3, "d": 1}


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ((5, 5), (10, 10)),
        ((6, 5), (10, 10)),
        ((7, 5), (11, 9)),
        ((0, 19), (1, 19)),
        ((90, 0), (20, 0)),
    ],
)
def test_points_from_a_table_of_differences(scores, points):
    result = Result(1, "a", "b", "", scores)
    assert tuple(points_of(result, one, TWENTY_POINTS) for one in "ab") == points


def test_a_bye_has_its_points_and_a_silent_entrant_none():
    assert points_of(Result(1, "a", BYE), "a", THREE_POINTS) == 3
    silent = Result(1, "a", "b", "b", silent=frozenset({"a", "b"}))
    assert totals("ab", [silent], THREE_POINTS) == {"a": 0, "b": 0}


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("wins", (1, 1, 1, 0)),
        ("difference", (2, -6, 6, -2)),
        ("buchholz", (7, 4, 4, 7)),
        ("sonneborn_berger", (6, 2, 7, 4)),
        ("lots", (-1, -2, -3, -4)),
    ],
)
def test_values_of_the_tiebreaks(name, values):
    tied = Tied(
        results_by_entrant(RESULTS), THREE_POINTS, totals("abcd", RESULTS, THREE_POINTS), LOTS
    )
    assert tuple(TIEBREAKS[name].value(tied, one, "abcd") for one in "abcd") == values


def test_battles_between_the_tied_entrants_count_only_if_all_have_met():
    tied = Tied(
        results_by_entrant(RESULTS), THREE_POINTS, totals("abcd", RESULTS, THREE_POINTS), LOTS
    )
    value = TIEBREAKS["head_to_head"].value
    assert [value(tied, one, "ab") for one in "ab"] == [3, 0]
    assert [value(tied, one, "abc") for one in "abc"] == [0, 0, 0]


def places(*order: str) -> list[Place]:
    return list(standings("abcd", RESULTS, THREE_POINTS, order, LOTS))


def test_each_place_gives_its_reason():
    first, second, third, fourth = places("head_to_head", "lots")
    assert [one.entrant for one in (first, second, third, fourth)] == list("cabd")
    assert first.why is None
    assert second.why.in_("en") == "3 points; the place above has 4."
    assert third.why.in_("en") == "Equal points; battles between them: 0, the place above 3."
    assert third.why.in_("es") == (
        "Mismos puntos; enfrentamientos entre ellos: 0, el puesto anterior 3."
    )
    assert fourth.why.in_("es") == "1 punto; el puesto anterior tiene 3."


def test_tied_entrants_share_a_place():
    assert [(one.place, one.entrant) for one in places("wins")] == [
        (1, "c"),
        (2, "a"),
        (2, "b"),
        (4, "d"),
    ]


def test_a_drawn_lot_is_shown_as_its_number():
    third = places("wins", "lots")[2]
    assert (third.entrant, third.place) == ("b", 3)
    assert third.why.in_("en") == "Equal points; drawn lot: 2, the place above 1."


def test_a_bye_is_no_win_and_no_opponent():
    results = (*RESULTS, Result(3, "d", BYE))
    tied = Tied(
        results_by_entrant(results), THREE_POINTS, totals("abcd", results, THREE_POINTS), LOTS
    )
    assert TIEBREAKS["wins"].value(tied, "d", "abcd") == 0
    assert TIEBREAKS["buchholz"].value(tied, "d", "abcd") == 7
