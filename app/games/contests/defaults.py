"""Default orders: consequences if an entrant does not answer."""

from __future__ import annotations

from app.games.contests import orders as o
from app.games.contests.army_lists import owes_list
from app.games.contests.ladder import is_away, may_idle
from app.games.contests.results import late_default
from app.games.contests.state import ASKED, Contest
from app.kernel.contract import Order


def default_order(contest: Contest, side: str) -> Order | None:
    """CON-RES-08: Without an answer a stated result is confirmed, a free place goes to the next
    entrant, and a battle ends as agreed. No list is sent. None if an organiser decides.
    """
    entrant = contest.entrant(side)
    if entrant is not None and entrant.status == ASKED:
        return o.AnswerPlace(accept=False)
    if owes_list(contest, side):
        return o.GoWithoutList()
    if contest.rules.is_open and (found := ladder_default(contest, side)) is not None:
        return found
    for pairing in contest.open_pairings():
        if side not in pairing.entrants:
            continue
        if pairing.report is None:
            return o.EndTime(pairing.key) if late_default(contest, pairing) else None
        if pairing.dispute is None and pairing.report.by not in ("", side):
            return o.ConfirmResult(pairing.key)
    return None


def ladder_default(contest: Contest, side: str) -> Order | None:
    """Default order of an entrant of a ladder who has no battle; None without one."""
    for one in contest.challenges:
        if one.to == side:
            return o.LetChallengeLapse(one.key)
    if is_away(contest, side):
        return o.BeAbsent(absent=False)
    return o.StayIdle() if may_idle(contest, side) else None
