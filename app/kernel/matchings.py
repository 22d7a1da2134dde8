"""Matchings of pairs of a weighted graph."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def heaviest_matching(weights: Mapping[tuple[Node, Node], int]) -> set[tuple[Node, Node]]:
    """Pairs of the matching with the most pairs and, among those, the greatest sum of weights.

    Each pair of `weights` may be matched, and each node once. The nodes of a found pair come in any
    order.
    """
    import networkx as nx  # noqa: PLC0415 slow, and a server seldom pairs

    graph = nx.Graph()
    graph.add_weighted_edges_from((one, other, weight) for (one, other), weight in weights.items())
    found: set[tuple[Node, Node]] = nx.max_weight_matching(graph, maxcardinality=True)
    return found
