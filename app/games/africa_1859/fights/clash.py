"""AFR-ASL, AFB-ASL: lines of the assault table, winner and losses of a clash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

Role = Literal["attacker", "defender"]
Lines = tuple[tuple[str, int], ...]
"""Lines of a roll: name of the line and amount. Lines of 0 are left out."""

Table = Mapping[str, Any]
"""Assault table of the data: `lines`, `mass_ratio`, `ground_cap`."""


class Front(msgspec.Struct, frozen=True):
    """Side of a clash: its vanguard, its leader and the fighting steps behind them.

    - `cf`: current combat factor of the vanguard. `shaken`: the vanguard is demoralised.
    - `leader`: first factor of the director or named leader.
    - `guns`: own guns or a ship fired at the enemy vanguard in this assault.
    - `steps`: steps of undemoralised fighters. `supplied` is false out of supply.
    """

    cf: int
    cavalry: bool = False
    leader: int = 0
    guns: bool = False
    steps: int = 0
    supplied: bool = True
    shaken: bool = False


class Ground(msgspec.Struct, frozen=True):
    """Ground of a clash: defence of the terrain and of works or fort, and its effect on cavalry.

    `works` is the value after engineers. `horse` is "open", "rough", "close" or "" for cavalry.
    """

    defence: int = 0
    works: int = 0
    horse: str = ""
    crossing: bool = False


class ClashLosses(msgspec.Struct, frozen=True):
    """Winner of a clash and steps due from each side."""

    winner: Role
    attacker: int
    defender: int


def without_zeros(*lines: tuple[str, int]) -> Lines:
    """Lines that change the roll."""
    return tuple(line for line in lines if line[1])


def sum_of(lines: Lines) -> int:
    """Sum of the lines of a roll."""
    return sum(amount for _, amount in lines)


def clash_lines(table: Table, role: Role, fronts: tuple[Front, Front], ground: Ground) -> Lines:
    """AFB-ASL-06: Lines of the assault table for one side; `fronts` are the own and the enemy's."""
    (own, enemy), worth = fronts, table["lines"]
    attacks = role == "attacker"
    penalty = ground.horse if own.cavalry else ""
    return without_zeros(
        ("cf", own.cf),
        ("leader", own.leader),
        ("artillery", worth["artillery"] * own.guns),
        ("mass", worth["mass"] * has_mass(own.steps, enemy.steps, table["mass_ratio"])),
        ("charge", worth["charge"] * (attacks and penalty == "open")),
        ("horse_rough", worth["horse_rough"] * (penalty == "rough")),
        ("horse_close", worth["horse_close"] * (penalty == "close")),
        ("crossing", worth["crossing"] * (attacks and ground.crossing)),
        *(() if attacks else ground_lines(ground, table["ground_cap"])),
        ("shaken", worth["shaken"] * (own.shaken and not attacks)),
        ("supply", 0 if own.supplied else worth["supply"]),
    )


def has_mass(own_steps: int, enemy_steps: int, ratio: int) -> bool:
    """AFB-ASL-07: Mass needs a multiple of the undemoralised fighting steps of the other side."""
    return own_steps > 0 and own_steps >= ratio * enemy_steps


def ground_lines(ground: Ground, most: int) -> Lines:
    """AFB-ASL-08: Terrain and works together have a limit; the excess is a line of its own."""
    excess = max(0, ground.defence + ground.works - most)
    return without_zeros(
        ("terrain", ground.defence), ("works", ground.works), ("ground_cap", -excess)
    )


def clash_winner(attacker_total: int, defender_total: int) -> Role:
    """AFR-ASL-17: The higher total wins; the defender wins a tie."""
    return "attacker" if attacker_total > defender_total else "defender"


def loss_of_loser(base: int, dice_difference: int) -> int:
    """AFR-ASL-18: The loser loses the base and the difference of the natural dice, in steps."""
    return base + dice_difference


def loss_of_winner(base: int, dice_difference: int) -> int:
    """AFR-ASL-19: The winner loses the base and half of the difference of the dice, rounded
    down.
    """
    return base + dice_difference // 2


def clash_losses(
    dice: tuple[int, int], lines: tuple[int, int], vanguards: tuple[int, int], opposing: bool
) -> ClashLosses:
    """Winner and losses by the dice, the sums of the lines and the steps of the vanguards.

    All pairs are (attacker, defender). The base is half of the steps of the defending vanguard,
    with the option `opposing` half of those of the vanguard that faces the side.
    """
    winner = clash_winner(dice[0] + lines[0], dice[1] + lines[1])
    difference = abs(dice[0] - dice[1])
    base_a, base_d = vanguards[1] // 2, vanguards[0 if opposing else 1] // 2
    if winner == "attacker":
        return ClashLosses(
            winner, loss_of_winner(base_a, difference), loss_of_loser(base_d, difference)
        )
    return ClashLosses(
        winner, loss_of_loser(base_a, difference), loss_of_winner(base_d, difference)
    )
