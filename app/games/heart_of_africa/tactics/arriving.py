"""Places of late arrivals: near their goal, out of reach of close-combat units."""

from __future__ import annotations

import random

from app.games.heart_of_africa.orders import Place
from app.games.heart_of_africa.setup import arrivals
from app.games.heart_of_africa.setup.scenarios import RAID, has_home
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tactics.destinations import home_at, loot
from app.games.heart_of_africa.tactics.singles import own_baggage
from app.games.heart_of_africa.tactics.strengths import foes
from app.kernel.contract import Order
from app.kernel.space.plane import Point, inches_to, mean_of

TRIES = 6
TOO_NEAR = 8.0


def place_arrival(battle: Battle, side: str, chance: random.Random) -> Order | None:
    """The order with the best of a few places for the next unit that has arrived."""
    for who in arrivals.arriving(battle, side):
        found = [
            order
            for n in range(TRIES)
            if (order := lawful_spot(battle, side, who, chance, first=n == 0)) is not None
        ]
        if found:
            return max(found, key=lambda order: place_merit(battle, side, order))
    return None


def lawful_spot(
    battle: Battle, side: str, who: str, chance: random.Random, *, first: bool
) -> Place | None:
    """A lawful place. The first one is that of the automatic placement."""
    order = arrivals.spots_for(battle, side, who, random.Random(0) if first else chance)  # noqa: S311 a search, no secret
    return order if order is not None and not arrivals.place_refusals(battle, order, side) else None


def place_merit(battle: Battle, side: str, order: Place) -> float:
    """Merit of a place: near the centre of the battle, out of reach of enemies that could
    charge.
    """
    at = mean_of([(spot[0], spot[1]) for spot in order.at.values()])
    near = min((inches_to(at, foe.at) for foe in foes(battle, side)), default=40.0)
    return -inches_to(at, battle_centre(battle, side)) - 3.0 * max(0.0, TOO_NEAR - near)


def battle_centre(battle: Battle, side: str) -> Point:
    """The centre of the battle for this side."""
    if battle.scenario == RAID and side != battle.attacker:
        return own_baggage(battle, side) or home_at(battle)
    prize = loot(battle, side) if battle.scenario == RAID else []
    if prize:
        return mean_of([one.position for one in prize])
    if has_home(battle):
        return home_at(battle)
    seen = foes(battle, side)
    return (
        mean_of([foe.at for foe in seen])
        if seen
        else (battle.land.width / 2, battle.land.depth / 2)
    )
