"""Armies raised at random, and the check of an army in its form."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from app.games.heart_of_africa.armies.army import Army
from app.games.heart_of_africa.armies.generator import raise_army
from app.games.heart_of_africa.armies.list_terms import Standing
from app.games.heart_of_africa.armies.muster import army_of_form
from app.games.heart_of_africa.armies.raising import Taste
from app.games.heart_of_africa.armies.validator import findings, house_of
from app.kernel.refusal import Refusal, Refused


def any_army(
    list_: str,
    nation: str,
    year: int,
    points: int,
    scenario: str,
    role: str,
    chance: Random,
    campaign_class: str | None = None,
) -> Army:
    """Lawful army within its points limit, raised at random. `ValueError` if the list has none for
    this people, year and limit.
    """
    standing = Standing(list_, nation, year, scenario, role, campaign_class)
    return raise_army(standing, points, chance, Taste())


def mustered(form: Mapping[str, Any]) -> tuple[Refusal, ...]:
    """Refusals of the army in the order of the page. An unreadable form is one refusal that names
    the place.
    """
    try:
        army = army_of_form(form)
    except Refused as refused:
        return refused.refusals
    return findings(army, house_of(army.options))
