"""Bracket of a knock-out in columns, with names of its rounds."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.contests.knockout import Filled
from app.games.contests.names import title_of
from app.games.contests.rounds import filled_bracket
from app.games.contests.state import Contest, Pairing
from app.kernel.contest_pages import BracketColumn, BracketMatch
from app.kernel.say import Say, say

FINAL = say("Final", "Final")
NAMED: dict[str, Say] = {
    "third": say("Third place", "Tercer puesto"),
    "final": FINAL,
    "decider": say("Deciding battle", "Batalla decisiva"),
}
FROM_THE_END: dict[int, Say] = {
    1: FINAL,
    2: say("Semi-finals", "Semifinales"),
    4: say("Quarter-finals", "Cuartos de final"),
    8: say("Round of 16", "Octavos de final"),
}
"""Name of a round of a single bracket by the number of its matches."""


def bracket_columns(contest: Contest) -> Iterator[BracketColumn]:
    """Columns from the first round to the last, then the second bracket and the single matches."""
    found = filled_bracket(contest)
    pairings = {one.match: one for one in contest.pairings if one.match and not one.is_bye}
    columns: dict[str, list[Filled]] = {}
    for key, match in found.items():
        columns.setdefault(key.partition(".")[0], []).append(match)
    is_double = "final" in columns
    for name, matches in columns.items():
        if name == "decider" and matches[0].second in (None, ""):
            continue
        title = column_title(name, len(matches), is_double=is_double)
        rows = (match_row(contest, title, one, pairings.get(one.key)) for one in matches)
        yield BracketColumn(title, tuple(rows))


def match_row(contest: Contest, title: Say, match: Filled, pairing: Pairing | None) -> BracketMatch:
    """One match with its score, and in words."""
    score = score_of(match, pairing)
    battle = pairing.key if pairing is not None and not pairing.boards else ""
    says = match_words(contest, match, score)
    return BracketMatch(
        match.key, title, match.first, match.second, match.winner, battle, score, says
    )


def score_of(match: Filled, pairing: Pairing | None) -> tuple[int, int] | None:
    """Points of victory of both entrants of a match, in its order; None without any."""
    if pairing is None or pairing.result is None or not any(pairing.result.scores):
        return None
    one, other = pairing.result.scores
    return (one, other) if pairing.first == match.first else (other, one)


def match_words(contest: Contest, match: Filled, score: tuple[int, int] | None) -> Say:
    """One match as a sentence for readers without the drawing."""
    if not match.winner:
        return open_match_words(contest, match)
    won = title_of(contest, match.winner)
    if "" in (match.first, match.second):
        return say("{who} goes on without a battle.", "{who} pasa sin jugar.", who=won)
    is_first = match.winner == match.first
    lost = title_of(contest, (match.second if is_first else match.first) or "")
    if score is None:
        return say("{won} wins against {lost}.", "{won} gana a {lost}.", won=won, lost=lost)
    most, least = score if is_first else score[::-1]
    return say(
        "{won} wins against {lost}, {most} : {least}.",
        "{won} gana a {lost}, {most} : {least}.",
        won=won,
        lost=lost,
        most=most,
        least=least,
    )


def open_match_words(contest: Contest, match: Filled) -> Say:
    """One match without a winner as a sentence."""
    known = [title_of(contest, key) for key in (match.first, match.second) if key]
    if not known:
        return say("The entrants are still open.", "Los participantes están por decidir.")
    if len(known) == 1:
        return say("{who} waits for an opponent.", "{who} espera rival.", who=known[0])
    one, other = known
    return say(
        "{one} against {other}: open.", "{one} contra {other}: pendiente.", one=one, other=other
    )


def column_title(name: str, count: int, *, is_double: bool) -> Say:
    """Title of a column by the first part of the keys of its matches."""
    if name in NAMED:
        return NAMED[name]
    number = int(name[1:])
    if name.startswith("l"):
        return say("Second bracket, round {n}", "Segundo cuadro, ronda {n}", n=number)
    if is_double:
        return say("First bracket, round {n}", "Primer cuadro, ronda {n}", n=number)
    return FROM_THE_END.get(count) or say("Round {n}", "Ronda {n}", n=number)


def bracket_places(contest: Contest) -> tuple[tuple[str, ...], ...]:
    """First, second and third place of a finished bracket; empty while it is open."""
    found = filled_bracket(contest)
    last = list(found.values())
    if not last:
        return ()
    third = found.get("third")
    final = found.get("decider") or found.get("final")
    if final is None:
        final = next(one for one in reversed(last) if one.key.startswith("w"))
    if final.key == "decider" and not final.second:
        final = found["final"]
    if not final.winner:
        return ()
    places = [(final.winner,), tuple(filter(None, (final.loser,)))]
    if third is not None and third.winner:
        places.append((third.winner,))
    return tuple(one for one in places if one)
