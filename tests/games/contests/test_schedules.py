"""Round robins and brackets are complete."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from app.games.contests import knockout, robin


@pytest.mark.parametrize("count", range(2, 17))
def test_everybody_meets_everybody_on_even_sides(count):
    names = [f"e{number}" for number in range(count)]
    rounds = robin.round_robin(names)
    assert len(rounds) == count - 1 + count % 2
    for battles in rounds:
        playing = [name for battle in battles for name in battle if name != robin.BYE]
        assert sorted(playing) == sorted(names)
    met = Counter(frozenset(battle) for battles in rounds for battle in battles)
    assert set(met.values()) == {1}
    assert len(met) == count * (count - 1) // 2 + (count if count % 2 else 0)
    for name in names:
        first, second = sides_of(name, rounds)
        assert abs(first - second) <= 1


def sides_of(name: str, rounds: tuple[tuple[robin.Battle, ...], ...]) -> tuple[int, int]:
    """Battles of an entrant on the first and on the second side."""
    battles = [one for battles in rounds for one in battles if robin.BYE not in one]
    return sum(one[0] == name for one in battles), sum(one[1] == name for one in battles)


def test_a_double_round_robin_reverses_the_sides():
    rounds = robin.round_robin(["a", "b", "c", "d", "e"], is_double=True)
    battles = Counter(one for battles in rounds for one in battles if robin.BYE not in one)
    assert set(battles.values()) == {1}
    assert len(battles) == 20
    assert all(sides_of(name, rounds) == (4, 4) for name in "abcde")


def play(matches, names, chance):
    """Filled bracket after random results, with the defeats of each entrant."""
    winners: dict[str, str] = {}
    defeats: Counter[str] = Counter()
    while ready := [
        one for one in knockout.filled(matches, names, winners).values() if one.is_ready
    ]:
        for one in ready:
            winners[one.key] = chance.choice([one.first, one.second])
            defeats[one.second if winners[one.key] == one.first else one.first] += 1
    return knockout.filled(matches, names, winners), winners, defeats


@pytest.mark.parametrize("count", range(2, 34))
def test_single_elimination_leaves_one_entrant_without_a_defeat(count):
    names = [f"e{number}" for number in range(count)]
    bracket, winners, defeats = play(
        knockout.single_elimination(count), names, random.Random(count)
    )
    assert len(winners) == count - 1
    assert all(one.winner is not None for one in bracket.values())
    assert set(names) - set(defeats) == {bracket[f"w{knockout.rounds_for(count)}.1"].winner}


@pytest.mark.parametrize("count", range(2, 34))
def test_double_elimination_puts_out_after_two_defeats(count):
    names = [f"e{number}" for number in range(count)]
    for number in range(4):
        bracket, winners, defeats = play(
            knockout.double_elimination(count), names, random.Random(100 * count + number)
        )
        champion = bracket["decider"].winner
        assert defeats[champion] <= 1
        assert {defeats[name] for name in names if name != champion} == {2}
        assert len(winners) == 2 * count - 2 + defeats[champion]


def test_the_best_seeds_rest_and_meet_late():
    bracket = knockout.filled(knockout.single_elimination(6), list("abcdef"), {})
    assert {one.winner for one in bracket.values() if one.winner} == {"a", "b"}
    assert knockout.seed_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_the_losers_of_the_semifinals_play_for_third_place():
    matches = knockout.single_elimination(4, has_third_place=True)
    bracket = knockout.filled(matches, list("abcd"), {"w1.1": "a", "w1.2": "c"})
    assert (bracket["third"].first, bracket["third"].second) == ("d", "b")
    assert bracket["third"].is_ready
    three = knockout.single_elimination(3, has_third_place=True)
    assert "third" not in [one.key for one in three]


def test_a_result_of_a_stranger_does_not_count():
    bracket = knockout.filled(knockout.single_elimination(2), ["a", "b"], {"w1.1": "z"})
    assert bracket["w1.1"].winner is None
    assert bracket["w1.1"].loser is None


def test_an_entrant_of_a_published_match_goes_on_in_no_other_after_a_correction():
    """CON-RND-09. Without the second match the corrected result counts."""
    matches = knockout.double_elimination(4)
    winners = {"w1.1": "d", "w1.2": "b"}
    first = {"w1.1": ("a", "d"), "w1.2": ("b", "c")}
    for played, upper, lower in (
        (first, ("d", "b"), ("a", "c")),
        (first | {"w2.1": ("a", "b")}, ("a", "b"), ("d", "c")),
        (first | {"l1.1": ("d", "c")}, ("a", "b"), ("d", "c")),
    ):
        found = knockout.filled(matches, list("abcd"), winners, played)
        assert found["w1.1"].winner == "d"
        assert (found["w2.1"].first, found["w2.1"].second) == upper
        assert (found["l1.1"].first, found["l1.1"].second) == lower
