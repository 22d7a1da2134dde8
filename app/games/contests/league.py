"""Free league: battles that two entrants agree on (chapter CON-LEA)."""

from __future__ import annotations

from app.games.contests.state import Contest
from app.kernel.refusal import Refusal, no

MOST_MEETINGS = 10


def meetings(contest: Contest, one: str, other: str) -> int:
    """Battles of the same two entrants so far, also open ones."""
    return sum({one, other} == set(pairing.entrants) for pairing in contest.pairings)


def met_too_often(contest: Contest, key: str, other: str) -> Refusal | None:
    """CON-LEA-01: Two entrants of a free league meet when they agree, up to the agreed number of
    battles.
    """
    entrant = contest.entrant(other)
    if entrant is None or not entrant.is_playing or key == other:
        return no(
            "CON-LEA-01",
            "Name another entrant with a place.",
            "Indica otro participante con plaza.",
        )
    if meetings(contest, key, other) < contest.settings.meetings:
        return None
    return no(
        "CON-LEA-01",
        "You two have met {n:time+s}, which is the most here.",
        "Ya os habéis enfrentado {n:vez|veces}, que es el máximo aquí.",
        n=contest.settings.meetings,
    )


def possible_opponents(contest: Contest, key: str) -> tuple[str, ...]:
    """Entrants who may still meet this one, by entry."""
    others = (one.key for one in contest.playing())
    return tuple(other for other in others if met_too_often(contest, key, other) is None)


def is_without_cost(contest: Contest) -> bool:
    """CON-LEA-02: Declining a battle of a free league costs nothing, and silence lets the proposal
    lapse.
    """
    return contest.rules.is_open and not contest.rules.has_rungs
