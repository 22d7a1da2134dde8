"""Graphs of areas: neighbours, distances and ways for a side and a class of unit, and their
data.
"""

from __future__ import annotations

import re
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as some

from app.kernel.space.area_drawing import AreaDrawing
from app.kernel.space.areas import AreaDataError, Traveller, area_graph
from tests.area_drawings import drawing_faults, segments_meet

KINDS = {"open": (), "road": (), "track": ("guns",)}
AREAS = (
    {"key": "gate", "closed_to": ["red"]},
    {"key": "house"},
    {"key": "hill"},
    {"key": "marsh", "entered_by": {"guns": ["road"]}},
    {"key": "shore"},
)
EDGES = (
    ("gate", "house", "road"),
    ("house", "hill", "track"),
    ("house", "marsh", "open"),
    ("hill", "marsh", "open"),
    ("marsh", "shore", "road"),
)
VALLEY = area_graph(AREAS, EDGES, KINDS)
GUNS, RED = Traveller(unit_class="guns"), Traveller("red")


def test_neighbours_stand_in_the_order_of_the_data():
    assert VALLEY.neighbours("house") == ("gate", "hill", "marsh")
    assert VALLEY.edge_kind("house", "hill") == VALLEY.edge_kind("hill", "house") == "track"
    assert VALLEY.edge_kind("gate", "hill") is None


def test_a_class_uses_its_kinds_of_edge_only():
    assert VALLEY.neighbours("house", GUNS) == ("gate",)
    assert VALLEY.neighbours("shore", GUNS) == ("marsh",)  # by the road
    assert VALLEY.neighbours("marsh", GUNS) == ("house", "hill", "shore")


def test_an_area_is_closed_to_a_side_or_for_now():
    assert VALLEY.neighbours("house", RED) == ("hill", "marsh")
    assert VALLEY.distance("shore", "gate", RED) is None
    assert VALLEY.distance("shore", "gate") == 3
    detour = Traveller(closed=frozenset({"marsh"}))
    assert VALLEY.reach("house", detour).keys() == {"house", "gate", "hill"}
    assert VALLEY.is_passable("house", "hill", detour)
    assert not VALLEY.is_passable("house", "marsh", detour)
    assert VALLEY.distance("marsh", "shore", detour) == 1  # it may leave a closed area


def test_a_stop_is_entered_but_not_passed():
    held = Traveller(stops=frozenset({"marsh"}))
    assert VALLEY.distances("house", held) == {"house": 0, "gate": 1, "hill": 1, "marsh": 1}
    assert VALLEY.distance("marsh", "gate", held) == 2


def test_ways_pass_no_area_twice_and_the_shortest_come_first():
    found = [way.areas for way in VALLEY.ways("house", "marsh", most=2)]
    assert found == [("house", "marsh"), ("house", "hill", "marsh")]
    assert VALLEY.ways("house", "marsh", most=1)[0].kinds == ("open",)
    assert VALLEY.reach("gate")["shore"].areas == ("gate", "house", "marsh", "shore")
    assert list(VALLEY.reach("gate", most=1)) == ["gate", "house"]


def test_a_way_in_one_direction_is_not_used_back():
    slope = {"start": "hill", "end": "shore", "kind": "track", "one_way": True}
    graph = area_graph(AREAS, (*EDGES, slope), KINDS)
    assert graph.distance("hill", "shore") == 1
    assert graph.distance("shore", "hill") == 2


@pytest.mark.parametrize("ask", ["neighbours", "reach", "distances"])
def test_an_unknown_area_is_an_error(ask):
    with pytest.raises(KeyError):
        getattr(VALLEY, ask)("moon")
    with pytest.raises(KeyError):
        VALLEY.distance("gate", "moon")


@pytest.mark.parametrize(
    ("areas", "edges", "fault"),
    [
        (AREAS, (*EDGES, ("gate", "moon", "open")), "edge 6 (gate - moon): unknown area 'moon'"),
        (AREAS, (*EDGES, ("gate", "gate", "open")), "edge 6 (gate - gate): leads to its own start"),
        (AREAS, (*EDGES, ("hill", "house", "open")), "edge 6 (hill - house): the same as edge 2"),
        (AREAS, (*EDGES, ("gate", "hill", "rail")), "unknown kind of edge 'rail'"),
        ((*AREAS, {"key": "gate"}), EDGES, "area 'gate' is given 2 times"),
        ((*AREAS, {"key": "isle"}), EDGES, "no edge leads from area 'gate' to 'isle'"),
        ((*AREAS, {"name": "Isle"}), EDGES, "area 6: unknown field name"),
        (AREAS, (*EDGES, ("gate", "hill")), "edge 6:"),
        (
            (*AREAS[:4], {"key": "shore", "entered_by": {"guns": ["rail"]}}),
            EDGES,
            "area 'shore': unknown kind of edge 'rail' for class 'guns'",
        ),
        ((), (), "there is no area"),
    ],
)
def test_faulty_data_is_refused_with_its_row(areas, edges, fault):
    with pytest.raises(AreaDataError, match=re.escape(fault)):
        area_graph(areas, edges, KINDS)


def test_all_faults_are_reported_at_once():
    with pytest.raises(AreaDataError) as found:
        area_graph(AREAS, (*EDGES, ("gate", "gate", "rail"), ("gate", "moon", "open")), KINDS)
    assert len(found.value.faults) == 3


