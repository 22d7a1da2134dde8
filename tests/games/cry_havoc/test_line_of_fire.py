"""Lines of fire: geometry in whole numbers, and stops by the ground."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as some

from app.games.cry_havoc import covered_side, missile_lines, missile_preview, missiles, tables
from app.games.cry_havoc.cover import REAR, faces_seen, sides_to_choose
from app.games.cry_havoc.events import Shot
from app.games.cry_havoc.fire_line import fire_line_between
from app.games.cry_havoc.ground import ground_of
from app.games.cry_havoc.line_of_fire import ground_stops, lines
from app.games.cry_havoc.orders import SetCover, Shoot
from app.games.cry_havoc.state import FIRST_FIRE, SECOND_FIRE, Battle, Building, Map, Unit
from app.kernel.dice import LoadedDice
from app.kernel.refusal import Refused
from app.kernel.space.hexes import CORNERS, SIDES, hex_beside, hexes_to, side_towards
from app.kernel.space.hexlines import (
    crossed_hexes,
    ends_of,
    middle_of,
    middle_of_side,
    named_side,
    runs_along,
    runs_through,
    segments_touch,
    sides_followed,
)

hexes = some.builds("{:02d}{:02d}".format, some.integers(1, 20), some.integers(1, 14))
points = some.tuples(some.integers(-30, 30), some.integers(-30, 30))
HEXES = {f"{column:02d}{row:02d}" for column in range(1, 22) for row in range(1, 16)}
"""Hexes of a map of 21 columns and 15 rows."""
PLAIN = Map("plain", 24, 16)


def stretch_inside(start, end, hex_):
    """Share of the line inside the hex, by exact clipping at its six sides."""
    x, y = middle_of(hex_)
    corners = [(x + 2 * dx, y + 2 * dy) for dx, dy in CORNERS]
    first, last = Fraction(0), Fraction(1)
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        at_start = (bx - ax) * (start[1] - ay) - (by - ay) * (start[0] - ax)
        at_end = (bx - ax) * (end[1] - ay) - (by - ay) * (end[0] - ax)
        if at_start == at_end:
            if at_start <= 0:
                return Fraction(0)
            continue
        crossing = Fraction(at_start, at_start - at_end)
        if at_end > at_start:
            first = max(first, crossing)
        else:
            last = min(last, crossing)
    return max(Fraction(0), last - first)


@given(hexes, hexes)
def test_a_line_crosses_the_same_hexes_both_ways(one, other):
    assert (
        crossed_hexes(middle_of(one), middle_of(other))
        == crossed_hexes(middle_of(other), middle_of(one))[::-1]
    )
    assert set(sides_followed(middle_of(one), middle_of(other))) == set(
        sides_followed(middle_of(other), middle_of(one))
    )


@given(hexes, hexes)
def test_a_line_between_centres_crosses_the_hexes_of_a_clipping(one, other):
    start, end = middle_of(one), middle_of(other)
    if one != other:
        wanted = {hex_ for hex_ in HEXES if stretch_inside(start, end, hex_) > 0}
        assert {hex_ for hex_ in crossed_hexes(start, end) if hex_ in HEXES} == wanted


@given(hexes, some.sampled_from(SIDES), hexes)
def test_a_line_from_the_middle_of_a_side_crosses_the_hexes_of_a_clipping(one, side, other):
    start, end = middle_of_side(one, side), middle_of(other)
    wanted = {hex_ for hex_ in HEXES if stretch_inside(start, end, hex_) > 0}
    assert {hex_ for hex_ in crossed_hexes(start, end) if hex_ in HEXES} == wanted


@given(hexes, hexes)
def test_crossed_and_followed_hexes_are_connected(one, other):
    """Consecutive hexes are adjacent, or meet at the end of a side that the line follows."""
    start, end = middle_of(one), middle_of(other)
    way, followed = crossed_hexes(start, end), sides_followed(start, end)
    assert (way[0], way[-1]) == (one, other) if one != other else way == ()
    for here, there in pairwise(way):
        gap = hexes_to(here, there)
        shared = {*_around(here)} & {*_around(there)}
        assert gap == 1 or (
            gap == 2 and any({hex_, hex_beside(hex_, side)} <= shared for hex_, side in followed)
        )


def _around(hex_):
    return [hex_beside(hex_, side) for side in SIDES]


@given(points, points, points, points)
def test_stretches_touch_each_other(a, b, c, d):
    assume(a != b and c != d)
    assert segments_touch(a, b, c, d) == segments_touch(c, d, a, b) == segments_touch(b, a, d, c)
    assert not runs_along(a, b, c, d) or segments_touch(a, b, c, d)
    assert segments_touch(a, b, a, c)


@given(hexes, some.sampled_from(SIDES))
def test_a_side_has_one_name(hex_, side):
    there = hex_beside(hex_, side)
    assert named_side(hex_, side) == named_side(there, side_towards(there, hex_))
    assert set(ends_of(*named_side(hex_, side))) == set(ends_of(hex_, side))
    assert not runs_through(*ends_of(hex_, side), hex_)


@pytest.mark.parametrize(
    ("one", "other", "way", "beside"),
    [
        ("0508", "1108", ["0708", "0908"], [("0607", "0608"), ("0807", "0808"), ("1007", "1008")]),
        ("0505", "0705", [], [("0604", "0605")]),
        ("0501", "0701", [], [("0600", "0601")]),
        ("0502", "0506", ["0503", "0504", "0505"], []),
    ],
)
def test_lines_by_hand(one, other, way, beside):
    line = fire_line_between(ground_of(PLAIN), one, other)
    assert (list(line.between), list(line.beside)) == (way, beside)


@given(some.sampled_from(["aldea", "bosque"]), hexes, hexes)
def test_open_ground_and_crests_judge_both_ways_alike(chart, one, other):
    """Trees, rises and crests stop a shot in both directions or in neither."""
    ground = ground_of(tables.MAPS[chart])
    both = [
        {stop.why.rule for stop in ground_stops(ground, fire_line_between(ground, here, there))}
        & {"CH-LOS-03", "CH-LOS-04", "CH-LOS-06"}
        for here, there in ((one, other), (other, one))
    ]
    assert both[0] == both[1]


@given(some.sampled_from(["aldea", "bosque"]), hexes, hexes)
def test_every_pair_of_hexes_has_a_line_and_an_answer(chart, one, other):
    ground = ground_of(tables.MAPS[chart])
    found = missile_lines.measured_lines(ground, one, other)
    assert found
    for trace in found:
        assert all(str(stop.why) and stop.why.says.in_("es") for stop in trace.stops)
        assert not trace.line.walls or trace.stops


@pytest.mark.parametrize(
    ("chart", "here", "there", "rule"),
    [
        ("bosque", "1704", "1403", "CH-LOS-04"),
        ("bosque", "1704", "1203", None),
        ("bosque", "1203", "1704", None),
        ("bosque", "1805", "1504", None),
        ("bosque", "1504", "1805", None),
        ("bosque", "1508", "1910", None),
        ("bosque", "1701", "1504", None),
        ("bosque", "1707", "1504", None),
        ("bosque", "1403", "2013", "CH-LOS-04"),
        ("aldea", "0403", "0801", "CH-LOS-07"),
        ("aldea", "0503", "0801", None),
        ("aldea", "0701", "0503", None),
        ("aldea", "0702", "0403", "CH-LOS-08"),
        ("aldea", "0602", "0304", None),
        ("aldea", "0604", "0504", "CH-MIS-07"),
        ("aldea", "0408", "0403", None),
        ("aldea", "1616", "1609", "CH-LOS-12"),
        ("aldea", "1616", "1610", None),
    ],
)
def test_stops_of_a_line(chart, here, there, rule):
    found = missile_lines.measured_lines(ground_of(tables.MAPS[chart]), here, there)
    rules = [[stop.why.rule for stop in trace.stops] for trace in found]
    assert [] in rules if rule is None else all(rule in named for named in rules)


TWO_ROOMS = Map(
    "two rooms",
    12,
    12,
    buildings=(
        Building(
            "hall",
            (
                ("west", ("0405", "0406", "0505", "0506")),
                ("east", ("0605", "0606", "0706", "0707")),
            ),
            doors=(("0505", "SE"), ("0706", "NE")),
            windows=(("0405", "NW"), ("0706", "N"), ("0706", "SE")),
        ),
    ),
)


def test_the_shooter_chooses_a_window():
    ground = ground_of(TWO_ROOMS)
    by_door_and_windows = lines(ground, "0706", "1003")
    assert [line.own.side for line in by_door_and_windows] == ["N", "SE", "NE"]
    assert [line.own.side for line in lines(ground, "0706", "1003", "SE")] == ["SE", "NE"]
    assert [line.own.side for line in lines(ground, "0706", "0903")] == [
        "N",
        "NE",
    ]  # the SE window looks away


@pytest.mark.parametrize("here", ["0303", "0404", "0503", "0903", "1004", "1103", "1509", "1610"])
def test_a_clear_line_passes_no_window_but_the_targets(here):
    """A line leaves a house by the own opening or a door and enters by the target's window; other
    windows stop it.
    """
    ground = ground_of(tables.MAPS["aldea"])
    assert ground.entrance(here) or ground.own_openings(here, "window")
    for there in sorted(ground.hexes - {here}):
        for trace in missile_lines.measured_lines(ground, here, there):
            passed = [
                opening
                for opening in trace.line.openings
                if opening.kind == "window" and opening.hex != there
            ]
            assert trace.stops or not passed


def test_a_sill_reaches_one_room_only():
    ground = ground_of(TWO_ROOMS)
    into_the_room = missile_lines.measured_lines(ground, "0305", "0506")[0]
    assert not into_the_room.stops
    assert [shelter.rule for shelter in into_the_room.shelters] == ["CH-COV-05"]
    (into_the_other,) = missile_lines.measured_lines(ground, "0305", "0706")
    assert "CH-LOS-09" in [stop.why.rule for stop in into_the_other.stops]


def battle(chart=PLAIN, step=FIRST_FIRE, **units):
    """Battle in red's phase; a unit is "Character@hex" or "Character@front/rear", capital names are
    red.
    """
    found = {}
    for key, told in units.items():
        name, _, place = told.partition("@")
        front, _, rear = place.partition("/")
        side = "red" if key.isupper() else "blue"
        unit = (
            tables.character(name, side, side, key)
            if name in tables.CHARACTERS
            else tables.new_animal(name, key)
        )
        found[key] = _put(unit, front, rear or None)
    return Battle(
        chart, seats={"red": "red", "blue": "blue"}, units=found, turn=1, active="red", step=step
    )


def _put(unit: Unit, front, rear, **more):
    return msgspec.structs.replace(unit, hex=front, rear=rear, **more)


def with_(position: Battle, key, **facts):
    return msgspec.structs.replace(
        position,
        units={**position.units, key: msgspec.structs.replace(position.units[key], **facts)},
    )


def refused(state, order, seat="red"):
    return [refusal.rule for refusal in missiles.shoot_refusals(state, order, seat)]


def test_units_beside_the_line_stop_it_only_on_both_sides():
    """0505 to 0705 runs between 0604 and 0605."""
    one = battle(N="Nicholas@0505", T="Tom@0604", h="Hal@0705")
    both = battle(N="Nicholas@0505", T="Tom@0604", B="Ben@0605", h="Hal@0705")
    assert refused(one, Shoot("N", "h")) == []
    assert refused(both, Shoot("N", "h")) == ["CH-MIS-05"]


def test_a_sight_names_its_obstacle_and_place():
    state = battle(N="Nicholas@0508", T="Tom@0708", U="Ben@0908", h="Hal@1108")
    seen = missiles.seen_by(state, Shoot("N", "h"))
    assert (seen.stopped, str(seen.no[0])) == (
        ("0708", ""),
        "Tom in 0708 stands in the line of the crossbow. [CH-MIS-05]",
    )
    assert seen.line.between == ("0708", "0908")


@pytest.mark.parametrize(
    ("order", "seat", "rule"),
    [
        (Shoot("N", "nobody"), "red", "CAR-TAB-06"),
        (Shoot("nobody", "h"), "red", "CAR-TAB-06"),
        (Shoot("N", "h", "9999"), "red", "CAR-TAB-08"),
        (Shoot("N", "h", "0101"), "red", "CH-MIS-08"),
        (Shoot("N", "N"), "red", "CH-MIS-12"),
        (Shoot("N", "T"), "red", "CH-MIS-12"),
        (Shoot("T", "h"), "red", "CH-SEQ-04"),
        (Shoot("h", "N"), "red", "CH-SEQ-01"),
        (Shoot("N", "h", None, "N"), "red", "CH-LOS-07"),
    ],
)
def test_odd_orders_are_refused_not_broken(order, seat, rule):
    state = battle(N="Nicholas@0508", T="Tom@0608", h="Hal@1108")
    assert rule in refused(state, order, seat)
    assert rule in [
        refusal.rule for refusal in missile_preview.shoot_assessment(state, order, seat).no
    ]
    with pytest.raises(Refused):
        missiles.shoot(state, order, seat, LoadedDice())


def test_the_odds_are_those_of_the_catalogue():
    assessed = missile_preview.shoot_assessment(
        battle(F="Fletcher@0505", h="Hal@1005"), Shoot("F", "h"), "red"
    )
    assert [(str(chance.says), chance.ways) for chance in assessed.odds] == [
        ("Hal is killed", 2),
        ("Hal is wounded", 2),
        ("Hal is stunned", 2),
        ("Hal retreats", 1),
        ("nothing", 3),
    ]


@given(some.integers(1, 10), some.sampled_from(["healthy", "wounded", "stunned"]))
def test_the_odds_foretell_every_die(die, state_):
    """Dry run and events agree about deaths, for every die and state of the target."""
    state = with_(battle(F="Fletcher@0505", h="Hal@1005"), "h", state=state_)
    happened = missiles.shoot(state, Shoot("F", "h"), "red", LoadedDice.faces(die))
    shot = happened[0]
    assert isinstance(shot, Shot)
    foretold = str(missile_preview.outcome(state, state.units["h"], shot.letter))
    kinds = {type(event).__name__ for event in happened[1:]}
    wanted = {
        "Hal is killed": {"Killed"},
        "Hal is wounded": {"Wounded"},
        "Hal is stunned": {"Stunned"},
        "Hal retreats": {"Asked"},
        "nothing": set(),
    }
    assert kinds == wanted[foretold]


def test_one_side_only_is_covered_in_a_fire_step():
    state = battle(tables.MAPS["aldea"], N="Nicholas@1402", F="Francisco@1008", h="Hal@1204")
    first = missiles.shoot(state, Shoot("N", "h"), "red", LoadedDice.faces(10))[0]
    assert (first.cover, first.covered) == ("medium", "E")
    after = with_(state, "h", covered="E")
    assert missiles.shoot(after, Shoot("F", "h"), "red", LoadedDice.faces(10))[0].cover == "none"
    standing = with_(state, "h", cover_side="S")
    assert missiles.shoot(standing, Shoot("N", "h"), "red", LoadedDice.faces(10))[0].cover == "none"


def test_faces_of_a_corner():
    ground = ground_of(tables.MAPS["aldea"])
    corner = next(corner for corner in ground.map.corners if corner.hex == "1204")
    assert [faces_seen(ground, here, corner) for here in ("1402", "1008", "1508", "1103")] == [
        ("E",),
        ("S",),
        ("E", "S"),
        (),
    ]
    assert sides_to_choose(ground, "1204") == ("E", "S", REAR)
    assert sides_to_choose(ground, "1004") == ("outside", "inside")


def test_offers_and_orders_agree():
    state = battle(
        tables.MAPS["aldea"],
        N="Nicholas@0404",
        F="Fletcher@1008",
        S="Tom@0708",
        h="Hal@0408",
        g="Gam@1004",
        q="horse@0909/0910",
    )
    for step in (FIRST_FIRE, SECOND_FIRE):
        now = _at(state, step)
        found = missile_preview.shoot_offers(now, "red")
        assert {offer.piece for offer in found} == {"N", "F"}
        for offer in found:
            assert [refusal.rule for refusal in offer.no] == refused(now, offer.order)
    assert [offer.order for offer in covered_side.set_cover_offers(state, "blue")] == [
        SetCover("g", "outside"),
        SetCover("g", "inside"),
    ]


def _at(state, step):
    return msgspec.structs.replace(state, step=step)
