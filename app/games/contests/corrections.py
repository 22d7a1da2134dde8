"""Corrections of a contest: published rounds stay, and consequences in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.games.contests import events as e
from app.games.contests.battle_terms import scenario_of_round
from app.games.contests.groups import drawn_bracket
from app.games.contests.knockout import filled, single_elimination
from app.games.contests.names import pairing_title, result_words, title_of
from app.games.contests.rounds import would_be_drawn
from app.games.contests.seeding import seeds
from app.games.contests.standings import places_of, tiebreak_values
from app.games.contests.state import ASKED, WAITING, Contest, Pairing
from app.games.contests.tiebreaks import TIEBREAKS
from app.kernel.contract import Difference, Event
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, as_is, say

NOTHING = as_is("—")


def keep_rounds(before: Sequence[Event], after: Sequence[Event]) -> Sequence[Event]:
    """CON-RND-09: Rounds that were drawn and published stay, also if a correction changes the
    points.

    Events of a move decided again keep the pairings of before.
    """
    kept: dict[type[Event], Event] = {
        type(event): event
        for event in before
        if isinstance(
            event,
            (
                e.RoundDrafted,
                e.RoundPublished,
                e.SignUpClosed,
                e.EntrantsSeeded,
                e.GroupsDealt,
                e.BracketDrawn,
            ),
        )
    }
    return [kept.get(type(event), event) for event in after]


def round_is_gone(before: Contest, after: Contest) -> Refusal | None:
    """Refusal of a correction that takes a published round back, or exchanges its entrants
    (CON-RND-09).

    The places, the plan of its entrants and its scenario stay too. In an open contest the entrants
    agree on the battles, so only the period and the scenario stay.
    """
    number = round_of_another_scenario(before, after)
    if not number and before.rules.is_open:
        number = before.round if after.round < before.round else 0
    elif not number:
        number = next((one.round for one in before.pairings if not stays(after, one)), 0)
        if before.round and not number and plan_of(before) != plan_of(after):
            number = 1
    if not number:
        return None
    return no(
        "CON-RND-09",
        "Round {n} is published and stays. Correct its results, or take an entrant out.",
        "La ronda {n} está publicada y se conserva. Corrige sus resultados o retira a un participante.",
        n=number,
    )


def round_of_another_scenario(before: Contest, after: Contest) -> int:
    """First published round whose scenario differs after a correction; 0 without one."""
    published = range(1, before.round + 1)
    return next(
        (
            number
            for number in published
            if scenario_of_round(before.settings, number)
            != scenario_of_round(after.settings, number)
        ),
        0,
    )


def stays(after: Contest, pairing: Pairing) -> bool:
    """True if a pairing has the same entrants after a correction, none of them without a place."""
    new = after.pairing(pairing.key)
    entrants = [after.entrant(key) for key in pairing.entrants]
    is_back = any(one is not None and one.status in (WAITING, ASKED) for one in entrants)
    return new is not None and new.entrants == pairing.entrants and not is_back


def plan_of(contest: Contest) -> tuple[object, ...]:
    """Entrants from which all rounds of a fixed schedule follow: groups, or the order of the seeds.
    Empty for Swiss rounds.
    """
    if contest.is_divided:
        return contest.groups, contest.advanced
    return () if contest.rules.is_drawn else seeds(contest)


def differences(before: Contest, after: Contest) -> Iterator[Difference]:
    """Results, places and points that a correction changes."""
    battles = {one.key: one for one in (*before.battles(), *before.pairings)}
    for old in battles.values():
        new = after.pairing(old.key)
        if new is not None and new.result != old.result:
            yield Difference(
                pairing_title(before, old), settled_words(before, old), settled_words(after, new)
            )
    yield from place_differences(before, after)
    yield from round_differences(before, after)
    for key in dict.fromkeys((*before.entrants, *after.entrants)):
        one, other = before.entrant(key), after.entrant(key)
        if (one is None) != (other is None):
            there = say("in the contest", "en la competición")
            owner = before if one is not None else after
            yield Difference(
                title_of(owner, key), there if one else NOTHING, there if other else NOTHING
            )


def place_differences(before: Contest, after: Contest) -> Iterator[Difference]:
    """Places, points and tie-breaks of each entrant, if they change."""
    old = {one.entrant: one for one in places_of(before)}
    new = {one.entrant: one for one in places_of(after)}
    of_old, of_new = tiebreak_values(before), tiebreak_values(after)
    for key, one in old.items():
        other, numbers = new.get(key, one), of_old.get(key, ())
        later = of_new.get(key, numbers)
        if (one.place, one.points, numbers) != (other.place, other.points, later):
            yield Difference(
                title_of(after, key),
                place_words(one.place, one.points, numbers),
                place_words(other.place, other.points, later),
            )


def place_words(place: int, points: int, numbers: Sequence[tuple[str, int]]) -> Say:
    """Place, points and tie-breaks in words."""
    facts = {"n": place, "p": points}
    if not numbers:
        return say("place {n}, {p:point+s}", "puesto {n}, {p:punto+s}", **facts)
    told = tuple(
        say("{name} {value}", "{name} {value}", name=TIEBREAKS[name].name, value=value)
        for name, value in numbers
    )
    return say(
        "place {n}, {p:point+s} ({told})", "puesto {n}, {p:punto+s} ({told})", told=told, **facts
    )


def settled_words(contest: Contest, pairing: Pairing) -> Say:
    """Result of a pairing in words; a dash without one."""
    if pairing.result is None:
        return NOTHING
    return result_words(contest, pairing, pairing.result.winner, pairing.result.scores)


def round_differences(before: Contest, after: Contest) -> Iterator[Difference]:
    """Pairings of published Swiss rounds, and a bracket after groups, that would have been others.
    They stay as they are.
    """
    if after.rules.has_groups and after.advanced:
        yield from bracket_differences(before, after)
    if not after.rules.is_drawn:
        return
    for number in range(2, after.round + 1):
        lots = after.round_lots.get(number, ())
        old, new = (would_be_drawn(contest, lots, number) for contest in (before, after))
        if {pair_of(one) for one in old} != {pair_of(one) for one in new}:
            yield Difference(
                say(
                    "Pairings that round {n} would have had; it stays as published",
                    "Emparejamientos que habría tenido la ronda {n}; se queda como se publicó",
                    n=number,
                ),
                pairs_words(before, old),
                pairs_words(after, new),
            )


def bracket_differences(before: Contest, after: Contest) -> Iterator[Difference]:
    """CON-GRP-07: A bracket that was drawn stays. The preview names the first round that would
    be.
    """
    old, new = (first_matches(contest) for contest in (before, after))
    if old != new:
        title = say("The bracket would begin with", "El cuadro empezaría con")
        yield Difference(title, matches_words(before, old), matches_words(after, new))


def first_matches(contest: Contest) -> tuple[tuple[str, str], ...]:
    """First matches of the bracket that the groups would give now; "" for no opponent."""
    order = drawn_bracket(contest)
    matches = filled(single_elimination(len(order)), order, {}).values()
    return tuple(
        (one.first or "", one.second or "") for one in matches if one.key.startswith("w1.")
    )


def matches_words(contest: Contest, matches: Sequence[tuple[str, str]]) -> Say:
    """Matches in words; an entrant without an opponent alone."""
    told = tuple(
        say(
            "{one} – {other}",
            "{one} – {other}",
            one=title_of(contest, first),
            other=title_of(contest, second),
        )
        if second
        else title_of(contest, first)
        for first, second in matches
    )
    return say("{all}", "{all}", all=told)


def pair_of(pairing: Pairing) -> frozenset[str]:
    """Entrants of a pairing without their sides."""
    return frozenset(pairing.entrants)


def pairs_words(contest: Contest, pairs: Sequence[Pairing]) -> Say:
    """Pairings in words."""
    told = tuple(
        say(
            "{one} – {other}",
            "{one} – {other}",
            one=title_of(contest, pair.first),
            other=title_of(contest, pair.second),
        )
        for pair in pairs
        if not pair.is_bye
    )
    return say("{all}", "{all}", all=told)
