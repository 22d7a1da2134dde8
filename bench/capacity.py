"""Size of a large installation, computed from the measured figures of a small one.

    python -m bench.capacity [CLUBS] [GAMES] [WATCHING]

The assumptions about players are the fields of `Load`. The measured costs come from
`docs/figures/load-postgres.json`, and the sizes from `docs/operation.md`. Nothing here is measured
at the large size.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

import msgspec

FIGURES = Path(__file__).parents[1] / "docs" / "figures" / "load-postgres.json"
DAY = 86_400.0  # seconds
KB_A_GAME = 55.0  # a game of 100 moves on Postgres, with seats, chat, visits and messages
KB_A_FRAME = 3.0  # bytes of an order for one observer
CONNECTIONS = 32  # of one process to Postgres: the pool, and the change notifier
POSTGRES_SHARE = 1 / 3  # of the processor time of an order, in Postgres (assumed)
BUSY = 0.5  # share of a core that is used at the busiest hour


class Load(msgspec.Struct, frozen=True):
    """Assumed use."""

    clubs: int = 10_000
    games: int = 1_000_000
    watching: int = 100_000
    members: int = 20  # of a club
    active: float = 0.3  # share of the members who play on a day
    orders: int = 30  # of an active member on a day
    pages: int = 60  # of an active member on a day
    peak: float = 4.0  # busiest hour, as a multiple of the mean
    watched_orders: float = 1 / 30  # orders a second in a watched game


class Costs(msgspec.Struct, frozen=True):
    """Measured costs of one order, page and observer."""

    order_ms: float
    page_ms: float
    frame_ms: float  # for one observer
    observer_kb: float
    process_mb: float
    observers: int = 4000  # connections of one process


class Part(msgspec.Struct, frozen=True):
    """Part of the installation: what it needs, and what one unit of the usual size has."""

    name: str
    needs: float
    has: float
    unit: str

    @property
    def share(self) -> float:
        return self.needs / self.has


def measured_costs(file: Path = FIGURES) -> Costs:
    """Costs from the figures of the load test with two processes."""
    found = {
        (one["what"], one.get("of", "")): float(one["value"])
        for one in json.loads(file.read_text())["figures"]
    }
    one, thousand = "spectators_1", "spectators_1000"
    return Costs(
        order_ms=found["load_burst_processor", "games_50"],
        page_ms=found["load_processor", "games_50"] - found["load_burst_processor", "games_50"],
        frame_ms=(found["load_fan_processor", thousand] - found["load_fan_processor", one]) / 999,
        observer_kb=(found["load_memory", thousand] - found["load_memory", one]) / 999 * 1000,
        process_mb=found["load_memory", one] / 2,
    )


def parts(load: Load, costs: Costs) -> list[Part]:
    """Parts of the installation, the scarcest first.

    `has` is one machine with 8 cores, 32 GB and 1 Gbit/s, or one Postgres with its defaults.
    """
    orders = load.clubs * load.members * load.active * load.orders / DAY * load.peak
    pages = load.clubs * load.members * load.active * load.pages / DAY * load.peak
    frames = load.watching * load.watched_orders
    app = (orders * costs.order_ms + pages * costs.page_ms + frames * costs.frame_ms) / 1000
    processes = max(math.ceil(app / BUSY), math.ceil(load.watching / costs.observers))
    memory = (processes * costs.process_mb + load.watching * costs.observer_kb / 1000) / 1000
    listened = (orders + frames / 1000) * processes
    found = [
        Part("connections of Postgres", processes * CONNECTIONS, 100, ""),
        Part("cores of the app", app / BUSY, 8, ""),
        Part("memory of the app", memory, 32, "GB"),
        Part("cores of Postgres", orders * costs.order_ms * POSTGRES_SHARE / 1000 / BUSY, 8, ""),
        Part("notifications to all processes", listened, 20_000, "/s"),
        Part("network to the browsers", frames * KB_A_FRAME * 8 / 1000, 1000, "Mbit/s"),
        Part("disk of the database", load.games * KB_A_GAME / 1e6, 1000, "GB"),
    ]
    return sorted(found, key=lambda part: -part.share)


def table(load: Load, costs: Costs) -> list[str]:
    """Rows of a table in Markdown."""
    rows = ["| part | needs | one has | share |", "|---|---|---|---|"]
    return rows + [
        f"| {part.name} | {part.needs:,.1f} {part.unit} | {part.has:,} {part.unit} | {part.share:.2f} |"
        for part in parts(load, costs)
    ]


def main(words: list[str]) -> int:
    numbers = [int(word) for word in words]
    names = ("clubs", "games", "watching")
    load = msgspec.structs.replace(Load(), **dict(zip(names, numbers, strict=False)))
    costs = measured_costs()
    print(costs)
    print(*table(load, costs), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
