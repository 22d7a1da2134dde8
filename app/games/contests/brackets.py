"""Bracket of a knock-out in columns, with names of its rounds."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.contests.knockout import Filled
from app.games.contests.rounds import filled_bracket
from app.games.contests.state import Contest
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
    battles = {
        one.match: one.key
        for one in contest.pairings
        if one.match and not (one.is_bye or one.boards)
    }
    columns: dict[str, list[Filled]] = {}
    for key, match in found.items():
        columns.setdefault(key.partition(".")[0], []).append(match)
    is_double = "final" in columns
    for name, matches in columns.items():
        if name == "decider" and matches[0].second in (None, ""):
            continue
        title = column_title(name, len(matches), is_double=is_double)
        rows = (
            BracketMatch(
                one.key, title, one.first, one.second, one.winner, battles.get(one.key, "")
            )
            for one in matches
        )
        yield BracketColumn(title, tuple(rows))


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
