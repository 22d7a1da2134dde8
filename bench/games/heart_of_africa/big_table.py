"""Cost of a full table of In the Heart of Africa: legal targets of 60 shooters, and a page with 300
figures.

Usage: python -m bench.games.heart_of_africa.big_table; `python -m app bench --write` writes the
figures.
"""

from __future__ import annotations

import gzip
import random
import statistics
import time
from collections.abc import Callable
from itertools import count

from msgspec.structs import replace

from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.shooting import targets
from app.kernel import headless_games
from app.kernel.contract import Marks, Setup
from app.kernel.seats import Viewer
from app.services.watch.benchmarks import Measurement
from app.web import svg
from bench.games.heart_of_africa.sight import crowded
from bench.written import at_most

BOX = "heart_of_africa"
TARGETS, BOARD, WEIGHT = 50.0, 10.0, 8.0  # budgets: ms, ms, kB
FIGURES = 300
ORDERS = 60  # number after which all figures are on the table and move
ARMIES = {
    "scenario": "encounter",
    "points": 1300,
    "year": 1885,
    "peoples": {"A": {"list": "zanzibaris"}, "B": {"list": "egyptians"}},
    "table": {"region": "savannah", "seed": 3},
}


def print_figures() -> list[Measurement]:
    """Measure, print and return the figures."""
    battle, view = crowded(random.Random(1)), full_table()  # noqa: S311 test data
    ours = [figure for figure in battle.figures.values() if figure.side == "A"]
    shooting = spent(lambda: targets.lawful_all(replace(battle), ours), 30)
    drawing, weight = spent(lambda: as_sent(view), 30), len(as_sent(view)) / 1000
    print(
        "  "
        f"{f'lawful targets of {len(ours)} shooters among {len(battle.figures) - len(ours)}, {len(battle.land.pieces)} pieces':58} "
        f"{shooting:.1f} ms"
    )
    print(
        f"  {f'board of {len(view.battle.figures)} figures drawn, written and compressed':58} "
        f"{drawing:.1f} ms, {weight:.1f} kB"
    )
    return [
        at_most("targets_60", shooting, TARGETS, "ms", BOX),
        at_most("board_300", drawing, BOARD, "ms", BOX),
        at_most("board_300_weight", weight, WEIGHT, "kB", BOX),
    ]


def full_table() -> View:
    """Return the view of the next player in the first battle with 300 figures. The dice decide the
    size of the armies, so several battles may be needed.
    """
    setup = Setup("encounter", {"A": "A", "B": "B"}, (), ARMIES)
    for number in count(1):
        state = (
            headless_games.play_game(
                GAME,
                setup,
                lambda game, view, chance: game.bot(view, chance),
                f"big table {number}",
                ORDERS,
            )
            .tables[-1]
            .state
        )
        owed = GAME.waiting_for(state)
        view = GAME.view(state, Viewer(owed[0].seat, owed[0].seat)) if owed else None
        if view is not None and len(view.battle.figures) >= FIGURES:
            return view
    raise AssertionError


def as_sent(view: View) -> bytes:
    """Return the part of the board that a move updates, compressed."""
    return gzip.compress(svg.live_markup(GAME.drawing(view, Marks(), "en")).encode(), 6)


def spent(do: Callable[[], object], times: int) -> float:
    """Return the median duration in milliseconds."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        do()
        taken.append((time.perf_counter() - began) * 1000)
    return statistics.median(taken)


if __name__ == "__main__":
    print_figures()
