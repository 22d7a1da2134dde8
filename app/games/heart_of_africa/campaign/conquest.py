"""Colonial Expeditions (page 40): conquest, defeat, revolt, recall."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.joining import remove, void_battles_of
from app.games.heart_of_africa.campaign.orders import AnswerRevolt
from app.games.heart_of_africa.campaign.state import (
    BETWEEN,
    COLONIAL,
    CONQUERED,
    ELIMINATED,
    NATIVE,
    Season,
    Taking,
)
from app.games.heart_of_africa.campaign.tables import (
    HONGOS,
    RECALL_AFTER,
    VICTORIES_TO_CONQUER,
)
from app.kernel.refusal import Refusal, no


def step_to_conquest(course: Course, colonial: str, people: str) -> None:
    """HOA-CMP-40: Two victories of one Colonial over a native people conquer it."""
    if course.player(people).class_ != NATIVE:
        return
    if annihilates(course, colonial, people):
        return
    course.happen(e.VictoryPending(colonial, people))
    if course.player(colonial).pending[people] >= VICTORIES_TO_CONQUER:
        suspend_subject(course, colonial, people)


def annihilates(course: Course, colonial: str, people: str) -> bool:
    """HOA-CMP-45: A rebel people beaten by its former master is annihilated; no district
    follows.
    """
    if course.player(people).former_master != colonial:
        return False
    course.post(people, "", course.player(people).hongos or 0, "annihilated", "HOA-CMP-45")
    remove(course, people, ELIMINATED, "HOA-CMP-45")
    return True


def suspend_subject(course: Course, colonial: str, people: str) -> None:
    """HOA-CMP-42: A conquered people is suspended: no account, no declaration, no battles."""
    course.post(people, "", course.player(people).hongos or 0, "conquered", "HOA-CMP-42")
    course.happen(e.Conquered(people, colonial))
    void_battles_of(course, people, "HOA-CMP-42")


def suffer_defeat(course: Course, colonial: str, winner: str) -> None:
    """Effects of a defeat on a Colonial loser, in the order of the rulebook."""
    if course.player(colonial).class_ != COLONIAL:
        return
    clear_pending(course, colonial)
    defeats = course.player(colonial).streak + 1
    course.happen(e.StreakCounted(colonial, defeats))
    offer_district(course, winner, colonial)
    offer_revolt(course, colonial)
    recall(course, colonial, defeats)


def clear_pending(course: Course, colonial: str) -> None:
    """HOA-CMP-41: Any defeat of a Colonial cancels all its single victories."""
    if course.player(colonial).pending:
        course.happen(e.PendingCleared(colonial))


def restart_streak(course: Course, colonial: str) -> None:
    """A victory or a battle without decision ends a row of defeats."""
    if course.player(colonial).class_ == COLONIAL and course.player(colonial).streak:
        course.happen(e.StreakCounted(colonial, 0))


def offer_district(course: Course, winner: str, loser: str) -> None:
    """HOA-CMP-46: A Colonial who beats a Colonial may take one district, before any revolt."""
    districts = tuple(
        one for one in course.player(loser).districts if course.player(one).status == CONQUERED
    )
    if course.player(winner).class_ == COLONIAL and districts:
        course.happen(e.DistrictOffered(Taking(winner, loser, districts)))


def taking_of(season: Season, seat: str, district: str) -> Taking | None:
    """Choice of this winner to which the district belongs; the oldest one for no district."""
    return next(
        (
            one
            for one in season.takings
            if one.winner == seat and (not district or district in one.districts)
        ),
        None,
    )


def taking_refused(season: Season, seat: str, district: str) -> Iterator[Refusal]:
    """Refusals of the choice of a district."""
    if not any(one.winner == seat for one in season.takings):
        yield no(
            "HOA-CMP-46", "No district is yours to take.", "No puedes quedarte con ningún distrito."
        )
    elif taking_of(season, seat, district) is None:
        yield no(
            "HOA-CMP-46",
            "The loser does not hold this district.",
            "Ese distrito no es del vencido.",
        )


def take_district(course: Course, seat: str, district: str) -> None:
    """Move a district to the winner, or none."""
    taking = taking_of(course.season, seat, district)
    if taking is None:
        raise ValueError(f"no district {district} for {seat}")
    course.happen(e.DistrictTaken(seat, taking.loser, district))


def offer_revolt(course: Course, colonial: str) -> None:
    """HOA-CMP-44: Each subject of a beaten Colonial may return with 2 hongos until the turn
    ends.
    """
    peoples = tuple(
        one for one in course.player(colonial).districts if course.player(one).status == CONQUERED
    )
    if peoples:
        course.happen(e.RevoltOffered(peoples))


def recall(course: Course, colonial: str, defeats: int) -> None:
    """HOA-CMP-47: After three defeats in a row the expedition is recalled; subjects are
    released.
    """
    if defeats >= RECALL_AFTER:
        remove(course, colonial, ELIMINATED, "HOA-CMP-47")


def may_answer_revolt(season: Season, people: str) -> bool:
    """True if the people may return now: after a defeat, or between turns without a master."""
    player = season.players[people]
    if player.status != CONQUERED:
        return False
    if people in season.revolts:
        return True
    return player.master is None and season.step == BETWEEN


def revolt_refused(season: Season, seat: str) -> Iterator[Refusal]:
    """Refusals of an answer to a revolt."""
    if seat not in season.players or not may_answer_revolt(season, seat):
        yield no(
            "HOA-CMP-44",
            "No revolt is open to you now.",
            "Ahora no puedes sublevarte.",
        )
    elif any(seat in one.districts for one in season.takings):
        yield no(
            "HOA-CMP-46",
            "The winner first chooses whether to take a district.",
            "Primero decide el vencedor si se queda con un distrito.",
        )


def answer_revolt(course: Course, seat: str, order: AnswerRevolt) -> None:
    """Return to the campaign with a fresh account, or remain a subject."""
    if not order.revolt:
        course.happen(e.StayedSubject(seat))
        return
    fresh = int(HONGOS["rebel_restart"])
    course.happen(e.Revolted(seat, course.player(seat).master, fresh))
    course.post("", seat, fresh, "revolt", "HOA-CMP-44")
