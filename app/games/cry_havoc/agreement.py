"""Map and characters of a scenario, shown before a table is opened. The players agree no terms."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import override

from app.games.cry_havoc import board
from app.games.cry_havoc.beginning import start_of
from app.games.cry_havoc.drawing.words import WORDS
from app.games.cry_havoc.fog import view
from app.games.cry_havoc.plans import PLANS, SidePlan
from app.kernel.contract import Setup
from app.kernel.form import Field
from app.kernel.game_setup import Agreement, Force, Form
from app.kernel.marks import Marks
from app.kernel.say import Say, as_is, say
from app.kernel.scene import Scene
from app.kernel.seats import Viewer

ANIMALS = {"horse": say("horse", "caballo"), "mule": say("mule", "mula")}


class MapAndCharacters(Agreement):
    """The contract of `app.kernel.game_setup.Agreement`."""

    @override
    def terms(self, scenario: str, terms: Form) -> Sequence[Field]:
        return ()

    @override
    def settled(
        self,
        scenario: str,
        terms: Form,
        brought: Mapping[str, Form],
        chance: random.Random,
        alone: str = "",
    ) -> Form:
        return {}

    @override
    def stock(
        self, scenario: str, options: Sequence[str], terms: Form, brought: Mapping[str, Form]
    ) -> Mapping[str, Any]:
        return {}

    @override
    def told(self, scenario: str, terms: Form) -> Sequence[Say]:
        return ()

    @override
    def drawing(self, scenario: str, terms: Form, language: str, small: bool = False) -> Scene:
        """Map with the characters that stand on it before the first turn (CH-SUM-01)."""
        seats = {side.key: side.key for side in PLANS[scenario].sides}
        battle = start_of(Setup(scenario, seats))
        return board.drawing(view(battle, Viewer()), Marks(), language)

    @override
    def forces(self, scenario: str, terms: Form) -> Mapping[str, Sequence[Force]]:
        return {side.key: forces_of(side) for side in PLANS[scenario].sides}


def forces_of(side: SidePlan) -> tuple[Force, ...]:
    """Characters and animals of a side by kind, in the order of the scenario."""
    names: dict[str, list[Say]] = {}
    for unit in side.units:
        names.setdefault(unit.kind, []).append(as_is(unit.name))
    return tuple(
        Force(ANIMALS.get(kind) or kind_words(kind), len(one), tuple(one))
        for kind, one in names.items()
    )


def kind_words(kind: str) -> Say:
    """Name of a kind of character."""
    return Say(WORDS["en"]["kinds"][kind], WORDS["es"]["kinds"][kind])
