"""Challenge round of a Swiss contest: entrants agree on battles before its draft (chapter
CON-CHL).
"""

from __future__ import annotations

from collections.abc import Iterator

from app.games.contests import events as e
from app.games.contests import orders as o
from app.games.contests.course import Course
from app.games.contests.rounds import entrants_of_round
from app.games.contests.state import Challenge, Contest
from app.kernel.refusal import Refusal, no


# ---------------------------------------------------------------------- facts
def takes_challenges(contest: Contest) -> bool:
    """True while the challenge round is the next one."""
    number = contest.settings.challenge_round
    return contest.rules.is_drawn and contest.round + 1 == number


def takes_part(contest: Contest, key: str) -> bool:
    """True for an entrant of the challenge round."""
    number = contest.settings.challenge_round
    return any(one.key == key for one in entrants_of_round(contest, number))


def agreement_of(contest: Contest, key: str) -> Challenge | None:
    """Accepted challenge of an entrant; None without one."""
    return next((one for one in contest.agreed if key in one.entrants), None)


def have_met(contest: Contest, key: str, other: str) -> bool:
    """True if two entrants have a battle in a published round."""
    return any({key, other} == set(one.entrants) for one in contest.pairings)


def possible_opponents(contest: Contest, key: str) -> tuple[str, ...]:
    """Entrants that this one may challenge, by entry."""
    return tuple(
        one.key
        for one in contest.playing()
        if not any(challenge_refusals(contest, key, o.ChallengeEntrant(one.key)))
    )


# ---------------------------------------------------------------------- refusals
def no_challenges(contest: Contest) -> Refusal | None:
    """CON-CHL-01: A Swiss contest may have a challenge round. Until it is published, its entrants
    challenge each other, also during the sign-up.
    """
    if takes_challenges(contest):
        return None
    if not contest.settings.challenge_round:
        return no(
            "CON-CHL-01",
            "This contest has no challenge round.",
            "Esta competición no tiene ronda de desafíos.",
        )
    return no(
        "CON-CHL-01",
        "Challenges are made before round {n} only.",
        "Solo se hacen desafíos antes de la ronda {n}.",
        n=contest.settings.challenge_round,
    )


def challenge_refusals(
    contest: Contest, key: str, order: o.ChallengeEntrant
) -> Iterator[Refusal | None]:
    """Refusals of a challenge."""
    early = no_challenges(contest)
    yield early
    if early is None:
        yield not_an_opponent(contest, key, order.opponent)
        yield not_free(contest, key, order.opponent)


def not_an_opponent(contest: Contest, key: str, other: str) -> Refusal | None:
    """CON-CHL-02: The two take part in the challenge round and have not met."""
    if key == other or not takes_part(contest, key) or not takes_part(contest, other):
        return no(
            "CON-CHL-02",
            "A challenge needs two different entrants who both play in that round.",
            "Un desafío necesita dos participantes distintos que jueguen esa ronda.",
        )
    if not have_met(contest, key, other):
        return None
    return no(
        "CON-CHL-02",
        "You two have met in this contest. A challenge cannot be a rematch.",
        "Ya os habéis enfrentado en esta competición. Un desafío no puede repetir un enfrentamiento.",
    )


def not_free(contest: Contest, key: str, other: str) -> Refusal | None:
    """CON-CHL-03: An entrant has one challenge of their own at a time, and one accepted
    challenge.
    """
    if agreement_of(contest, key) or agreement_of(contest, other):
        return no(
            "CON-CHL-03",
            "One of you two has an accepted challenge already.",
            "Uno de los dos ya tiene un desafío aceptado.",
        )
    if all(one.by != key for one in contest.challenges):
        return None
    return no(
        "CON-CHL-03",
        "You have made a challenge already. Withdraw it first.",
        "Ya has hecho un desafío. Retíralo antes.",
    )


def answer_refused(contest: Contest, key: str, challenge: str) -> Refusal | None:
    """CON-CHL-04: The challenged entrant accepts or declines until the round is published.
    Declining costs nothing. A challenge in return accepts too.
    """
    found = contest.challenge(challenge)
    if found is not None and found.to == key:
        return None
    return no(
        "CON-CHL-04", "No challenge waits for your answer.", "Ningún desafío espera tu respuesta."
    )


def withdrawal_refused(contest: Contest, key: str, challenge: str) -> Refusal | None:
    """CON-CHL-05: The challenger withdraws a challenge, and either of the two an accepted one,
    until the round is published.
    """
    found, agreed = contest.challenge(challenge), agreement_of(contest, key)
    is_own = found is not None and found.by == key
    if is_own or (agreed is not None and agreed.key == challenge and takes_challenges(contest)):
        return None
    return no(
        "CON-CHL-05",
        "You have no challenge here that you can withdraw.",
        "No hay ningún desafío tuyo que puedas retirar.",
    )


def no_deadline() -> Refusal:
    """Refusal of the default of a ladder: a challenge of a round has no deadline of its own."""
    return no(
        "CON-CHL-04",
        "A challenge of this contest has no deadline. Accept or decline it.",
        "Un desafío de esta competición no tiene plazo. Acéptalo o recházalo.",
    )


def parted_refused(contest: Contest, order: o.SwapEntrants) -> Refusal | None:
    """CON-CHL-07: Organisers do not separate two entrants with an accepted challenge in a draft."""
    swapped = {order.one, order.other}
    for one in contest.draft or ():
        if one.is_challenge and len(swapped & set(one.entrants)) == 1:
            return no(
                "CON-CHL-07",
                "Two entrants with an accepted challenge stay together. Exchange others.",
                "Dos participantes con un desafío aceptado siguen juntos. Intercambia a otros.",
            )
    return None


# ---------------------------------------------------------------------- acts
def challenge(course: Course, key: str, order: o.ChallengeEntrant) -> None:
    """Challenge an entrant, or accept the challenge of that entrant."""
    contest = course.contest
    for one in contest.challenges:
        if one.entrants == (order.opponent, key):
            agree(course, one)
            return
    number = contest.challenged + 1
    course.happen(e.Challenged(Challenge(f"c{number}", key, order.opponent)))


def answer(course: Course, order: o.AnswerChallenge) -> None:
    """Accept or decline a challenge."""
    found = course.contest.challenge(order.challenge)
    if found is not None and order.accept:
        agree(course, found)
    elif found is not None:
        course.happen(e.ChallengeDeclined(found.key, is_free=True))


def agree(course: Course, found: Challenge) -> None:
    """Accept a challenge. All others of the two are void, and a draft is drawn again."""
    course.happen(e.ChallengeAgreed(found.key))
    for one in course.contest.challenges:
        if set(one.entrants) & set(found.entrants):
            course.happen(e.ChallengeEnded(one.key))
    renew_draft(course)


def withdraw(course: Course, key: str) -> None:
    """Withdraw a challenge; without an accepted one a draft is drawn again."""
    is_agreed = course.contest.challenge(key) is None
    course.happen(e.ChallengeEnded(key))
    if is_agreed:
        renew_draft(course)


def renew_draft(course: Course) -> None:
    """A draft is void once the accepted challenges of its round change."""
    if course.contest.draft is not None:
        course.happen(e.DraftLapsed(of_challenges=True))
