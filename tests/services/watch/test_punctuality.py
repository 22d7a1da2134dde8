"""Share of decisions in time, from the accounts of the clocks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from app.services.time.ended_decisions import ended_decisions
from app.services.time.time_accounts import ClockMove, TimeAccount

BEGIN = datetime(2026, 11, 1, tzinfo=UTC)
DAY = timedelta(days=1)


def clocks(*moves):
    """Clocks of seat p1: after each move the day since which it owes (None: nothing), and whose
    time was up.
    """
    happened = tuple(
        ClockMove(BEGIN + DAY * place, frozenset({"p1"} if since is not None else ()), up=up)
        for place, (since, up) in enumerate(moves)
    )
    accounts = tuple(
        {"p1": TimeAccount(DAY, DAY, since=None if since is None else BEGIN + DAY * since)}
        for since, _ in moves
    )
    return happened, accounts


def in_time(moves, seat="p1"):
    """True or false for each decision of a seat that has ended."""
    return [one for _, one in ended_decisions(moves, seat)]


def test_a_decision_that_goes_on_has_not_ended():
    assert in_time(clocks((None, ""), (1, ""), (1, "")), "p1") == []


def test_a_decision_of_the_player_is_in_time():
    assert in_time(clocks((0, ""), (0, ""), (None, "")), "p1") == [True]


def test_a_decision_of_the_server_is_not_in_time():
    assert in_time(clocks((0, ""), (None, "p1")), "p1") == [False]


def test_the_time_of_another_seat_does_not_count():
    assert in_time(clocks((0, ""), (None, "p2")), "p1") == [True]


def test_a_decision_after_its_time_was_up_is_not_in_time_and_the_next_one_is():
    told = clocks((0, ""), (0, "p1"), (2, ""), (None, ""))
    assert in_time(told, "p1") == [False, True]


def test_a_seat_without_an_account_has_no_decision():
    assert in_time(clocks((0, ""), (None, "")), "p9") == []
