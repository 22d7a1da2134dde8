"""Positions of bot battles, for the test of the labels on the board.

    python -m bench.games.heart_of_africa.label_positions 1000 FILE      # so many positions, as
    JSON

A position is its table and its groups: key, side, and x, y and radius of each figure, in tenths of
inches on the page. `node tests/js/measure_labels.js FILE` lays the labels out and counts. The
hardest positions of such a run are in tests/fixtures/label_positions.json.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.games.heart_of_africa.bench import setup_of
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.drawing import figures as men
from app.games.heart_of_africa.drawing.places import page
from app.games.heart_of_africa.drawing.unit_drawings import groups_of
from app.games.heart_of_africa.state import Battle
from app.kernel import headless_games

POINTS, MOST, EVERY = 450, 420, 5
"""Points of an army; moves of a battle, and between two positions of it."""


def positions(count: int) -> Iterator[dict[str, Any]]:
    """So many positions, of as many battles as they need."""
    number = 0
    while count > 0:
        played = headless_games.play_game(
            GAME,
            setup_of(number, POINTS),
            lambda game, view, chance: game.bot(view, chance),
            f"labels/{number}",
            MOST,
        )
        number += 1
        for moment in played.tables[EVERY::EVERY]:
            if moment.state is not None and count > 0:
                count -= 1
                yield position(moment.state)


def position(battle: Battle) -> dict[str, Any]:
    groups = [
        [
            group.key,
            group.side,
            [
                [*(round(value, 1) for value in page(battle, one.position)), men.disc_radius(one)]
                for one in group.men
            ],
        ]
        for group in groups_of(battle)
    ]
    units = [key for key, _, _ in groups if key in battle.units]
    size = [battle.land.width * 10, battle.land.depth * 10]
    return {"size": size, "units": units, "groups": groups}


def main(count: str, target: str) -> None:
    found = list(positions(int(count)))
    Path(target).write_text(json.dumps(found, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
