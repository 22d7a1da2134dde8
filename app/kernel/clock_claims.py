"""Claims against a side whose time is up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.kernel.outcome import CANCELLED
from app.kernel.refusal import Refusal, no

CLAIMS = {"win": "on_time", "draw": "drawn_on_time", "cancel": CANCELLED, "remove": ""}
"""Possible claims and the ending that each one makes."""


def in_time(
    late: Sequence[str], seats: Mapping[str, str], playing: Sequence[str]
) -> tuple[str, ...]:
    """Sides in play without a late seat."""
    behind = {seats[seat] for seat in late}
    return tuple(side for side in playing if side not in behind)


def may_claim(
    what: str, side: str, late: Sequence[str], seats: Mapping[str, str], playing: Sequence[str]
) -> Refusal | None:
    """CAR-CLK-10: a side may claim against a late one. With other sides in time it may only remove
    the late ones.
    """
    if what not in CLAIMS:
        return no(
            "CAR-CLK-10",
            "The win, a draw or the end of the game can be claimed.",
            "Se puede reclamar la victoria, unas tablas o el final.",
        )
    if not any(seats[seat] != side and seats[seat] in playing for seat in late):
        return no(
            "CAR-CLK-10", "No player's time is up.", "A ningún jugador se le ha acabado el tiempo."
        )
    if what in ("win", "remove") and any(seats[seat] == side for seat in late):
        return no(
            "CAR-CLK-10",
            "The time of your own side is up too.",
            "A tu bando también se le ha acabado el tiempo.",
        )
    others_in_time = any(one != side for one in in_time(late, seats, playing))
    if others_in_time and what != "remove":
        return no(
            "CAR-CLK-10",
            "Other sides are in time: only the late side can be removed.",
            "Hay otros bandos a tiempo: solo se puede retirar al que se ha retrasado.",
        )
    if not others_in_time and what == "remove":
        return no(
            "CAR-CLK-10",
            "No third side is left: claim the win instead.",
            "No queda un tercer bando: reclama la victoria.",
        )
    return None
