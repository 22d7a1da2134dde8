"""Default orders: consequences if an entrant does not answer."""

from __future__ import annotations

from app.games.contests import orders as o
from app.games.contests.results import late_default
from app.games.contests.state import ASKED, Contest
from app.kernel.contract import Order


def default_order(contest: Contest, side: str) -> Order | None:
    """CON-RES-08: Without an answer a stated result is confirmed, a free place goes to the next
    entrant, and a battle ends as agreed; None if an organiser decides.
    """
    entrant = contest.entrant(side)
    if entrant is not None and entrant.status == ASKED:
        return o.AnswerPlace(accept=False)
    for pairing in contest.open_pairings():
        if side not in pairing.entrants:
            continue
        if pairing.report is None:
            return o.EndTime(pairing.key) if late_default(contest, pairing) else None
        if pairing.dispute is None and pairing.report.by not in ("", side):
            return o.ConfirmResult(pairing.key)
    return None
