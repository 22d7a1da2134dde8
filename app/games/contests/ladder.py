"""Challenges of a ladder and of a free league, idleness and absence (chapter CON-LAD)."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.contests import events as e
from app.games.contests import orders as o
from app.games.contests.course import Course
from app.games.contests.league import is_without_cost, met_too_often
from app.games.contests.rungs import rung_of
from app.games.contests.state import (
    PERIOD,
    PLAYING,
    Challenge,
    Contest,
    Pairing,
)
from app.kernel.refusal import Refusal, no

LEAST_REACH, MOST_REACH, USUAL_REACH = 1, 10, 3


# ---------------------------------------------------------------------- facts
def is_away(contest: Contest, key: str) -> bool:
    """True for an entrant with an announced absence."""
    entrant = contest.entrant(key)
    return entrant is not None and PERIOD in entrant.absent


def is_busy(contest: Contest, key: str) -> bool:
    """True for an entrant with a challenge or a battle."""
    is_challenged = any(key in one.entrants for one in contest.challenges)
    return is_challenged or any(key in one.entrants for one in contest.open_pairings())


def may_idle(contest: Contest, key: str) -> bool:
    """CON-LAD-07: An entrant without a challenge or battle until the deadline loses one rung, once
    until the next challenge or battle. The highest and the lowest rung lose none.
    """
    entrant = contest.entrant(key)
    is_between = 1 < rung_of(contest, key) < len(contest.rungs)
    is_free = not is_busy(contest, key) and not is_away(contest, key)
    return entrant is not None and is_between and is_free and not entrant.has_idled


def reached(contest: Contest, key: str) -> tuple[str, ...]:
    """Entrants that a challenge of this entrant reaches, the highest first."""
    at = rung_of(contest, key) - 1
    return contest.rungs[max(0, at - contest.settings.reach) : max(at, 0)]


# ---------------------------------------------------------------------- refusals
def no_challenges(contest: Contest) -> Refusal | None:
    """Refusal of a challenge in a contest whose rounds are drawn, or before its beginning."""
    if contest.rules.is_open and contest.step == PLAYING:
        return None
    return no(
        "CON-LAD-02",
        "No challenges are made here now.",
        "Ahora no se hacen desafíos aquí.",
    )


def challenge_refusals(
    contest: Contest, key: str, order: o.ChallengeEntrant
) -> Iterator[Refusal | None]:
    """Refusals of a challenge."""
    early = no_challenges(contest)
    yield early
    if early is None:
        if contest.rules.has_rungs:
            yield out_of_reach(contest, key, order.opponent)
        else:
            yield met_too_often(contest, key, order.opponent)
        yield from not_free(contest, key, order.opponent)


def out_of_reach(contest: Contest, key: str, other: str) -> Refusal | None:
    """CON-LAD-02: A challenge reaches a fixed number of rungs up."""
    if other in reached(contest, key):
        return None
    return no(
        "CON-LAD-02",
        "A challenge reaches entrants up to {n:rung+s} above you.",
        "Un desafío alcanza a participantes hasta {n:peldaño+s} por encima de ti.",
        n=contest.settings.reach,
    )


def not_free(contest: Contest, key: str, other: str) -> Iterator[Refusal]:
    """CON-LAD-03: An entrant has one challenge or battle at a time. An entrant with an announced
    absence neither challenges nor is challenged.
    """
    rule = "CON-LAD-03"
    if is_busy(contest, key):
        yield no(
            rule,
            "You have a challenge or a battle already.",
            "Ya tienes un desafío o una batalla.",
        )
    if is_busy(contest, other):
        yield no(
            rule,
            "The other entrant has a challenge or a battle already.",
            "El otro participante ya tiene un desafío o una batalla.",
        )
    if is_away(contest, key):
        yield no(
            rule,
            "You have announced an absence. End it first.",
            "Has anunciado una ausencia. Termínala antes.",
        )
    if is_away(contest, other):
        yield no(
            rule,
            "The other entrant has announced an absence.",
            "El otro participante ha anunciado una ausencia.",
        )


def answer_refused(contest: Contest, key: str, challenge: str) -> Refusal | None:
    """Refusal of an answer by another entrant than the challenged one."""
    found = contest.challenge(challenge)
    if found is not None and found.to == key:
        return None
    return no(
        "CON-LAD-05", "No challenge waits for your answer.", "Ningún desafío espera tu respuesta."
    )


def withdrawal_refused(contest: Contest, key: str, challenge: str) -> Refusal | None:
    """CON-LAD-09: The challenger may withdraw a challenge until it is answered."""
    found = contest.challenge(challenge)
    if found is not None and found.by == key:
        return None
    return no(
        "CON-LAD-09",
        "You have no such challenge without an answer.",
        "No tienes ningún desafío así sin respuesta.",
    )


def idleness_refused(contest: Contest, key: str) -> Refusal | None:
    """Refusal of idleness by an entrant who is not idle."""
    if may_idle(contest, key):
        return None
    return no(
        "CON-LAD-07", "Idleness costs you no rung now.", "Ahora la inactividad no te cuesta nada."
    )


def absence_refused(contest: Contest, key: str, order: o.BeAbsent) -> Refusal | None:
    """CON-LAD-08: An entrant without a challenge or battle may announce an absence, once until the
    next battle and up to a deadline. It does not count as idle time.
    """
    entrant = contest.entrant(key)
    if entrant is None or not entrant.is_playing or contest.step != PLAYING:
        return no("CON-LAD-08", "You have no rung yet.", "Todavía no tienes peldaño.")
    if is_busy(contest, key):
        return no(
            "CON-LAD-08",
            "You have a challenge or a battle. End it first.",
            "Tienes un desafío o una batalla. Termínalo antes.",
        )
    if is_away(contest, key) == order.absent:
        return no("CON-LAD-08", "This is noted already.", "Eso ya está anotado.")
    if order.absent and entrant.was_away:
        return no(
            "CON-LAD-08",
            "You have been absent since your last battle. The next absence is possible after a battle.",
            "Ya has estado ausente desde tu última batalla. Puedes volver a ausentarte después de una.",
        )
    return None


# ---------------------------------------------------------------------- acts
def challenge(course: Course, key: str, order: o.ChallengeEntrant) -> None:
    number = course.contest.challenged + 1
    course.happen(e.Challenged(Challenge(f"c{number}", key, order.opponent)))


def answer(course: Course, order: o.AnswerChallenge) -> None:
    """Accept a challenge, which makes it a battle, or decline it."""
    found = course.contest.challenge(order.challenge)
    if found is None:
        return
    if not order.accept:
        has_declined = course.contest.entrants[found.to].has_declined
        is_free = is_without_cost(course.contest) or not has_declined
        course.happen(e.ChallengeDeclined(found.key, is_free))
        return
    table = len(course.contest.pairings) + 1
    pairing = Pairing(f"r{PERIOD}.{table}", PERIOD, found.by, found.to)
    course.happen(e.ChallengeAccepted(found.key, pairing))


def end_challenges(course: Course, key: str) -> None:
    """Challenges of an entrant who leaves are void, accepted ones until their round."""
    contest = course.contest
    is_next = contest.round < contest.settings.challenge_round
    for one in (*contest.challenges, *(contest.agreed if is_next else ())):
        if key in one.entrants:
            course.happen(e.ChallengeEnded(one.key))


def open_period(course: Course) -> bool:
    """Begin the only period of an open form; return false if it has begun."""
    contest = course.contest
    if not contest.rules.is_open or not contest.has_begun or contest.round:
        return False
    course.happen(e.RoundPublished(PERIOD, ()))
    return True
