"""The bot leaves what burns: men, Leader, Witch Doctor and baggage, on the ground and in
buildings.
"""

import random

import pytest

from app.games.heart_of_africa import bot
from app.games.heart_of_africa.cases import positions
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.fog import view
from app.games.heart_of_africa.sequence import carried_out, onward, owing
from app.games.heart_of_africa.state import INDEPENDENT_MOVES, UNIT_MOVES
from app.kernel.dice import SeededDice
from app.kernel.seats import Viewer

SIDES = {"A": "A", "B": "B"}
VILLAGE = {
    "table": {"scenario": "planned_attack", "attacker": "A", "objective": "v1", "wind": 0},
    "start": {"turn": 5, "step": "unit_moves", "to_act": "B"},
    "units": [
        {"id": "A1", "side": "A"},
        {"id": "B1", "side": "B"},
        {"id": "B2", "side": "B"},
        {"id": "BB", "side": "B", "kind": "baggage"},
    ],
    "figures": [
        {
            "id": "a",
            "unit": "A1",
            "type": "spearman",
            "count": 8,
            "step": [1, 0],
            "x": 5,
            "y": 3,
            "facing": 90,
        },
        {
            "id": "b",
            "unit": "B1",
            "type": "spearman",
            "count": 8,
            "step": [1, 0],
            "x": 29,
            "y": 32,
            "facing": 270,
        },
        {
            "id": "r",
            "unit": "B2",
            "type": "ruga_ruga",
            "count": 4,
            "step": [1, 0],
            "x": 30,
            "y": 38,
            "facing": 270,
        },
        {
            "id": "g",
            "unit": "BB",
            "type": "baggage",
            "count": 4,
            "step": [2.3, 0],
            "x": 30,
            "y": 40,
            "facing": 270,
        },
        {
            "id": "L",
            "side": "B",
            "leader": True,
            "traits": ["eloquent"],
            "type": "warrior",
            "x": 33,
            "y": 34.5,
            "facing": 270,
        },
        {
            "id": "L-attendant1",
            "side": "B",
            "type": "attendant",
            "of": "L",
            "x": 34,
            "y": 34.5,
            "facing": 270,
        },
        {"id": "w", "side": "B", "type": "witch_doctor", "x": 37, "y": 37, "facing": 270},
    ],
    "terrain": [{"id": "v1", "kind": "village", "owner": "B", "rect": [28, 30, 40, 42]}],
    "fires": [{"id": "f1", "target": "v1", "lit": 4, "origin": [34, 36]}],
    "orders": [],
    "kind": "heart_of_africa/battle",
}
TEMBA = {
    "table": {"scenario": "raid", "attacker": "A", "objective": "v1", "wind": 0},
    "start": {"turn": 5, "step": "unit_moves", "to_act": "B"},
    "units": [{"id": "A1", "side": "A"}, {"id": "B1", "side": "B"}, {"id": "B2", "side": "B"}],
    "figures": [
        {
            "id": "a",
            "unit": "A1",
            "type": "spearman",
            "count": 8,
            "step": [1, 0],
            "x": 5,
            "y": 3,
            "facing": 90,
        },
        {
            "id": "b",
            "unit": "B1",
            "type": "askari",
            "count": 3,
            "step": [1, 0],
            "x": 33,
            "y": 31,
            "facing": 270,
            "room": "T1/south",
        },
        {
            "id": "c",
            "unit": "B2",
            "type": "askari",
            "count": 2,
            "step": [1, 0],
            "x": 33,
            "y": 37,
            "facing": 90,
            "room": "T1/north",
        },
    ],
    "works": [
        {"id": "T1", "kind": "temba", "owner": "B", "rect": [30, 30, 40, 38], "gate": "south"}
    ],
    "terrain": [{"id": "v1", "kind": "village", "owner": "B", "rect": [50, 30, 60, 40]}],
    "fires": [
        {"id": "f1", "target": "T1/south", "lit": 4, "origin": [35, 31]},
        {"id": "f2", "target": "T1/north", "lit": 4, "origin": [35, 37]},
    ],
    "orders": [],
    "kind": "heart_of_africa/battle",
}
GRASS = {
    "table": {"scenario": "encounter", "wind": 0},
    "start": {"turn": 5, "step": "unit_moves", "to_act": "B"},
    "units": [{"id": "A1", "side": "A"}, {"id": "B1", "side": "B", "where": "ambush"}],
    "figures": [
        {
            "id": "a",
            "unit": "A1",
            "type": "spearman",
            "count": 8,
            "step": [1, 0],
            "x": 5,
            "y": 3,
            "facing": 90,
        },
        {
            "id": "b",
            "unit": "B1",
            "type": "spearman",
            "count": 6,
            "step": [1, 0],
            "x": 31,
            "y": 34,
            "facing": 270,
        },
    ],
    "terrain": [{"id": "g1", "kind": "long_grass", "rect": [28, 30, 44, 42]}],
    "fires": [{"id": "f1", "target": "g1", "lit": 4, "origin": [32, 35]}],
    "orders": [],
    "kind": "heart_of_africa/battle",
}


def moved_out(case, seed, six=True):
    """The battle after a turn of movement in which bots lead both sides; `six`: the movement dice
    are high.
    """
    battle = positions.battle_of({"id": "burning", "title": "burning", **case})
    for number in range(1, 200):
        sides = owing(battle)
        if battle.step not in (UNIT_MOVES, INDEPENDENT_MOVES) or not sides:
            break
        side = sides[0]
        dice = High(seed, number) if six else SeededDice(seed.encode(), number)
        order = bot.choose(view(battle, Viewer(side, side)), random.Random(f"{seed}/{number}"))
        battle = fold(battle, carried_out(battle, order, side, dice))
        battle = fold(battle, onward(battle, dice))
    return battle


class High:
    """Movement dice that show five; all others by chance."""

    def __init__(self, seed, number):
        self.others = SeededDice(seed.encode(), number)

    def roll(self, sides, purpose, of=""):
        return 5 if purpose in ("open", "difficult") else self.others.roll(sides, purpose, of)


def burnt(battle):
    return sorted(key for key, figure in battle.figures.items() if figure.fate == "fire")


@pytest.mark.slow
@pytest.mark.parametrize(
    "case", [VILLAGE, TEMBA, GRASS], ids=["village", "temba", "ambush_in_the_grass"]
)
def test_the_bot_leaves_a_burning_place(case):
    """HOA-FIR-05: a fire lit last turn kills no figure if the dice take all of them out of it."""
    battle = moved_out(case, "out of the fire")
    assert burnt(battle) == []


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_most_figures_leave_a_burning_village_with_any_dice(seed):
    battle = moved_out(VILLAGE, seed, six=False)
    assert len(burnt(battle)) <= 6, burnt(battle)
