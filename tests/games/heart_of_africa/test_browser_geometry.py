"""Geometry that the browser repeats: the server agrees with the fixture.

`tests/js/geometry.test.js` checks the scripts against the same file.
"""

from __future__ import annotations

import json
import math
from itertools import pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest
import shapely

from app.games.heart_of_africa.movement.obstacles import furthest
from app.games.heart_of_africa.movement.regions import Region, entries, legs_of
from app.games.heart_of_africa.terrain import laying, shapes

FIXTURE = json.loads(
    (Path(__file__).parents[2] / "fixtures" / "geometry.json").read_text(encoding="utf-8")
)
NEAR = FIXTURE["tolerance"]


def named(case: dict) -> str:
    return case["name"]


def length_to(way: list, polygons: list) -> float:
    """Length of a way up to the first polygon, by the server's own measure of one leg."""
    legs = legs_of(way[:-1], way[1:])
    region = Region(shapely.MultiPolygon([shapely.Polygon(ring) for ring in polygons]))
    runs = np.hypot(legs[:, 2] - legs[:, 0], legs[:, 3] - legs[:, 1])
    before = np.concatenate([[0.0], np.cumsum(runs)[:-1]])
    return float(np.min(before + entries(legs, region)))


@pytest.mark.parametrize("case", FIXTURE["movement"], ids=named)
def test_the_server_covers_the_distance_of_the_fixture(case):
    way = case["way"]
    wanted = sum(math.dist(a, b) for a, b in pairwise(way))
    slow = 0.0 if case["starts_slow"] else length_to(way, case["slow_ground"])
    barred = length_to(way, case["barred_ground"])
    goes = min(wanted, furthest((case["open"], case["slow"]), barred, slow))
    assert goes == pytest.approx(case["goes"], abs=NEAR)


@pytest.mark.parametrize("case", FIXTURE["curves"], ids=named)
def test_the_server_rounds_a_line_as_the_fixture(case):
    line = shapes.rounded(case["spots"], 3)
    assert shapely.hausdorff_distance(
        shapely.LineString(line), shapely.LineString(case["line"])
    ) == pytest.approx(0, abs=0.001)


@pytest.mark.parametrize("case", FIXTURE["strips"], ids=named)
def test_the_server_lays_a_strip_along_the_side_of_the_fixture(case):
    width, depth = case["room"]
    country = SimpleNamespace(width=width, depth=depth)
    side = laying.nearest_edge(country, case["at"])
    axis, place = {"west": (0, 0), "east": (0, width), "south": (1, 0), "north": (1, depth)}[side]
    assert all(abs(end[axis] - place) == case["breadth"] for end in case["edge"])
    assert {end[1 - axis] for end in case["edge"]} == {0, case["room"][1 - axis]}


@pytest.mark.parametrize("case", FIXTURE["areas"], ids=named)
def test_the_server_draws_the_outline_of_the_fixture(case):
    mark = msgspec.convert(case["mark"], laying.Mark)
    assert [list(point) for point in laying.rim(mark)] == case["rim"]
    drawn = laying.mark_outline(Random(mark.lot), mark)
    assert shapely.Polygon(case["outline"]).hausdorff_distance(drawn) < 0.3


def test_the_server_takes_as_many_spots_as_the_script_gives():
    most = FIXTURE["most_spots"]
    spots = [(1.0, 1.0)] * most
    assert len(msgspec.convert({"kind": "road", "spots": spots}, laying.Mark).spots) == most
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"kind": "road", "spots": [*spots, (1.0, 1.0)]}, laying.Mark)
