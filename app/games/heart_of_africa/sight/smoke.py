"""Darkness, and the smoke of fires."""

from __future__ import annotations

from typing import Any

from app.games.heart_of_africa.land import Fire
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import FIRE
from app.kernel.space.plane import Path, Point, on_grid, point_at

SMOKE_LENGTH = {
    int(turn): float(inches) for turn, inches in FIRE["smoke_length_by_turn_of_fire"].items()
}


SMOKE_HALF_WIDTH = 2.0


def is_dark(battle: Battle) -> bool:
    """True if the current turn is at night."""
    return battle.conditions.is_dark(battle.turn)


def smoke_of(fire: Fire, wind: int | None, turn: int) -> tuple[Point, float]:
    """HOA-FIR-07: From the second turn of a fire its smoke reaches 4 in farther downwind each turn,
    2 in to each side of its axis.

    The far end of the axis and its length; no length before the wind is known, or once the smoke
    has gone.
    """
    length = SMOKE_LENGTH.get(turn - fire.lit + 1, 0.0) if wind is not None else 0.0
    return on_grid(point_at(fire.origin, wind or 0, length)), length


def smoke_axis(battle: Battle, fire: Fire) -> dict[str, Any]:
    """The smoke of a fire as `length` (inches) and `end` of its axis; empty without smoke."""
    end, length = smoke_of(fire, battle.wind, battle.turn)
    return {"length": length, "end": end} if length else {}


def smoke(battle: Battle) -> tuple[Path, ...]:
    """The outlines of all smoke on the table."""
    return tuple(outline for _, outline in smoke_clouds(battle))


def smoke_clouds(battle: Battle) -> tuple[tuple[Fire, Path], ...]:
    """Each fire that smokes, with the outline of its smoke."""
    found = []
    for fire in battle.fires:
        _, length = smoke_of(fire, battle.wind, battle.turn)
        if length and battle.wind is not None:
            end = point_at(fire.origin, battle.wind, length)
            found.append(
                (
                    fire,
                    tuple(
                        on_grid(point_at(spot, battle.wind + turn, SMOKE_HALF_WIDTH))
                        for spot, turn in (
                            (fire.origin, -90),
                            (end, -90),
                            (end, 90),
                            (fire.origin, 90),
                        )
                    ),
                )
            )
    return tuple(found)
