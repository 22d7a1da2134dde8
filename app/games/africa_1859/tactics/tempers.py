"""Tempers of the bot: weights of its decisions, from `tempers.yaml`."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import msgspec

from app.kernel.bot_strengths import EASY, NORMAL
from app.kernel.data_tables import read_yaml
from app.kernel.decoding import convert_plain


class Temper(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights of a bot. The data file explains each of them.

    A bot that `only_fires` gives no order but fire; one that `never_assaults` gives all others. One
    that `keeps_back` seeks nothing in the half of its enemy. The last two make typical mistakes.
    """

    chance: float
    worth: float
    support: float
    patience: float
    haste: float
    step: float
    own: float
    caution: float
    guard: float
    hold: float
    mass: float
    lead: float
    never_assaults: bool = False
    only_fires: bool = False
    keeps_back: bool = False
    overlooks: float = 0.0
    noise: float = 0.0


class Tempers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tempers of a side by name, the name of the best, and those of the easy and normal bots."""

    best: str
    easy: Temper
    normal: Temper
    tempers: Mapping[str, Temper]


TEMPERS = convert_plain(read_yaml(Path(__file__).with_name("tempers.yaml")), dict[str, Tempers])
"""Tempers by side."""


def best_temper(side: str) -> Temper:
    """Temper with which the bot plays a side."""
    return TEMPERS[side].tempers[TEMPERS[side].best]


def temper_of_strength(side: str, strength: str) -> Temper:
    """Temper with which a bot of a strength plays a side."""
    known = TEMPERS[side]
    return {EASY: known.easy, NORMAL: known.normal}.get(strength, best_temper(side))


def misjudged(temper: Temper, value: float, chance: random.Random) -> float:
    """Value of an order as the player sees it. A player without mistakes uses no chance."""
    return value + temper.noise * chance.random() if temper.noise else value
