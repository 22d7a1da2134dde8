"""The way that a figure of a group would take."""

from __future__ import annotations

import msgspec

from app.games.heart_of_africa.movement.regions import FAR
from app.games.heart_of_africa.pieces import Figure
from app.kernel.space.plane import Path, cut_path, inches_to, on_grid, path_length


class Wish(msgspec.Struct, frozen=True):
    """The goal of a figure: along `way`, with `facing` at the end and in contact with `attack`.

    `whole`: the whole way or none of it. `dry` is the limit of its open roll in inches, `limit` the
    inches it gets (-1: not yet measured).
    """

    figure: Figure
    way: Path
    facing: float | None = None
    attack: str = ""
    whole: bool = False
    dry: float = FAR
    limit: float = -1.0


def attack_of(way: Path, wish: Wish) -> str:
    """Id of the enemy that a figure reaches, if it gets as far."""
    return wish.attack if wish.attack and inches_to(way[-1], wish.way[-1]) < 0.01 else ""


def shortened(way: Path, length: float) -> Path:
    """A way, or its beginning if it is longer."""
    return (
        way
        if path_length(way) <= length
        else tuple(on_grid(point) for point in cut_path(way, length))
    )
