"""Proof that a matching has the most pairs (Berge, Edmonds): no augmenting path exists.

The matching itself comes from networkx. This search only checks it against a larger graph, in one
pass over the edges instead of a second matching.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence


def can_grow(neighbours: Sequence[Sequence[int]], partners: Mapping[int, int]) -> bool:
    """True if another matching of this graph has more pairs. `partners` maps each place to the
    other.
    """
    return Forest(neighbours, partners).has_augmenting_path()


class Forest:
    """Alternating trees from all places without a partner.

    - `base`: blossom of a place.
    - `parent`: even place above an odd one.
    - `root`: tree of an even place.
    """

    def __init__(self, neighbours: Sequence[Sequence[int]], partners: Mapping[int, int]) -> None:
        self.neighbours, self.partners = neighbours, partners
        self.base = list(range(len(neighbours)))
        self.parent: dict[int, int] = {}
        self.root = {place: place for place in self.base if place not in partners}
        self.left = deque(self.root)

    def has_augmenting_path(self) -> bool:
        """True if an edge joins even places of two trees."""
        while self.left:
            place = self.left.popleft()
            for other in self.neighbours[place]:
                if self.base[place] == self.base[other]:
                    continue
                if other in self.root:
                    if self.root[other] != self.root[place]:
                        return True
                    self.contract(place, other)
                elif other not in self.parent:
                    self.parent[other] = place
                    self.add_even(self.partners[other], self.root[place])
        return False

    def add_even(self, place: int, root: int) -> None:
        """Add a place at an even distance from its root."""
        if place not in self.root:
            self.root[place] = root
            self.left.append(place)

    def contract(self, one: int, other: int) -> None:
        """Make one blossom of the odd cycle that this edge closes; all its places are even."""
        common, inside = self.common_base(one, other), set[int]()
        for place in (one, other):
            base = self.base[place]
            while base != common:
                mate = self.partners[base]
                inside |= {base, mate}
                self.add_even(mate, self.root[base])
                base = self.base[self.parent[mate]]
        self.base = [common if base in inside else base for base in self.base]

    def common_base(self, one: int, other: int) -> int:
        """Lowest blossom that lies above both places."""
        above = set()
        while True:
            one = self.base[one]
            above.add(one)
            if one not in self.partners:
                break
            one = self.parent[self.partners[one]]
        while self.base[other] not in above:
            other = self.parent[self.partners[self.base[other]]]
        return self.base[other]
