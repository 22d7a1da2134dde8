"""Seeded first rounds of a Swiss contest against an exhaustive search."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from app.games.contests import swiss

Pairs = tuple[tuple[int, int], ...]


def all_rounds(places: Sequence[int]) -> Iterator[Pairs]:
    """All ways to pair these places; with an odd number one has a bye."""
    if len(places) % 2:
        for bye in places:
            yield from all_rounds([one for one in places if one != bye])
        return
    if not places:
        yield ()
        return
    first, *others = places
    for other in others:
        for pairs in all_rounds([one for one in others if one != other]):
            yield ((first, other), *pairs)


def cost(entrants: Sequence[swiss.Entrant], pairs: Pairs) -> tuple[int, int]:
    """Pairs of club mates, then the distance from half the field."""
    half, bye = len(entrants) // 2, set(range(len(entrants))).difference(*pairs)
    mates = sum(entrants[one].club == entrants[other].club != "" for one, other in pairs)
    distance = sum((other - one - half) ** 2 for one, other in pairs)
    return mates, distance + sum((len(entrants) - one) ** 2 for one in bye)


@pytest.mark.parametrize("count", range(2, 9))
def test_no_other_first_round_keeps_seeds_and_clubs_better(count):
    for seed in range(30):
        chance = random.Random(100 * seed + count)
        entrants = [
            swiss.Entrant(f"e{place}", club=chance.choice(["", "", "A", "B"]))
            for place in range(count)
        ]
        places = {one.id: place for place, one in enumerate(entrants)}
        drawn = tuple(
            tuple(sorted((places[one.first], places[one.second])))
            for one in swiss.paired(entrants, is_first=True, is_seeded=True)
            if one.second
        )
        best = min(cost(entrants, pairs) for pairs in all_rounds(range(count)))
        assert cost(entrants, drawn) == best, seed


@pytest.mark.parametrize("count", [12, 13, 40])
def test_a_large_field_meets_across_its_halves(count):
    entrants = [swiss.Entrant(f"e{place}") for place in range(count)]
    drawn = swiss.paired(entrants, is_first=True, is_seeded=True)
    half = count // 2
    expected = {frozenset({f"e{place}", f"e{place + half}"}) for place in range(half)}
    assert {frozenset({one.first, one.second}) for one in drawn if one.second} == expected
    firsts = [one.first for one in drawn if one.second]
    assert sum(int(name[1:]) < half for name in firsts) == (half + 1) // 2