@pytest.mark.parametrize(
    ("second", "is_doubled"), [(("hill", "house"), False), (("house", "hill"), True)]
)
def test_two_edges_in_opposite_directions_are_no_double(second, is_doubled):
    rows = [
        {"start": start, "end": end, "kind": kind, "one_way": True}
        for (start, end), kind in ((("house", "hill"), "road"), (second, "open"))
    ]
    edges = (EDGES[0], *EDGES[2:], *rows)
    if is_doubled:
        with pytest.raises(AreaDataError, match="the same as edge 5"):
            area_graph(AREAS, edges, KINDS)
    else:
        graph = area_graph(AREAS, edges, KINDS)
        assert graph.edge_kind("house", "hill") == "road"
        assert graph.edge_kind("hill", "house") == "open"


# --- Properties
@some.composite
def graphs(draw):
    """Connected graph of 1 to 9 areas, with some areas closed, some edges barred, some one-way."""
    count = draw(some.integers(1, 9))
    keys = [f"a{n}" for n in range(count)]
    pairs = {(draw(some.integers(0, n - 1)), n) for n in range(1, count)}
    further = some.tuples(some.integers(0, count - 1), some.integers(0, count - 1))
    pairs |= {tuple(sorted(pair)) for pair in draw(some.lists(further)) if len(set(pair)) > 1}
    kind, flag = some.sampled_from(sorted(KINDS)), some.booleans()
    return area_graph(
        [{"key": key, "closed_to": ["red"] if draw(flag) else []} for key in keys],
        [
            {"start": keys[a], "end": keys[b], "kind": draw(kind), "one_way": draw(flag)}
            for a, b in sorted(pairs)
        ],
        KINDS,
    )


TRAVELLERS = some.builds(
    Traveller,
    side=some.sampled_from(["", "red"]),
    unit_class=some.sampled_from(["", "guns"]),
    closed=some.frozensets(some.sampled_from([f"a{n}" for n in range(9)]), max_size=3),
    stops=some.frozensets(some.sampled_from([f"a{n}" for n in range(9)]), max_size=3),
)


@given(graphs(), TRAVELLERS)
def test_a_way_has_the_length_of_its_distance_and_keeps_the_limits(graph, who):
    for start in graph.keys:
        for end, way in graph.reach(start, who).items():
            assert (way.areas[0], way.end, way.length) == (start, end, len(way.areas) - 1)
            for (one, other), kind in zip(pairwise(way.areas), way.kinds, strict=True):
                assert graph.edge_kind(one, other) == kind
                assert who.unit_class not in graph.kinds[kind].barred_to
                assert other not in who.closed
                assert who.side not in graph.areas[other].closed_to
            assert not set(way.areas[1:-1]) & who.stops


@given(graphs(), TRAVELLERS)
def test_no_neighbour_makes_a_distance_shorter(graph, who):
    for start in graph.keys:
        far = graph.distances(start, who)
        assert list(far.values()) == sorted(far.values())
        for area, steps in far.items():
            if area == start or area not in who.stops:
                for there in graph.neighbours(area, who):
                    assert far[there] <= steps + 1


@given(graphs(), TRAVELLERS)
def test_the_first_of_all_ways_is_a_shortest_one(graph, who):
    for start, end in product(graph.keys, repeat=2):
        ways = graph.ways(start, end, len(graph.keys), who)
        assert len(set(ways)) == len(ways)
        if start != end:
            nearest = graph.distance(start, end, who)
            assert (ways[0].length if ways else None) == nearest


@given(graphs())
def test_distances_of_edges_without_direction_are_symmetric(graph):
    both = [{"start": edge.start, "end": edge.end, "kind": edge.kind} for edge in graph.edges]
    same = area_graph([{"key": key} for key in graph.keys], both, KINDS)
    for start, end in product(same.keys, repeat=2):
        assert same.distance(start, end) == same.distance(end, start)
        assert same.distance(start, end) is not None  # the graph is connected


# --- Drawings
CENTRES = {
    "gate": (0.0, 0.0),
    "house": (4.0, 0.0),
    "hill": (8.0, -3.0),
    "marsh": (8.0, 3.0),
    "shore": (12.0, 3.0),
}


def test_a_planar_drawing_has_no_fault():
    outline = ((3.0, -1.0), (5.0, -1.0), (5.0, 1.0), (3.0, 1.0))
    assert drawing_faults(VALLEY, AreaDrawing(CENTRES, {"house": outline})) == []


@pytest.mark.parametrize(
    ("drawing", "fault"),
    [
        (
            AreaDrawing({**CENTRES, "gate": (12.0, 0.0)}),
            "edges gate - house and hill - marsh cross",
        ),
        (AreaDrawing({**CENTRES, "gate": (8.0, 0.0)}), "edges gate - house and hill - marsh cross"),
        (AreaDrawing({**CENTRES, "gate": (4.0, 0.0)}), "have the same centre"),
        (AreaDrawing({"gate": (0.0, 0.0)}), "area 'house' has no centre"),
        (AreaDrawing({**CENTRES, "moon": (9.0, 9.0)}), "'moon' is no area of the graph"),
        (
            AreaDrawing(CENTRES, {"house": ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))}),
            "the centre of area 'house' lies outside its outline",
        ),
        (AreaDrawing({**CENTRES, "hill": (6.0, 1.5)}), "cross"),  # upon the edge house - marsh
    ],
)
def test_a_faulty_drawing_is_found(drawing, fault):
    assert any(fault in found for found in drawing_faults(VALLEY, drawing))


def test_a_bent_edge_leads_round_another_one():
    crossing = {**CENTRES, "gate": (12.0, 0.0)}
    bent = AreaDrawing(crossing, bends={("house", "gate"): ((6.0, -9.0),)})
    assert drawing_faults(VALLEY, bent) == []


@given(*[some.tuples(some.integers(-4, 4), some.integers(-4, 4))] * 4)
def test_two_segments_meet_in_any_order_of_their_ends(a, b, c, d):
    met = segments_meet(a, b, c, d)
    assert met == segments_meet(b, a, c, d) == segments_meet(c, d, a, b)
    assert a != c or met
