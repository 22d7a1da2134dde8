"""Pairings of whole Swiss contests of 3 to 64 entrants, with random results, absences and returns.

Usage: python -m bench.games.contests.pairings [CONTESTS] [FIRST] [--write]

Every round is checked. Each entrant present is in it once. A condition is relaxed only if no other
round keeps it, as a matching of all pairs shows. Up to ten entrants, all rounds are compared.
Entrants in another order get the same round.
"""

from __future__ import annotations

import multiprocessing
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
import networkx as nx

from app.games.contests import swiss
from app.games.contests.swiss import BYE, CONDITIONS, Entrant, Pairing
from app.kernel.dice import SeededDice
from bench.written import at_most, counted, write

FEWEST, MOST, MOST_ROUNDS = 3, 64, 6
AT_ONCE, EACH = 2, 200
"""Contests played at a time, and contests after which the totals are printed."""
EXHAUSTIVE = 10
"""Largest number of entrants for which all rounds are compared."""
OF_ABSENCE, OF_CHALLENGE = 0.06, 0.05
"""Chance of an entrant to miss a round, and of two neighbours to agree on a challenge."""
OF_ANOTHER_ORDER = 0.25
"""Chance of a round to be paired again with the entrants in another order."""
Breaches = tuple[int, ...]


def every_round(places: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to pair all places."""
    if not places:
        yield []
        return
    for other in places[1:]:
        rest = [place for place in places[1:] if place != other]
        for pairs in every_round(rest):
            yield [(places[0], other), *pairs]


def least_breaches(entrants: Sequence[Entrant], *, is_first: bool) -> Breaches:
    """Broken conditions of the best round, found without the search of the box."""
    edges = dict(swiss.costs(entrants, is_first=is_first))
    places = len(entrants) + len(entrants) % 2
    if len(entrants) <= EXHAUSTIVE:
        return min(
            total(edges[pair][: len(CONDITIONS)] for pair in one)
            for one in every_round(range(places))
        )
    graph = nx.Graph()
    for (one, other), cost in edges.items():
        levels = enumerate(reversed(cost[: len(CONDITIONS)]))
        weight = sum(broken * (2 * places) ** level for level, broken in levels)
        graph.add_edge(one, other, weight=weight)
    matched = nx.min_weight_matching(graph)
    return total(edges[min(pair), max(pair)][: len(CONDITIONS)] for pair in matched)


def total(broken: Iterable[Breaches]) -> Breaches:
    """Number of breaches of each condition, the most important first."""
    return tuple(map(sum, zip(*broken, strict=True)))


class PairedContest:
    """One Swiss contest. `faults` are sentences with its number."""

    def __init__(self, number: int) -> None:
        self.number, self.faults = number, list[str]()
        self.happened: Counter[str] = Counter(contests=1)
        self.chance = random.Random(number)  # noqa: S311 - random results
        count = FEWEST + number % (MOST - FEWEST + 1)
        clubs = self.chance.randint(1, 8)
        self.entrants = {
            f"e{at}": Entrant(f"e{at}", club=f"club {self.chance.randrange(clubs)}")
            for at in range(count)
        }
        self.rounds = self.chance.randint(1, MOST_ROUNDS)

    def play(self) -> PairedContest:
        """Pair and check all rounds."""
        for at in range(self.rounds):
            present = [one for one in self.entrants.values() if self.chance.random() > OF_ABSENCE]
            if not present:
                continue
            present = self.with_challenges(present)
            dice_of = 100 * self.number + at
            pairings = swiss.pair_round(present, SeededDice(b"contests", dice_of), is_first=not at)
            self.happened.update(rounds=1, pairings=len(pairings))
            for fault in self.faults_of(present, pairings, dice_of, is_first=not at):
                self.faults.append(f"contest {self.number}, round {at + 1}: {fault}")
            self.count_absences(present)
            self.settle(pairings)
        return self

    def with_challenges(self, present: Sequence[Entrant]) -> list[Entrant]:
        """Entrants of a round, some with an accepted challenge."""
        agreed: dict[str, str] = {}
        for one, other in zip(present[::2], present[1::2], strict=False):
            if self.chance.random() < OF_CHALLENGE:
                agreed |= {one.id: other.id, other.id: one.id}
        return [msgspec.structs.replace(one, agreed=agreed.get(one.id, "")) for one in present]

    def faults_of(
        self,
        present: Sequence[Entrant],
        pairings: Sequence[Pairing],
        dice_of: int,
        *,
        is_first: bool,
    ) -> Iterator[str]:
        """Sentences about properties that a round does not have."""
        names = [name for one in pairings for name in (one.first, one.second) if name != BYE]
        if sorted(names) != sorted(one.id for one in present):
            yield f"{sorted(names)} are paired"
            return
        by_name = {one.id: one for one in present}
        found = total(broken_by(one, by_name, is_first=is_first) for one in pairings)
        told = {name for one in pairings for name in one.relaxed}
        if told != {name for name, count in zip(CONDITIONS, found, strict=True) if count}:
            yield f"the round tells of {sorted(told)} and breaks {found}"
        if any(found):
            self.happened.update(told)
            self.happened["relaxed"] += 1
            least = least_breaches(present, is_first=is_first)
            if found != least:
                yield f"breaks {found} instead of {least}"
        other = self.chance.sample(list(present), len(present))
        if self.chance.random() > OF_ANOTHER_ORDER:
            return
        if swiss.pair_round(other, SeededDice(b"contests", dice_of), is_first=is_first) != pairings:
            yield "entrants in another order get another round"

    def count_absences(self, present: Sequence[Entrant]) -> None:
        """Mark the entrants that missed a round."""
        here = {one.id for one in present}
        for name, one in self.entrants.items():
            if name not in here:
                self.happened["absences"] += 1
                self.entrants[name] = msgspec.structs.replace(one, rests=one.rests + 1)

    def settle(self, pairings: Sequence[Pairing]) -> None:
        """Give random results."""
        for pairing in pairings:
            if pairing.second == BYE:
                one = self.entrants[pairing.first]
                self.entrants[one.id] = msgspec.structs.replace(
                    one, points=one.points + 2, rests=one.rests + 1
                )
                continue
            points = self.chance.choice([0, 1, 2])
            for name, other, side, gained in (
                (pairing.first, pairing.second, 0, points),
                (pairing.second, pairing.first, 1, 2 - points),
            ):
                one = self.entrants[name]
                self.entrants[name] = msgspec.structs.replace(
                    one,
                    points=one.points + gained,
                    sides=(*one.sides, side),
                    opponents=one.opponents | {other},
                )


def broken_by(pairing: Pairing, by_name: Mapping[str, Entrant], *, is_first: bool) -> Breaches:
    """Breaches of each condition by a pairing, as its sides were given. The order is that of
    `CONDITIONS`.
    """
    one, other = by_name[pairing.first], by_name.get(pairing.second)
    if other is None:
        return (0, one.rests, int(one.agreed != ""), 0, 0)
    return (
        int(other.id in one.opponents),
        0,
        int(one.agreed not in ("", other.id)) + int(other.agreed not in ("", one.id)),
        int(one.sides[-2:] == (0, 0)) + int(other.sides[-2:] == (1, 1)),
        int(is_first and one.club == other.club),
    )


class Played(NamedTuple):
    """Result of one contest."""

    happened: Counter[str]
    faults: list[str]


def play_contest(number: int) -> Played:
    """Play and check one contest."""
    contest = PairedContest(number).play()
    return Played(contest.happened, contest.faults)


def main(contests: int, first: int = 0, *, is_written: bool = False) -> int:
    """Play the contests; return 1 if a round is at fault."""
    totals: Counter[str] = Counter()
    faults: list[str] = []
    with multiprocessing.Pool(AT_ONCE) as pool:
        numbers = range(first, first + contests)
        for count, played in enumerate(pool.imap_unordered(play_contest, numbers), 1):
            totals.update(played.happened)
            faults += played.faults
            if played.faults:
                print(*played.faults, sep="\n", flush=True)
            if count % EACH == 0:
                print(dict(totals), flush=True)
                if is_written:
                    write_figures(totals, len(faults))
    if is_written:
        write_figures(totals, len(faults))
    print(dict(totals))
    return 1 if faults else 0


def write_figures(totals: Counter[str], faults: int) -> None:
    """Write the figures of the contests played."""
    contests = totals["contests"]
    write(
        "contest-pairings",
        f"python -m bench.games.contests.pairings {contests} --write",
        [
            counted("pairing_contests", contests),
            counted("pairing_rounds", totals["rounds"]),
            counted("pairing_pairs", totals["pairings"]),
            counted("pairing_relaxed", totals["relaxed"]),
            at_most("pairing_faults", faults, 0),
        ],
    )


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    sys.exit(
        main(
            numbers[0] if numbers else 100,
            numbers[1] if len(numbers) > 1 else 0,
            is_written="--write" in sys.argv,
        )
    )
