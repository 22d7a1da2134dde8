"""Absurd numbers: places far off the table, huge angles, tiny values. Orders with them are answered
at once.
"""

import json
import math
import random
import time

import msgspec
import pytest

from app.games.heart_of_africa import orders as o
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.land import Land, Piece, Work
from app.games.heart_of_africa.movement.barred_ways import goes_on_after_touching
from app.games.heart_of_africa.pieces import ARRIVING, Figure, Unit
from app.games.heart_of_africa.state import (
    ARRIVALS,
    DEPLOYMENT,
    SHOOTING,
    UNIT_MOVES,
    Activation,
    Battle,
    Shot,
)
from app.kernel.decoding import numbers_in
from app.kernel.dice import SeededDice
from app.kernel.refusal import Refused
from app.kernel.seats import Viewer
from app.kernel.space.plane import (
    CONTACT,
    GRACE,
    distance_to_path,
    inches_to,
    on_grid,
    path_length,
    place_along,
)
from app.services.errors import Malformed
from app.services.play import orders

replace = msgspec.structs.replace
SEATS = {"a": "A", "b": "B"}
LAKE = ((0.0, 0.0), (72.0, 0.0), (72.0, 12.0), (0.0, 12.0))
WORKS = (
    Work("S", "field_fortification", "B", line=((30, 30), (40, 30))),
    Work("F", "fence", "B", line=((20, 20), (20, 30), (25, 35)), height="man_high"),
    Work("K", "barricade", "B", line=((50, 20), (60, 28))),
    Work("T", "temba", "B", rect=(40, 36, 50, 44), gate="south"),
)
FIGURES = [
    *(Figure(f"a{n}", "warrior", "A", "A1", at=(10.0 + n, 20.0)) for n in range(12)),
    Figure("c", "canoe", "A", at=(30.0, 6.0)),
    Figure("p", "warrior", "A", "A2", at=(30.0, 6.0), aboard="c"),
    Figure("x", "scout", "A", at=(8.0, 20.0)),
    Figure("r", "warrior", "A", "A3", at=(45.0, 40.0), roof="T/west"),
    Figure("n", "warrior", "A", "A4", where="to_deploy"),
    Figure("b", "warrior", "B", "B1", at=(60.0, 40.0)),
    Figure("g", "archer", "A", "A5", at=(42.0, 33.0)),
]
UNITS = [Unit(f"A{n}", "A", original=1, start=1) for n in range(1, 6)] + [
    Unit("B1", "B", original=1, start=1)
]
BATTLE = Battle(
    Land(pieces=(Piece("lake", "sea_or_lake", LAKE),), works=WORKS),
    seats=SEATS,
    figures={one.id: one for one in FIGURES},
    units={one.id: one for one in UNITS},
    turn=3,
    step=UNIT_MOVES,
    to_act="A",
)
SOON = 0.5
"""Seconds of processor that an answer takes at most."""
FAR = [1e4, -1e9, 1e9, 1e15, 1e300, -1e308]
TINY = [5e-324, -5e-324, 1e-300, 1e-9]


