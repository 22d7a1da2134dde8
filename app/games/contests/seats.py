"""Permissions of seats: entrants order for themselves, organisers for the contest."""

from __future__ import annotations

from app.games.contests.state import REFEREE, Contest
from app.kernel.refusal import Refusal, no
from app.kernel.seats import Viewer

JUDGE = "judge"
"""Viewer who decides results and knows no draft, payment or list of others (CAR-CLB-52)."""


def knowing_side(viewer: Viewer) -> str | None:
    """Side whose facts a viewer knows; `JUDGE` for one who only decides results."""
    return JUDGE if viewer.judges else viewer.side


def organisers_only(side: str) -> Refusal | None:
    """CON-ORG-01: Organisers close the sign-up, draw and publish rounds, decide battles, and close
    the contest.
    """
    if side == REFEREE:
        return None
    return no(
        "CON-ORG-01",
        "Only an organiser does this.",
        "Esto lo hace solo un organizador.",
    )


def entrants_only(contest: Contest, side: str) -> Refusal | None:
    """Refusal of an order of an entrant by a side without an entry."""
    if contest.entrant(side) is not None or contest.team_of(side) is not None:
        return None
    return no(
        "CON-ENT-04",
        "Only entrants of this contest do this.",
        "Esto lo hacen solo los participantes de esta competición.",
    )


def closed_already(contest: Contest) -> Refusal | None:
    """CON-ORG-02: Nothing changes in a closed contest."""
    if not contest.is_closed:
        return None
    return no("CON-ORG-02", "The contest is closed.", "La competición está cerrada.")


def not_closable(*, is_complete: bool) -> Refusal | None:
    """CON-ORG-03: A contest is closed after its last round, with all results, or called off before
    the sign-up ends.
    """
    if is_complete:
        return None
    return no(
        "CON-ORG-03",
        "The contest is not over: a round or a result is missing.",
        "La competición no ha terminado: falta una ronda o un resultado.",
    )
