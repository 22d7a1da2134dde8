"""Chapters of the chronicle of a contest, told from the public views at their beginning and end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.games.contests.brackets import bracket_places
from app.games.contests.chapter_battles import told_battle
from app.games.contests.names import entrant_title, group_title, player_name
from app.games.contests.rounds import is_complete
from app.games.contests.standings import group_places, places_of
from app.games.contests.state import (
    LEFT,
    PLAYING,
    WAITING,
    WITHDRAWN,
    Contest,
    Entrant,
    Pairing,
)
from app.games.contests.tiebreaks import Place
from app.kernel.contest_chronicle import ChapterPlace, ChapterTable, ContestChapter
from app.kernel.say import Say, say

FEW_WINNERS = 3
"""Winners that the headline of a round of a bracket names."""


def closed_chapters(contest: Contest) -> int:
    """Chapters that are closed: the sign-up, then each round without an open battle. An open form
    has no rounds, and its chapters are months.
    """
    if not contest.has_begun:
        return 0
    if contest.rules.is_open:
        return 1
    is_open = contest.step == PLAYING and not contest.is_closed
    return 1 + contest.round - is_open


def contest_chapter(before: Contest, after: Contest) -> ContestChapter:
    """Chapter between two moments. `before` is the end of the chapter before."""
    if not before.has_begun:
        return sign_up_chapter(after)
    told = told_pairings(before, after)
    ranks = {} if after.rules.has_rungs else ranks_before(before, after)
    battles = tuple(told_battle(after, one, ranks) for one in told)
    return ContestChapter(
        headline(before, after, told),
        tuple(lead_sentences(after, told)),
        battles,
        tuple(changes(before, after)),
        tuple(tables(before, after)),
        is_ladder=after.rules.has_rungs,
    )


def sign_up_chapter(after: Contest) -> ContestChapter:
    """Entrants at the end of the sign-up, and those who wait."""
    entrants = after.playing()
    title = (
        say("{n:team+s}", "{n:equipo+s}", n=len(entrants))
        if after.settings.team_size
        else say("{n:entrant+s}", "{n:participante+s}", n=len(entrants))
    )
    names = tuple(map(entrant_title, entrants))
    lead = [say("They are: {names}.", "Son: {names}.", names=names)] if names else []
    waiting = tuple(entrant_title(one) for one in after.waiting_list())
    if waiting:
        lead.append(say("Waiting list: {names}.", "Lista de espera: {names}.", names=waiting))
    return ContestChapter(title, tuple(lead), (), (), ())


def told_pairings(before: Contest, after: Contest) -> tuple[Pairing, ...]:
    """Pairings of the rounds published since; in an open form the battles with a result since."""
    if not after.rules.is_open:
        return tuple(one for one in after.pairings if one.round > before.round)
    known = {one.key for one in before.pairings if one.result is not None}
    return tuple(one for one in after.pairings if one.result is not None and one.key not in known)


def ranks_before(before: Contest, after: Contest) -> Mapping[str, tuple[int, int | None]]:
    """Place and points of each entrant before a chapter. In the first round these are the seeds,
    without points; empty without seeds, and with tables of groups.
    """
    if before.round == 0:
        seeds = after.seeded if after.settings.is_seeded else ()
        return {key: (number, None) for number, key in enumerate(seeds, 1)}
    if before.is_divided:
        return {}
    return {one.entrant: (one.place, one.points) for one in places_of(before)}


# ---------------------------------------------------------------------- headline and lead
def headline(before: Contest, after: Contest, told: Sequence[Pairing]) -> Say | None:
    """Headline: the winners of a round of a bracket, or the entrant on the first place."""
    bracket = bracket_places(after) if after.has_bracket else ()
    if any(one.match for one in told) and not bracket:
        return winners_headline(after, told)
    first = bracket[0][0] if bracket else first_of(after)
    if first not in after.entrants or not told:
        return None
    facts = {"who": entrant_title(after.entrants[first])}
    if bracket or after.is_closed or (not after.rules.is_open and is_complete(after)):
        return say("{who} comes first", "{who} queda en primer lugar", **facts)
    if first_of(before) == first:
        return say("{who} keeps the first place", "{who} conserva el primer puesto", **facts)
    return say("{who} takes the first place", "{who} pasa al primer puesto", **facts)


def winners_headline(after: Contest, told: Sequence[Pairing]) -> Say | None:
    """Winners of a few battles of a bracket; None for many."""
    keys = [one.result.winner for one in told if one.result is not None and one.result.winner]
    names = tuple(entrant_title(after.entrants[key]) for key in keys if key in after.entrants)
    if not 0 < len(names) <= FEW_WINNERS:
        return None
    return say("{names} {names:wins|win}", "{names:gana|ganan} {names}", names=names)


def first_of(contest: Contest) -> str | None:
    """Entrant on the only first place; None with tables of groups, and before any battle."""
    if contest.is_divided or not contest.round:
        return None
    places = places_of(contest)
    return places[0].entrant if places else None


def lead_sentences(after: Contest, told: Sequence[Pairing]) -> Iterator[Say]:
    """Number of played battles and draws, resting entrants, then the first two of the table."""
    played = [one for one in told if one.result is not None and not one.result.silent]
    if played:
        drawn = sum(map(is_drawn, played))
        facts = {"n": len(played), "drawn": drawn}
        yield (
            say(
                "{n:battle+s} {n:was|were} played, with {drawn:draw+s}.",
                "Se {n:jugó|jugaron} {n:batalla+s}, con {drawn:empate+s}.",
                **facts,
            )
            if drawn
            else say(
                "{n:battle+s} {n:was|were} played.", "Se {n:jugó|jugaron} {n:batalla+s}.", **facts
            )
        )
    resting = tuple(entrant_title(after.entrants[key]) for key in resting_in(after, told))
    if resting:
        yield say("Without a battle: {names}.", "Sin batalla: {names}.", names=resting)
    first = first_of(after)
    if first is not None and not after.rules.has_rungs and not after.has_bracket:
        yield from first_two(after, places_of(after))


def resting_in(after: Contest, told: Sequence[Pairing]) -> tuple[str, ...]:
    """Entrants without a pairing in the last round of the told ones; none in a bracket."""
    paired = {key for one in told for key in one.entrants}
    if after.rules.is_open or not told or any(one.match for one in told):
        return ()
    return tuple(
        one.key for one in after.playing() if one.since <= after.round and one.key not in paired
    )


def is_drawn(one: Pairing) -> bool:
    """True for a draw of two entrants who both played."""
    return one.result is not None and not one.result.winner and not one.result.silent


def first_two(after: Contest, places: Sequence[Place]) -> Iterator[Say]:
    """First entrant of the table with the lead over the second one."""
    if len(places) < 2:
        return
    one, other = places[0], places[1]
    facts = {
        "who": entrant_title(after.entrants[one.entrant]),
        "second": entrant_title(after.entrants[other.entrant]),
        "p": one.points,
        "more": one.points - other.points,
    }
    if facts["more"]:
        yield say(
            "{who} has {p:point+s}, {more} more than {second}.",
            "{who} tiene {p:punto+s}, {more} más que {second}.",
            **facts,
        )
    else:
        yield say(
            "{who} and {second} have {p:point+s} each; the tie-breaks put {who} first.",
            "{who} y {second} tienen {p:punto+s}; los desempates dan el primer puesto a {who}.",
            **facts,
        )


# ---------------------------------------------------------------------- changes and tables
def changes(before: Contest, after: Contest) -> Iterator[Say]:
    """Entrants who came or left since, and new captains of teams."""
    for one in after.by_entry:
        old, who = before.entrant(one.key), entrant_title(one)
        was_in = old is not None and old.is_playing
        if one.is_playing and not was_in:
            yield say("{who} joins the contest.", "{who} entra en la competición.", who=who)
        elif one.status in (LEFT, WITHDRAWN) and was_in:
            yield say("{who} leaves the contest.", "{who} deja la competición.", who=who)
        elif one.status == WAITING and old is None:
            says = say(
                "{who} joins the waiting list.", "{who} entra en la lista de espera.", who=who
            )
            yield says
        elif old is not None and captain_of(old) != captain_of(one) and captain_of(one):
            yield say(
                "{captain} is the new captain of {who}.",
                "{captain} es el nuevo capitán de {who}.",
                captain=captain_of(one),
                who=who,
            )


def captain_of(team: Entrant) -> Say | None:
    """Name of the captain; None for an entrant who plays alone."""
    captain = team.player(f"{team.key}~1")
    return player_name(team, captain) if captain is not None else None


def tables(before: Contest, after: Contest) -> Iterator[ChapterTable]:
    """Tables at the end: one for each group or division, none during a bracket."""
    if after.has_bracket:
        return
    if after.groups:
        known = group_places(before) if before.groups else ()
        for number, places in enumerate(group_places(after)):
            old = known[number] if number < len(known) and before.round else ()
            yield ChapterTable(group_title(after, number), tuple(table_rows(old, places)))
        return
    old = places_of(before) if before.round else ()
    yield ChapterTable(None, tuple(table_rows(old, places_of(after))))


def table_rows(old: Sequence[Place], new: Sequence[Place]) -> Iterator[ChapterPlace]:
    """Rows of a table with the places gained."""
    earlier = {one.entrant: one.place for one in old}
    for one in new:
        moved = earlier[one.entrant] - one.place if one.entrant in earlier else None
        yield ChapterPlace(one.place, one.entrant, one.points, moved)