def given(number):
    """An order of every kind that says where or which way, with that number wherever one stands."""
    spot, way = (number, number), ((11.0, 20.0), (number, number / 2))
    return [
        o.PlaceWork(Work("w", "fence", "A", line=(spot, (0.0, number)), height="man_high")),
        o.PlaceWork(Work("t", "temba", "A", gate="south"), spot),
        o.PlaceWork(Work("t", "temba", "A", rect=(0.0, 0.0, number, number), gate="south")),
        o.PlaceWork(Work("s", "stake_trap", "A", at=spot)),
        o.PlaceWork(
            Work(
                "t",
                "temba",
                "A",
                rect=(0.0, 0.0, 10.0, 8.0),
                gate="south",
                breaches=((spot, spot),),
            )
        ),
        o.PlaceCamp(spot),
        o.PlaceCamp(kraal=(spot, (0.0, number), (number, 0.0))),
        o.Deploy("A4", {"n": (*spot, number)}),
        o.Deploy("A4", to=spot, facing=number),
        o.Deploy("A4", to=(36.0, 3.0), facing=number),
        o.Place("A4", {"n": (*spot, number)}),
        o.Place("A4", to=spot, facing=number),
        o.Move("A1", {"a1": way}),
        o.Move("A1", {f"a{n}": ((10.0 + n, 20.0), spot) for n in range(12)}),
        o.Move("A1", {}, {"a1": number}),
        *(
            o.Manoeuvre("A1", drill, spot, number, "B1")
            for drill in ("displace", "wheel", "line", "column", "loose", "close_up", "charge")
        ),
        o.Manoeuvre("A1", "displace", angle=number),
        o.Manoeuvre("A1", "displace", (1.0, 1.0), paths={"a1": way}, facing={"a2": number}),
        o.Guide("x", "A1", ((8.0, 20.0), spot)),
        o.Enter("a1", "T/south", way),
        o.JumpDown("r", spot),
        o.Disembark("p", spot),
        o.Sail("A2", {"c": ((30.0, 6.0), spot)}),
        o.Sail("A2", {"c": ((30.0, 6.0), (30.0, number))}),
        o.Sail("A2", {}, {"c": number}),
        o.FireOrders((Shot("g", building="T", point=spot),)),
        o.PlanMarch({"A1": spot}),
        o.PlanMarch({"A1": (30.0, 30.0, number)}),
        o.PlanDeployment({"A4": spot}),
        o.PlanDeployment({"A4": (36.0, 3.0)}, {"A4": number}),
    ]


BEFORE = (o.PlaceWork, o.PlaceCamp, o.Deploy, o.PlanDeployment)


def met_by(order, in_hand):
    """The battle in a step that takes the order of side A."""
    if isinstance(order, BEFORE):
        return replace(
            BATTLE,
            scenario="planned_attack",
            attacker="B",
            step=DEPLOYMENT,
            turn=0,
            to_act="",
        )
    if isinstance(order, o.Place):
        return replace(
            BATTLE,
            step=ARRIVALS,
            to_act="",
            units={**BATTLE.units, "A4": replace(BATTLE.units["A4"], where=ARRIVING)},
            figures={**BATTLE.figures, "n": replace(BATTLE.figures["n"], where=ARRIVING)},
        )
    if isinstance(order, o.FireOrders):
        return replace(BATTLE, step=SHOOTING, to_act="")
    return replace(BATTLE, hand=Activation(order.who, "A", 9.0, 5.0) if in_hand else None)


def asked(order, *, in_hand=False, soon=SOON):
    """Events or refusals of an order, and those of its dry run."""
    battle = met_by(order, in_hand)
    view, began = GAME.view(battle, Viewer("a", "A")), time.process_time()
    dry = GAME.assess(view, order).no
    try:
        found = GAME.decide(battle, order, "a", SeededDice(b"far", 1)), ()
    except Refused as refused:
        found = (), refused.refusals
    assert time.process_time() - began < soon, order
    return *found, dry


@pytest.mark.parametrize("number", FAR)
def test_places_far_off_the_table_are_refused_at_once(number):
    for order in given(number):
        for in_hand in (False, *([True] if hasattr(order, "who") else [])):
            happened, refused, dry = asked(order, in_hand=in_hand)
            assert not happened and refused, order
            assert {one.rule for one in dry} == {"HOA-MOV-06"}, order


@pytest.mark.slow
@pytest.mark.parametrize(
    "number",
    [*TINY, 72.5, -1000.0, *(pytest.param(one, marks=pytest.mark.proof) for one in (200.0, 999.0))],
)
def test_very_small_numbers_and_slightly_wrong_places_are_answered_soon(number):
    for order in given(number):
        for in_hand in (False, *([True] if hasattr(order, "who") else [])):
            happened, refused, _ = asked(order, in_hand=in_hand, soon=4 * SOON)
            assert not (happened and refused), order
            assert all(math.isfinite(one) for one in numbers_in(msgspec.to_builtins(happened))), (
                order
            )


