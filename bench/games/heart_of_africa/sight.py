"""Cost of line-of-sight checks: 60 shooters and 60 targets among 120 bases and 20 pieces of
terrain.

Usage: python -m bench.games.heart_of_africa.sight
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

from msgspec.structs import replace

from app.games.heart_of_africa.land import Land, Piece, Work
from app.games.heart_of_africa.pieces import Figure, Unit
from app.games.heart_of_africa.sight import visibility
from app.games.heart_of_africa.state import SHOOTING, Battle
from app.kernel.space.plane import ellipse_path, rect_path

KINDS = (
    "jungle",
    "long_grass",
    "village",
    "low_hill",
    "rocky_ground",
    "cultivation",
    "ravine",
    "kopje",
    "road",
    "marsh",
)


def crowded(chance: random.Random) -> Battle:
    """Return a battle of twelve units of ten in two ranks, six a side, among twenty pieces of
    terrain.
    """
    pieces = []
    for n in range(20):
        kind, x, y = KINDS[n % len(KINDS)], chance.uniform(8, 64), chance.uniform(8, 40)
        wide, deep = chance.uniform(3, 7), chance.uniform(2, 5)
        if kind == "road":
            pieces.append(Piece(f"p{n}", kind, rect_path(x - 12, y - 1, x + 12, y + 1)))
        elif kind == "kopje":
            pieces.append(
                Piece(
                    f"p{n}",
                    kind,
                    ellipse_path(x, y, wide, deep),
                    high=ellipse_path(x, y, wide / 3, deep / 3),
                )
            )
        else:
            pieces.append(
                Piece(
                    f"p{n}",
                    kind,
                    ellipse_path(x, y, wide, deep),
                    crest=((x - wide, y), (x + wide, y)) if kind == "low_hill" else None,
                )
            )
    figures, units = {}, {}
    for n in range(12):
        side, unit = "AB"[n % 2], f"u{n}"
        x, y = (
            4 + 11 * (n // 2),
            (10 + chance.uniform(0, 6)) if side == "A" else (30 + chance.uniform(0, 6)),
        )
        units[unit] = Unit(unit, side)
        for man in range(10):
            key = f"{unit}m{man}"
            figures[key] = Figure(
                key,
                "askari",
                side,
                unit=unit,
                at=(round(x + man % 5 * 1.6, 3), round(y + man // 5 * 1.2, 3)),
                facing=90 if side == "A" else 270,
            )
    works = (Work("w", "barricade", "B", line=((10, 28), (30, 28), (30, 24))),)
    return Battle(
        Land(pieces=tuple(pieces), works=works), figures=figures, units=units, turn=3, step=SHOOTING
    )


def timed(times: int, do: Callable[[], object]) -> str:
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        do()
        taken.append((time.perf_counter() - began) * 1000)
    return f"p50 {statistics.median(taken):.2f} ms, most {max(taken):.2f} ms"


def print_sight() -> None:
    battle = crowded(random.Random(1))  # noqa: S311 test data
    ours = [figure for figure in battle.figures.values() if figure.side == "A"]
    theirs = [figure for figure in battle.figures.values() if figure.side == "B"]
    print(f"sight on {sys.platform}, Python {sys.version.split()[0]}")
    print(
        "  free lines:",
        int(visibility.sees_many(battle, ours, theirs).sum()),
        "of",
        len(ours) * len(theirs),
    )
    print(
        "  60 x 60 shots, new position  ",
        timed(20, lambda: visibility.sees_many(replace(battle), ours, theirs)),
    )
    print(
        "  60 x 60 shots, same position ",
        timed(20, lambda: visibility.sees_many(battle, ours, theirs)),
    )
    print(
        "  60 x 60 looks all round      ",
        timed(20, lambda: visibility.sees_all_round(battle, ours, theirs)),
    )
    print(
        "  one look with its blockers   ",
        timed(200, lambda: visibility.line_of_sight(battle, ours[7], theirs[31], shooting=True)),
    )
    print(
        "  one look, sees or not        ",
        timed(200, lambda: visibility.see_each_other(battle, ours[7], theirs[31])),
    )
    print(
        "  one look, new position       ",
        timed(50, lambda: visibility.see_each_other(replace(battle), ours[7], theirs[31])),
    )


if __name__ == "__main__":
    print_sight()
