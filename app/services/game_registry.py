"""The games on the shelf, for whoever wants to know what they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from app.kernel.contract import Game
from app.kernel.game_setup import Clause, Form
from app.kernel.rulebook import Rule
from app.kernel.table import HOUSE_RULES
from app.services.container import Services
from app.services.errors import NoSuchGame


class ToAgree(msgspec.Struct, frozen=True):
    """What may be agreed about a scenario under some terms, and what each side may bring."""

    terms: Sequence[Clause]
    brings: Mapping[str, Sequence[Clause]]


def box_of(services: Services, key: str) -> Game:
    """The box of this name; raises `NoSuchGame`."""
    if key not in services.shelf:
        raise NoSuchGame
    return services.shelf[key]


def to_agree(services: Services, box: str, scenario: str, terms: Form) -> ToAgree:
    """Raises `NoSuchGame` if there is no such scenario; nothing is agreed about a game without an
    agreement.
    """
    found = box_of(services, box)
    plot = next((one for one in found.card.scenarios if one.key == scenario), None)
    if plot is None:
        raise NoSuchGame
    if found.agreement is None:
        return ToAgree((), {side.key: () for side in plot.sides})
    return ToAgree(
        found.agreement.terms(scenario, terms),
        {side.key: found.agreement.brings(scenario, terms, side.key) for side in plot.sides},
    )


def rule_of(services: Services, rule: str) -> Rule:
    """A rule by its id, of whichever game or of the house; raises `NoSuchGame`."""
    for book in (HOUSE_RULES, *(box.rulebook for box in services.shelf.values())):
        if rule in book:
            return book[rule]
    raise NoSuchGame
