"""AFB-RET: order of the spaces to which beaten or fleeing counters go."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.africa_1859.ground import has_camp, has_friend, is_rear_town, rear_distance
from app.games.africa_1859.state import War
from app.kernel.say import Say, say

FAR = 10_000


def retreat_rank(war: War, side: str, lost: str, space: str) -> tuple[int, int]:
    """AFB-RET-02: Rank of a space for a retreat from the space `lost`; the lowest is the best.

    First number: class 1 to 4. Second number: distance in edges to the nearest own rear town.
    """
    left, there = (rear_distance(war, key, side, but=lost) for key in (lost, space))
    if left is None and there is None:
        left = there = 0
    from_here, from_there = (FAR if one is None else one for one in (left, there))
    has_refuge = (
        has_friend(war, space, side) or is_rear_town(war, space, side) or has_camp(war, space, side)
    )
    is_farther = from_there > from_here
    order = {(True, False): 1, (False, False): 2, (True, True): 3, (False, True): 4}
    return order[has_refuge, is_farther], from_there


CLASSES: Mapping[int, Say] = {
    1: say(
        "friends, a rear town or a camp there, no farther from the rear",
        "unidades amigas, población de retaguardia o campamento, no más lejos de la retaguardia",
    ),
    2: say(
        "no friends there, no farther from the rear",
        "sin unidades amigas, no más lejos de la retaguardia",
    ),
    3: say(
        "friends, a rear town or a camp there, farther from the rear",
        "unidades amigas, población de retaguardia o campamento, más lejos de la retaguardia",
    ),
    4: say(
        "no friends there, farther from the rear",
        "sin unidades amigas, más lejos de la retaguardia",
    ),
}
"""Reason of each class of spaces of a retreat."""


def rank_words(rank: tuple[int, int]) -> Say:
    """Priority of a space of a retreat, with its reason and distance."""
    number, distance = rank
    if distance == FAR:
        return say(
            "Priority {n} of 4: {why}",
            "Prioridad {n} de 4: {why}",
            n=number,
            why=CLASSES[number],
        )
    return say(
        "Priority {n} of 4: {why}; {ways:way+s} to the rear town",
        "Prioridad {n} de 4: {why}; a {ways:tramo+s} de la retaguardia",
        n=number,
        why=CLASSES[number],
        ways=distance,
    )


def ranked(war: War, side: str, lost: str, spaces: list[str]) -> list[str]:
    """Spaces in the order of a retreat, equal ones by id."""
    return sorted(spaces, key=lambda space: (retreat_rank(war, side, lost, space), space))
