"""Position that a case states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from app.games.africa_1859.beginning import commands_of, position, scenario_counters
from app.games.africa_1859.data_file import CATALOGUE, VERSIONS, Scenario
from app.games.africa_1859.state import ELIMINATED, Leader, Phase, Terms, Unit, War

Case = Mapping[str, Any]
ONE_SEAT_A_SIDE = {"S": ["S"], "M": ["M"]}


def war_of(case: Case) -> War:
    """Position of a case: what it does not name is not there."""
    terms, start = terms_of(case), case["start"]
    units, leaders = scenario_counters(terms) if start.get("setup") else ([], [])
    units = [*units, *(unit_of(row) for row in case.get("units") or ())]
    leaders = [*leaders, *(leader_of(row) for row in case.get("leaders") or ())]
    war = position(
        terms,
        units,
        leaders,
        Phase(turn=start["turn"], side=start["phase"], storm=start.get("storm", False)),
        control=start.get("control") or {},
        camps_gone=start.get("camps_taken") or (),
        forts=start.get("forts") or (),
        to_come=groups_to_come(case),
    )
    return replace(war, standing=case.get("standing") or {})


def scenario_of(case: Case) -> Scenario | None:
    """Scenario of a case; None on a bare map."""
    return VERSIONS[CATALOGUE].scenarios[case["scenario"]] if "scenario" in case else None


def terms_of(case: Case) -> Terms:
    """Terms of a case: map or scenario, options, seats and their commands."""
    scenario, options = scenario_of(case), case.get("options") or {}
    by_side = case.get("seats") or ONE_SEAT_A_SIDE
    seats = {seat: side for side, mine in by_side.items() for seat in mine}
    given = case["start"].get("commands")
    commands = commands_of(scenario, seats) if scenario else {}
    if given:
        commands = {counter: seat for seat, counters in given.items() for counter in counters}
    return Terms(
        CATALOGUE,
        scenario.map if scenario else case["map"],
        scenario.key if scenario else "",
        options.get("clash_base", "printed"),
        options.get("handicap", 0),
        seats,
        commands,
    )


def groups_to_come(case: Case) -> tuple[int, ...]:
    """Reinforcements that can act after the current turn, and those that still wait."""
    scenario, start = scenario_of(case), case["start"]
    waiting = {(row["turn"], row["side"]) for row in start.get("waiting") or ()}
    return tuple(
        number
        for number, group in enumerate(scenario.groups if scenario else ())
        if group.turn > start["turn"] or (group.turn, group.side) in waiting
    )


def unit_of(row: Mapping[str, Any]) -> Unit:
    """Unit of a line; without further fields it is fresh and has its full steps."""
    kind = VERSIONS[CATALOGUE].kinds[row["kind"]]
    steps = 0 if row["at"] == ELIMINATED else row.get("steps", kind.steps)
    flags = {name: row.get(name, False) for name in ("dem", "marker", "fired", "acted")}
    return Unit(row["id"], kind.key, kind.side, row["at"], steps, **flags)


def leader_of(row: Mapping[str, Any]) -> Leader:
    """Leader of a line; a replacement is a counter of its side."""
    key = row["id"]
    kind = VERSIONS[CATALOGUE].leaders[key.rsplit("_", 1)[0] if key.startswith("repl_") else key]
    return Leader(key, kind.side, row["at"], row.get("marker", False), row.get("lost_in", 0))
