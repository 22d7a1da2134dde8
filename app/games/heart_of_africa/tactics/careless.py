"""Typical mistakes of a player: units left behind, shots and charges overlooked, and fire held too
long.

A weak player also forgets the goal of its scenario, and deploys as the server does.
"""

from __future__ import annotations

import random

from msgspec.structs import replace

from app.games.heart_of_africa.figures import distance_between
from app.games.heart_of_africa.movement.moves import stands_refusals
from app.games.heart_of_africa.orders import Activate, EndActivation, FireOrders, Move, NoMove, Pass
from app.games.heart_of_africa.pieces import AMBUSH
from app.games.heart_of_africa.setup import auto_deployment, scenarios
from app.games.heart_of_africa.shooting.weapons import weapon
from app.games.heart_of_africa.state import (
    ARRIVALS,
    DEPLOYMENT,
    INDEPENDENT_MOVES,
    SHOOTING,
    SIDES_STEP,
    UNIT_MOVES,
    Battle,
    Shot,
)
from app.games.heart_of_africa.tactics import arriving, firing, moving
from app.games.heart_of_africa.tactics.tempers import Temper
from app.kernel.bot_strengths import is_overlooked
from app.kernel.contract import Order

MOVES = (UNIT_MOVES, INDEPENDENT_MOVES)
MISTAKEN = (SHOOTING, *MOVES)
"""Steps in which a player who knows the goal makes mistakes."""


def careless_order(
    battle: Battle, side: str, chance: random.Random, temper: Temper
) -> Order | None:
    """Order of a weak player in a step; None: nothing more."""
    if battle.step in (SIDES_STEP, DEPLOYMENT):
        return auto_deployment.next_order(battle, side, chance)
    if battle.step == ARRIVALS:
        return arriving.place_arrival(battle, side, chance)
    if battle.step == SHOOTING:
        return careless_fire(battle, side, chance, temper)
    if battle.step in MOVES:
        return careless_move(battle, side, chance, temper)
    return None


def careless_move(battle: Battle, side: str, chance: random.Random, temper: Temper) -> Order:
    """Move of a player who leaves some units where they are, and overlooks charges and ambushes."""
    seen = battle if temper.knows_goal else without_plan(battle, side)
    order = moving.next_move(seen, side)
    if isinstance(order, Move) and order.attack and is_overlooked(temper.overlooks, chance):
        return EndActivation()
    if not isinstance(order, Activate):
        return order
    unit = battle.units.get(order.who)
    if unit is not None and unit.where == AMBUSH:
        return Pass() if is_overlooked(temper.overlooks, chance) else order
    if chance.random() < temper.stands and not stands_refusals(battle, order.who, side):
        return NoMove((order.who,))
    return order


def without_plan(battle: Battle, side: str) -> Battle:
    """The battle as a weak player sees it: a meeting in the open, without a home or baggage to take
    or to hold. Only a marching column knows its goal.
    """
    if battle.scenario == scenarios.AMBUSH and side == battle.attacker:
        return battle
    conditions = replace(battle.conditions, objective="", turn_limit=None)
    return replace(battle, scenario=scenarios.ENCOUNTER, conditions=conditions)


def careless_fire(battle: Battle, side: str, chance: random.Random, temper: Temper) -> FireOrders:
    """Fire without the far shots and some of the others."""
    shots = [
        shot
        for shot in firing.Volley(battle, side).fired()
        if is_near(battle, shot, temper) and not is_overlooked(temper.overlooks, chance)
    ]
    return FireOrders(tuple(firing.lawful_shots(battle, side, shots)), seal=True)


def is_near(battle: Battle, shot: Shot, temper: Temper) -> bool:
    """True if the first target is within the share of the range in which the player shoots."""
    figure = battle.figures[shot.figure]
    far = distance_between(figure, battle.figures[shot.targets[0]])
    return far <= temper.holds_fire * weapon(battle, figure).range
