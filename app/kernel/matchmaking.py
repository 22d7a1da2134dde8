"""Matching of wishes for an opponent: which two wishes fit, and which pairs are made.

Maximum weight matching (networkx) pairs as many players as possible. Among these matchings the
weights prefer long waits, similar strength, shared languages and balanced sides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import msgspec

from app.kernel.matchings import heaviest_matching
from app.kernel.rating import START

STRENGTHS = ("any", "preferred", "required")
SIMILAR = 200.0
"""Greatest difference of two similar ratings, in points: at most about 76 wins in 100 battles."""
LONGEST_COUNTED_HOURS = 336.0
ENOUGH = 100_000
"""Added to each weight, so that all weights are positive."""


class Wish(msgspec.Struct, frozen=True):
    """Wish of a player for games against an opponent.

    `seats` are the accepted (scenario, side) pairs of the game `box`, and `paces` the accepted
    paces, the preferred ones first. `languages` are those that the player writes. `strength` is one
    of `STRENGTHS`. `at_once` is the number of unfinished games that this wish may lead to. `apart`
    is the number of last opponents that the player does not want. `club` is the club whose members
    are wanted, 0 for all players. `waited_hours` is the present wait.
    """

    number: int
    owner: int
    box: str
    seats: tuple[tuple[str, str], ...]
    paces: tuple[str, ...]
    languages: tuple[str, ...] = ("en", "es")
    is_language_required: bool = False
    strength: str = "any"
    welcomes_newcomers: bool = True
    is_rated: bool = False
    at_once: int = 1
    apart: int = 1
    club: int = 0
    waited_hours: float = 0.0


class Player(msgspec.Struct, frozen=True):
    """Owner of wishes.

    `ratings` are by game. `playing` counts the unfinished games that wishes have found. `opponents`
    are the last opponents, the latest first. `sides` counts the games by (box, scenario, side).
    `kept_apart` are users with a block on either side. `clubs` are those in which the player may
    play. With `is_secret` the reader does not know the ratings, so they are similar to none.
    """

    number: int
    ratings: Mapping[str, float] = {}
    is_newcomer: bool = False
    playing: int = 0
    opponents: tuple[int, ...] = ()
    sides: Mapping[tuple[str, str, str], int] = {}
    kept_apart: frozenset[int] = frozenset()
    clubs: frozenset[int] = frozenset()
    is_secret: bool = False

    def after_game(self, box: str, scenario: str, side: str, opponent: int) -> Player:
        """Player with one more unfinished game."""
        seat = (box, scenario, side)
        return msgspec.structs.replace(
            self,
            playing=self.playing + 1,
            opponents=(opponent, *self.opponents),
            sides={**self.sides, seat: self.sides.get(seat, 0) + 1},
        )


Players = Mapping[int, Player]


class Pairing(msgspec.Struct, frozen=True):
    """Two wishes that are paired. `sides` are the sides of the owners in the scenario."""

    wishes: tuple[Wish, Wish]
    scenario: str
    sides: tuple[str, str]
    pace: str
    is_rated: bool

    @property
    def club(self) -> int:
        """Club whose members are wanted, 0 for none."""
        return self.wishes[0].club or self.wishes[1].club


class Opposed(msgspec.Struct, frozen=True):
    """Scenario of a game with its two sides."""

    scenario: str
    sides: tuple[str, str]


Scenarios = Mapping[str, Sequence[Opposed]]
"""Scenarios by game, in the order of the game."""


# ---------------------------------------------------------------------- which wishes fit
def seats_that_fit(
    one: Wish, other: Wish, scenarios: Scenarios
) -> Iterator[tuple[str, tuple[str, str]]]:
    """Scenarios with the sides of both owners that both wishes accept."""
    if one.box != other.box:
        return
    for plot in scenarios.get(one.box, ()):
        for sides in (plot.sides, plot.sides[::-1]):
            if (plot.scenario, sides[0]) in one.seats and (plot.scenario, sides[1]) in other.seats:
                yield plot.scenario, sides


def shared(one: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    """Entries of the first list that the second one has too."""
    return tuple(entry for entry in one if entry in other)


def are_similar(one: Player, other: Player, box: str) -> bool:
    """True if both ratings in a game are known to the reader and similar."""
    is_known = not (one.is_secret or other.is_secret)
    return is_known and rating_difference(one, other, box) <= SIMILAR


def rating_difference(one: Player, other: Player, box: str) -> float:
    """Difference of the ratings in a game, in points. A player without a rating has 1500."""
    return abs(one.ratings.get(box, START) - other.ratings.get(box, START))


def obstacles(one: Wish, other: Wish, players: Players, scenarios: Scenarios) -> tuple[str, ...]:
    """CAR-OPP-07: Reasons why two wishes do not fit, by key; empty if they do.

    The keys are "owner" and "apart" (blocks), "club", "game", "seat", "pace", "language",
    "strength", "newcomer", "recent" (opponents) and "count" (of games).
    """
    first, second = players[one.owner], players[other.owner]
    needs_language = one.is_language_required or other.is_language_required
    checks = (
        ("owner", one.owner == other.owner),
        ("apart", other.owner in first.kept_apart or one.owner in second.kept_apart),
        ("club", not {one.club, other.club} - {0} <= first.clubs & second.clubs),
        ("game", one.box != other.box),
        ("seat", one.box == other.box and not any(seats_that_fit(one, other, scenarios))),
        ("pace", not shared(one.paces, other.paces)),
        ("language", needs_language and not shared(one.languages, other.languages)),
        (
            "strength",
            "required" in (one.strength, other.strength)
            and not are_similar(first, second, one.box),
        ),
        (
            "newcomer",
            (first.is_newcomer and not other.welcomes_newcomers and not second.is_newcomer)
            or (second.is_newcomer and not one.welcomes_newcomers and not first.is_newcomer),
        ),
        (
            "recent",
            other.owner in first.opponents[: one.apart]
            or one.owner in second.opponents[: other.apart],
        ),
        ("count", first.playing >= one.at_once or second.playing >= other.at_once),
    )
    return tuple(key for key, holds in checks if holds)


# ---------------------------------------------------------------------- one change
def one_change(
    own: Wish, other: Wish, players: Players, scenarios: Scenarios
) -> tuple[str, Wish] | None:
    """Single change of the own wish after which it fits the other one: the obstacle that it
    removes, and the changed wish. None if there is no such change, or none is needed.
    """
    found = obstacles(own, other, players, scenarios)
    if len(found) != 1:
        return None
    changed = without_obstacle(found[0], own, other, players, scenarios)
    if changed is None or obstacles(changed, other, players, scenarios):
        return None
    return found[0], changed


def without_obstacle(
    key: str, own: Wish, other: Wish, players: Players, scenarios: Scenarios
) -> Wish | None:
    """Own wish with the change that removes an obstacle; None if the owner cannot remove it."""
    changes: dict[str, object] = {}
    if key == "club":
        changes = {"club": 0}
    elif key == "game":
        changes = {"box": other.box, "seats": tuple(seats_opposite(other, scenarios))}
    elif key == "seat":
        changes = {"seats": (*own.seats, *seats_opposite(other, scenarios))}
    elif key == "pace":
        changes = {"paces": (*own.paces, other.paces[0])}
    elif key == "language" and own.is_language_required:
        changes = {"is_language_required": False}
    elif key == "strength" and own.strength == "required":
        changes = {"strength": "preferred"}
    elif key == "newcomer" and players[other.owner].is_newcomer:
        changes = {"welcomes_newcomers": True}
    elif key == "recent" and other.owner in players[own.owner].opponents[: own.apart]:
        changes = {"apart": players[own.owner].opponents.index(other.owner)}
    elif key == "count" and players[own.owner].playing >= own.at_once:
        changes = {"at_once": players[own.owner].playing + 1}
    return msgspec.structs.replace(own, **changes) if changes else None


def seats_opposite(wish: Wish, scenarios: Scenarios) -> Iterator[tuple[str, str]]:
    """Seats against which the owner of a wish would play."""
    for plot in scenarios.get(wish.box, ()):
        for own, other in (plot.sides, plot.sides[::-1]):
            if (plot.scenario, own) in wish.seats:
                yield plot.scenario, other


# ---------------------------------------------------------------------- which pairs are made
def pair_wishes(
    wishes: Iterable[Wish],
    players: Players,
    scenarios: Scenarios,
    is_due: Mapping[int, bool],
    excluded: Collection[frozenset[int]] = (),
) -> list[Pairing]:
    """CAR-OPP-08: All pairs that can be made, in rounds; a player is in one pair of a round at
    most.

    A pair is made if one of its wishes `is_due`, by number, and not for two numbers in `excluded`.
    Afterwards no two such wishes fit.
    """
    waiting, now, made = sorted(wishes, key=lambda one: one.number), dict(players), []
    while found := pair_once(waiting, now, scenarios, is_due, excluded):
        for pair in found:
            for wish, other, side in zip(pair.wishes, pair.wishes[::-1], pair.sides, strict=True):
                now[wish.owner] = now[wish.owner].after_game(
                    wish.box, pair.scenario, side, other.owner
                )
        made += found
    return made


def pair_once(
    wishes: Sequence[Wish],
    players: Players,
    scenarios: Scenarios,
    is_due: Mapping[int, bool],
    excluded: Collection[frozenset[int]] = (),
) -> list[Pairing]:
    """One round: as many pairs as possible, each player in one of them at most."""
    weights: dict[tuple[int, int], int] = {}
    pairings: dict[tuple[int, int], Pairing] = {}
    free = [one for one in wishes if players[one.owner].playing < one.at_once]
    for one, other in combinations(free, 2):
        if not (is_due[one.number] or is_due[other.number]):
            continue
        if frozenset((one.number, other.number)) in excluded:
            continue
        if obstacles(one, other, players, scenarios):
            continue
        weight, pair = best_pairing(one, other, players, scenarios)
        ends = (min(one.owner, other.owner), max(one.owner, other.owner))
        if ends not in weights or weights[ends] < weight:
            weights[ends], pairings[ends] = weight, pair
    matched = heaviest_matching(weights)
    return [pairings[ends] for ends in sorted((min(two), max(two)) for two in matched)]


def best_pairing(
    one: Wish, other: Wish, players: Players, scenarios: Scenarios
) -> tuple[int, Pairing]:
    """Best scenario and sides for two wishes that fit, with the weight of the pair."""
    first, second = players[one.owner], players[other.owner]
    pace = shared(one.paces, other.paces)[0]
    common = weight_of_pair(one, other, first, second)
    choices = [
        (
            common - balance_cost(first, second, one.box, scenario, sides),
            -order,
            Pairing((one, other), scenario, sides, pace, one.is_rated and other.is_rated),
        )
        for order, (scenario, sides) in enumerate(seats_that_fit(one, other, scenarios))
    ]
    weight, _, pairing = max(choices, key=lambda choice: choice[:2])
    return weight, pairing


def weight_of_pair(one: Wish, other: Wish, first: Player, second: Player) -> int:
    """Weight of a pair without its sides: waits, strength, languages and newcomers."""
    waits = sum(min(wish.waited_hours, LONGEST_COUNTED_HOURS) for wish in (one, other))
    wanted = sum(wish.strength == "preferred" for wish in (one, other))
    difference = min(rating_difference(first, second, one.box), 2 * SIMILAR)
    talks = bool(shared(one.languages, other.languages))
    welcomed = first.is_newcomer != second.is_newcomer
    return ENOUGH + round(waits) - round(wanted * difference) + 200 * talks + 200 * welcomed


def balance_cost(
    first: Player, second: Player, box: str, scenario: str, sides: tuple[str, str]
) -> int:
    """Cost of a scenario and its sides: uneven sides of each player, and repeated scenarios."""
    cost = 0
    for player, own, other in ((first, *sides), (second, *sides[::-1])):
        played = player.sides.get((box, scenario, own), 0)
        against = player.sides.get((box, scenario, other), 0)
        cost += 60 * abs(played + 1 - against) + 10 * (played + against)
    return cost
