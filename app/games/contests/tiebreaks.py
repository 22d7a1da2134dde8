"""Standings: points, then the tie-breaks of the contest in order, and the reason of each place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from app.games.contests.scoring import BYE, Result, Scoring, difference_of, points_of, totals
from app.kernel.say import Say, say


class Tied(msgspec.Struct, frozen=True):
    """Facts of a contest that the tie-breaks read. `results` are those of each entrant, `points`
    the points of every entrant.
    """

    results: Mapping[str, Sequence[Result]]
    scoring: Scoring
    points: Mapping[str, int]
    lots: Mapping[str, int]

    def of(self, entrant: str) -> Sequence[Result]:
        """Battles and byes of an entrant."""
        return self.results.get(entrant, ())

    def battles_of(self, entrant: str) -> list[tuple[Result, str]]:
        """Battles of an entrant with the opponents; byes are left out."""
        return [
            (one, one.second if entrant == one.first else one.first)
            for one in self.of(entrant)
            if one.second != BYE
        ]


Value = Callable[[Tied, str, Sequence[str]], int]
"""Value of an entrant among the entrants that are tied so far; more is better."""


def wins(tied: Tied, entrant: str, _group: Sequence[str]) -> int:
    """Battles won; a bye is no win."""
    return sum(battle.winner == entrant for battle, _ in tied.battles_of(entrant))


def difference(tied: Tied, entrant: str, _group: Sequence[str]) -> int:
    """Sum of the differences of points of victory."""
    return sum(difference_of(battle, entrant) for battle, _ in tied.battles_of(entrant))


def board_points(tied: Tied, entrant: str, _group: Sequence[str]) -> int:
    """CON-TEA-10: Board points of a team in all rounds; a bye brings none."""
    return sum(
        battle.scores[0 if battle.first == entrant else 1] for battle, _ in tied.battles_of(entrant)
    )


def head_to_head(tied: Tied, entrant: str, group: Sequence[str]) -> int:
    """Points from battles among the tied entrants. Zero for all unless all of them have met."""
    others = set(group) - {entrant}
    if not all(is_complete(tied, one, group) for one in group):
        return 0
    return sum(
        points_of(battle, entrant, tied.scoring)
        for battle, opponent in tied.battles_of(entrant)
        if opponent in others
    )


def is_complete(tied: Tied, entrant: str, group: Sequence[str]) -> bool:
    """True if an entrant has met all others of a group."""
    met = {opponent for _, opponent in tied.battles_of(entrant)}
    return set(group) - {entrant} <= met


def buchholz(tied: Tied, entrant: str, _group: Sequence[str]) -> int:
    """Sum of the points of all opponents."""
    return sum(tied.points[opponent] for _, opponent in tied.battles_of(entrant))


def sonneborn_berger(tied: Tied, entrant: str, _group: Sequence[str]) -> int:
    """Twice the points of beaten opponents and once those of opponents with a draw."""
    return sum(
        tied.points[opponent] * (2 if battle.winner == entrant else int(not battle.winner))
        for battle, opponent in tied.battles_of(entrant)
    )


def drawn_lot(tied: Tied, entrant: str, _group: Sequence[str]) -> int:
    """Drawn lot: the lowest number is the best."""
    return -tied.lots[entrant]


class Tiebreak(msgspec.Struct, frozen=True):
    """Tie-break with its name."""

    name: Say
    value: Value


TIEBREAKS = {
    "wins": Tiebreak(say("wins", "victorias"), wins),
    "difference": Tiebreak(say("difference", "diferencia"), difference),
    "boards": Tiebreak(say("board points", "puntos de tablero"), board_points),
    "head_to_head": Tiebreak(
        say("battles between them", "enfrentamientos entre ellos"), head_to_head
    ),
    "buchholz": Tiebreak(say("Buchholz", "Buchholz"), buchholz),
    "sonneborn_berger": Tiebreak(say("Sonneborn-Berger", "Sonneborn-Berger"), sonneborn_berger),
    "lots": Tiebreak(say("drawn lot", "sorteo"), drawn_lot),
}


class Place(msgspec.Struct, frozen=True):
    """Place of an entrant; tied entrants share it. `why` is the reason for a place below the next
    better one, None for the first place. `values` are the tie-breaks that were needed.
    """

    place: int
    entrant: str
    points: int
    values: tuple[tuple[str, int], ...]
    why: Say | None


def values_of(
    entrants: Sequence[str], results: Sequence[Result], scoring: Scoring, names: Sequence[str]
) -> dict[str, tuple[tuple[str, int], ...]]:
    """Values of these tie-breaks for each entrant, also where no tie needs them."""
    tied = Tied(results_by_entrant(results), scoring, totals(entrants, results, scoring), {})
    return {
        key: tuple((name, TIEBREAKS[name].value(tied, key, ())) for name in names)
        for key in entrants
    }


def standings(
    entrants: Sequence[str],
    results: Sequence[Result],
    scoring: Scoring,
    order: Sequence[str],
    lots: Mapping[str, int],
) -> tuple[Place, ...]:
    """Places by points, then by the tie-breaks named in `order`."""
    points = totals(entrants, results, scoring)
    tied = Tied(results_by_entrant(results), scoring, points, lots)
    levels = sorted(set(points.values()), reverse=True)
    groups = [
        part
        for level in levels
        for part in separated(
            tied, sorted(one for one in entrants if points[one] == level), order, ()
        )
    ]
    places: list[Place] = []
    for group, values in groups:
        number = len(places) + 1
        why = reason_after(places[-1], points[group[0]], values) if places else None
        places += [Place(number, one, points[one], values, why) for one in group]
    return tuple(places)


def results_by_entrant(results: Sequence[Result]) -> dict[str, list[Result]]:
    """Battles and byes of each entrant, in their order."""
    found: dict[str, list[Result]] = {}
    for one in results:
        for entrant in (one.first, one.second):
            found.setdefault(entrant, []).append(one)
    return found


Values = tuple[tuple[str, int], ...]


def separated(
    tied: Tied, group: Sequence[str], order: Sequence[str], known: Values
) -> list[tuple[Sequence[str], Values]]:
    """Parts of a tied group from best to worst, with the values that separate them."""
    if len(group) == 1 or not order:
        return [(group, known)]
    value = {one: TIEBREAKS[order[0]].value(tied, one, group) for one in group}
    return [
        part
        for level in sorted(set(value.values()), reverse=True)
        for part in separated(
            tied,
            [one for one in group if value[one] == level],
            order[1:],
            (*known, (order[0], level)),
        )
    ]


def reason_after(better: Place, points: int, values: Values) -> Say:
    """Reason why a place is below the next better one."""
    if better.points != points:
        return say(
            "{a:point+s}; the place above has {b}.",
            "{a:punto+s}; el puesto anterior tiene {b}.",
            a=points,
            b=better.points,
        )
    name, own, other = next(
        (name, own, other)
        for (name, own), (_, other) in zip(values, better.values, strict=False)
        if own != other
    )
    return say(
        "Equal points; {name}: {a}, the place above {b}.",
        "Mismos puntos; {name}: {a}, el puesto anterior {b}.",
        name=TIEBREAKS[name].name,
        a=abs(own) if name == "lots" else own,
        b=abs(other) if name == "lots" else other,
    )
