"""AFB-CAV: lines and losses of a counter-charge."""

from __future__ import annotations

import msgspec

from app.games.africa_1859.fights.clash import Lines, Table, without_zeros


class Horseman(msgspec.Struct, frozen=True):
    """Unit in a horse clash: its current combat factor, and true for cavalry."""

    cf: int
    cavalry: bool = True


class HorseLosses(msgspec.Struct, frozen=True):
    """Result of a horse clash: true if the charger wins, and the steps lost by each unit."""

    charger_wins: bool
    charger: int
    target: int


def horse_lines(table: Table, unit: Horseman, charges: bool, horse: str) -> Lines:
    """Lines of one unit of a horse clash; `horse` is the ground for cavalry."""
    worth, penalty = table["lines"], horse if unit.cavalry else ""
    return without_zeros(
        ("cf", unit.cf),
        ("open", worth["open"] * (charges and horse == "open")),
        ("rough", worth["rough"] * (penalty == "rough")),
        ("close", worth["close"] * (penalty == "close")),
    )


def horse_losses(table: Table, dice: tuple[int, int], lines: tuple[int, int]) -> HorseLosses:
    """AFB-CAV-01: The higher total wins, the target wins a tie; steps lost by the natural dice.

    Pairs are (charger, target).
    """
    wins = dice[0] + lines[0] > dice[1] + lines[1]
    difference, heavy, close = abs(dice[0] - dice[1]), table["heavy"], table["winner"]
    loser = heavy["steps"] if difference >= heavy["difference"] else 1
    winner = close["steps"] if difference <= close["difference"] else 0
    return HorseLosses(wins, winner, loser) if wins else HorseLosses(wins, loser, winner)
