"""Swiss pairings against an exhaustive search, and over whole contests."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

import msgspec
import pytest

from app.games.contests import swiss
from app.games.contests.swiss import BYE, CONDITIONS, Entrant, pair_round
from app.kernel.dice import SeededDice
from bench.games.contests.pairings import PairedContest, every_round


def dice(number: int) -> SeededDice:
    return SeededDice(b"contests", number)


def random_entrants(chance: random.Random, count: int) -> list[Entrant]:
    """Entrants with any past, also one that no contest can lead to."""
    names = [f"e{number}" for number in range(count)]
    agreed = agreed_opponents(chance, names)
    return [
        Entrant(
            name,
            points=chance.randint(0, 4),
            club=chance.choice(["", "north", "south"]),
            sides=tuple(chance.choices((0, 1), k=chance.randint(0, 4))),
            opponents=frozenset(chance.sample(names, chance.randint(0, count // 2))) - {name},
            rests=chance.choice((0, 0, 0, 1, 1, 2)),
            agreed=agreed.get(name, ""),
        )
        for name in names
    ]


def agreed_opponents(chance: random.Random, names: Sequence[str]) -> dict[str, str]:
    """Accepted challenges of some pairs, by each of the two."""
    order = chance.sample(names, len(names))
    pairs = [pair for pair in zip(order[::2], order[1::2], strict=False) if chance.random() < 0.3]
    return dict(pairs) | {other: one for one, other in pairs}


def sum_of(costs: Sequence[swiss.Cost]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*costs, strict=True)))


@pytest.mark.parametrize("count", range(2, 11))
@pytest.mark.parametrize("is_first", [True, False])
def test_a_round_is_the_best_of_all(count, is_first):
    chance = random.Random(count)
    for number in range(6 if count < 9 else 2):
        entrants = random_entrants(chance, count)
        ranked = sorted(swiss.drawn_lots(entrants, dice(number)), key=lambda one: -one.points)
        edges = dict(swiss.costs(ranked, is_first=is_first))
        best = min(
            sum_of([edges[pair] for pair in pairs])
            for pairs in every_round(range(count + count % 2))
        )
        place = {one.id: at for at, one in enumerate(ranked)} | {BYE: count}
        pairings = pair_round(entrants, dice(number), is_first=is_first)
        found = [
            edges[place[min(one, key=place.get)], place[max(one, key=place.get)]]
            for one in ((pairing.first, pairing.second) for pairing in pairings)
        ]
        assert sum_of(found) == best
        relaxed = {name for one in pairings for name in one.relaxed}
        assert relaxed == {name for name, total in zip(CONDITIONS, best, strict=False) if total}


def after_round(
    entrants: Mapping[str, Entrant], pairings: Sequence[swiss.Pairing], chance: random.Random
) -> dict[str, Entrant]:
    """Entrants after random results."""
    now = dict(entrants)
    for pairing in pairings:
        if pairing.second == BYE:
            one = now[pairing.first]
            now[one.id] = msgspec.structs.replace(one, points=one.points + 2, rests=one.rests + 1)
            continue
        points = chance.choice([0, 1, 2])
        for name, other, side, gained in (
            (pairing.first, pairing.second, 0, points),
            (pairing.second, pairing.first, 1, 2 - points),
        ):
            one = now[name]
            now[name] = msgspec.structs.replace(
                one,
                points=one.points + gained,
                sides=(*one.sides, side),
                opponents=one.opponents | {other},
            )
    return now


def play_contest(number: int, count: int, rounds: int) -> Iterator[tuple[swiss.Pairing, ...]]:
    """Rounds of a contest with random results."""
    chance = random.Random(number)
    entrants = {f"e{at}": Entrant(f"e{at}", club=f"club {at % 5}") for at in range(count)}
    for at in range(rounds):
        pairings = pair_round(entrants.values(), dice(100 * number + at), is_first=at == 0)
        playing = [name for one in pairings for name in (one.first, one.second) if name != BYE]
        assert sorted(playing) == sorted(entrants), "everybody is in a round exactly once"
        assert len(pairings) == (count + 1) // 2
        for one in pairings:
            is_rematch = one.second in entrants[one.first].opponents
            assert is_rematch == ("rematch" in one.relaxed)
            second_bye = one.second == BYE and entrants[one.first].rests > 0
            assert second_bye == ("second_bye" in one.relaxed)
        entrants = after_round(entrants, pairings, chance)
        yield pairings


@pytest.mark.parametrize("count", [10, 17, 24, 33])
def test_no_condition_is_relaxed_in_a_usual_contest(count):
    for pairings in play_contest(count, count, 4):
        assert not [one for one in pairings if one.relaxed]


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7])
def test_there_is_never_a_dead_end(count):
    rounds = list(play_contest(count, count, 2 * count))
    assert any("rematch" in one.relaxed for one in rounds[-1] + rounds[-2])


def test_random_contests_with_absences_and_challenges_have_no_fault():
    """The long form is `python -m bench.games.contests.pairings 20000`."""
    for number in range(0, 62, 5):
        assert PairedContest(number).play().faults == []


def test_a_round_that_is_worse_than_possible_is_a_fault():
    """The check of random contests sees a rematch that another round avoids."""
    contest = PairedContest(1)
    entrants = [
        Entrant("a", opponents=frozenset("b")),
        Entrant("b", opponents=frozenset("a")),
        Entrant("c"),
        Entrant("d"),
    ]
    good = pair_round(entrants, dice(1), is_first=False)
    worse = [
        swiss.Pairing("a", "b", good[0].why, ("rematch",)),
        swiss.Pairing("c", "d", good[0].why),
    ]
    [first, *_] = contest.faults_of(entrants, worse, 1, is_first=False)
    assert first == "breaks (1, 0, 0, 0, 0) instead of (0, 0, 0, 0, 0)"


def test_the_order_of_the_entrants_changes_nothing():
    entrants = random_entrants(random.Random(3), 21)
    expected = pair_round(entrants, dice(1), is_first=False)
    random.Random(4).shuffle(entrants)
    assert pair_round(entrants, dice(1), is_first=False) == expected


def test_the_bye_goes_to_the_lowest_without_a_bye_or_an_absence():
    entrants = [
        Entrant("a", 6),
        Entrant("b", 4),
        Entrant("c", 2),
        Entrant("d", 1, rests=1),
        Entrant("e", 0, rests=1),
    ]
    bye = pair_round(entrants, dice(1), is_first=False)[-1]
    assert (bye.first, bye.second, bye.relaxed) == ("c", BYE, ())
    assert "(2 points)" in bye.why.in_("en")
    assert "(2 puntos)" in bye.why.in_("es")


def test_no_entrant_gets_a_side_a_third_time():
    entrants = [Entrant("a", sides=(0, 0)), Entrant("b", sides=(1, 1))]
    (pairing,) = pair_round(entrants, dice(1), is_first=False)
    assert (pairing.first, pairing.second) == ("b", "a")


def test_club_mates_meet_in_the_first_round_only_if_they_must():
    mates = [Entrant(name, club="north") for name in "abc"]
    others = [Entrant(name) for name in "xyz"]
    apart = pair_round([*mates, *others], dice(1), is_first=True)
    assert not [one for one in apart if one.relaxed]
    together = pair_round([*mates, Entrant("x")], dice(1), is_first=True)
    assert [one.relaxed for one in together if one.relaxed] == [("club_mates",)]


def test_no_entrants_are_an_empty_round_and_one_has_a_bye():
    assert pair_round([], dice(1), is_first=True) == ()
    assert [one.second for one in pair_round([Entrant("a")], dice(1), is_first=True)] == [BYE]


@pytest.mark.parametrize("count", [24, 65])
def test_entrants_with_an_accepted_challenge_are_paired(count):
    """Also far apart in points, in a round that considers near opponents only."""
    chance = random.Random(count)
    names = [f"e{at}" for at in range(count)]
    for number in range(6):
        agreed = agreed_opponents(chance, names)
        entrants = [
            Entrant(name, points=chance.randint(0, 9), sides=(0, 0), agreed=agreed.get(name, ""))
            for name in names
        ]
        found = {one.first: one for one in pair_round(entrants, dice(number), is_first=False)}
        found |= {one.second: one for one in found.values() if one.second != BYE}
        for one, other in agreed.items():
            assert {found[one].first, found[one].second} == {one, other}
            assert found[one].is_challenge
        assert not any("challenge" in one.relaxed for one in found.values())
