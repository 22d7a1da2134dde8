"""Standings of a contest: places with their reasons (chapter CON-STD)."""

from __future__ import annotations

from app.games.contests import scoring, tiebreaks
from app.games.contests.state import (
    DOUBLE_ROBIN,
    ROBIN,
    WAITING,
    WITHDRAWN,
    Contest,
    Entrant,
    Pairing,
)
from app.kernel.say import Say, say

SCORINGS = {
    "three": scoring.THREE_POINTS,
    "two": scoring.TWO_POINTS,
    "twenty": scoring.TWENTY_POINTS,
}
SCORING_TITLES: dict[str, Say] = {
    "three": say("3 for a win, 1 for a draw", "3 por victoria, 1 por empate"),
    "two": say("2 for a win, 1 for a draw", "2 por victoria, 1 por empate"),
    "twenty": say(
        "20 points divided by the difference", "20 puntos repartidos según la diferencia"
    ),
}
SWISS_TIEBREAKS = ("buchholz", "wins", "difference", "lots")
ROBIN_TIEBREAKS = ("head_to_head", "difference", "wins", "lots")


def tiebreaks_of(contest: Contest) -> tuple[str, ...]:
    """Tie-breaks in their order. Drawn lots are always the last one."""
    usual = ROBIN_TIEBREAKS if contest.form in (ROBIN, DOUBLE_ROBIN) else SWISS_TIEBREAKS
    chosen = contest.settings.tiebreaks or usual
    return (*(one for one in chosen if one != "lots"), "lots")


def results_of(contest: Contest) -> tuple[scoring.Result, ...]:
    """Results and byes of all published rounds."""
    return tuple(filter(None, map(result_of, contest.pairings)))


def result_of(one: Pairing) -> scoring.Result | None:
    """Result or bye of a pairing; None while it is open."""
    if one.is_bye:
        return scoring.Result(one.round, one.first, scoring.BYE)
    if one.result is None:
        return None
    silent = frozenset(one.result.silent)
    return scoring.Result(
        one.round, one.first, one.second, one.result.winner, one.result.scores, silent
    )


def counted_entrants(contest: Contest) -> tuple[Entrant, ...]:
    """Entrants in the standings: all who have or had a place once the contest has begun."""
    return tuple(
        one
        for one in contest.by_entry
        if one.status not in (WITHDRAWN, WAITING) and (one.is_playing or contest.has_begun)
    )


def points_of_entrants(contest: Contest) -> dict[str, int]:
    """CON-STD-01: Points of every entrant, by the agreed table."""
    keys = [one.key for one in contest.by_entry]
    return scoring.totals(keys, results_of(contest), SCORINGS[contest.settings.scoring])


def places_of(contest: Contest) -> tuple[tiebreaks.Place, ...]:
    """CON-STD-02: Places by points, then by the tie-breaks in their order, at last by drawn lots."""
    lots = {key: number for number, key in enumerate(contest.lots, 1)}
    entrants = [one.key for one in counted_entrants(contest)]
    return tiebreaks.standings(
        entrants,
        results_of(contest),
        SCORINGS[contest.settings.scoring],
        tiebreaks_of(contest),
        {key: lots.get(key, len(lots) + 1) for key in entrants},
    )


def points_of_pairing(contest: Contest, pairing: Pairing, entrant: str) -> int:
    """Points of an entrant from one pairing; 0 while it is open."""
    found = result_of(pairing)
    if found is None:
        return 0
    return scoring.points_of(found, entrant, SCORINGS[contest.settings.scoring])


def pairings_by_entrant(contest: Contest) -> dict[str, list[Pairing]]:
    """Published pairings of each entrant, in the order of the rounds."""
    found: dict[str, list[Pairing]] = {}
    for one in contest.pairings:
        for key in one.entrants:
            found.setdefault(key, []).append(one)
    return found
