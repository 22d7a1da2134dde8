"""HOA-SCN: The four scenarios: ground of each side, ambushes, reserves, and baggage. This module
places no figures.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from app.games.heart_of_africa.figures import combat_units, fights_alone, other_side
from app.games.heart_of_africa.land import EDGES, Land
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.setup.table_edges import (
    EDGE_NAMES,
    OPPOSITE,
    Rect,
    from_edge,
    half,
    in_rect,
    long_edges,
    short_edges,
    strip,
)
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import SCENARIOS, TERRAIN_DATA
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say
from app.kernel.space.notation import place_words
from app.kernel.space.plane import GRACE, Point

ENCOUNTER, AMBUSH, PLANNED_ATTACK, RAID = "encounter", "ambush", "planned_attack", "raid"
ATTACKER, DEFENDER = "attacker", "defender"
WATER = ("river", "stream", "sea_or_lake")
_ZONES = TERRAIN_DATA["deployment_zones"]
STRIP: float = _ZONES[ENCOUNTER]["side_a"]["main"][3]
GUARD: float = _ZONES[ENCOUNTER]["side_a"]["advance_guard"][3]


class Zone(msgspec.Struct, frozen=True):
    """Ground for deployment; a base is in it if its middle is. `above` is a distance from `edge`
    (inches) that must be exceeded.
    """

    rect: Rect
    rule: str
    says: Say
    edge: str = ""
    above: float = 0.0

    def has(self, land: Land, at: Point) -> bool:
        return in_rect(self.rect, at) and (
            not self.edge or from_edge(land, self.edge, at) > self.above + GRACE
        )

    def refuses(self, land: Land, at: Point) -> Refusal | None:
        if self.has(land, at):
            return None
        return no(
            self.rule,
            "The place {at} is outside the zone: {zone}.",
            "El punto {at} queda fuera de la zona: {zone}.",
            at=place_words(at, 2),
            zone=self.says,
        )


class Part(msgspec.Struct, frozen=True):
    """The part of a side before the battle. Shares are of its combat units (or figures); `None`:
    any number.

    `baggage`: "strip" (deployed with the others), "home" (inside the village), "may_stay",
    "column". `names` is the rule that lets it choose its edge, `waits` that of its turn.
    """

    rule: str
    waits: str
    zone: Callable[[Battle, str], Zone]
    ambushes: int | None = 0
    ambush_rule: str = ""
    reserve: int | None = None
    least_units: Fraction = Fraction(0)
    most_units: Fraction = Fraction(1)
    least_figures: Fraction = Fraction(0)
    baggage: str = "strip"
    baggage_rule: str = ""


def role_of(battle: Battle, side: str) -> str:
    return ATTACKER if side == battle.attacker else DEFENDER


def part_of(battle: Battle, side: str) -> Part:
    """The part of a side in the scenario."""
    return PARTS[battle.scenario, role_of(battle, side)](
        SCENARIOS[battle.scenario][role_of(battle, side)]
    )


def zone_of(battle: Battle, side: str) -> Zone:
    return part_of(battle, side).zone(battle, side)


def fraction(row: Mapping[str, Any], key: str, default: int = 0) -> Fraction:
    return Fraction(row.get(key) or default)


def strip_zone(rule: str) -> Callable[[Battle, str], Zone]:
    def zone(battle: Battle, side: str) -> Zone:
        edge = battle.edges[side]
        return Zone(
            strip(battle.land, edge, STRIP),
            rule,
            say(
                "within {n} in of the {edge} edge",
                "a {n:pulgada+s} o menos del lado {edge}",
                n=STRIP,
                edge=EDGE_NAMES[edge],
            ),
        )

    return zone


def half_zone(rule: str) -> Callable[[Battle, str], Zone]:
    def zone(battle: Battle, side: str) -> Zone:
        edge = battle.edges[side]
        return Zone(
            half(battle.land, edge),
            rule,
            say(
                "the {edge} half of the table", "la mitad {edge} de la mesa", edge=EDGE_NAMES[edge]
            ),
        )

    return zone


def encounter_part(row: Mapping[str, Any]) -> Part:
    """HOA-SCN-06: In an Encounter all deploy within 6 in of their base edge, except one advanced
    guard and one reserve. One unit, also the guard, may be in ambush.
    """
    return Part(
        "HOA-SCN-06",
        "HOA-SCN-05",
        strip_zone("HOA-SCN-06"),
        row["ambush_units"],
        "HOA-SCN-06",
        row["reserve_units"],
        baggage_rule="HOA-SCN-06",
    )


def guard_zone(battle: Battle, side: str) -> Zone:
    """The ground of the advanced guard."""
    edge = battle.edges[side]
    return Zone(
        strip(battle.land, edge, GUARD),
        "HOA-SCN-06",
        say(
            "within {n} in of the {edge} edge",
            "a {n:pulgada+s} o menos del lado {edge}",
            n=GUARD,
            edge=EDGE_NAMES[edge],
        ),
    )


def column_part(row: Mapping[str, Any]) -> Part:
    """The attacker of an Ambush deploys no unit: the column marches in."""
    return Part(
        "HOA-SCN-10",
        "HOA-SCN-10",
        strip_zone("HOA-SCN-10"),
        row["ambush_units"],
        "HOA-SCN-10",
        0,
        baggage="column",
    )


def ambusher_part(row: Mapping[str, Any]) -> Part:
    """HOA-SCN-13: The defender of an Ambush has at least half the fighting figures on the table,
    over 12 in from the side of the column. Any number of them may hide. Missing whole units roll to
    arrive.
    """

    def zone(battle: Battle, side: str) -> Zone:
        edge, clear = (
            battle.edges[other_side(side)],
            row["min_distance_from_attacker_edge_exclusive"],
        )
        return Zone(
            (0.0, 0.0, battle.land.width, battle.land.depth),
            "HOA-SCN-13",
            say(
                "more than {n} in from the {edge} edge",
                "a más de {n:pulgada+s} del lado {edge}",
                n=clear,
                edge=EDGE_NAMES[edge],
            ),
            edge,
            clear,
        )

    hides = None if row["ambush_units"] == "any" else row["ambush_units"]
    return Part(
        "HOA-SCN-13",
        "HOA-SCN-10",
        zone,
        hides,
        "HOA-SCN-13",
        least_figures=fraction(row, "min_share_of_figures_on_table"),
        baggage="may_stay",
        baggage_rule="HOA-SCN-14",
    )


def planned_defender(row: Mapping[str, Any]) -> Part:
    """HOA-SCN-18: The defender of a Planned Attack deploys first: a village or camp, works and all
    figures in the own half. At most two units are in ambush, and none off the table.
    """
    return Part(
        "HOA-SCN-18",
        "HOA-SCN-18",
        half_zone("HOA-SCN-18"),
        row["ambush_units"],
        "HOA-SCN-18",
        0,
        least_units=Fraction(1),
        baggage_rule="HOA-SCN-20",
    )


def planned_attacker(row: Mapping[str, Any]) -> Part:
    """HOA-SCN-19: The attacker of a Planned Attack then deploys at least half the units within 6 in
    of the base line. The others roll to arrive. None is in ambush.
    """
    return Part(
        "HOA-SCN-19",
        "HOA-SCN-18",
        strip_zone("HOA-SCN-19"),
        row["ambush_units"],
        "HOA-SCN-19",
        least_units=fraction(row, "min_share_of_units_on_table"),
        baggage_rule="HOA-SCN-20",
    )


def raided_part(row: Mapping[str, Any]) -> Part:
    """HOA-SCN-24: A raided defender deploys as for a Planned Attack, with at most half the units;
    the others roll to arrive.
    """
    return Part(
        "HOA-SCN-24",
        "HOA-SCN-24",
        half_zone("HOA-SCN-24"),
        **ambushes_in_a_raid(row),
        most_units=fraction(row, "max_share_of_units_on_table"),
        baggage="home",
        baggage_rule="HOA-SCN-25",
    )


def raider_part(row: Mapping[str, Any]) -> Part:
    """HOA-SCN-27: The raider chooses a long or short side and has at least half the units within 6
    in of it. The rest roll to arrive.
    """
    return Part(
        "HOA-SCN-27",
        "HOA-SCN-24",
        strip_zone("HOA-SCN-27"),
        **ambushes_in_a_raid(row),
        least_units=fraction(row, "min_share_of_units_on_table"),
        baggage="may_stay",
        baggage_rule="HOA-SCN-25",
    )


def ambushes_in_a_raid(row: Mapping[str, Any]) -> dict[str, Any]:
    """HOA-SCN-26: No side of a Raid has an ambush, unless its Leader allows one."""
    return {"ambushes": row["ambush_units"], "ambush_rule": "HOA-SCN-26"}


PARTS: dict[tuple[str, str], Callable[[Mapping[str, Any]], Part]] = {
    (ENCOUNTER, ATTACKER): encounter_part,
    (ENCOUNTER, DEFENDER): encounter_part,
    (AMBUSH, ATTACKER): column_part,
    (AMBUSH, DEFENDER): ambusher_part,
    (PLANNED_ATTACK, ATTACKER): planned_attacker,
    (PLANNED_ATTACK, DEFENDER): planned_defender,
    (RAID, ATTACKER): raider_part,
    (RAID, DEFENDER): raided_part,
}
BY_POINTS = {
    ENCOUNTER: "HOA-SCN-04",
    AMBUSH: "HOA-SCN-09",
    PLANNED_ATTACK: "HOA-SCN-17",
    RAID: "HOA-SCN-23",
}
"""The rule of the points of each scenario."""
CHOICE_OF_SIDE = {
    ENCOUNTER: "HOA-SCN-04",
    AMBUSH: "HOA-SCN-10",
    PLANNED_ATTACK: "HOA-SCN-17",
    RAID: "HOA-SCN-27",
}
"""The rule by which the sides of the table are chosen."""


def has_home(battle: Battle) -> bool:
    """True if the defender has a village or camp to hold."""
    return battle.scenario in (PLANNED_ATTACK, RAID)


def chooser(battle: Battle) -> str:
    """The side that chooses its edge of the table: in an Encounter the one that deploys first, else
    the attacker.
    """
    return (
        (battle.deployment.first_down or battle.attacker)
        if battle.scenario == ENCOUNTER
        else battle.attacker
    )


def edges_open(battle: Battle) -> tuple[str, ...]:
    """The edges that the side may choose."""
    if battle.scenario == ENCOUNTER:
        return long_edges(battle.land)
    return short_edges(battle.land) if battle.scenario == AMBUSH else EDGES


def not_that_edge(battle: Battle, edge: str) -> Refusal | None:
    """HOA-SCN-04: An Encounter is fought between the two long sides. The side that deploys first
    chooses, if nothing was agreed.
    """
    allowed = edges_open(battle)
    if edge in allowed:
        return None
    if edge not in EDGE_NAMES:
        return no(
            CHOICE_OF_SIDE[battle.scenario],
            "A table has four edges: north, south, east and west.",
            "La mesa tiene cuatro lados: norte, sur, este y oeste.",
        )
    return no(
        CHOICE_OF_SIDE[battle.scenario],
        "Not the {edge} edge: {one} or {two}.",
        "El lado {edge}, no: {one} o {two}.",
        edge=EDGE_NAMES[edge],
        one=EDGE_NAMES[allowed[0]],
        two=EDGE_NAMES[allowed[1]],
    )


def chosen_edges(side: str, edge: str) -> dict[str, str]:
    return {side: edge, other_side(side): OPPOSITE[edge]}


def fighters(battle: Battle, side: str) -> Iterator[Figure]:
    """The fighting figures of a side that are alive, at any place: all but baggage, attendants and
    empty boats.
    """
    for figure in battle.figures.values():
        if figure.side != side or figure.fate:
            continue
        in_a_unit = bool(figure.unit) and battle.units[figure.unit].kind == "troops"
        if in_a_unit or fights_alone(figure):
            yield figure


def units_needed(battle: Battle, side: str) -> int:
    """Number of combat units that must be on the table at the start."""
    return math.ceil(part_of(battle, side).least_units * len(combat_units(battle, side)))


def units_allowed(battle: Battle, side: str) -> int:
    """Number of combat units that may be on the table at the start."""
    return math.floor(part_of(battle, side).most_units * len(combat_units(battle, side)))


def figures_needed(battle: Battle, side: str) -> int:
    """Number of fighting figures that must be on the table at the start."""
    return math.ceil(part_of(battle, side).least_figures * sum(1 for _ in fighters(battle, side)))
