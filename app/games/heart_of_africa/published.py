"""The view in the form of the API: the parts of a battle are not nested.

Clients of the API read the facts of every phase beside each other, as `battle.shooters`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from app.games.heart_of_africa import fog
from app.games.heart_of_africa.state import (
    Battle,
    Conditions,
    Deployment,
    Melee,
    Morale,
    Movement,
    Shooting,
)

PARTS: dict[str, type[msgspec.Struct]] = {
    "conditions": Conditions,
    "deployment": Deployment,
    "movement": Movement,
    "shooting": Shooting,
    "melee": Melee,
    "morale": Morale,
}

KINDS: tuple[type[msgspec.Struct], ...] = (Battle, *PARTS.values())


def field_of(one: msgspec.structs.FieldInfo, kind: Any) -> tuple[str, Any, Any]:
    """The field for `defstruct`, with its default."""
    make_field: Any = msgspec.field  # its type demands that one of the two is left out
    default = make_field(default=one.default, default_factory=one.default_factory)
    return one.name, kind, default


FlatBattle = msgspec.defstruct(
    "Battle",
    [
        field_of(one, one.type)
        for kind in KINDS
        for one in msgspec.structs.fields(kind)
        if one.name not in PARTS
    ],
    frozen=True,
    namespace={
        "__doc__": 'The whole position. Sides are "A" and "B"; `attacker` is the one that goes '
        "first in the sequence."
    },
)
View = msgspec.defstruct(
    "View",
    [
        field_of(one, FlatBattle if one.name == "battle" else one.type)
        for one in msgspec.structs.fields(fog.View)
    ],
    frozen=True,
    namespace={"__doc__": fog.View.__doc__},
)


def published(view: fog.View) -> View:  # type: ignore[valid-type]  # made at run time
    """The view with a battle without parts."""
    facts = msgspec.structs.asdict(view.battle)
    for part in PARTS:
        facts |= msgspec.structs.asdict(facts.pop(part))
    return View(**(msgspec.structs.asdict(view) | {"battle": FlatBattle(**facts)}))
