"""Pairings of a Swiss round: weighted matching by networkx, with a reason for each pairing.

The costs of a pairing are compared level by level (`Cost`): first the conditions, then the points,
then the sides, then drawn lots. A condition is relaxed only if no pairing of the whole round keeps
it, so there is always a round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from app.games.contests.matching_proof import can_grow
from app.kernel.dice import Dice
from app.kernel.matchings import heaviest_matching
from app.kernel.say import Say, say

BYE = ""
"""Opponent of an entrant with a bye."""
WHOLE = 11
"""Largest number of entrants for which a drawing considers all opponents at once."""
ATTEMPTS = ((6, 4), (20, 10))
"""Opponents by entrant, nearest in points, that an attempt considers: those who keep every
condition, and others. The last attempt considers all.
"""


class Entrant(msgspec.Struct, frozen=True):
    """Entrant of a round.

    `sides` are the sides of the battles so far, 0 for the first side and 1 for the second.
    `rests` counts the rounds without a battle so far: byes and absences rule out a further bye.
    `agreed` is the opponent by an accepted challenge, "" without one.
    """

    id: str
    points: int = 0
    club: str = ""
    sides: tuple[int, ...] = ()
    opponents: frozenset[str] = frozenset()
    rests: int = 0
    agreed: str = ""


class Pairing(msgspec.Struct, frozen=True):
    """Two entrants on their sides, or one with a bye. `relaxed` are conditions by name.
    `is_challenge`: the two have agreed on a challenge.
    """

    first: str
    second: str
    why: Say
    relaxed: tuple[str, ...] = ()
    is_challenge: bool = False


class Cost(NamedTuple):
    """Costs of a pairing, the most important first. `challenge` counts entrants whose agreed
    opponent is another one. `second_bye` counts the rounds without a battle. `height` is for the
    points of a bye above the lowest ones, `gap` for the difference of points, `sides` for uneven
    sides.
    """

    rematch: int = 0
    second_bye: int = 0
    challenge: int = 0
    third_side: int = 0
    club_mates: int = 0
    height: int = 0
    gap: int = 0
    sides: int = 0
    lots: int = 0

    @property
    def relaxed(self) -> tuple[str, ...]:
        """Names of the conditions that the pairing does not keep."""
        return tuple(name for name, cost in zip(CONDITIONS, self, strict=False) if cost)


CONDITIONS = Cost._fields[:5]

RELAXED = {
    "rematch": say(
        "They have met before: no round without a second meeting is left.",
        "Ya se han enfrentado: no queda ninguna ronda sin repetir un enfrentamiento.",
    ),
    "second_bye": say(
        "This is a second bye, or one after an absence: no other round is left.",
        "Es un segundo descanso, o uno tras una ausencia: no queda ninguna otra ronda.",
    ),
    "challenge": say(
        "An accepted challenge gives way: it would force a rematch or a second bye.",
        "Un desafío aceptado cede: obligaría a repetir rival o a un segundo descanso.",
    ),
    "third_side": say(
        "One of them has the same side for the third time running: no other round is left.",
        "Uno de los dos lleva el mismo bando por tercera vez seguida: no queda ninguna otra ronda.",
    ),
    "club_mates": say(
        "They are from the same club: no other first round is left.",
        "Son del mismo club: no queda ninguna otra primera ronda.",
    ),
}


CHALLENGE_WORDS = say(
    "They agreed on a challenge before the round.",
    "Acordaron un desafío antes de la ronda.",
)


# ---------------------------------------------------------------------- the round
def pair_round(entrants: Iterable[Entrant], dice: Dice, *, is_first: bool) -> tuple[Pairing, ...]:
    """Pairings of a round, the highest points first, a bye last. `is_first` keeps club mates apart.

    The order of the entrants has no influence: the dice draw a lot for each, sorted by id. Up to
    eleven entrants the round is the best of all. With more, the conditions and the bye are the
    best possible, and the points are the best among near opponents.
    """
    return paired(drawn_lots(entrants, dice), is_first=is_first)


def paired(
    drawn: Sequence[Entrant], *, is_first: bool, is_seeded: bool = False
) -> tuple[Pairing, ...]:
    """Pairings of a round for entrants in the order of their lots, or of their seeds."""
    ranked = sorted(drawn, key=lambda entrant: -entrant.points)
    if not ranked:
        return ()
    edges = dict(costs(ranked, is_first=is_first))
    if is_seeded:
        edges = across_the_halves(edges, len(ranked))
    for nearest, breaches in ATTEMPTS if len(ranked) > WHOLE else ():
        few = dict(near_edges(edges, nearest, breaches, len(ranked)))
        few |= {pair: edges[pair] for pair in agreed_pairs(ranked)}
        matched = cheapest(few, len(ranked))
        if len(few) == len(edges) or is_settled(matched, edges, len(ranked)):
            break
    else:
        matched = cheapest(edges, len(ranked))
    bye_last = sorted(matched, key=lambda pair: (pair[1] == len(ranked), pair))
    return tuple(pairing_of(ranked, pair, edges[pair], is_seeded) for pair in bye_last)


def drawn_lots(entrants: Iterable[Entrant], dice: Dice) -> list[Entrant]:
    """Entrants in the order of drawn lots."""
    left = sorted(entrants, key=lambda entrant: entrant.id)
    drawn: list[Entrant] = []
    while len(left) > 1:
        drawn.append(left.pop(dice.roll(len(left), "lot", str(len(drawn) + 1)) - 1))
    return drawn + left


Pair = tuple[int, int]
"""Two places in the ranked list, the smaller first. The place after the last one is the bye."""


def costs(ranked: Sequence[Entrant], *, is_first: bool) -> Iterator[tuple[Pair, Cost]]:
    """Cost of every pair, and of a bye for each entrant if their number is odd."""
    bye = len(ranked)
    for place, one in enumerate(ranked):
        for later in range(place + 1, bye):
            other = ranked[later]
            turns, uneven = min(side_costs(one, other), side_costs(other, one))
            mates = is_first and one.club != "" and one.club == other.club
            yield (
                (place, later),
                Cost(
                    rematch=int(other.id in one.opponents or one.id in other.opponents),
                    challenge=broken_challenges(one, other.id) + broken_challenges(other, one.id),
                    third_side=turns,
                    club_mates=int(mates),
                    gap=(one.points - other.points) ** 2,
                    sides=uneven,
                    lots=(later - place) ** 2,
                ),
            )
        if bye % 2:
            height = one.points - ranked[-1].points
            yield (
                (place, bye),
                Cost(
                    second_bye=one.rests,
                    challenge=broken_challenges(one, BYE),
                    height=height,
                    lots=(bye - place) ** 2,
                ),
            )


def broken_challenges(one: Entrant, opponent: str) -> int:
    """1 if the entrant has agreed on a challenge with another opponent."""
    return int(one.agreed not in ("", opponent))


def agreed_pairs(ranked: Sequence[Entrant]) -> Iterator[Pair]:
    """Places of the entrants with an accepted challenge."""
    places = {one.id: place for place, one in enumerate(ranked)}
    for place, one in enumerate(ranked):
        other = places.get(one.agreed, -1)
        if other > place:
            yield place, other


def across_the_halves(edges: dict[Pair, Cost], count: int) -> dict[Pair, Cost]:
    """CON-SED-04: Costs for seeds half the field apart instead of neighbours, the lowest first."""
    found = {
        pair: cost
        if pair[1] == count
        else cost._replace(lots=(pair[1] - pair[0] - count // 2) ** 2)
        for pair, cost in edges.items()
    }
    return dict(sorted(found.items(), key=lambda edge: (edge[0][0], edge[1].lots)))


def side_costs(first: Entrant, second: Entrant) -> tuple[int, int]:
    """Sides that come a third time running, and unevenness of the sides, after a battle."""
    turns = sum(one.sides[-2:] == (side, side) for one, side in ((first, 0), (second, 1)))
    uneven = sum(
        (2 * (sum(one.sides) + side) - len(one.sides) - 1) ** 2
        for one, side in ((first, 0), (second, 1))
    )
    return turns, uneven


# ---------------------------------------------------------------------- matching
def near_edges(
    edges: dict[Pair, Cost], nearest: int, breaches: int, bye: int
) -> Iterator[tuple[Pair, Cost]]:
    """Edges to the `nearest` later places of each that keep every condition, to some that do not,
    and to the bye.
    """
    counted: Counter[tuple[int, bool]] = Counter()
    for pair, cost in edges.items():
        is_kept = not any(cost[: len(CONDITIONS)])
        if not is_kept and not breaches:
            continue
        key = (pair[0], is_kept)
        if pair[1] != bye and counted[key] == (nearest if is_kept else breaches):
            continue
        counted[key] += pair[1] != bye
        yield pair, cost


def cheapest(edges: dict[Pair, Cost], count: int) -> list[Pair]:
    """Matching of most pairs with the lowest sum of costs, level by level."""
    pairs = (count + 1) // 2
    scales, scale = [], 1
    for level in reversed(range(len(Cost._fields))):
        scales.append(scale)
        scale *= pairs * max((cost[level] for cost in edges.values()), default=0) + 1
    scales.reverse()
    weights = {
        pair: scale - sum(each * one for each, one in zip(scales, cost, strict=True))
        for pair, cost in edges.items()
    }
    return [(min(pair), max(pair)) for pair in heaviest_matching(weights)]


def is_settled(matched: Sequence[Pair], edges: dict[Pair, Cost], count: int) -> bool:
    """True if all are paired, no round of all edges keeps the conditions better, and the bye is as
    low as it can be.
    """
    if len(matched) < (count + 1) // 2 or not keeps_most(matched, edges, count):
        return False
    byes = [cost.height for pair, cost in edges.items() if pair[1] == count and not cost.relaxed]
    taken = [edges[pair].height for pair in matched if pair[1] == count]
    return not taken or taken == [min(byes, default=-1)]


def keeps_most(matched: Sequence[Pair], edges: dict[Pair, Cost], count: int) -> bool:
    """True if the pairs certainly keep the conditions as well as any round of all edges does. False
    for pairs that break several conditions, or one twice, which only the whole search compares.
    """
    broken = [edges[pair][: len(CONDITIONS)] for pair in matched if edges[pair].relaxed]
    if not broken:
        return True
    if len(set(broken)) > 1 or sum(broken[0]) > 1:
        return False
    level = broken[0].index(1) + 1
    places: list[list[int]] = [[] for _ in range(count + count % 2)]
    for pair, cost in edges.items():
        if not any(cost[:level]):
            places[pair[0]].append(pair[1])
            places[pair[1]].append(pair[0])
    partners = {one: other for pair in matched for one, other in (pair, pair[::-1])}
    for pair in matched:
        if any(edges[pair][:level]):
            del partners[pair[0]], partners[pair[1]]
    return not can_grow(places, partners)


# ---------------------------------------------------------------------- reasons
def pairing_of(ranked: Sequence[Entrant], pair: Pair, cost: Cost, is_seeded: bool) -> Pairing:
    """Pairing with its sides and its reason. Seeds take the first side in turn."""
    one = ranked[pair[0]]
    if pair[1] == len(ranked):
        return Pairing(one.id, BYE, bye_reason(one, cost), cost.relaxed)
    other = ranked[pair[1]]
    if side_costs(other, one) < side_costs(one, other) or (is_seeded and pair[0] % 2):
        one, other = other, one
    is_challenge = one.agreed == other.id
    why = CHALLENGE_WORDS if is_challenge else reason_of(one, other, cost)
    return Pairing(one.id, other.id, why, cost.relaxed, is_challenge)


def bye_reason(one: Entrant, cost: Cost) -> Say:
    """Reason of a bye."""
    return bye_words(one.points, cost.relaxed)


def bye_words(points: int, relaxed: Sequence[str]) -> Say:
    """Reason of a bye of an entrant with these points."""
    if relaxed:
        return RELAXED[relaxed[0]]
    return say(
        "Bye: lowest entrant without a bye or an absence that leaves a full round ({n:point+s}).",
        "Descanso: último participante sin descanso ni ausencia que deja una ronda completa "
        "({n:punto+s}).",
        n=points,
    )


def reason_of(one: Entrant, other: Entrant, cost: Cost) -> Say:
    """Reason of a pairing: the first condition that was relaxed, or the points."""
    return pairing_words((one.points, other.points), cost.relaxed)


def seed_words(seeds: tuple[int, int]) -> Say:
    """Reason of a pairing of these seeds in the first round."""
    return say(
        "Seeds {a} and {b}: the upper half meets the lower half.",
        "Puestos {a} y {b} del orden inicial: la mitad de arriba contra la de abajo.",
        a=seeds[0],
        b=seeds[1],
    )


def pairing_words(points: tuple[int, int], relaxed: Sequence[str]) -> Say:
    """Reason of a pairing of entrants with these points."""
    if relaxed:
        return RELAXED[relaxed[0]]
    if points[0] == points[1]:
        return say("Both have {n:point+s}.", "Ambos tienen {n:punto+s}.", n=points[0])
    return say(
        "Nearest in points that leaves a full round: {a} and {b}.",
        "Lo más cercano en puntos que deja una ronda completa: {a} y {b}.",
        a=points[0],
        b=points[1],
    )
