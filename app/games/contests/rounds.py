"""Rounds: draft, change and publication of the pairings (chapter CON-RND)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from app.games.contests import events as e
from app.games.contests import knockout, swiss
from app.games.contests import orders as o
from app.games.contests.boards import with_boards
from app.games.contests.course import Course
from app.games.contests.divisions import filled_divisions
from app.games.contests.groups import (
    dealt_groups,
    drawn_bracket,
    group_pairs,
    group_rounds,
    is_bracket_next,
)
from app.games.contests.robin import schedule
from app.games.contests.seeding import seeds
from app.games.contests.standings import points_of_entrants
from app.games.contests.state import (
    BYE,
    LEFT,
    PAIRING,
    PERIOD,
    Contest,
    Entrant,
    Pairing,
)
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, no

CACHED = 64
"""Brackets that stay in memory."""


# ---------------------------------------------------------------------- entrants of a round
def entrants_of_round(contest: Contest, number: int) -> tuple[Entrant, ...]:
    """Entrants who take part in a round: with a place, and not absent."""
    return tuple(
        one for one in contest.playing() if one.since <= number and number not in one.absent
    )


@lru_cache(CACHED)
def bracket(count: int, is_double: bool, has_third_place: bool) -> tuple[knockout.Match, ...]:
    """Matches of a bracket."""
    if is_double:
        return knockout.double_elimination(count)
    return knockout.single_elimination(count, has_third_place=has_third_place)


def rounds_in_all(contest: Contest) -> int:
    """Number of rounds; of a knock-out, the rounds so far and one more while matches are left.
    Before the bracket is drawn, the rounds of the groups and one more.
    """
    if contest.rules.is_open:
        return PERIOD
    if contest.rules.is_drawn:
        return contest.settings.rounds
    if contest.rules.has_groups and not contest.advanced:
        return group_rounds(contest) + 1
    if contest.settings.divisions > 1:
        return group_rounds(contest) or 1
    if contest.rules.has_bracket:
        return contest.round + bool(ready_matches(contest))
    return len(schedule(seeds(contest), contest.rules.is_double))


def is_complete(contest: Contest) -> bool:
    """True if no round is left."""
    if not contest.has_begun or contest.open_pairings():
        return False
    if len(contest.playing()) < 2:
        return True
    return contest.round >= rounds_in_all(contest)


# ---------------------------------------------------------------------- bracket
def filled_bracket(contest: Contest) -> dict[str, knockout.Filled]:
    """Matches of the bracket with entrants and winners. A match that was played keeps its entrants,
    also after a correction. Of two entrants who left, the first goes on and gives way later.
    """
    order = contest.advanced if contest.rules.has_groups else seeds(contest)
    matches = bracket(len(order), contest.rules.is_double, contest.settings.has_third_place)
    played = {one.match: (one.first, one.second) for one in contest.pairings if one.match}
    winners = dict(bracket_winners(contest))
    while True:
        found = knockout.filled(matches, order, winners, played)
        gone = {
            one.key: one.first
            for one in found.values()
            if one.is_ready and one.key not in played and all_left(contest, one)
        }
        if not gone:
            return found
        winners |= {key: first for key, first in gone.items() if first}


def all_left(contest: Contest, match: knockout.Filled) -> bool:
    """True if both entrants of a match have left."""
    both = (contest.entrant(key or "") for key in (match.first, match.second))
    return all(one is not None and one.status == LEFT for one in both)


def bracket_winners(contest: Contest) -> Iterator[tuple[str, str]]:
    """Winners of the matches that have a result, with those who met no opponent."""
    for one in contest.pairings:
        if one.match and one.is_bye:
            yield one.match, one.first
        elif one.match and one.result is not None:
            yield one.match, one.result.winner


def ready_matches(contest: Contest) -> tuple[knockout.Filled, ...]:
    """Matches whose entrants are known and that were not published yet."""
    played = {one.match for one in contest.pairings}
    return tuple(
        one for one in filled_bracket(contest).values() if one.is_ready and one.key not in played
    )


# ---------------------------------------------------------------------- drawing
def draft_round(course: Course) -> None:
    """Draw the next round."""
    contest, number = course.contest, course.contest.round + 1
    if contest.rules.is_drawn:
        entrants = swiss_entrants(contest, number)
        if number == 1 and contest.seeded:
            order = seeds(contest)
            lots = in_this_order(entrants, order)
            pairings = tuple(swiss_pairings(number, lots, is_seeded=True))
        else:
            order = lots_of_round(contest, number, entrants, course.dice)
            lots = in_this_order(entrants, order)
            pairings = tuple(swiss_pairings(number, lots))
        course.happen(e.RoundDrafted(number, pairings, order))
        return
    if contest.is_divided:
        prepare_groups(course)
    course.happen(e.RoundDrafted(number, tuple(fixed_pairings(course.contest, number))))


def prepare_groups(course: Course) -> None:
    """Deal the groups or fill the divisions before the first round. Draw the bracket after the last
    round of groups.
    """
    contest = course.contest
    if contest.round == 0 and not contest.rules.has_groups:
        course.happen(e.GroupsDealt(filled_divisions(contest)))
    elif contest.round == 0:
        course.happen(e.GroupsDealt(dealt_groups(contest, course.dice)))
    elif is_bracket_next(contest):
        course.happen(e.BracketDrawn(drawn_bracket(contest)))


def swiss_entrants(contest: Contest, number: int) -> list[swiss.Entrant]:
    """Entrants of a Swiss round with their battles so far."""
    points, agreed = points_of_entrants(contest), agreed_opponents(contest, number)
    return [
        replace(swiss_entrant(contest, one, points), agreed=agreed.get(one.key, ""))
        for one in entrants_of_round(contest, number)
    ]


def agreed_opponents(contest: Contest, number: int) -> dict[str, str]:
    """CON-CHL-06: The challenge round pairs entrants with an accepted challenge first, if that
    forces no rematch and no second bye.
    """
    if number != contest.settings.challenge_round:
        return {}
    playing = {one.key for one in entrants_of_round(contest, number)}
    both = [one.entrants for one in contest.agreed if playing.issuperset(one.entrants)]
    return dict(both) | {to: by for by, to in both}


def lots_of_round(
    contest: Contest, number: int, entrants: Sequence[swiss.Entrant], dice: Dice
) -> tuple[str, ...]:
    """Lots of a round, drawn once (CON-RND-06). After a void draft they stay, also for an entrant
    who is absent now. A new entrant gets a place by a die.
    """
    order = list(contest.round_lots.get(number, ()))
    if not order:
        return tuple(one.id for one in swiss.drawn_lots(entrants, dice))
    for key in sorted({one.id for one in entrants}.difference(order)):
        order.insert(dice.roll(len(order) + 1, "lot", key) - 1, key)
    return tuple(order)


def in_this_order(entrants: Iterable[swiss.Entrant], order: Sequence[str]) -> list[swiss.Entrant]:
    """Entrants of a round in the order of their lots or seeds, which may have other entrants
    too.
    """
    places = {key: place for place, key in enumerate(order)}
    return sorted(entrants, key=lambda one: places[one.id])


def swiss_entrant(contest: Contest, one: Entrant, points: Mapping[str, int]) -> swiss.Entrant:
    """Entrant as the pairing reads it. Missed rounds count as rests, also those before a late
    entry.
    """
    own = [pairing for pairing in contest.pairings if one.key in pairing.entrants]
    fought = [pairing for pairing in own if not pairing.is_bye]
    return swiss.Entrant(
        one.key,
        points.get(one.key, 0),
        one.club.casefold() if contest.settings.keeps_mates_apart else "",
        tuple(int(pairing.second == one.key) for pairing in fought),
        frozenset(pairing.opponent(one.key) for pairing in fought),
        contest.round - len(fought),
    )


def swiss_pairings(
    number: int, lots: list[swiss.Entrant], *, is_seeded: bool = False
) -> Iterator[Pairing]:
    """CON-RND-02: Swiss pairings: points first, no rematch while it can be avoided."""
    points = {one.id: one.points for one in lots}
    pairs = swiss.paired(lots, is_first=number == 1, is_seeded=is_seeded)
    for table, pair in enumerate(pairs, 1):
        both = (points[pair.first], points.get(pair.second, 0))
        yield Pairing(
            f"r{number}.{table}",
            number,
            pair.first,
            pair.second,
            both,
            pair.relaxed,
            is_challenge=pair.is_challenge,
        )


def fixed_pairings(contest: Contest, number: int) -> Iterator[Pairing]:
    """Pairings of a round robin, of groups or of a bracket. An opponent who has left is a bye."""
    if contest.has_bracket:
        pairs = bracket_pairs(contest)
    elif contest.is_divided:
        pairs = group_pairs(contest, number)
    else:
        pairs = robin_pairs(contest, number)
    table = 0
    for match, first, second in pairs:
        playing = [key for key in (first, second) if contest.is_playing(key)]
        if playing:
            table += 1
            other = playing[1] if len(playing) == 2 else BYE
            yield Pairing(f"r{number}.{table}", number, playing[0], other, match=match)


def robin_pairs(contest: Contest, number: int) -> Iterator[tuple[str, str, str]]:
    """CON-RND-03: In a round robin each entrant meets all others once, or twice on both sides. With
    an odd number one entrant rests in each round.
    """
    rounds = schedule(seeds(contest), contest.rules.is_double)
    return (("", first, second) for first, second in rounds[number - 1] if second != BYE)


def bracket_pairs(contest: Contest) -> Iterator[tuple[str, str, str]]:
    """CON-RND-04: In a knock-out the winners meet; the loser is out, or goes to the second
    bracket.
    """
    for one in ready_matches(contest):
        yield one.key, one.first or "", one.second or ""


def draft_lapses(contest: Contest) -> bool:
    """CON-RND-05: A draft is void once its entrants have changed."""
    if contest.draft is not None and contest.is_divided and contest.round == 0:
        dealt = {key for group in contest.groups for key in group}
        return dealt != {one.key for one in contest.playing()}
    if contest.draft is not None and not contest.rules.is_drawn and contest.round == 0:
        return contest.draft != tuple(fixed_pairings(contest, 1))
    if contest.draft is None or not contest.rules.is_drawn:
        drafted = {key for one in contest.draft or () for key in one.entrants}
        return any(not contest.is_playing(key) for key in drafted)
    drafted = {key for one in contest.draft for key in one.entrants}
    return drafted != {one.key for one in entrants_of_round(contest, contest.round + 1)}


def publish_round(course: Course) -> None:
    """Publish the draft."""
    contest = course.contest
    pairings = tuple(with_boards(contest, one) for one in contest.draft or ())
    course.happen(e.RoundPublished(contest.round + 1, pairings))


# ---------------------------------------------------------------------- refusals
def round_refused(contest: Contest) -> Refusal | None:
    """CON-RND-01: A round is drawn once all results of the last one are in, while rounds are
    left.
    """
    if contest.step != PAIRING:
        return no(
            "CON-RND-01",
            "The results of this round are not complete.",
            "Faltan resultados de esta ronda.",
        )
    if is_complete(contest):
        return no("CON-RND-01", "No round is left.", "No queda ninguna ronda.")
    if any(one.status == "asked" for one in contest.entrants.values()):
        return no(
            "CON-RND-01",
            "An entrant of the waiting list is asked to move up. Wait for the answer.",
            "Se ha ofrecido una plaza a un participante en espera. Hay que esperar su respuesta.",
        )
    return None


def drafted_already(contest: Contest) -> Refusal | None:
    """CON-RND-06: A round is drawn once, so that lots are not drawn until they please."""
    if contest.draft is None:
        return None
    return no(
        "CON-RND-06",
        "This round is drawn already. You may exchange entrants.",
        "Esta ronda ya está sorteada. Puedes intercambiar participantes.",
    )


def no_draft(contest: Contest) -> Refusal | None:
    """CON-RND-07: Organisers publish a draft, all its battles at once."""
    if contest.draft is not None:
        return None
    return no(
        "CON-RND-07",
        "There is no draft of a round.",
        "No hay ningún borrador de ronda.",
    )


def swap_refused(contest: Contest, order: o.SwapEntrants) -> Refusal | None:
    """CON-RND-08: Organisers may exchange two entrants of a Swiss draft; a fixed schedule stays."""
    if not contest.rules.is_drawn:
        return no(
            "CON-RND-08",
            "The pairings of this form are fixed.",
            "En este formato los emparejamientos son fijos.",
        )
    drafted = {key for one in contest.draft or () for key in one.entrants}
    if order.one != order.other and {order.one, order.other} <= drafted:
        return None
    return no(
        "CON-RND-08",
        "Name two entrants of the draft.",
        "Indica dos participantes del borrador.",
    )


def would_be_drawn(contest: Contest, lots: tuple[str, ...], number: int) -> tuple[Pairing, ...]:
    """Pairings that these lots give in a round now, for the preview of a correction."""
    before = replace(
        contest,
        round=number - 1,
        pairings=tuple(one for one in contest.pairings if one.round < number),
    )
    known = [one for one in swiss_entrants(before, number) if one.id in lots]
    return tuple(swiss_pairings(number, in_this_order(known, lots)))
