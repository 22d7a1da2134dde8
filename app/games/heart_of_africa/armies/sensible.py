"""Armies that an experienced player would field: shooters and fighters in balance, few points
wasted, a useful Leader.
"""

from __future__ import annotations

from random import Random

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.army import Army, of_the_army
from app.games.heart_of_africa.armies.generator import FIGHTERS, ROWS, SHOOTERS, raise_army
from app.games.heart_of_africa.armies.list_terms import Standing
from app.games.heart_of_africa.armies.prices import price, price_of_unit
from app.games.heart_of_africa.armies.raising import Raising, Taste

CANDIDATES = 5
TRAITS = {
    "organisational_genius": 5,
    "disciplinarian": 4,
    "charismatic": 4,
    "mighty_warrior": 3,
    "eloquent": 3,
    "cunning_devil": 2,
}
IN_AMBUSH = {"cunning_devil": 9}  # hides one more unit and finds hidden enemies from farther away


def sensible(
    list_: str,
    nation: str,
    year: int,
    points: int,
    scenario: str,
    role: str,
    chance: Random,
    campaign_class: str | None = None,
) -> Army:
    """Best of several sensible armies. `ValueError` if the list has none for this people, year and
    limit.
    """
    standing = Standing(list_, nation, year, scenario, role, campaign_class)
    return max(
        (raise_army(standing, points, chance, SENSIBLE) for _ in range(CANDIDATES)), key=army_value
    )


def _type_weight(kind: str, raising: Raising) -> float:
    """Weight of a type: higher for the smaller of shooters and fighters, lower for each unit with
    the same type.
    """
    shots = sum(
        lists.points_of(one) * count for one, count in raising.figures.items() if one in SHOOTERS
    )
    blows = sum(
        lists.points_of(one) * count for one, count in raising.figures.items() if one in FIGHTERS
    )
    wanted = (kind in SHOOTERS and shots <= blows) or (kind in FIGHTERS and blows <= shots)
    same = sum(kind in unit for unit in raising.units)
    return (3.0 if wanted else 1.0) * (1.0, 0.8, 0.5, 0.2)[min(same, 3)]


def _leader_weight(kind: str) -> float:
    """Weight of a Leader type: strong in combat, but cheaper than a unit."""
    return 1.0 + max(0, ROWS[kind]["melee"] or 0) ** 2 + 3 * (ROWS[kind]["save"] is not None)


def _trait_weight(trait: str, standing: Standing) -> float:
    hides = standing.scenario in ("ambush", "planned_attack") and standing.role == "defender"
    return (IN_AMBUSH if hides else {}).get(trait, TRAITS[trait])


def army_value(army: Army) -> float:
    """Value of an army: points spent, balance of shots and blows, units of a useful size."""
    units = [unit for force in of_the_army(army) for unit in force.units]
    troops = sum(map(price_of_unit, units)) or 1
    shots = sum(
        lists.points_of(kind) * count
        for unit in units
        for kind, count in unit.items()
        if kind in SHOOTERS
    )
    blows = sum(
        lists.points_of(kind) * count
        for unit in units
        for kind, count in unit.items()
        if kind in FIGHTERS
    )
    slight = sum(price_of_unit(unit) < 40 for unit in units)
    guides = sum(army.independents.get(kind, 0) for kind in ("standard_bearer", "scout"))
    return (
        4 * price(army).total / max(army.points, 1)
        + min(shots, blows, troops / 2) / troops
        - 0.15 * slight
        + 0.1 * guides
    )


SENSIBLE = Taste(
    allies=0.3,
    mixtures=0.05,
    extras=0.55,
    independents=0.6,
    bearers=0.8,
    least_spent=1.0,
    even=True,
    typical_unit=85,
    prefer=_type_weight,
    lead=_leader_weight,
    trait=_trait_weight,
    share_of_extras=0.15,
)
