"""Groups before a knock-out: dealing, schedule, and the bracket of those who go on (chapter
CON-GRP).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from app.games.contests.knockout import rounds_for, seed_order
from app.games.contests.robin import schedule
from app.games.contests.scoring import difference_of
from app.games.contests.seeding import seeds
from app.games.contests.standings import group_places, results_of
from app.games.contests.state import BYE, Contest
from app.games.contests.tiebreaks import Place
from app.kernel.dice import Dice
from app.kernel.matchings import heaviest_matching
from app.kernel.refusal import Refusal, no

LEAST_GROUPS, MOST_GROUPS, USUAL_GROUPS = 2, 32, 4
MOST_ADVANCE, USUAL_ADVANCE = 8, 2
LEAST_IN_BRACKET = 2


def groups_impossible(count: int, advance: int) -> Refusal | None:
    """CON-GRP-01: A contest has 2 to 32 groups, and 1 to 8 entrants of each go on."""
    if LEAST_GROUPS <= count <= MOST_GROUPS and 1 <= advance <= MOST_ADVANCE:
        return None
    return no(
        "CON-GRP-01",
        "There are {least} to {most} groups, and 1 to {advance} entrants of each go on.",
        "Hay de {least} a {most} grupos, y de cada uno pasan de 1 a {advance} participantes.",
        least=LEAST_GROUPS,
        most=MOST_GROUPS,
        advance=MOST_ADVANCE,
    )


# ---------------------------------------------------------------------- dealing and schedule
def dealt_groups(contest: Contest, dice: Dice) -> tuple[tuple[str, ...], ...]:
    """CON-GRP-02: Entrants are dealt in pots, one of each pot to each group: seeds by dice,
    otherwise in the order of the lots. A group has at least one entrant more than go on.
    """
    order, settings = seeds(contest), contest.settings
    count = max(1, min(settings.group_count, len(order) // (settings.advance + 1)))
    groups: list[list[str]] = [[] for _ in range(count)]
    for start in range(0, len(order), count):
        free = list(range(count))
        for key in order[start : start + count]:
            is_drawn = contest.seeded != () and len(free) > 1
            place = dice.roll(len(free), "group", key) if is_drawn else 1
            groups[free.pop(place - 1)].append(key)
    return tuple(map(tuple, groups))


def group_rounds(contest: Contest) -> int:
    """Rounds of the largest group; 0 before the groups are dealt."""
    return max((len(schedule(group, is_double(contest))) for group in contest.groups), default=0)


def is_double(contest: Contest) -> bool:
    """True if the entrants of a group or division meet twice."""
    return contest.rules.is_double or contest.settings.is_double_groups


def is_bracket_next(contest: Contest) -> bool:
    """True if the bracket is drawn with the next round."""
    is_over = contest.round > 0 and contest.round >= group_rounds(contest)
    return contest.rules.has_groups and is_over and not contest.advanced


def group_pairs(contest: Contest, number: int) -> Iterator[tuple[str, str, str]]:
    """CON-GRP-03: Each group or division is a round robin of its own, single or double. A
    smaller one has fewer rounds.
    """
    for group in contest.groups:
        rounds = schedule(group, is_double(contest))
        for first, second in rounds[number - 1] if number <= len(rounds) else ():
            if second != BYE:
                yield "", first, second


def group_of(contest: Contest, entrant: str) -> int | None:
    """Number of the group of an entrant, from 0; None without one."""
    return next((n for n, group in enumerate(contest.groups) if entrant in group), None)


# ---------------------------------------------------------------------- entrants of the bracket
def advancing(contest: Contest) -> list[list[str]]:
    """CON-GRP-05: The best of each group go on, those of the same place by points and difference
    for each battle, then by lot. Entrants who left give way to the next one. Two go on at least.
    """
    tables = [
        [one for one in table if contest.entrants[one.entrant].is_playing]
        for table in group_places(contest)
    ]
    count = contest.settings.advance
    while sum(len(table[:count]) for table in tables) < LEAST_IN_BRACKET and any(
        len(table) > count for table in tables
    ):
        count += 1
    levels = [[table[level] for table in tables if level < len(table)] for level in range(count)]
    lots = {key: number for number, key in enumerate(contest.lots)}
    return [
        [
            one.entrant
            for one in sorted(level, key=lambda one: (*record_of(contest, one), lots[one.entrant]))
        ]
        for level in levels
        if level
    ]


def record_of(contest: Contest, place: Place) -> tuple[Fraction, Fraction]:
    """Points and difference for each battle of the group, the best first."""
    own = [one for one in results_of(contest) if place.entrant in (one.first, one.second)]
    count = max(len(own), 1)
    ahead = sum(difference_of(one, place.entrant) for one in own if one.second != BYE)
    return Fraction(-place.points, count), Fraction(-ahead, count)


def drawn_bracket(contest: Contest) -> tuple[str, ...]:
    """CON-GRP-06: Entrants of the bracket, the first seed first. Group winners have the first
    seeds, then the second of each group; within them group mates meet as late as possible.
    """
    levels = advancing(contest)
    groups = {key: number for number, group in enumerate(contest.groups) for key in group}
    return spread(levels, groups)


def spread(levels: Sequence[Sequence[str]], groups: Mapping[str, int]) -> tuple[str, ...]:
    """Order of seeds in which entrants of the same group meet late. Each level keeps its seeds; of
    orders that are as good, the one nearest to the given order.
    """
    count = sum(map(len, levels))
    places = {seed: place for place, seed in enumerate(seed_order(2 ** rounds_for(count)))}
    seeded: dict[int, str] = {}
    for level in levels:
        first = len(seeded) + 1
        costs = {
            (rank, seed): cost_of_seed(places, seeded, groups, key, seed)
            + (seed - first - rank) ** 2
            for rank, key in enumerate(level)
            for seed in range(first, first + len(level))
        }
        for rank, seed in cheapest_seeds(costs):
            seeded[seed] = level[rank]
    return tuple(seeded[seed] for seed in sorted(seeded))


def cost_of_seed(
    places: Mapping[int, int],
    seeded: Mapping[int, str],
    groups: Mapping[str, int],
    key: str,
    seed: int,
) -> int:
    """Cost of a seed: one possible early meeting of group mates outweighs all later ones."""
    weight = 4 * len(places) ** 3
    meetings = (
        (places[seed] ^ places[other]).bit_length()
        for other, mate in seeded.items()
        if groups[mate] == groups[key]
    )
    last = len(places).bit_length()
    return sum(weight ** (last - meeting) for meeting in meetings)


def cheapest_seeds(costs: Mapping[tuple[int, int], int]) -> Iterator[tuple[int, int]]:
    """Rank and seed of each entrant of a level, with the lowest sum of costs."""
    most = max(costs.values())
    weights = {
        (("rank", rank), ("seed", seed)): most + 1 - cost for (rank, seed), cost in costs.items()
    }
    for pair in heaviest_matching(weights):
        (_, rank), (_, seed) = sorted(pair)
        yield rank, seed
