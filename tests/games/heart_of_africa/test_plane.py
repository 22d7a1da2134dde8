"""The geometry of the continuous table."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.kernel.space import plane
from app.kernel.space.plane import Base

coordinate = st.floats(0, 72, allow_nan=False)
point = st.tuples(coordinate, coordinate)
radius = st.sampled_from([0.4, 0.6, 0.8, 1.0])
disc = st.builds(Base, point, radius)
hull = st.builds(
    lambda at, heading, size: Base(at, heading=heading, length=size[0], beam=size[1]),
    point,
    st.floats(0, 359.9),
    st.sampled_from([(3.0, 1.0), (8.0, 2.5)]),
)
base = st.one_of(disc, hull)


def test_contact_and_distance_of_the_rulebook():
    foot, other = Base((10, 10), 0.4), Base((10.8, 10), 0.4)
    assert plane.base_gap(foot, other) <= plane.CONTACT
    assert plane.base_gap(foot, Base((11, 10), 0.4)) == pytest.approx(0.2)
    assert plane.base_gap(Base((10, 10), 0.4), Base((11.2, 10), 0.8)) == 0
    assert plane.is_within(6.01, 6) and not plane.is_within(6.02, 6)


@pytest.mark.slow
@given(base, base)
def test_a_gap_is_the_same_both_ways(one, two):
    assert plane.base_gap(one, two) == pytest.approx(plane.base_gap(two, one), abs=1e-6)


@given(base, base, point, st.floats(0, 360))
@settings(max_examples=60)
def test_turning_the_table_changes_no_gap(one, two, about, angle):
    def turned(base):
        return Base(
            plane.turned_by(base.at, about, angle),
            base.radius,
            (base.heading + angle) % 360,
            base.length,
            base.beam,
        )

    assert plane.base_gap(turned(one), turned(two)) == pytest.approx(
        plane.base_gap(one, two), abs=1e-6
    )


@given(disc, base, point)
def test_set_against_touches(moving, other, start):
    spot = plane.set_against(moving, other, start)
    if not other.is_hull:
        assert plane.base_gap(Base(spot, moving.radius), other) <= plane.CONTACT


@given(st.lists(point, min_size=2, max_size=5), point, st.floats(0.5, 10))
def test_first_within_is_where_the_distance_becomes_the_reach(path, centre, reach):
    found = plane.first_within(path, centre, reach)
    nearest = plane.distance_to_path(centre, path)
    if found is None:
        assert nearest > reach - 1e-6
    elif found > 0:
        assert plane.inches_to(plane.place_along(path, found), centre) == pytest.approx(
            reach, abs=1e-3
        )


@given(st.lists(point, min_size=2, max_size=6), st.floats(0, 300))
def test_a_cut_path_is_no_longer_than_asked(path, length):
    cut = plane.cut_path(path, length)
    assert plane.path_length(cut) <= max(length, 0) + 1e-6
    assert cut[0] == path[0]


@given(point, st.floats(0, 359), st.floats(0.1, 40))
def test_bearing_and_step_agree(start, direction, length):
    end = plane.point_at(start, direction, length)
    assert plane.angle_between(plane.angle_to(start, end), direction) < 1e-6
    assert plane.inches_to(start, end) == pytest.approx(length)


def test_inside_counts_the_edge():
    square = plane.rect_path(0, 0, 4, 4)
    assert (
        plane.is_inside(square, (4, 2))
        and plane.is_inside(square, (0, 0))
        and not plane.is_inside(square, (4.001, 2))
    )
    assert plane.gap_to_outline(Base((6, 2), 0.4), square) == pytest.approx(1.6)


def test_quantised_points_have_no_negative_zero():
    assert math.copysign(1, plane.on_grid((-0.0001, 1.23456))[0]) == 1
    assert plane.on_grid((0.00049, 1.23456)) == (0.0, 1.235)
