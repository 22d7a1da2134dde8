"""Scenarios, from `scenarios/*.yaml`: map, sides, starting positions and aims.

A zone in the file is a list of clauses. A hex that fits one of them belongs to it. The words of a
clause are `hexes`, `columns` and `rows` (from, to), `edge`, `terrain`, `high_ground`, `houses`,
`yards`, `beside` (a terrain) and `beside_houses`; `but` takes away `indoors`, `doors`, `windows` or
a terrain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from app.games.cry_havoc.ground import DOOR, WINDOW, Ground, ground_of
from app.games.cry_havoc.state import PRISONER, Map, Unit
from app.games.cry_havoc.tables import MAPS, character, new_animal, read_map
from app.kernel.contract import Scenario, Side
from app.kernel.data_tables import read_yaml
from app.kernel.say import Noun, Say, as_is
from app.kernel.space.hexes import Hex

FOLDER = Path(__file__).with_name("scenarios")
Zone = frozenset


class SidePlan(msgspec.Struct, frozen=True):
    """Plan of one side: `units` in the order of the file, with their `zones` to deploy and
    `entries`, by name.
    """

    key: str
    title: Say
    shape: str
    wants: Say
    leaves: tuple[str, ...]
    one_house: bool
    units: tuple[Unit, ...]
    zones: Mapping[str, Zone]
    entries: Mapping[str, Zone]


class Plan(msgspec.Struct, frozen=True):
    """Plan of one scenario. `sides` are in the order of their phases; the second deploys first."""

    key: str
    title: Say
    plot: Say
    map: Map
    map_title: Say | None
    sides: tuple[SidePlan, SidePlan]
    points: Mapping[str, int]
    options_on: tuple[str, ...]
    turn_limit: int | None
    minutes: int
    guided: bool
    captive: str
    cross: Hex
    totals_when_agreed: bool = False  # the higher total wins if both sides agree to end

    def side(self, key: str) -> SidePlan:
        return next(side for side in self.sides if side.key == key)

    def zone(self, unit: Unit) -> Zone:
        """Hexes in which the unit may deploy; empty if it enters later or stands already."""
        return next(
            (side.zones[unit.name] for side in self.sides if unit.name in side.zones), frozenset()
        )

    def entry(self, unit: Unit) -> Zone:
        """Edge hexes by which the unit may enter; empty if it does not."""
        return next(
            (side.entries[unit.name] for side in self.sides if unit.name in side.entries),
            frozenset(),
        )


def key_of(title: str) -> str:
    """Id of a character: "A'Wood" is a_wood."""
    return "".join(letter if letter.isalnum() else "_" for letter in title.lower())


def _said(row: Mapping[str, str]) -> Say:
    return Say(row["en"], row["es"])


def _side_name(row: Mapping[str, str]) -> Say:
    """Name of a side. Its Spanish article tells gender and number; a person has none."""
    article = row["es"].split()[0]
    grammar = Noun(article in ("la", "las"), article in ("los", "las"), row["en"], row["es"])
    return Say(row["en"], row["es"], noun=grammar)


def _plan(row: dict[str, Any]) -> Plan:
    printed = MAPS[row["map"]] if isinstance(row["map"], str) else read_map(row["map"])
    other = next(side for side in row["sides"] if side != row["first"])
    ground = ground_of(printed)
    sides = (_side(row, row["first"], ground), _side(row, other, ground))
    title = _said(row["map"]["title"]) if isinstance(row["map"], dict) else None
    return Plan(
        row["id"],
        _said(row["title"]),
        _said(row["plot"]),
        printed,
        title,
        sides,
        row.get("points", {}),
        tuple(row.get("options_on", ())),
        row.get("turn_limit"),
        row["minutes"],
        row.get("guided", False),
        row.get("captive", ""),
        row.get("cross", ""),
        row.get("totals_when_agreed", False),
    )


def _side(row: dict[str, Any], key: str, ground: Ground) -> SidePlan:
    side = row["sides"][key]
    units: list[Unit] = []
    zones: dict[str, Zone] = {}
    entries: dict[str, Zone] = {}
    for group in side["groups"]:
        inside, edge = (
            zone(ground, group[word]) if word in group else None for word in ("zone", "enters")
        )
        for unit, is_put_down in _group(row, group, key):
            units.append(unit)
            if is_put_down and inside is not None:
                zones[unit.name] = inside
            if is_put_down and edge is not None:
                entries[unit.name] = edge
    return SidePlan(
        key,
        _side_name(side["title"]),
        side["shape"],
        _said(side["wants"]),
        tuple(side["leaves"]),
        side.get("one_house", False),
        tuple(units),
        zones,
        entries,
    )


def _group(row: dict[str, Any], group: dict[str, Any], side: str) -> Iterator[tuple[Unit, bool]]:
    """Units of one line of the file, each with a flag if it is deployed by itself (no ridden horse
    is).
    """
    places = iter(group.get("at", ()))
    for man in group.get("men", ()):
        unit = character(man, side, "", key_of(man))
        if man == row.get("captive"):
            unit = msgspec.structs.replace(unit, state=PRISONER, captor=side)
        yield msgspec.structs.replace(unit, hex=next(places, None)), True
    for man in group.get("riders", ()):
        horse = _horse(row, man, side)
        yield msgspec.structs.replace(character(man, side, "", key_of(man)), rides=horse.id), True
        yield horse, False
    for man in group.get("horses_of", ()):
        yield _horse(row, man, side), True
    for mule in group.get("mules", ()):
        yield msgspec.structs.replace(new_animal("mule", key_of(mule), side), name=mule), True


def _horse(row: dict[str, Any], man: str, side: str) -> Unit:
    named = row["horses"][man]
    return msgspec.structs.replace(
        new_animal("horse", key_of(named), side, key_of(man)), name=named
    )


def zone(ground: Ground, clauses: list[dict[str, Any]]) -> Zone:
    """Hexes that fit one of the clauses."""
    return frozenset(
        hex_ for hex_ in ground.hexes if any(_fits(ground, hex_, clause) for clause in clauses)
    )


def _fits(ground: Ground, hex_: Hex, clause: dict[str, Any]) -> bool:
    return all(WORDS[word](ground, hex_, value) for word, value in clause.items())


def _spared(ground: Ground, hex_: Hex, taken_away: list[str]) -> bool:
    """True if none of the terrains taken away is in the hex."""
    there = {ground.cover_terrain(hex_)}
    if ground.zone(hex_):
        there.add("indoors" if ground.house(hex_) else "yards")
    if ground.own_openings(hex_, DOOR):
        there.add("doors")
    if ground.own_openings(hex_, WINDOW):
        there.add("windows")
    return not there & set(taken_away)


def houses_beside(ground: Ground, hex_: Hex) -> frozenset[str]:
    """Houses around the hex or next to it."""
    return frozenset(
        filter(
            None,
            (ground.house(hex_), *(ground.house(there) for _, there in ground.neighbours(hex_))),
        )
    )


def _between(number: int, bounds: list[int]) -> bool:
    return bounds[0] <= number <= bounds[1]


WORDS: dict[str, Callable[[Ground, Hex, Any], bool]] = {
    "hexes": lambda _, hex_, listed: hex_ in listed,
    "columns": lambda _, hex_, bounds: _between(int(hex_[:2]), bounds),
    "rows": lambda _, hex_, bounds: _between(int(hex_[2:]), bounds),
    "edge": lambda ground, hex_, edge: edge in ground.edges(hex_),
    "terrain": lambda ground, hex_, kinds: ground.cover_terrain(hex_) in kinds,
    "high_ground": lambda ground, hex_, wanted: ground.is_high(hex_) == wanted,
    "houses": lambda ground, hex_, which: (
        bool(ground.house(hex_)) and (which == "all" or ground.house(hex_) in which)
    ),
    "yards": lambda ground, hex_, which: ground.is_courtyard(hex_) and ground.zone(hex_) in which,
    "beside": lambda ground, hex_, kind: any(
        ground.cover_terrain(there) == kind for _, there in ground.neighbours(hex_)
    ),
    "beside_houses": lambda ground, hex_, _: (
        not ground.house(hex_) and bool(houses_beside(ground, hex_))
    ),
    "but": _spared,
}

ORDER = ("first_blood", "lady_edith", "emboscada", "tres_mulas", "knight_errant")
PLANS: dict[str, Plan] = {key: _plan(read_yaml(FOLDER / f"{key}.yaml")) for key in ORDER}


def printed_on_the_box(plan: Plan) -> Scenario:
    """Scenario for the card of the game."""
    sides = tuple(Side(side.key, side.title, side.shape, side.wants) for side in plan.sides)
    return Scenario(
        plan.key, plan.title, plan.plot, sides, plan.options_on, plan.minutes, plan.guided
    )


def side_title(scenario: str, side: str) -> Say:
    """Name of a side in a sentence; a battle without scenario uses the keys of its sides."""
    if scenario in PLANS:
        return PLANS[scenario].side(side).title
    return {"red": Say("red", "rojo"), "blue": Say("blue", "azul")}.get(side) or as_is(side)
