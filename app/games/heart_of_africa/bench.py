"""Entry in the benchmarks: a table of 200 figures, and battles over all lists and regions."""

from __future__ import annotations

from functools import partial
from typing import Any

from app.games.heart_of_africa.armies.lists import LISTS
from app.games.heart_of_africa.bench_words import FIGURES, RUNS
from app.games.heart_of_africa.newcomer import newcomers_order
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import REGIONS
from app.kernel.bench_entry import BenchEntry
from app.kernel.contract import Setup

LEAST_FIGURES = 200
SCENARIOS = ("encounter", "ambush", "planned_attack", "raid")
FEW_POINTS = 200
"""Points of each army in a short battle; with fewer some lists give no army for a raid."""


def is_large(battle: Battle) -> bool:
    return len(battle.figures) >= LEAST_FIGURES


def setup_of(number: int, points: int) -> Setup:
    """Return scenario, region and lists of a game. Each advances at its own pace, so every pair of
    them occurs.
    """
    lists, regions = sorted(LISTS), sorted(REGIONS)
    scenario = SCENARIOS[number % len(SCENARIOS)]
    mine, theirs = (
        lists[number // 4 % len(lists)],
        lists[(number // 4 + 1 + number // 48) % len(lists)],
    )
    stock: dict[str, Any] = {
        "scenario": scenario,
        "points": points,
        "year": 1885,
        "peoples": {"A": {"list": mine}, "B": {"list": theirs}},
        "table": {"region": regions[number // 3 % len(regions)], "seed": number},
    }
    if scenario != "encounter":
        stock["attacker"] = "A"
    return Setup(scenario, {"A": "A", "B": "B"}, (), stock)


ENTRY = BenchEntry(
    order_ms=40.0,
    small={"points": "300"},
    large={"points": "900"},
    is_large=is_large,
    setup=partial(setup_of, points=FEW_POINTS),
    newcomer=newcomers_order,
    passing=0.3,
    runs=RUNS,
    figures=FIGURES,
    further="bench.games.heart_of_africa.big_table",
)
