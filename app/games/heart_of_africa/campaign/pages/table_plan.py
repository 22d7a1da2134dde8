"""Plan of a real table for a printed sheet: zones of both sides, and units that arrive later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from app.games.heart_of_africa.campaign.state import War
from app.games.heart_of_africa.setup.arrival_places import (
    FIRST_TURN,
    NEAR_EDGE,
    NORMALLY,
    WITH_A_GENIUS,
)
from app.games.heart_of_africa.setup.scenarios import GUARD, STRIP
from app.games.heart_of_africa.tables import SCENARIOS, TERRAIN_DATA
from app.kernel.reading_pages import ArrivalBoxes, PlanZone, TablePlan
from app.kernel.say import Say, say

ZONES: Mapping[str, Any] = TERRAIN_DATA["deployment_zones"]
SIZE = TERRAIN_DATA["measuring"]["table"]
ROLES = ("attacker", "defender")
DRAWN = {
    "encounter": ("encounter", ("side_a", "side_b")),
    "ambush": ("ambush", ROLES),
    "planned_attack": ("planned_attack_long_side", ROLES),
    "raid": ("raid_long_side", ROLES),
}
"""Zones of a scenario in the table of terrain, with their names for attacker and defender."""
PLANS_KEPT = 1_000
"""Plans that stay in memory, by scenario and players."""
NEAR = say("within {n}″ of the edge", "a {n}″ o menos del lado", n=STRIP)
AHEAD = say("advanced guard up to {n}″", "guardia avanzada hasta {n}″", n=GUARD)
HALF = say("half of the defender", "mitad del defensor")
ENTRY: float = SCENARIOS["ambush"]["defender"]["min_distance_from_attacker_edge_exclusive"]
CLEAR = say("more than {n}″ from that edge", "a más de {n}″ de ese lado", n=ENTRY)
ENTERS = say("enters", "entra")
DOTTED = say(
    "Dotted strips: units that arrive later, not beside water.",
    "Franjas de puntos: unidades que llegan más tarde, nunca junto al agua.",
)
TURNED = say(
    "The attacker may also choose a short edge; the distances stay the same. {arrivals}",
    "El atacante también puede elegir un lado corto; las distancias no cambian. {arrivals}",
    arrivals=DOTTED,
)
LATER = say(
    "Units not deployed: from turn {turn} on, each rolls 1D6 every turn. It arrives on {need} or "
    "more ({less} or more with an Organisational Genius), within {n}″ of an edge of its half.",
    "Unidades sin desplegar: desde el turno {turn}, cada una tira 1D6 por turno. Llega con {need} o "
    "más ({less} o más con un Genio Organizativo), a {n}″ o menos de un borde de su mitad.",
    turn=FIRST_TURN,
    need=NORMALLY,
    less=WITH_A_GENIUS,
    n=NEAR_EDGE,
)


def table_plan(war: War) -> TablePlan | None:
    """Plan of the scenario with the attacker at the top; None before the scenario is rolled."""
    return plan_of(war.scenario, war.players) if war.scenario in DRAWN else None


@lru_cache(PLANS_KEPT)
def plan_of(scenario: str, players: tuple[str, str]) -> TablePlan:
    """Plan of a scenario for attacker and defender."""
    zones = [
        zone
        for player, role, rects in rects_of(scenario, players)
        for zone in zones_of(player, role, scenario, rects)
    ]
    note = TURNED if scenario in ("planned_attack", "raid") else DOTTED
    return TablePlan(SIZE["width"], SIZE["depth"], tuple(zones), note)


def rects_of(
    scenario: str, players: tuple[str, str]
) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Each player with its role and its rectangles in the table of terrain."""
    key, names = DRAWN[scenario]
    for player, role, name in zip(players, ROLES, names, strict=True):
        yield player, role, ZONES[key].get(name, {})


def zones_of(player: str, role: str, scenario: str, rects: Mapping[str, Any]) -> Iterator[PlanZone]:
    """Zones of a player: deployment, the ground of the advanced guard beyond it, arrivals."""
    if scenario == "ambush" and role == "attacker":
        yield PlanZone(player, (0, 0, ENTRY, SIZE["depth"]), ENTERS)
    if "main" in rects:
        yield PlanZone(player, tuple(rects["main"]), main_words(role, scenario))
    if "advance_guard" in rects:
        yield PlanZone(player, beyond(rects["main"], rects["advance_guard"]), AHEAD)
    for rect in rects.get("arrivals", ()):
        yield PlanZone(player, tuple(rect), is_for_arrivals=True)


def main_words(role: str, scenario: str) -> Say:
    """Label of a zone of deployment."""
    if role == "attacker" or scenario == "encounter":
        return NEAR
    return CLEAR if scenario == "ambush" else HALF


def beyond(strip: Sequence[float], guard: Sequence[float]) -> tuple[float, float, float, float]:
    """Part of the deeper zone that the strip along the same edge leaves."""
    left, top, right, bottom = guard
    return (left, strip[3], right, bottom) if strip[1] == top else (left, top, right, strip[1])


def arrival_boxes(war: War) -> tuple[ArrivalBoxes, ...]:
    """Players whose units may arrive later; half of the units at most without another limit."""
    return boxes_of(war.scenario, war.players) if war.scenario in DRAWN else ()


@lru_cache(PLANS_KEPT)
def boxes_of(scenario: str, players: tuple[str, str]) -> tuple[ArrivalBoxes, ...]:
    """Later arrivals of a scenario for attacker and defender."""
    return tuple(
        ArrivalBoxes(
            player,
            LATER,
            "HOA-DEP-01",
            FIRST_TURN,
            SCENARIOS[scenario][role].get("reserve_units"),
        )
        for player, role, rects in rects_of(scenario, players)
        if "arrivals" in rects
    )
