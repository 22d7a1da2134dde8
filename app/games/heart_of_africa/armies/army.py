"""Army as a player submits it. The plain form stands at the head of the army lists' data file.

Keys of the plain JSON:
- `list`, `nation`, `year`, `points`, `scenario`, `role`, `campaign_class?`
- `leader` (a map, a list of maps, or none), `independents?`
- `units` (maps of type to number), `purchases?`, `boats?`, `water?`, `allies?`

Caracole adds `name?`, `unit_names?`, `repeating_rifles?` and `options?`, and for a leader `name?`
and `attendants?`. Full description: docs/army-format.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec

from app.kernel.decoding import convert_plain

Number = Annotated[int, msgspec.Meta(ge=0, le=999)]
Name = Annotated[str, msgspec.Meta(max_length=80)]
Key = Annotated[str, msgspec.Meta(pattern="^[a-z_]{1,40}$")]
Unit = Mapping[Key, Number]  # {"spearman": 12, "archer": 8}
MOST_UNITS, MOST_OF_A_KIND, DEEPEST = 24, 8, 2  # limits of the form, for lawful and unlawful armies
Units = Annotated[tuple[Unit, ...], msgspec.Meta(max_length=MOST_UNITS)]

Scenario = Literal["encounter", "ambush", "planned_attack", "raid", "none"]
Role = Literal["attacker", "defender", "none"]
CampaignClass = Literal["native", "explorer", "colonial"]


class Leader(msgspec.Struct, frozen=True, omit_defaults=True):
    """Leader of an army. `trait_rolled`: a die gives the trait when the battle begins.
    `gun_bearer`: a White Man as Leader brings a bearer.
    """

    type: Name
    traits: Annotated[tuple[Name, ...], msgspec.Meta(max_length=MOST_OF_A_KIND)] = ()
    trait_rolled: bool = False
    gun_bearer: bool = False
    attendants: Number = 0
    name: Name = ""


Leaders = Annotated[tuple[Leader, ...], msgspec.Meta(max_length=MOST_OF_A_KIND)]


class Contingent(msgspec.Struct, frozen=True, omit_defaults=True):
    """Allies. The form admits Leaders and allies of a contingent, so that the rules can refuse
    them.
    """

    list: Name
    nation: Name
    units: Units = ()
    independents: Mapping[Key, Number] = {}
    leaders: Leaders = ()
    allies: Annotated[tuple[Contingent, ...], msgspec.Meta(max_length=MOST_OF_A_KIND)] = ()
    unit_names: tuple[Name, ...] = ()


class Army(msgspec.Struct, frozen=True, omit_defaults=True):
    """Army of one side for one battle. `points`: limit with bonuses; `role` none: neither side
    attacks.

    `unit_names` and `repeating_rifles` (figures with one) follow the order of `units`; a shorter
    row means none. `options`: settings of an organiser under which the army is raised. The game
    that it is brought to has its own.
    """

    list: Name
    nation: Name
    year: Annotated[int, msgspec.Meta(ge=0, le=9_999)]
    points: Annotated[int, msgspec.Meta(ge=0, le=99_999)]
    scenario: Scenario = "none"
    role: Role = "none"
    campaign_class: CampaignClass | None = None
    leaders: Leaders = ()
    independents: Mapping[Key, Number] = {}
    units: Units = ()
    purchases: Mapping[Key, Number] = {}
    boats: Mapping[Key, Number] = {}
    water: bool = False
    allies: Annotated[tuple[Contingent, ...], msgspec.Meta(max_length=MOST_OF_A_KIND)] = ()
    name: Name = ""
    unit_names: tuple[Name, ...] = ()
    repeating_rifles: tuple[Number, ...] = ()
    options: Annotated[tuple[Key, ...], msgspec.Meta(max_length=MOST_OF_A_KIND)] = ()

    @property
    def forces(self) -> tuple[Force, ...]:
        """The army itself, then its contingents."""
        return (self, *self.allies)

    @property
    def leader(self) -> Leader | None:
        """The Leader of a lawful army."""
        return self.leaders[0] if self.leaders else None


Force = Army | Contingent


def read_army(form: Mapping[str, Any]) -> Army:
    """Army from its plain form. `msgspec.ValidationError` names the place that cannot be read."""
    return convert_plain(_with_leaders(form), Army)


def plain_army(army: Army) -> dict[str, Any]:
    """Plain form of an army, ready for JSON: `leader` is a map for one Leader, a list for
    several.
    """
    return _with_leader(msgspec.json.decode(msgspec.json.encode(army)))


def _with_leaders(form: Mapping[str, Any], depth: int = 0) -> dict[str, Any]:
    if not isinstance(form, Mapping):
        raise msgspec.ValidationError("Expected `object`")
    leader = form.get("leader", form.get("leaders"))
    leaders = [] if leader is None else [leader] if isinstance(leader, Mapping) else leader
    contingents = form.get("allies") or ()
    if depth == DEEPEST and contingents:
        raise msgspec.ValidationError("Expected no allies of allies of allies")
    if isinstance(contingents, (list, tuple)):
        contingents = [
            _with_leaders(one, depth + 1) if isinstance(one, Mapping) else one
            for one in contingents
        ]
    given = {key: value for key, value in form.items() if value is not None and key != "leader"}
    return {**given, "leaders": leaders, "allies": contingents}


def _with_leader(form: dict[str, Any]) -> dict[str, Any]:
    leaders = form.pop("leaders", [])
    if leaders:
        form["leader"] = leaders[0] if len(leaders) == 1 else leaders
    if "allies" in form:
        form["allies"] = [_with_leader(one) for one in form["allies"]]
    return form


def of_the_army(army: Army) -> Iterator[Force]:
    """The army itself, then its contingents and, for the price, the allies of those."""
    waiting: list[Force] = [army]
    while waiting:
        force = waiting.pop(0)
        yield force
        waiting += force.allies


def in_units(force: Force) -> Counter[str]:
    """Figures in the units of the force, by type, without contingents."""
    figures: Counter[str] = Counter()
    for unit in force.units:
        figures.update(unit)
    return +figures


def figures_of(force: Force) -> Counter[str]:
    """Paid figures of the force by type, without contingents: units, Leaders, their bearers,
    independents.
    """
    figures = in_units(force)
    figures.update(leader.type for leader in force.leaders)
    figures.update("gun_bearer" for leader in force.leaders if leader.gun_bearer)
    figures.update(force.independents)
    return +figures
