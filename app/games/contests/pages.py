"""Pages of a contest to read, built from a view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.games.contests import swiss
from app.games.contests.brackets import bracket_columns
from app.games.contests.entries import free_places
from app.games.contests.fog import View
from app.games.contests.names import (
    STATES,
    entrant_title,
    moment_title,
    pairing_title,
    result_words,
    round_title,
    title_of,
)
from app.games.contests.setup import settings_words
from app.games.contests.standings import (
    counted_entrants,
    pairings_by_entrant,
    places_of,
    points_of_entrants,
    points_of_pairing,
)
from app.games.contests.state import (
    KNOCKOUTS,
    REFEREE,
    ROBINS,
    SWISS,
    YES,
    Contest,
    Entrant,
    Pairing,
)
from app.games.contests.tiebreaks import TIEBREAKS, Place
from app.kernel.contest_pages import (
    ContestPages,
    CrossRow,
    EntrantRow,
    PairingRow,
    PlaceRow,
    RoundTable,
)
from app.kernel.reading_pages import (
    BattlePage,
    ReadingPages,
    SidePage,
    StandingRow,
    StandingsTable,
)
from app.kernel.say import Say, say
from app.kernel.tally import Reason, Tally

UNIT = say("points", "puntos")
MOST_IN_CROSS_TABLE = 40
"""Entrants of a cross table; a larger one cannot be read."""
LAST_RESULTS = 5


Own = Mapping[str, Sequence[Pairing]]
"""Published pairings of each entrant."""


def reading_pages(view: View) -> ReadingPages:
    """All pages for the viewer."""
    contest = view.contest
    places, own = places_of(contest), pairings_by_entrant(contest)
    points = points_of_entrants(contest)
    return ReadingPages(
        moment_title(contest),
        UNIT,
        tuple(standings_tables(contest, places, own)),
        (),
        tuple(side_page(contest, one, points[one.key], own) for one in contest.by_entry),
        tuple(battle_page(contest, one) for one in contest.pairings if not one.is_bye),
        contest=contest_pages(view, places, own),
    )


def contest_pages(view: View, places: Sequence[Place], own: Own) -> ContestPages:
    """Rounds, places, cross table, bracket and entrants."""
    contest = view.contest
    return ContestPages(
        tuple(round_tables(contest)),
        tuple(place_rows(contest, places, own)),
        tuple(cross_rows(contest, places, own)),
        tuple(bracket_columns(contest)) if contest.form in KNOCKOUTS and contest.lots else (),
        tuple(entrant_row(view, one) for one in contest.by_entry),
        tuple(settings_words(contest.form, contest.settings)),
        free_places(contest),
        contest.has_begun,
    )


# ---------------------------------------------------------------------- standings
def standings_tables(
    contest: Contest, places: Sequence[Place], own: Own
) -> Iterator[StandingsTable]:
    """Standings by points."""
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
    if rows:
        title = say("Standings", "Clasificación")
        yield StandingsTable("points", title, UNIT, "CON-STD-02", rows)


def points_tally(contest: Contest, key: str, own: Sequence[Pairing]) -> Tally:
    """Points of an entrant, one reason for each round that brought points."""
    found = ((points_of_pairing(contest, one, key), one) for one in own)
    return Tally(
        tuple(
            Reason("CON-STD-01", points, pairing_title(contest, one))
            for points, one in found
            if points
        )
    )


def place_rows(contest: Contest, places: Sequence[Place], own: Own) -> Iterator[PlaceRow]:
    """Places with their reasons and the last results."""
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
        )


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
    """Cross table of a contest that is no knock-out, in the order of the places."""
    entrants = [one.entrant for one in places]
    if contest.form in KNOCKOUTS or not 2 <= len(entrants) <= MOST_IN_CROSS_TABLE:
        return
    for one in places:
        against: dict[str, int] = {}
        for pair in own.get(one.entrant, ()):
            if pair.result is not None:
                other = pair.opponent(one.entrant)
                points = points_of_pairing(contest, pair, one.entrant)
                against[other] = against.get(other, 0) + points
        yield CrossRow(one.entrant, tuple(map(against.get, entrants)), one.points)


# ---------------------------------------------------------------------- rounds
def round_tables(contest: Contest) -> Iterator[RoundTable]:
    """Published rounds, and the draft for organisers."""
    for number in range(1, contest.round + 1):
        pairs = tuple(one for one in contest.pairings if one.round == number)
        yield round_table(contest, number, pairs)
    if contest.draft is not None:
        yield round_table(contest, contest.round + 1, contest.draft, is_draft=True)


def round_table(
    contest: Contest, number: int, pairs: tuple[Pairing, ...], *, is_draft: bool = False
) -> RoundTable:
    """One round."""
    paired = {key for one in pairs for key in one.entrants}
    missing = tuple(
        one.key
        for one in counted_entrants(contest)
        if one.is_playing and one.since <= number and one.key not in paired
    )
    return RoundTable(
        number,
        round_title(number),
        tuple(pairing_row(contest, one) for one in pairs),
        is_draft,
        missing if contest.form not in KNOCKOUTS else (),
    )


def pairing_row(contest: Contest, one: Pairing) -> PairingRow:
    """One pairing with its reason."""
    return PairingRow(
        one.key,
        int(one.key.partition(".")[2]),
        one.first,
        one.second,
        state_of(contest, one),
        reason_of(contest, one),
        one.points,
        one.result.winner if one.result else "",
        one.is_open,
    )


def state_of(contest: Contest, one: Pairing) -> Say:
    """Result or state of a pairing in words."""
    if one.is_bye:
        return say("bye", "descansa")
    if one.result is not None:
        if len(one.result.silent) == 2:
            return say("no points for either", "sin puntos para ninguno")
        return result_words(contest, one.result.winner, one.result.scores)
    if one.dispute is not None or (one.report is not None and not one.report.by):
        return say("an organiser decides", "decide un organizador")
    if one.report is not None:
        return say("result to confirm", "resultado por confirmar")
    return waiting_words(one)


def waiting_words(one: Pairing) -> Say:
    """State of a battle that was not played yet, with its date."""
    if one.date is not None and one.date.answer == YES:
        return say("to be played: {words}", "por jugar: {words}", words=one.date.words)
    if one.date is not None and not one.date.answer:
        return say(
            "to be played; date proposed: {words}",
            "por jugar; fecha propuesta: {words}",
            words=one.date.words,
        )
    if one.is_extended:
        return say("to be played, time extended", "por jugar, con prórroga")
    return say("to be played", "por jugar")


def reason_of(contest: Contest, one: Pairing) -> Say:
    """Reason of a pairing."""
    if one.is_changed:
        return say("Changed by an organiser.", "La cambió un organizador.")
    if contest.form == SWISS:
        if one.is_bye:
            return swiss.bye_words(one.points[0], one.relaxed)
        return swiss.pairing_words(one.points, one.relaxed)
    if one.is_bye:
        return say("The opponent has left.", "El rival dejó la competición.")
    if contest.form in ROBINS:
        return say("Schedule of the round robin.", "Calendario de la liga.")
    return say("Bracket.", "Cuadro de la eliminatoria.")


# ---------------------------------------------------------------------- entrants, battles
def entrant_row(view: View, one: Entrant) -> EntrantRow:
    """Entrant; the payment is told to organisers and to the entrant."""
    may_know = view.me in (REFEREE, one.key)
    return EntrantRow(
        one.key,
        entrant_title(one),
        one.club,
        STATES[one.status],
        one.is_playing,
        one.has_paid if may_know else None,
    )


def side_page(contest: Contest, one: Entrant, points: int, own: Own) -> SidePage:
    """Page of an entrant."""
    facts = tuple(
        say(
            "{battle}: {state}.",
            "{battle}: {state}.",
            battle=pairing_title(contest, pair),
            state=state_of(contest, pair),
        )
        for pair in own.get(one.key, ())
    )
    kind = say("Entrant", "Participante")
    return SidePage(
        one.key, entrant_title(one), kind, STATES[one.status], one.is_playing, points, facts
    )


def battle_facts(contest: Contest, one: Pairing) -> tuple[Say, ...]:
    """Result or state of a battle, and the reason of its pairing."""
    return (
        say("{state:Aa}.", "{state:Aa}.", state=state_of(contest, one)),
        say("Pairing: {why}", "Emparejamiento: {why}", why=reason_of(contest, one)),
    )


def battle_page(contest: Contest, one: Pairing) -> BattlePage:
    """Page of a battle."""
    return BattlePage(
        one.key,
        pairing_title(contest, one),
        one.round,
        round_title(one.round),
        one.entrants,
        state_of(contest, one),
        one.is_open,
        winner=one.result.winner if one.result else "",
        facts=battle_facts(contest, one),
        is_fought=one.result is not None and not one.result.silent,
        is_reported=one.report is not None,
    )
