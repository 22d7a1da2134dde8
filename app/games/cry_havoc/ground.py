"""Ground of a map: terrain, zones and hexsides, derived from the printed map."""

from __future__ import annotations

from functools import cached_property, lru_cache

from app.games.cry_havoc.state import Map
from app.kernel.space.hexes import BACK, SIDES, Hex, hex_beside, hexes_around

WALL, DOOR, GATE, WINDOW = "wall", "door", "gate", "window"
_latest: tuple[Map, Ground] | None = None


def ground_of(printed: Map) -> Ground:
    """Ground of a map. The hash of a map is that of all its parts, so the last one is kept."""
    global _latest  # noqa: PLW0603 - a cache of one entry
    known = _latest
    if known is None or known[0] is not printed:
        known = _latest = printed, _equal_ground(printed)
    return known[1]


@lru_cache(maxsize=64)
def _equal_ground(printed: Map) -> Ground:
    return Ground(printed)


class Ground:
    """Queries on a map. A zone is a room "house/room", a courtyard "yard", or "" in the open."""

    def __init__(self, printed: Map):
        self.map = printed
        self._terrain = dict(printed.terrain)
        self._high = frozenset(printed.high_ground)
        self._zones = {
            hex_: f"{house.id}/{room}"
            for house in printed.buildings
            for room, hexes in house.rooms
            for hex_ in hexes
        }
        self._zones |= {hex_: yard.id for yard in printed.courtyards for hex_ in yard.hexes}
        self._openings: dict[tuple[Hex, str], str] = {}
        self._lies: dict[tuple[Hex, str], str] = {}
        self._kinds: dict[Hex, str] = {}
        for house in printed.buildings:
            self._open(house.doors, DOOR)
            self._open(house.windows, WINDOW)
        for yard in printed.courtyards:
            self._open(yard.gates, GATE)

    def _open(self, places: tuple[tuple[Hex, str], ...], kind: str) -> None:
        for hex_, side in places:
            self._openings[hex_, side] = kind
            self._openings[hex_beside(hex_, side), BACK[side]] = kind

    def has(self, hex_: Hex) -> bool:
        """True if the hex is on the map."""
        return hex_ in self.hexes

    @cached_property
    def hexes(self) -> frozenset[Hex]:
        return frozenset(
            f"{col:02d}{row:02d}"
            for col in range(1, self.map.cols + 1)
            for row in range(1, self.map.rows + 1)
        )

    def cover_terrain(self, hex_: Hex) -> str:
        """Terrain of the hex without buildings: clear, road, bush, trees, embankment or water."""
        return self._terrain.get(hex_, "clear")

    def zone(self, hex_: Hex) -> str:
        return self._zones.get(hex_, "")

    def house(self, hex_: Hex) -> str:
        """Building that the hex is a room of, "" if none."""
        zone = self.zone(hex_)
        return zone.split("/")[0] if "/" in zone else ""

    def is_courtyard(self, hex_: Hex) -> bool:
        zone = self.zone(hex_)
        return bool(zone) and "/" not in zone

    def is_high(self, hex_: Hex) -> bool:
        return hex_ in self._high

    def height(self, hex_: Hex) -> int:
        """Height: 0 the plain, 1 an embankment, 2 high ground."""
        return 2 if self.is_high(hex_) else 1 if self.cover_terrain(hex_) == "embankment" else 0

    def entrance(self, hex_: Hex) -> str:
        """Kind of entrance of which the hex is the inside: "door", "gate" or "" for none."""
        return next((kind for kind in (DOOR, GATE) if self.own_openings(hex_, kind)), "")

    def own_openings(self, hex_: Hex, kind: str) -> tuple[str, ...]:
        """Sides of a hex inside a house or yard with an opening of that kind to the outside."""
        return self._own_openings.get((hex_, kind), ())

    @cached_property
    def _own_openings(self) -> dict[tuple[Hex, str], tuple[str, ...]]:
        listed: dict[tuple[Hex, str], tuple[str, ...]] = {}
        for house in self.map.buildings:
            for kind, places in ((DOOR, house.doors), (WINDOW, house.windows)):
                for hex_, side in places:
                    listed[hex_, kind] = (*listed.get((hex_, kind), ()), side)
        for yard in self.map.courtyards:
            for hex_, side in yard.gates:
                listed[hex_, GATE] = (*listed.get((hex_, GATE), ()), side)
        return listed

    def kind(self, hex_: Hex) -> str:
        """Row of the terrain table: door, gate, interior, courtyard, terrain, or high_ground if it
        is clear.
        """
        kind = self._kinds.get(hex_)
        if kind is None:
            kind = self._kinds[hex_] = self._kind(hex_)
        return kind

    def _kind(self, hex_: Hex) -> str:
        entrance = self.entrance(hex_)
        if entrance:
            return entrance
        if self.zone(hex_):
            return "courtyard" if self.is_courtyard(hex_) else "interior"
        growth = self.cover_terrain(hex_)
        return "high_ground" if growth == "clear" and self.is_high(hex_) else growth

    def side(self, hex_: Hex, side: str) -> str:
        """Kind of the hexside: wall, door, gate, window, or "" for none."""
        lies = self._lies.get((hex_, side))
        if lies is None:
            apart = WALL if self.zone(hex_) != self.zone(hex_beside(hex_, side)) else ""
            lies = self._lies[hex_, side] = self._openings.get((hex_, side), apart)
        return lies

    def is_crest(self, hex_: Hex, side: str) -> bool:
        """True if the hexside is the upper edge of an embankment, from either hex."""
        there = hex_beside(hex_, side)
        return {self.height(hex_), self.height(there)} == {1, 2}

    def neighbours(self, hex_: Hex) -> tuple[tuple[str, Hex], ...]:
        """Adjacent hexes on the map, as (side, hex)."""
        return tuple((side, there) for side, there in hexes_around(hex_) if self.has(there))

    def edges(self, hex_: Hex) -> tuple[str, ...]:
        """Edges of the map at which the hex lies: north, south, west, east."""
        column, row = int(hex_[:2]), int(hex_[2:])
        at = {
            "north": row == 1,
            "south": row == self.map.rows,
            "west": column == 1,
            "east": column == self.map.cols,
        }
        return tuple(edge for edge, there in at.items() if there)

    def walls(self) -> list[tuple[Hex, str]]:
        """Hexsides with a wall, from both of their hexes."""
        return [
            (hex_, side)
            for hex_ in sorted(self.hexes)
            for side in SIDES
            if self.side(hex_, side) == WALL
        ]
