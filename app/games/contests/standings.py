"""Standings of a contest: places with their reasons (chapter CON-STD)."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.contests import rungs, scoring, tiebreaks
from app.games.contests.forms import ContestForm
from app.games.contests.state import (
    ASKED,
    BYE,
    WAITING,
    WITHDRAWN,
    Contest,
    Entrant,
    Pairing,
    Settings,
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


NOT_IN_COLUMNS = ("lots", "head_to_head", "boards")
"""Tie-breaks that have no number of their own, or that have a column in every table of teams."""


def tiebreak_order(form: ContestForm, settings: Settings) -> tuple[str, ...]:
    """Tie-breaks in their order. Drawn lots are always the last one."""
    chosen = settings.tiebreaks or form.tiebreaks
    if settings.team_size:
        chosen = tuple("boards" if one == "difference" else one for one in chosen)
    return (*(one for one in chosen if one != "lots"), "lots")


def tiebreak_words(names: Sequence[str]) -> Say:
    """Names of tie-breaks in their order."""
    return say("{names}", "{names}", names=tuple(tiebreaks.TIEBREAKS[one].name for one in names))


def tiebreak_values(contest: Contest) -> dict[str, tuple[tuple[str, int], ...]]:
    """Tie-breaks with a number of their own, for each entrant; empty for a ladder."""
    if contest.rules.has_rungs:
        return {}
    entrants = [one.key for one in counted_entrants(contest)]
    names = [
        one for one in tiebreak_order(contest.rules, contest.settings) if one not in NOT_IN_COLUMNS
    ]
    known = {*entrants, BYE}
    results = [one for one in results_of(contest) if {one.first, one.second} <= known]
    return tiebreaks.values_of(entrants, results, SCORINGS[contest.settings.scoring], names)


def results_of(contest: Contest) -> tuple[scoring.Result, ...]:
    """Results and byes that bring points, of all published rounds."""
    counted = (one for one in contest.pairings if brings_points(contest, one))
    return tuple(filter(None, map(result_of, counted)))


def brings_points(contest: Contest, pairing: Pairing) -> bool:
    """Battles of a bracket after groups bring no points, nor do those against an entrant whose
    entry a correction has struck.
    """
    is_known = all(key in contest.entrants for key in pairing.entrants)
    return is_known and not (contest.rules.has_groups and pairing.match)


def group_places(contest: Contest) -> tuple[tuple[tiebreaks.Place, ...], ...]:
    """CON-GRP-04: Places of each group, by the results of its own battles."""
    return tuple(
        places_among(contest, [key for key in group if key in contest.entrants])
        for group in contest.groups
    )


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
        if one.status not in (WITHDRAWN, WAITING, ASKED) and (one.is_playing or contest.has_begun)
    )


def points_of_entrants(contest: Contest) -> dict[str, int]:
    """CON-STD-01: Points of every entrant, by the agreed table. A ladder counts the rungs above its
    lowest one.
    """
    keys = [one.key for one in contest.by_entry]
    if contest.rules.has_rungs:
        return dict.fromkeys(keys, 0) | rungs.heights(contest)
    return scoring.totals(keys, results_of(contest), SCORINGS[contest.settings.scoring])


def places_of(contest: Contest) -> tuple[tiebreaks.Place, ...]:
    """CON-STD-02: Places by points, then by the tie-breaks in their order, at last by drawn lots;
    of a ladder by its rungs. With groups, the places of each group in turn.
    """
    if contest.rules.has_rungs:
        heights = rungs.heights(contest)
        return tuple(
            tiebreaks.Place(rungs.rung_of(contest, key), key, heights[key], (), None)
            for key in contest.rungs
        )
    if contest.groups:
        return tuple(place for table in group_places(contest) for place in table)
    return places_among(contest, [one.key for one in counted_entrants(contest)])


def places_among(contest: Contest, entrants: Sequence[str]) -> tuple[tiebreaks.Place, ...]:
    """Places of these entrants by their results against each other and their byes."""
    lots = {key: number for number, key in enumerate(contest.lots, 1)}
    known = {*entrants, BYE}
    return tiebreaks.standings(
        entrants,
        [one for one in results_of(contest) if {one.first, one.second} <= known],
        SCORINGS[contest.settings.scoring],
        tiebreak_order(contest.rules, contest.settings),
        {key: lots.get(key, len(lots) + 1) for key in entrants},
    )


def points_of_pairing(contest: Contest, pairing: Pairing, entrant: str) -> int:
    """Points of an entrant from one pairing; 0 while it is open."""
    found = result_of(pairing)
    if found is None or not brings_points(contest, pairing):
        return 0
    return scoring.points_of(found, entrant, SCORINGS[contest.settings.scoring])


def pairings_by_entrant(contest: Contest) -> dict[str, list[Pairing]]:
    """Published pairings of each entrant, in the order of the rounds."""
    found: dict[str, list[Pairing]] = {}
    for one in contest.pairings:
        for key in one.entrants:
            found.setdefault(key, []).append(one)
    return found
