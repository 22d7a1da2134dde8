"""Figures with budgets, from the measurements of the driver and of the pages (design.md, section
7).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.services.watch.benchmarks import Measurement
from bench.measured_games import large_game, server_game
from bench.written import at_least, at_most, counted

ORDERS_PER_SECOND = 300.0  # of one process, at least
LAST_BOARD = 100.0  # ms until the last spectator has the new board
JOINING = 3.0  # seconds in which all spectators join
OTHER_GAME = 50.0  # ms, p99 of the orders of another game
MOST_SPECTATORS = 1000
PAGES = {
    "start": "/",
    "member": "/",
    "lobby": "/lobby",
    "mine": "/my-games",
    "atom": "/games.atom",
    "over": "/api/v1/games?which=over",
    "metrics": "/metrics",
}
"""Pages that list or count games; "member" and "mine" are read with a log-in."""


def load_figures(found: dict[str, dict[str, Any]], processes: int = 1) -> Iterator[Measurement]:
    """Yield each figure of `{"latency": {...}, "fanout_1000": {...}, "pages_few": {...}}`."""
    for name, what in found.items():
        match name.split("_"):
            case ["latency" | "miniatures"]:
                game = large_game() if name == "miniatures" else server_game()
                of = game.card.key
                yield at_most(
                    "load_answer_p50",
                    what["answer_ms"]["p50"],
                    game.bench.order_ms,
                    "ms",
                    of,
                )
                yield counted("load_answer_p99", what["answer_ms"]["p99"], "ms", of)
                yield counted("load_view_p50", what["view_ms"]["p50"], "ms", of)
            case ["throughput", games]:
                yield counted("load_rate", float(what["per_second"]), "/s", f"games_{games}")
                yield counted("load_processor", what["cpu_ms_per_order"], "ms", f"games_{games}")
            case ["burst", games]:
                yield at_least(
                    "load_burst",
                    float(what["per_second"]),
                    ORDERS_PER_SECOND * processes,
                    "/s",
                    f"games_{games}",
                )
                yield counted(
                    "load_burst_processor", what["cpu_ms_per_order"], "ms", f"games_{games}"
                )
            case ["fanout", many]:
                yield from _spectator_figures(what, int(many))
            case ["neighbour"]:
                for phase in ("quiet", "joining", "playing"):
                    worst = what[phase]["p99"]
                    yield (
                        counted("load_neighbour_quiet", worst, "ms")
                        if phase == "quiet"
                        else at_most(f"load_neighbour_{phase}", worst, OTHER_GAME, "ms")
                    )
            case ["pages", many]:
                for page, taken in what.items():
                    yield counted(f"page_{page}", taken, "ms", many)


def _spectator_figures(what: dict[str, Any], many: int) -> Iterator[Measurement]:
    of = f"spectators_{many}"
    yield (
        at_most("load_last", what["last_ms"]["p50"], LAST_BOARD, "ms", of)
        if many == MOST_SPECTATORS
        else counted("load_last", what["last_ms"]["p50"], "ms", of)
    )
    yield counted("load_fan_processor", what["cpu_ms_per_order"], "ms", of)
    joined = what["join_ms"] / 1000
    yield (
        at_most("load_joined", joined, JOINING, "s", of)
        if many == MOST_SPECTATORS
        else counted("load_joined", joined, "s", of)
    )
    yield counted("load_memory", float(what["rss_after"]), "MB", of)
    if what["lost"]:
        yield at_most("load_lost", what["lost"], 0, "", of)
