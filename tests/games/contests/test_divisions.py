"""Divisions of all sizes, and a next season after promotion and relegation."""

from __future__ import annotations

import random
from itertools import product

import pytest
from msgspec.structs import replace

from app.games.contests.divisions import DOWN, UP, filled_divisions, moves_of, next_divisions
from app.games.contests.forms import ROBIN
from app.games.contests.groups import group_pairs, group_rounds
from app.games.contests.state import PLAYING, Contest, Entrant, Pairing, Result, Settings


def season(count: int, divisions: int, moves: int, seed: int) -> Contest:
    """Finished season with random results, of which about one entrant in eight has left."""
    chance = random.Random(seed)
    keys = tuple(f"p{number}" for number in range(1, count + 1))
    entrants = {
        key: Entrant(key, key, number, status="left" if chance.random() < 0.12 else "entered")
        for number, key in enumerate(keys, 1)
    }
    settings = Settings(divisions=divisions, moves=moves)
    contest = Contest(ROBIN, settings, step=PLAYING, entrants=entrants, lots=keys)
    contest = replace(contest, groups=filled_divisions(contest))
    pairings = [
        Pairing(
            f"r{number}.{table}", number, one, other, result=Result(chance.choice([one, other]))
        )
        for number in range(1, group_rounds(contest) + 1)
        for table, (_, one, other) in enumerate(group_pairs(contest, number), 1)
    ]
    return replace(contest, round=group_rounds(contest), pairings=tuple(pairings))


@pytest.mark.parametrize("moves", [0, 1, 3])
def test_divisions_are_equal_and_each_move_has_one_in_return(moves):
    for count, divisions in product(range(2, 21), (1, 2, 3, 5)):
        contest = season(count, divisions, moves, 100 * count + divisions)
        sizes = [len(one) for one in contest.groups]
        assert sum(sizes) == count and max(sizes) - min(sizes) <= 1 and min(sizes) >= 2
        assert sizes == sorted(sizes, reverse=True)
        found = moves_of(contest)
        assert sum(way == UP for way in found.values()) == sum(
            way == DOWN for way in found.values()
        )
        after = next_divisions(contest)
        playing = [key for group in contest.groups for key in group]
        playing = [key for key in playing if contest.entrants[key].is_playing]
        assert sorted(key for group in after for key in group) == sorted(playing)
        before = {key: number for number, group in enumerate(contest.groups) for key in group}
        for number, group in enumerate(after):
            for key in group:
                way = {UP: -1, DOWN: 1}.get(found.get(key, ""), 0)
                assert number == before[key] + way
