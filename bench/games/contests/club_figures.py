"""Figures of a month of a club."""

from __future__ import annotations

from collections import Counter

from app.games import shelf
from app.games.heart_of_africa import CAMPAIGN
from app.kernel.rating_periods import TABLE, WEB
from bench.written import at_most, counted, write

CONTESTS = shelf()["contests"]
MEMBER_ACTS = ("leave_club", "suspend", "delete")
"""Acts after which a user takes part no more."""


def write_figures(size: int, kind: str, told: Counter[str], faults: int) -> None:
    """Write the figures of a month."""
    write(
        f"club-month-{kind}",
        f"python -m bench.games.contests.club_month {size} {kind} --write",
        [
            counted("club_members", size),
            counted("club_contests", told[CONTESTS.card.key]),
            counted("club_campaigns", told[CAMPAIGN.card.key]),
            counted("club_moves", told["moves"]),
            counted("club_tables", told["tables"]),
            counted("club_messages", told["messages"]),
            counted("club_at_once", told["at once"]),
            counted("club_by_request", told["by request"]),
            counted("club_by_link", told["by link"]),
            counted("club_entered_later", told["entered later"]),
            counted("club_corrections", told["corrections"]),
            counted("club_rated_here", told[f"rated: {WEB}"]),
            counted("club_rated_elsewhere", told[f"rated: {TABLE}"]),
            counted("club_gone", sum(told[one] for one in MEMBER_ACTS)),
            counted("club_outages", told["outages"] + told["restarts"]),
            counted("club_holidays", told["holidays"]),
            counted("club_forfeits", told["forfeits"]),
            at_most("club_faults", faults, 0),
        ],
    )
