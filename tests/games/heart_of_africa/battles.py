"""Short battles of the random player, shared by the tests of views."""

from __future__ import annotations

import random
from functools import cache, partial

import msgspec

from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.published import PARTS
from app.kernel import monkey
from app.kernel.contract import Setup
from app.kernel.dice import SeededDice
from app.kernel.seats import Viewer
from tests.made_once import made_once

SEATS = {"a": "A", "b": "B"}
PART_OF = {field: part for part, kind in PARTS.items() for field in kind.__struct_fields__}
"""The part of a battle in which each of its facts stands."""


def with_facts(battle, **facts):
    """The battle with these facts; each is put into its part."""
    for key, fact in facts.items():
        if key in PART_OF:
            battle = getattr(battle, f"with_{PART_OF[key]}")(**{key: fact})
        else:
            battle = msgspec.structs.replace(battle, **{key: fact})
    return battle


MOVES = {"encounter": 70, "ambush": 40, "raid": 60, "planned_attack": 60}
"""Number of battles played per scenario."""
SEED = "offers"


@cache
def fought(scenario):
    """The positions of a battle after each move, with the seat, the order and the events that
    follow: ((battle, seat, order, events), ...).
    """
    return made_once(f"fought_{scenario}", partial(_play, scenario))


def _play(scenario):
    chance, battle, found = random.Random(SEED), None, []
    for event in GAME.new_game(Setup(scenario, SEATS), SeededDice(SEED.encode(), 1)):
        battle = GAME.evolve(battle, event)
    for number in range(2, MOVES[scenario] + 2):
        owed = GAME.waiting_for(battle)
        if battle.ending or not owed:
            break
        seat = chance.choice(list(owed)).seat
        order = monkey.any_order(GAME, view_of(battle, seat), chance)
        events = tuple(GAME.decide(battle, order, seat, SeededDice(SEED.encode(), number)))
        found.append((battle, seat, order, events))
        for event in events:
            battle = GAME.evolve(battle, event)
    return tuple(found)


def view_of(battle, seat):
    return GAME.view(battle, Viewer(seat, SEATS[seat]))
