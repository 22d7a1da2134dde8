"""Search for an augmenting path against matchings of networkx, and rounds with a forced rematch."""

from __future__ import annotations

import random

import networkx as nx
import pytest

from app.games.contests import swiss
from app.games.contests.matching_proof import can_grow
from app.games.contests.swiss import Entrant


def random_graph(chance: random.Random) -> nx.Graph:
    """Graph of 2 to 12 places."""
    count, share = chance.randrange(2, 13), chance.choice([0.1, 0.2, 0.3, 0.5])
    graph = nx.Graph()
    graph.add_nodes_from(range(count))
    pairs = ((one, other) for one in range(count) for other in range(one))
    graph.add_edges_from(pair for pair in pairs if chance.random() < share)
    return graph


def greedy_matching(pairs: list[tuple[int, int]]) -> dict[int, int]:
    """Partners of the pairs, taken in their order while both places are free."""
    partners: dict[int, int] = {}
    for one, other in pairs:
        if one not in partners and other not in partners:
            partners[one], partners[other] = other, one
    return partners


@pytest.mark.parametrize("first", [0, pytest.param(1, marks=pytest.mark.proof)])
def test_a_matching_grows_only_if_a_larger_one_exists(first):
    """Seeds 0 to 499, and up to 20,000 as a proof."""
    grown = 0
    for seed in range(500) if first == 0 else range(500, 20_000):
        chance = random.Random(seed)
        graph = random_graph(chance)
        best = nx.max_weight_matching(graph, maxcardinality=True)
        pairs = list(best if chance.random() < 0.5 else graph.edges)
        chance.shuffle(pairs)
        partners = greedy_matching(pairs)
        is_smaller = len(partners) < 2 * len(best)
        neighbours = [sorted(graph[place]) for place in sorted(graph)]
        assert can_grow(neighbours, partners) == is_smaller, seed
        grown += is_smaller
    assert grown


def with_hub(count: int, seed: int) -> list[Entrant]:
    """Contest in which the first entrant has met all others."""
    chance = random.Random(seed)
    names = [f"e{number}" for number in range(count)]
    return [
        Entrant(
            name,
            points=3 * chance.randrange(6),
            sides=tuple(chance.choices((0, 1), k=5)),
            opponents=frozenset(names[1:] if name == names[0] else names[:1]),
        )
        for name in names
    ]


@pytest.mark.parametrize("count", [24, 48])
def test_a_forced_rematch_is_found_among_near_opponents(monkeypatch, count):
    """The round costs as little as the best one among all opponents."""
    for seed in range(4):
        entrants = with_hub(count, seed)
        few = swiss.paired(entrants, is_first=False)
        with monkeypatch.context() as patched:
            patched.setattr(swiss, "ATTEMPTS", ())
            whole = swiss.paired(entrants, is_first=False)
        assert [one.relaxed for one in few if one.relaxed] == [("rematch",)]
        assert gaps(entrants, few) == gaps(entrants, whole)


def gaps(entrants: list[Entrant], pairings: tuple[swiss.Pairing, ...]) -> int:
    """Sum of the squared differences of points."""
    points = {one.id: one.points for one in entrants}
    return sum((points[one.first] - points[one.second]) ** 2 for one in pairings)


def test_a_forced_rematch_needs_no_search_among_all_opponents(monkeypatch):
    """The certificate settles the round, so the matching never sees all pairs."""
    seen = []
    monkeypatch.setattr(
        swiss,
        "cheapest",
        lambda edges, count, whole=swiss.cheapest: seen.append(len(edges)) or whole(edges, count),
    )
    swiss.paired(with_hub(64, 1), is_first=False)
    assert len(seen) == 1 and seen[0] < 64 * 12
