"""Order of play (page 38): Explorers first, then die times aggression."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.state import COLONIAL, EXPLORER, NATIVE, Player, Season


def groups_in_order(season: Season) -> tuple[list[Player], list[Player]]:
    """HOA-CMP-16: All Explorers act before all other players."""
    return season.active(EXPLORER), season.active(NATIVE, COLONIAL)


def aggression_of(player: Player) -> int:
    """Aggression of the player's army; Egyptians have one for each class."""
    return lists.aggression(player.list, player.class_)


def roll_precedence(course: Course, players: Sequence[Player]) -> list[str]:
    """HOA-CMP-17: Order by 1D6 times aggression, highest first; ties roll again the same way."""
    products: dict[str, int] = {}
    for player in players:
        die = course.dice.roll(6, "order", player.key)
        rolled = e.PrecedenceRolled(player.key, die, aggression_of(player))
        course.happen(rolled)
        products[player.key] = rolled.product
    ranked = sorted(players, key=lambda one: (-products[one.key], one.joined))
    order: list[str] = []
    for _, tied in groupby(ranked, key=lambda one: products[one.key]):
        group = list(tied)
        order += [group[0].key] if len(group) == 1 else roll_precedence(course, group)
    return order


def set_precedence(course: Course) -> None:
    """Roll the order of play of this turn, Explorers first."""
    explorers, others = groups_in_order(course.season)
    order = roll_precedence(course, explorers) if explorers else []
    order += roll_precedence(course, others) if others else []
    course.happen(e.PrecedenceSet(tuple(order)))