def test_every_kind_of_order_that_says_where_is_tried():
    kinds = {kind for kind in o.ORDERS if "number" in json.dumps(msgspec.json.schema(kind))}
    assert kinds - {type(order) for order in given(1.0)} == set()


def zigzag(ends, corners):
    return tuple(ends[n % 2] for n in range(corners))


@pytest.mark.parametrize(
    "order",
    [
        o.Move(
            "A1",
            {
                f"a{n}": ((10.0 + n, 20.0), *zigzag(((0.0, 19.0), (27.0, 47.0)), 62))
                for n in range(12)
            },
        ),
        o.Sail("A2", {"c": ((30.0, 6.0), *zigzag(((2.0, 2.0), (70.0, 10.0)), 62))}),
        o.Sail("A2", {"c": ((30.0, 6.0), *zigzag(((2.0, 2.0), (70.0, 10.0)), 10_000))}),
    ],
    ids=["feet", "boat", "many corners"],
)
def test_ways_to_and_fro_on_the_table_are_answered_soon(order):
    for in_hand in (False, True):
        asked(order, in_hand=in_hand, soon=4 * SOON)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_infinities_and_nan_are_malformed(number):
    for order in given(number):
        assert not asked(order)[0]
        with pytest.raises(Malformed):
            orders.parse_order(GAME, order)


@pytest.mark.parametrize("words", ["1e308", "-1e17", "9007199254740994", "1e-400"])
def test_an_order_is_read_within_the_bounds_that_programs_have(words):
    given = f'{{"kind":"move","who":"A1","paths":{{"a":[[10,10],[{words},5]]}}}}'
    for order in (given, given.encode(), json.loads(given)):
        if float(words) == 0:
            assert orders.parse_order(GAME, order).paths["a"][1] == (0.0, 5.0)
            continue
        with pytest.raises(Malformed):
            orders.parse_order(GAME, order)
    assert orders.parse_order(
        GAME, '{"kind":"move","who":"A1","paths":{"a":[[10,10],[9007199254740992,5]]}}'
    )


@pytest.mark.parametrize(
    "place",
    ["1e308,5", "-1e9,1e9", "36,24,1e308", "a1@1e15,3", "5e-324,1e-300", "nan,3", "inf,inf"],
)
def test_looking_and_measuring_are_answered_at_once(place):
    view, began = GAME.view(BATTLE, Viewer("a", "A")), time.process_time()
    GAME.survey(view, place)
    GAME.measured(view, place, "a1")
    assert time.process_time() - began < SOON


def foot_by_foot(line, way, width):
    """The same question, every footfall looked at."""
    whole = path_length(way)
    if distance_to_path(way[0], line) <= width + CONTACT:
        return False
    steps = max(2, round(whole / 0.1))
    for n in range(1, steps):
        at = place_along(way, whole * n / steps)
        if distance_to_path(at, line) <= width - GRACE:
            return (
                min(inches_to(at, line[0]), inches_to(at, line[-1])) > width
                and whole * (1 - n / steps) > 0.15
            )
    return False


@pytest.mark.parametrize("seed", range(4))
def test_touching_a_work_agrees_with_a_check_foot_by_foot(seed):
    chance, touched = random.Random(seed), 0
    for _ in range(300):
        line = tuple(
            on_grid((chance.uniform(0, 9), chance.uniform(0, 9)))
            for _ in range(chance.randint(2, 4))
        )
        way = tuple(
            on_grid((chance.uniform(0, 9), chance.uniform(0, 9)))
            for _ in range(chance.randint(2, 5))
        )
        found = goes_on_after_touching(line, way, 0.4)
        assert found == foot_by_foot(line, way, 0.4), (line, way)
        touched += found
    assert 20 < touched < 280
