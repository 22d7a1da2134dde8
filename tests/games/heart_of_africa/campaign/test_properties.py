"""Properties of campaigns of eight players and a referee over twelve turns.

`make test` plays four campaigns, `make proof` fifty-eight more. `make proof` also makes the costly
comparisons more often.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from app.games.heart_of_africa.campaign.state import NATIVE
from tests.games.heart_of_africa.campaign import properties
from tests.games.heart_of_africa.campaign.campaign_runs import Run, happened

EVERY = 25
"""Pages are compared under other names after one of so many moves."""
SOME = 3
"""Orders are compared under other names, and in parallel battles, after one of so many moves."""
RARER = 4
"""`make test` makes these comparisons after one of so many more moves."""
SHORT = (0, 2, 7, 9)
"""Seeds of `make test`. Together these campaigns have every kind of order and event that occurs in
the first twelve; number 7 ends early.
"""
LONG = tuple(number for number in range(62) if number not in SHORT)
ONLY_IN_LONG = {"StayedSubject"}
ORDERS_THAT_MUST_OCCUR = {
    *("Join", "Attack", "AskPassage", "Hunt", "PassTurn", "Resist", "OfferTerms", "Accept"),
    *("Refuse", "ChooseGround", "EnterResult", "ConfirmResult", "DisputeResult", "Decide"),
    *(
        "OrderForfeit",
        "Lapse",
        "PassFor",
        "CloseTurn",
        "Give",
        "TakeGift",
        "Concede",
        "Claim",
        "AnswerRevolt",
    ),
}
EVENTS_THAT_MUST_OCCUR = {
    *("Conquered", "Revolted", "Explored", "ExplorationCompleted", "Promoted", "WoundRolled"),
    *("HuntRolled", "PendingCleared", "Departed", "TermsAgreed", "TermsRefused", "StayedSubject"),
    *("battle closed", "battle void", "battle forfeit", "battle no_decision"),
}


def faults_of(run: Run, rarer: int = 1) -> Iterable[str]:
    """All faults of a campaign; each begins with the seed and the number of the move."""
    some, every = SOME * rarer, EVERY * rarer
    for number, step in enumerate(run.steps, start=1):
        season = step.after.state
        for fault in (
            *properties.accounts(season),
            *properties.ledger(season),
            *properties.points_of_battles(season),
            *properties.districts(season),
            *properties.explorations(season),
            *properties.decided_again(step),
            *(properties.under_other_names(step) if number % some == 0 else ()),
            *(properties.parallel_battles(run, season) if number % some == 1 else ()),
            *(properties.pages_under_other_names(step) if number % every == 0 else ()),
        ):
            yield f"{run.seed}, move {number}, {step.order}: {fault}"
    for fault in (
        *properties.declarations(run),
        *properties.conquests(run),
        *properties.subjects(run),
        *properties.replayed(run),
    ):
        yield f"{run.seed}: {fault}"


@pytest.fixture(scope="module")
def short_runs() -> list[Run]:
    return [Run(number).play() for number in SHORT]


@pytest.mark.slow
def test_campaigns_keep_the_properties(short_runs):
    assert not [fault for run in short_runs for fault in faults_of(run, RARER)][:5]


def test_the_campaigns_lead_to_every_class_of_effect(short_runs):
    found = happened(short_runs)
    assert not (ORDERS_THAT_MUST_OCCUR | EVENTS_THAT_MUST_OCCUR) - set(found) - ONLY_IN_LONG
    assert "Declared" in found
    # a campaign without active natives is over earlier
    assert {run.season.turn == 13 for run in short_runs} == {True, False}
    assert all(run.season.turn == 13 or not run.season.active(NATIVE) for run in short_runs)


@pytest.mark.proof
@pytest.mark.parametrize("number", [*SHORT, *LONG])
def test_a_long_campaign_keeps_the_properties(number):
    assert not list(faults_of(Run(number).play()))[:5]


@pytest.mark.proof
def test_the_long_campaigns_try_every_order_and_effect():
    found = happened([Run(number).play() for number in LONG])
    assert not (ORDERS_THAT_MUST_OCCUR | EVENTS_THAT_MUST_OCCUR) - set(found)
