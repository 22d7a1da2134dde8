"""Refusals of pieces that are gone, if the sender knows of them; hidden pieces are answered like
invented ones.
"""

import pytest
from msgspec.structs import replace

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.cases import positions
from app.games.heart_of_africa.fog import view
from app.games.heart_of_africa.offering.refusals import refusals_of
from app.games.heart_of_africa.pieces import GONE
from app.games.heart_of_africa.reach import assess
from app.games.heart_of_africa.state import MORALE, RALLY, SHOOTING, SPELLS, UNIT_MOVES, Shot
from app.kernel.seats import Viewer

CASE = {
    "id": "gone",
    "title": "gone",
    "orders": [],
    "table": {"scenario": "encounter", "attacker": "A"},
    "units": [
        {"id": "A1", "side": "A"},
        {"id": "A2", "side": "A"},
        {"id": "B1", "side": "B"},
        {"id": "B2", "side": "B", "where": "ambush"},
    ],
    "figures": [
        {
            "id": "a",
            "unit": "A1",
            "type": "archer",
            "count": 4,
            "step": [1, 0],
            "x": 20,
            "y": 22,
            "facing": 90,
        },
        {"id": "c", "unit": "A2", "type": "spearman", "count": 4, "step": [1, 0], "x": 30, "y": 10},
        {
            "id": "L",
            "side": "A",
            "leader": True,
            "traits": ["disciplinarian"],
            "type": "warrior",
            "x": 25,
            "y": 8,
        },
        {"id": "w", "side": "A", "type": "witch_doctor", "x": 27, "y": 8},
        {"id": "b", "unit": "B1", "type": "spearman", "count": 4, "step": [1, 0], "x": 20, "y": 30},
        {"id": "h", "unit": "B2", "type": "spearman", "count": 4, "step": [1, 0], "x": 40, "y": 30},
    ],
    "terrain": [{"id": "j", "kind": "jungle", "rect": [38, 27, 50, 34]}],
}
FALLEN = {
    "L": "shot",
    "w": "shot",
    "a4": "melee",
    "b4": "shot",
    "h4": "fire",
    "c1": "broken",
    "c2": "broken",
    "c3": "broken",
    "c4": "broken",
}


def battle_at(step):
    battle = positions.battle_of({**CASE, "start": {"turn": 5, "step": step, "to_act": "A"}})
    figures = {
        key: replace(one, at=None, fate=FALLEN[key], fell=one.at, fell_in="5:shooting")
        if key in FALLEN
        else one
        for key, one in battle.figures.items()
    }
    units = {**battle.units, "A2": replace(battle.units["A2"], where=GONE, fate="broken")}
    return replace(battle, figures=figures, units=units)


def refused(step, order):
    return refusals_of(battle_at(step), order, "A")


@pytest.mark.parametrize(
    ("step", "order", "rule"),
    [
        (RALLY, orders.Rally("L", "A1"), "HOA-LDR-04"),
        (MORALE, orders.Cancel("A1", "L"), "HOA-MOR-16"),
        (SPELLS, orders.Cast("w", "B1"), "HOA-SPC-10"),
    ],
)
def test_the_dead_serve_no_more_and_the_refusal_says_so(step, order, rule):
    assert [one.rule for one in refused(step, order)] == [rule]


NAMED = [
    (UNIT_MOVES, orders.Activate, ("L", "nobody")),
    (UNIT_MOVES, orders.Activate, ("A2", "nobody")),
    (UNIT_MOVES, lambda key: orders.NoMove((key,)), ("A2", "nobody")),
    (
        UNIT_MOVES,
        lambda key: orders.Move("A1", {key: ((23.0, 22.0), (23.0, 24.0))}),
        ("a4", "nobody"),
    ),
    (UNIT_MOVES, lambda key: orders.Manoeuvre("A1", "charge", target=key), ("b4", "nobody")),
    (SHOOTING, lambda key: orders.FireOrders((Shot(key, ("b1",)),)), ("a4", "nobody")),
    (SHOOTING, lambda key: orders.FireOrders((Shot("a1", (key,)),)), ("b4", "nobody")),
    (RALLY, lambda key: orders.Rally(key, "A1"), ("L", "nobody")),
]


@pytest.mark.parametrize(("step", "order", "keys"), NAMED)
def test_lost_figures_are_refused_otherwise_than_unknown_ones(step, order, keys):
    gone, invented = (refused(step, order(key)) for key in keys)
    assert gone and invented
    assert {one.says.in_("en") for one in gone} - {one.says.in_("en") for one in invented}
    assert not {one.says.in_("es") for one in gone} & {
        one.says.in_("es") for one in invented if one.rule == "CAR-TAB-06"
    }


@pytest.mark.parametrize("key", ["h4", "h1"])
def test_a_figure_lost_in_an_enemy_ambush_is_refused_like_an_unknown_one(key):
    hidden, invented = (
        refused(SHOOTING, orders.FireOrders((Shot("a1", (who,)),))) for who in (key, "nobody")
    )
    assert hidden == invented and [one.rule for one in hidden] == ["CAR-TAB-06"]


def test_the_dry_run_says_the_same_as_the_rules():
    battle = battle_at(RALLY)
    known = view(battle, Viewer("A", "A"))
    assert assess(known, orders.Rally("L", "A1")).no == refusals_of(
        battle, orders.Rally("L", "A1"), "A"
    )
