"""View of a contest, built from nothing: what one viewer knows."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from app.games.contests.state import REFEREE, Contest, Entrant
from app.kernel.seats import Viewer


class View(Struct, frozen=True):
    """Contest as the viewer knows it. `me` is the viewer's side; None for a spectator."""

    contest: Contest
    me: str | None = None


def view_of(contest: Contest, viewer: Viewer) -> View:
    """Everything is public except the draft of a round and payments. Organisers see both, and each
    entrant sees the own payment.
    """
    is_organiser = viewer.side == REFEREE
    last = contest.round + is_organiser
    return View(
        Contest(
            form=contest.form,
            settings=contest.settings,
            invited=contest.invited,
            step=contest.step,
            round=contest.round,
            entrants=known_entrants(contest, viewer.side),
            lots=contest.lots,
            draft=contest.draft if is_organiser else None,
            pairings=contest.pairings,
            round_lots={n: lots for n, lots in contest.round_lots.items() if n <= last},
            is_closed=contest.is_closed,
        ),
        viewer.side,
    )


def known_entrants(contest: Contest, side: str | None) -> dict[str, Entrant]:
    """Entrants, without the payments that the side does not know."""
    return {
        key: one if side in (REFEREE, key) or not one.has_paid else replace(one, has_paid=False)
        for key, one in contest.entrants.items()
    }
