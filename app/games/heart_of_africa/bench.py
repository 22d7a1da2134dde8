"""Entry in the benchmarks: a table of 200 figures."""

from __future__ import annotations

from app.games.heart_of_africa.bench_words import FIGURES, RUNS
from app.games.heart_of_africa.state import Battle
from app.kernel.bench_entry import BenchEntry

LEAST_FIGURES = 200


def is_large(battle: Battle) -> bool:
    return len(battle.figures) >= LEAST_FIGURES


ENTRY = BenchEntry(
    order_ms=40.0,
    small={"points": "300"},
    large={"points": "900"},
    is_large=is_large,
    passing=0.3,
    runs=RUNS,
    figures=FIGURES,
    further="bench.big_table",
)
