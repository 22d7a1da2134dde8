"""Leaving and returning in every round gains no points, no bye and no other lots."""

from __future__ import annotations

import random

import msgspec
import pytest

from app.games import shelf
from app.games.contests import orders as o
from app.games.contests.forms import SWISS
from app.games.contests.standings import points_of_entrants
from app.games.contests.state import REFEREE
from app.kernel.contract import Setup
from app.kernel.refusal import Refused
from bench.games.contests import leaving
from bench.games.contests.leaving import (
    BY_STRENGTH,
    DRAWN,
    LOST,
    WON,
    Compared,
    Course,
    PlannedContest,
    plans,
)
from tests.games.contests.test_whole_contests import Played, RandomDice

BOX = shelf()["contests"]


def points_and_byes(plan: PlannedContest) -> tuple[int, list]:
    """Points and byes of the entrant."""
    contest = plan.played()
    own = [one for one in contest.pairings if plan.me in one.entrants]
    assert not [one for one in own if one.round in plan.missed]
    return points_of_entrants(contest)[plan.me], [one for one in own if one.is_bye]


@pytest.mark.slow
@pytest.mark.parametrize("contests", [6, pytest.param(400, marks=pytest.mark.proof)])
def test_an_entrant_who_misses_rounds_has_no_more_points_and_byes(contests):
    """The entrant has the same result in each battle, so an absence changes points by byes only."""
    byes = 0
    for number in range(contests):
        chance = random.Random(number)
        entrants, rounds = chance.randint(3, 12), chance.randint(2, 6)
        for result in (WON, DRAWN, LOST):
            plain = PlannedContest(
                number, entrants, rounds, f"p{chance.randint(1, entrants)}", result
            )
            points, own_byes = points_and_byes(plain)
            for missed in plans(rounds):
                absent = msgspec.structs.replace(plain, missed=missed)
                fewer, other_byes = points_and_byes(absent)
                assert fewer <= points and len(other_byes) <= len(own_byes), absent
                first = min(missed)
                late = [one for one in other_byes if one.round > first]
                assert all(one.relaxed for one in late), (absent, "a bye after an absence")
                byes += len(late)
    assert byes, "no bye after an absence was forced"


@pytest.mark.slow
def test_the_bench_finds_no_plan_of_leaving_that_gains():
    """Nine plans of two contests, with results by strength."""
    compared = Compared()
    for number in (1, 20):
        compared.add(number)
    assert (compared.contests, compared.byes, compared.otherwise) == (2, 0, 0)
    assert len(compared.gains) > 12 and sum(compared.gains) < 0
    assert compared.gaining == []


def test_the_bench_finds_a_plan_that_gains(monkeypatch):
    """A plan with more points is played again; here it gains each time."""
    monkeypatch.setattr(leaving, "REPEATS", 3)
    monkeypatch.setattr(
        leaving, "course", lambda plan, _=0: Course(9 if plan.missed else 6, [], [], 0)
    )
    compared = Compared()
    plain = PlannedContest(1, 4, 3, "p1", BY_STRENGTH)
    compared.compare(plain, frozenset({1}))
    assert compared.gaining == [msgspec.structs.replace(plain, missed=frozenset({1}))]


@pytest.mark.parametrize("entrants", [6, 7])
def test_an_entrant_who_comes_back_to_a_draft_finds_the_same_round(entrants):
    """Also if the organiser draws the round in the meantime, and with other dice."""
    played = Played(SWISS, entrants + 1, entrants)
    played.give(REFEREE, o.CloseSignUp())
    for _ in range(4):
        played.give(REFEREE, o.DraftRound())
        drawn = played.state.draft
        for key in [one.key for one in played.state.playing()]:
            for draws in (False, True):
                played.give(key, o.BeAbsent(True))
                if draws:
                    played.give(REFEREE, o.DraftRound())
                played.give(key, o.BeAbsent(False))
                played.give(REFEREE, o.DraftRound())
                assert played.state.draft == drawn, key
        played.give(REFEREE, o.PublishRound())
        for battle in played.state.open_pairings():
            played.give(REFEREE, o.Decide(battle.key, battle.first))


def test_a_new_entrant_changes_the_order_of_no_other_lots():
    terms = {"places": "9", "rounds": "5", "late_entry": "3"}
    stock = BOX.agreement.stock(SWISS, (), terms, {})
    dice, contest = RandomDice(3), None
    events = BOX.new_game(Setup(SWISS, {REFEREE: REFEREE}, (), stock), dice)
    orders = [(f"p{one}", o.Enter(f"P{one}")) for one in range(1, 7)]
    orders += [(REFEREE, o.CloseSignUp()), (REFEREE, o.DraftRound())]
    for seat, order in [("", None), *orders]:
        for event in events if order is None else BOX.decide(contest, order, seat, dice):
            contest = BOX.evolve(contest, event)
    before = contest.round_lots[1]
    for seat, order in (("p7", o.Enter("P7")), (REFEREE, o.DraftRound())):
        for event in BOX.decide(contest, order, seat, dice):
            contest = BOX.evolve(contest, event)
    after = contest.round_lots[1]
    assert "p7" in after and tuple(one for one in after if one != "p7") == before


@pytest.mark.parametrize("rounds", [0, 1])
def test_an_entrant_who_leaves_does_not_enter_again(rounds):
    """CON-ENT-04: before the first round and after it."""
    played = Played(SWISS, 6, 1)
    played.give(REFEREE, o.CloseSignUp())
    for _ in range(rounds):
        played.give(REFEREE, o.DraftRound())
        played.give(REFEREE, o.PublishRound())
    played.give(REFEREE, o.RemoveEntrant("p2"))
    with pytest.raises(Refused) as refused:
        played.give("p2", o.Enter("Again"))
    assert "CON-ENT-04" in [one.rule for one in refused.value.refusals]
