"""Disputes of an entered result: other numbers, and the decision of the referee about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.effects import result_refused, settle
from app.games.heart_of_africa.campaign.orders import Decide, DisputeResult, EnterResult
from app.games.heart_of_africa.campaign.reports import (
    entered_of,
    report_refused,
)
from app.games.heart_of_africa.campaign.state import REFEREE, Entered, Season, War
from app.games.heart_of_africa.campaign.terms import LONGEST_WORDS
from app.kernel.free_text import text_refused
from app.kernel.refusal import Refusal, no

NOT_STATED = ""
"""Winner of a dispute without other numbers."""


def numbers_of(order: DisputeResult | Decide) -> EnterResult:
    """Numbers of the order as those of an entered result."""
    return EnterResult(
        order.battle,
        order.winner,
        order.leaders_lost,
        order.fallen_attacker,
        order.fallen_defender,
        "",
        order.turns,
        order.baggage_attacker,
        order.baggage_defender,
        order.casualties,
    )


def bare(report: EnterResult) -> EnterResult:
    """The same result without losses and turns."""
    return EnterResult(report.battle, report.winner, report.leaders_lost)


# --- Refusals
def dispute_refused(season: Season, order: DisputeResult) -> Iterator[Refusal | None]:
    """Refusals of a dispute: its reason, and its numbers as those of an entered result."""
    yield text_refused(order.reason, LONGEST_WORDS, "HOA-CMP-23")
    report = numbers_of(order)
    if order.winner != NOT_STATED:
        yield from report_refused(season, report)
    elif report != EnterResult(order.battle, NOT_STATED):
        yield no(
            "HOA-CMP-23",
            "Other numbers name the winner too, or no decision.",
            "Otros números dicen también quién ganó, o que no hubo decisión.",
        )


def decision_refused(season: Season, order: Decide) -> Iterator[Refusal | None]:
    """Refusals of a decision: its numbers, and a reason that cannot be read.

    The form asks for the reason of a dispute. The rules need none, so older decisions stay valid.
    """
    yield from numbers_refused(season, order)
    yield text_refused(order.reason, LONGEST_WORDS, "HOA-CMP-23")


def numbers_refused(season: Season, order: Decide) -> Iterable[Refusal | None]:
    """Refusals of a result, of its numbers, and of a report that says something else."""
    if not order.report_of:
        return report_refused(season, numbers_of(order))
    war = season.battle(order.battle)
    found = list(result_refused(season, order.battle, order.winner, order.leaders_lost))
    if found or war is None:
        return found
    stated = stated_by(war, order.report_of)
    numbers = numbers_of(order)
    if (
        stated is None
        or (stated.winner, stated.leaders_lost) != (order.winner, order.leaders_lost)
        or numbers != bare(numbers)
    ):
        return [
            no(
                "HOA-CMP-23",
                "This player has not stated this result.",
                "Ese jugador no ha indicado este resultado.",
            )
        ]
    return []


def stated_by(war: War, player: str) -> Entered | None:
    """Numbers that a player states in an open dispute."""
    if not war.is_disputed:
        return None
    return next((one for one in war.reports if one.by == player), None)


# --- Acts
def dispute(course: Course, player: str, order: DisputeResult) -> None:
    """Record the objection. Numbers equal to the entered ones are no other numbers."""
    war = course.season.battle(order.battle)
    other = None
    if war is not None and war.entered is not None and order.winner != NOT_STATED:
        other = entered_of(war, player, numbers_of(order))
        if same_numbers(other, war.entered):
            other = None
    course.happen(e.ResultDisputed(order.battle, player, order.reason, other))


def same_numbers(one: Entered, two: Entered) -> bool:
    """True if both reports state the same result and the same losses."""
    return (
        one.winner == two.winner
        and set(one.leaders_lost) == set(two.leaders_lost)
        and one.fallen == two.fallen
        and one.details == two.details
    )


def settle_by_referee(course: Course, order: Decide) -> None:
    """Apply the decision, with the accepted numbers or those of the referee.

    Numbers equal to those of a player are that player's.
    """
    war = course.season.battle(order.battle)
    report = numbers_of(order)
    decided = None
    if war is not None and order.report_of:
        decided = stated_by(war, order.report_of)
    elif war is not None and report != bare(report):
        own = entered_of(war, REFEREE, report)
        decided = next((one for one in war.reports if same_numbers(own, one)), own)
    reason = " ".join(order.reason.split())
    settle(course, order.battle, order.winner, order.leaders_lost, decided, reason)
