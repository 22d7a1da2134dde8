"""View of a contest, built from nothing: what one viewer knows."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from app.games.contests.play_requests import known_requests
from app.games.contests.seats import knowing_side
from app.games.contests.state import REFEREE, ArmyList, Contest, Entrant, Fault
from app.games.contests.team_lists import knows_list
from app.games.contests.teams import is_in_team
from app.kernel.seats import Viewer

UNTOLD = (Fault("CON-LST-03", "The list has faults.", "La lista tiene fallos."),)
"""Faults of a secret list, as organisers know them."""


class View(Struct, frozen=True):
    """Contest as the viewer knows it. `me` is the viewer's side; None for a spectator."""

    contest: Contest
    me: str | None = None


def view_of(contest: Contest, viewer: Viewer) -> View:
    """Everything is public except drafts of rounds, payments, army lists before they are opened,
    line-ups of the next round, and requests to play at once. A draft hides its groups and its
    bracket too.

    Organisers see drafts, payments and requests. Each entrant sees the own payment and list. A
    captain sees the lists of the team, each player its line-up and the requests of the own battles.
    A viewer who only decides results knows what is public.
    """
    side = knowing_side(viewer)
    is_organiser = side == REFEREE
    last = contest.round + is_organiser
    return View(
        Contest(
            form=contest.form,
            settings=contest.settings,
            invited=contest.invited,
            step=contest.step,
            round=contest.round,
            entrants=known_entrants(contest, side),
            lots=contest.lots,
            draft=contest.draft if is_organiser else None,
            void=contest.void if is_organiser else "",
            pairings=contest.pairings,
            round_lots={n: lots for n, lots in contest.round_lots.items() if n <= last},
            is_closed=contest.is_closed,
            lists=known_lists(contest, side),
            without_list=contest.without_list,
            are_lists_open=contest.are_lists_open,
            challenges=contest.challenges,
            challenged=contest.challenged,
            rungs=contest.rungs,
            seeded=contest.seeded,
            groups=contest.groups if is_organiser or contest.round else (),
            advanced=contest.advanced if is_organiser or is_bracket_public(contest) else (),
            agreed=contest.agreed,
            lineups={
                team: order
                for team, order in contest.lineups.items()
                if is_in_team(contest, team, side)
            },
            requests=known_requests(contest, side),
        ),
        side,
    )


def is_bracket_public(contest: Contest) -> bool:
    """True once the first round of the bracket is published."""
    return any(one.match for one in contest.pairings)


def known_lists(contest: Contest, side: str | None) -> dict[str, ArmyList]:
    """Lists as a side knows them. Before they are opened, entrants and players know their own list,
    captains those of their team, and organisers of each list whether it has faults.
    """
    if contest.are_lists_open:
        return contest.lists
    return {key: known_list(contest, key, side) for key in contest.lists}


def known_list(contest: Contest, key: str, side: str | None) -> ArmyList:
    """List as a side knows it before the lists are opened."""
    sent = contest.lists[key]
    if knows_list(contest, key, side):
        return sent
    return ArmyList(faults=UNTOLD) if side == REFEREE and sent.faults else ArmyList()


def known_entrants(contest: Contest, side: str | None) -> dict[str, Entrant]:
    """Entrants, without the payments that the side does not know."""
    return {
        key: one if side in (REFEREE, key) or not one.has_paid else replace(one, has_paid=False)
        for key, one in contest.entrants.items()
    }
