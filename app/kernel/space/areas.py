"""Areas: a graph of named spaces that are joined by typed edges.

The graph knows keys only. Names belong to the game, positions to `space/area_drawing`. Distances
and lengths are numbers of edges. All answers keep the order of the data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NewType, TypeVar

import msgspec

AreaKey = str
Edges = NewType("Edges", int)
"""Distance along edges; an area is at distance 0 from itself."""


class AreaDataError(ValueError):
    """Raised for faulty data of a map. `faults` lists all of them, each with its row."""

    def __init__(self, faults: Sequence[str]):
        super().__init__("; ".join(faults))
        self.faults = tuple(faults)


class EdgeKind(msgspec.Struct, frozen=True):
    """Kind of an edge, such as a road or a track. `barred_to` are classes of unit that it bars."""

    key: str
    barred_to: frozenset[str] = frozenset()


class Area(msgspec.Struct, frozen=True):
    """Named space.

    - `closed_to`: sides that may not enter it.
    - `entered_by`: kinds of edge by which a class of unit enters it; other classes use all kinds.
    """

    key: AreaKey
    closed_to: frozenset[str] = frozenset()
    entered_by: Mapping[str, frozenset[str]] = {}


class Edge(msgspec.Struct, frozen=True):
    """Edge of a kind between two areas. It is usable both ways unless `one_way` is true."""

    start: AreaKey
    end: AreaKey
    kind: str
    one_way: bool = False


class Traveller(msgspec.Struct, frozen=True):
    """Side and class of unit on its way.

    Without a side no area is closed to it, and without a class no edge bars it.

    - `closed`: areas that it may not enter now.
    - `stops`: areas that it may enter, but not leave again on the same way.
    """

    side: str = ""
    unit_class: str = ""
    closed: frozenset[AreaKey] = frozenset()
    stops: frozenset[AreaKey] = frozenset()


ANY = Traveller()


class Way(msgspec.Struct, frozen=True):
    """Areas of a way, start and end included, and the kind of each edge between them."""

    areas: tuple[AreaKey, ...]
    kinds: tuple[str, ...] = ()

    @property
    def length(self) -> Edges:
        """Length in edges."""
        return Edges(len(self.kinds))

    @property
    def end(self) -> AreaKey:
        """Last area."""
        return self.areas[-1]


class AreaGraph:
    """Graph of areas. It never changes; an area that it does not have raises `KeyError`."""

    def __init__(
        self, areas: Iterable[Area], edges: Iterable[Edge], kinds: Iterable[EdgeKind]
    ) -> None:
        """Build a connected graph; raises `AreaDataError`."""
        given, self.edges, of_kinds = tuple(areas), tuple(edges), tuple(kinds)
        self.areas = {area.key: area for area in given}
        self.kinds = {kind.key: kind for kind in of_kinds}
        faults = [
            *_faults_of_areas(given, of_kinds),
            *_faults_of_edges(self.areas, self.edges, self.kinds),
        ]
        self._exits = _exits_of(self.areas, self.edges)
        faults = faults or _faults_of_parts(self.areas, self.edges)
        if faults:
            raise AreaDataError(faults)
        self._open: dict[tuple[str, str], dict[AreaKey, tuple[tuple[AreaKey, str], ...]]] = {}

    @property
    def keys(self) -> tuple[AreaKey, ...]:
        """Keys of all areas."""
        return tuple(self.areas)

    def edge_kind(self, start: AreaKey, end: AreaKey) -> str | None:
        """Kind of the edge that leads from one area to another; None if they are not adjacent."""
        return next((kind for there, kind in self._exits[start] if there == end), None)

    def is_passable(self, start: AreaKey, end: AreaKey, who: Traveller = ANY) -> bool:
        """True if an edge leads the traveller from one area to another."""
        return end in self.neighbours(start, who)

    def neighbours(self, area: AreaKey, who: Traveller = ANY) -> tuple[AreaKey, ...]:
        """Adjacent areas that the traveller may enter from this one."""
        return tuple(there for there, _ in self._steps(area, who))

    def distance(self, start: AreaKey, end: AreaKey, who: Traveller = ANY) -> Edges | None:
        """Least number of edges from one area to another; None if no way leads there."""
        self.areas[end]
        return self.distances(start, who).get(end)

    def distances(self, start: AreaKey, who: Traveller = ANY) -> dict[AreaKey, Edges]:
        """Least number of edges to each area that the traveller can reach, nearest first."""
        return {end: way.length for end, way in self.reach(start, who).items()}

    def reach(
        self, start: AreaKey, who: Traveller = ANY, most: int | None = None
    ) -> dict[AreaKey, Way]:
        """Shortest way to each area within `most` edges, nearest first. The start comes first."""
        found = {start: Way((start,))}
        rim = [found[start]]
        while rim and (most is None or rim[0].length < most):
            further = []
            for way in rim:
                for longer in self._longer(way, who):
                    if longer.end not in found:
                        found[longer.end] = longer
                        further.append(longer)
            rim = further
        return found

    def ways(self, start: AreaKey, end: AreaKey, most: int, who: Traveller = ANY) -> list[Way]:
        """All ways of 1 to `most` edges that pass no area twice, shortest first."""
        self.areas[end]
        found: list[Way] = []
        rim = [Way((start,))]
        for _ in range(most):
            rim = [longer for way in rim for longer in self._longer(way, who)]
            found += [way for way in rim if way.end == end]
            rim = [way for way in rim if way.end != end]
        return found

    def _longer(self, way: Way, who: Traveller) -> Iterator[Way]:
        """Ways with one more edge that pass no area twice."""
        if way.kinds and way.end in who.stops:
            return
        for there, kind in self._steps(way.end, who):
            if there not in way.areas:
                yield Way((*way.areas, there), (*way.kinds, kind))

    def _steps(self, area: AreaKey, who: Traveller) -> tuple[tuple[AreaKey, str], ...]:
        """Pairs (adjacent area, kind of edge) that are open to the traveller."""
        key = who.side, who.unit_class
        if key not in self._open:
            self._open[key] = {
                start: tuple(exit_ for exit_ in exits if self._lets_pass(*exit_, *key))
                for start, exits in self._exits.items()
            }
        steps = self._open[key][area]
        return tuple(step for step in steps if step[0] not in who.closed) if who.closed else steps

    def _lets_pass(self, end: AreaKey, kind: str, side: str, unit_class: str) -> bool:
        area = self.areas[end]
        kinds = area.entered_by.get(unit_class)
        return (
            side not in area.closed_to
            and unit_class not in self.kinds[kind].barred_to
            and (kinds is None or kind in kinds)
        )


def _exits_of(
    areas: Mapping[AreaKey, Area], edges: Sequence[Edge]
) -> dict[AreaKey, tuple[tuple[AreaKey, str], ...]]:
    """Pairs (end, kind) by start, in the order of the edges."""
    exits: dict[AreaKey, list[tuple[AreaKey, str]]] = {key: [] for key in areas}
    for edge in edges:
        exits.setdefault(edge.start, []).append((edge.end, edge.kind))
        if not edge.one_way:
            exits.setdefault(edge.end, []).append((edge.start, edge.kind))
    return {key: tuple(found) for key, found in exits.items()}


# --- Faults of the data
def _faults_of_areas(areas: Sequence[Area], kinds: Sequence[EdgeKind]) -> Iterator[str]:
    yield from _doubled("area", [area.key for area in areas])
    yield from _doubled("kind of edge", [kind.key for kind in kinds])
    known = {kind.key for kind in kinds}
    for area in areas:
        for unit_class, by in area.entered_by.items():
            for kind in sorted(by - known):
                yield f"area {area.key!r}: unknown kind of edge {kind!r} for class {unit_class!r}"


def _doubled(what: str, keys: Sequence[str]) -> Iterator[str]:
    for key, count in Counter(keys).items():
        if count > 1:
            yield f"{what} {key!r} is given {count} times"


def _faults_of_edges(
    areas: Mapping[AreaKey, Area], edges: Sequence[Edge], kinds: Mapping[str, EdgeKind]
) -> Iterator[str]:
    rows: dict[tuple[AreaKey, AreaKey], int] = {}
    for row, edge in enumerate(edges, 1):
        name = f"edge {row} ({edge.start} - {edge.end})"
        for key in dict.fromkeys((edge.start, edge.end)):
            if key not in areas:
                yield f"{name}: unknown area {key!r}"
        if edge.kind not in kinds:
            yield f"{name}: unknown kind of edge {edge.kind!r}"
        if edge.start == edge.end:
            yield f"{name}: leads to its own start"
            continue
        both = ((edge.start, edge.end), (edge.end, edge.start))
        for way in both[:1] if edge.one_way else both:
            if way in rows and rows[way] != row:
                yield f"{name}: the same as edge {rows[way]}"
                break
            rows[way] = row


def _faults_of_parts(areas: Mapping[AreaKey, Area], edges: Sequence[Edge]) -> list[str]:
    """Fault of a graph in several parts; the direction of an edge does not count."""
    joined: dict[AreaKey, set[AreaKey]] = {key: set() for key in areas}
    for edge in edges:
        joined[edge.start].add(edge.end)
        joined[edge.end].add(edge.start)
    if not joined:
        return ["there is no area"]
    first = next(iter(joined))
    met, open_ = {first}, [first]
    while open_:
        fresh = joined[open_.pop()] - met
        met |= fresh
        open_ += fresh
    lost = [key for key in areas if key not in met]
    return [f"no edge leads from area {first!r} to {', '.join(map(repr, lost))}"] if lost else []


# --- Data as plain rows
def area_graph(
    areas: Sequence[Mapping[str, object]],
    edges: Sequence[Sequence[object] | Mapping[str, object]],
    kinds: Mapping[str, Sequence[str]],
) -> AreaGraph:
    """Graph from plain data, such as YAML; raises `AreaDataError`.

    - `areas`: mappings with the fields of `Area`.
    - `edges`: rows [start, end, kind], or mappings with the fields of `Edge`.
    - `kinds`: classes of unit that a kind of edge bars, by kind.
    """
    faults: list[str] = []
    read_areas = _read_rows(areas, Area, "area", faults)
    named = [
        dict(zip(("start", "end", "kind"), row, strict=True))
        if isinstance(row, (list, tuple)) and len(row) == 3
        else row
        for row in edges
    ]
    read_edges = _read_rows(named, Edge, "edge", faults)
    if faults:
        raise AreaDataError(faults)
    return AreaGraph(
        read_areas, read_edges, [EdgeKind(key, frozenset(barred)) for key, barred in kinds.items()]
    )


Row = TypeVar("Row", Area, Edge)


def _read_rows(rows: Sequence[object], kind: type[Row], name: str, faults: list[str]) -> list[Row]:
    """Rows as structs. A row that cannot be read, or has an unknown field, is a fault."""
    found = []
    for number, row in enumerate(rows, 1):
        odd = set(row) - set(kind.__struct_fields__) if isinstance(row, Mapping) else ()
        if odd:
            faults.append(f"{name} {number}: unknown field {', '.join(sorted(map(str, odd)))}")
            continue
        try:
            found.append(msgspec.convert(row, kind))
        except msgspec.ValidationError as wrong:
            faults.append(f"{name} {number}: {wrong}")
    return found
