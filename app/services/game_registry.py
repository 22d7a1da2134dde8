"""Games and rules of the registry, read by key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from app.kernel.contract import Game
from app.kernel.form import Field
from app.kernel.game_setup import Form
from app.kernel.rulebook import Rule
from app.kernel.table import PLATFORM_RULES
from app.services.container import Services
from app.services.errors import NoSuchGame


class SetupChoices(msgspec.Struct, frozen=True):
    """Terms that may be agreed about a scenario, and choices that each side may make."""

    terms: Sequence[Field]
    brings: Mapping[str, Sequence[Field]]


def box_of(services: Services, key: str) -> Game:
    """Box of this key; raises `NoSuchGame`."""
    if key not in services.shelf:
        raise NoSuchGame
    return services.shelf[key]


def setup_choices(services: Services, box: str, scenario: str, terms: Form) -> SetupChoices:
    """Terms and choices of a scenario.

    Raises `NoSuchGame` if the scenario is unknown. A game without an agreement has no terms.
    """
    found = box_of(services, box)
    plot = next((one for one in found.card.scenarios if one.key == scenario), None)
    if plot is None:
        raise NoSuchGame
    if found.agreement is None:
        return SetupChoices((), {side.key: () for side in plot.sides})
    return SetupChoices(
        found.agreement.terms(scenario, terms),
        {side.key: found.agreement.brings(scenario, terms, side.key) for side in plot.sides},
    )


def rule_of(services: Services, rule: str) -> Rule:
    """Rule of this id, of any game or of the platform; raises `NoSuchGame`."""
    for book in (PLATFORM_RULES, *(box.rulebook for box in services.shelf.values())):
        if rule in book:
            return book[rule]
    raise NoSuchGame
