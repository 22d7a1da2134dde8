"""Default orders: consequences if an entrant does not answer."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.contests import orders as o
from app.games.contests.army_lists import lists_owed_by
from app.games.contests.ladder import is_away, may_idle
from app.games.contests.results import is_for_organisers, late_default
from app.games.contests.sequence import (
    ANSWER,
    AWAY,
    CONFIRM,
    IDLE,
    LISTS,
    answer_owed,
    play_deadline,
)
from app.games.contests.state import ASKED, Contest
from app.kernel.contract import Order


def default_order(contest: Contest, side: str, key: str = "") -> Order | None:
    """CON-RES-08: Without an answer a stated result is confirmed, a free place goes to the next
    entrant, and a battle ends as agreed. No list is sent. None if an organiser decides.

    `key` is the `clock_key` of the decision; without it the first one is answered.
    """
    found = defaults_of(contest, side)
    return next((order for about, order in found if key in ("", about)), None)


def defaults_of(contest: Contest, side: str) -> Iterator[tuple[str, Order]]:
    """Keys of decisions of an entrant, each with its default order."""
    entrant = contest.entrant(side)
    if entrant is not None and entrant.status == ASKED:
        yield ANSWER, o.AnswerPlace(accept=False)
    for key in lists_owed_by(contest, side):
        is_own = contest.entrant(key) is not None
        yield (LISTS, o.GoWithoutList()) if is_own else (f"{LISTS} {key}", o.GoWithoutList(key))
    if contest.rules.is_open:
        yield from ladder_defaults(contest, side)
    for pairing in contest.open_pairings():
        own = pairing.acting(side)
        if not own or is_for_organisers(contest, pairing):
            continue
        if pairing.report is None:
            if late_default(contest, pairing):
                yield f"{play_deadline(pairing)} {pairing.key}", o.EndTime(pairing.key)
        elif pairing.report.by != own:
            yield f"{CONFIRM} {pairing.key}", o.ConfirmResult(pairing.key)


def ladder_defaults(contest: Contest, side: str) -> Iterator[tuple[str, Order]]:
    """Default orders of an entrant of a ladder who has no battle."""
    for one in contest.challenges:
        if one.to == side:
            yield answer_owed(contest, one).clock_key, o.LetChallengeLapse(one.key)
    if is_away(contest, side):
        yield AWAY, o.BeAbsent(absent=False)
    elif may_idle(contest, side):
        yield IDLE, o.StayIdle()
