"""Standings, places with their reasons, cross tables and groups of a contest, to read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.games.contests.divisions import DOWN, UP, moves_of
from app.games.contests.names import group_title, pairing_title, title_of
from app.games.contests.rungs import heights
from app.games.contests.standings import (
    brings_points,
    group_places,
    points_of_pairing,
    tiebreak_values,
)
from app.games.contests.state import Contest, Pairing
from app.games.contests.tiebreaks import TIEBREAKS, Place
from app.kernel.contest_pages import CrossRow, GroupPage, PlaceRow
from app.kernel.reading_pages import StandingRow, StandingsTable
from app.kernel.say import Say, say
from app.kernel.tally import Reason, Tally

UNIT = say("points", "puntos")
HEIGHTS = say("rungs below", "peldaños por debajo")
MOST_IN_CROSS_TABLE = 40
"""Entrants of a cross table; a larger one cannot be read."""
LAST_RESULTS = 5
MOVES: dict[str, Say] = {
    UP: say("moves up", "sube de división"),
    DOWN: say("moves down", "baja de división"),
}


Own = Mapping[str, Sequence[Pairing]]
"""Published pairings of each entrant."""


def standings_tables(
    contest: Contest, places: Sequence[Place], own: Own
) -> Iterator[StandingsTable]:
    """Standings by points, with groups a table for each."""
    if contest.groups:
        for number, table in enumerate(group_places(contest)):
            key, title = f"group_{number + 1}", group_title(contest, number)
            yield standings_table(contest, key, title, table, own)
    elif places:
        title = say("Standings", "Clasificación")
        yield standings_table(contest, "points", title, places, own)


def standings_table(
    contest: Contest, key: str, title: Say, places: Sequence[Place], own: Own
) -> StandingsTable:
    """One table of standings."""
    rows = tuple(
        StandingRow(
            one.place,
            one.entrant,
            title_of(contest, one.entrant),
            one.points,
            points_tally(contest, one.entrant, own.get(one.entrant, ())),
            not contest.entrants[one.entrant].is_playing,
        )
        for one in places
    )
    unit = HEIGHTS if contest.rules.has_rungs else UNIT
    return StandingsTable(key, title, unit, "CON-STD-02", rows)


def points_tally(contest: Contest, key: str, own: Sequence[Pairing]) -> Tally:
    """Points of an entrant, one reason for each round that brought points."""
    if contest.rules.has_rungs:
        height = heights(contest).get(key, 0)
        return Tally((Reason("CON-LAD-01", height, HEIGHTS),) if height else ())
    found = ((points_of_pairing(contest, one, key), one) for one in own)
    return Tally(
        tuple(
            Reason("CON-STD-01", points, pairing_title(contest, one))
            for points, one in found
            if points
        )
    )


def place_rows(contest: Contest, places: Sequence[Place], own: Own) -> Iterator[PlaceRow]:
    """Places with their reasons, the last results, and moves between divisions."""
    has_results = any(one.result for one in contest.pairings if not one.is_bye)
    moves = moves_of(contest) if contest.settings.divisions > 1 and has_results else {}
    numbers = tiebreak_values(contest)
    for one in places:
        yield PlaceRow(
            one.place,
            one.entrant,
            one.points,
            tuple(
                (TIEBREAKS[name].name, abs(value) if name == "lots" else value)
                for name, value in one.values
            ),
            one.why,
            tuple(last_results(one.entrant, own.get(one.entrant, ())))[-LAST_RESULTS:],
            not contest.entrants[one.entrant].is_playing,
            MOVES.get(moves.get(one.entrant, "")),
            sum(board_points_of(pair, one.entrant) for pair in own.get(one.entrant, ()))
            if contest.settings.team_size
            else None,
            tuple((TIEBREAKS[name].name, value) for name, value in numbers.get(one.entrant, ())),
        )


def board_points_of(pairing: Pairing, entrant: str) -> int:
    """Board points of a team in a pairing; 0 for a bye and before its result."""
    if pairing.result is None:
        return 0
    return pairing.result.scores[pairing.entrants.index(entrant)]


def last_results(key: str, own: Sequence[Pairing]) -> Iterator[str]:
    """Results of an entrant in the order of the rounds."""
    for one in own:
        if one.is_bye:
            yield "b"
        elif one.result is not None:
            winner = one.result.winner
            is_drawn = not winner and not one.result.silent
            yield "d" if is_drawn else "w" if winner == key else "l"


def cross_rows(contest: Contest, places: Sequence[Place], own: Own) -> Iterator[CrossRow]:
    """Cross table in the order of the places; none for many or few entrants."""
    entrants = [one.entrant for one in places]
    if not 2 <= len(entrants) <= MOST_IN_CROSS_TABLE:
        return
    for one in places:
        against: dict[str, int] = {}
        for pair in own.get(one.entrant, ()):
            if pair.result is not None:
                other = pair.opponent(one.entrant)
                points = points_of_pairing(contest, pair, one.entrant)
                against[other] = against.get(other, 0) + points
        yield CrossRow(one.entrant, tuple(map(against.get, entrants)), one.points)


def group_pages(contest: Contest, own: Own) -> Iterator[GroupPage]:
    """Table and cross table of each group, without the battles of the bracket."""
    played = {
        key: [one for one in pairs if brings_points(contest, one)] for key, pairs in own.items()
    }
    for number, places in enumerate(group_places(contest)):
        yield GroupPage(
            group_title(contest, number),
            tuple(place_rows(contest, places, played)),
            tuple(cross_rows(contest, places, played)),
        )
