"""Pauses of the clock: asked for by all sides, declined, ended a day ahead."""

from __future__ import annotations

from app.kernel.clock import Clock
from app.kernel.clock_terms import LONGEST_PAUSE
from app.kernel.refusal import Refusal, no

NOTICE = 24
"""Hours between the notice that a pause ends and its end."""


def pause_possible(clock: Clock, side: str, days: int) -> Refusal | None:
    """CAR-CLK-03: a pause begins when every side has asked for the same number of days, while none
    is on.
    """
    if clock.pause:
        return no("CAR-CLK-03", "The clock is paused already.", "El reloj ya está en pausa.")
    if not 1 <= days <= LONGEST_PAUSE:
        return no(
            "CAR-CLK-03",
            "A pause lasts 1 to {most} days.",
            "Una pausa dura de 1 a {most} días.",
            most=LONGEST_PAUSE,
        )
    if side in clock.pause_by and days == clock.pause_days:
        return no("CAR-CLK-03", "You have asked for this pause.", "Ya has pedido esa pausa.")
    return None


def pause_asked_for(clock: Clock) -> Refusal | None:
    """CAR-CLK-04: a pause is declined or withdrawn only while one is requested."""
    return (
        None
        if clock.pause_by
        else no("CAR-CLK-04", "No pause has been requested.", "No se ha pedido ninguna pausa.")
    )


def pause_on(clock: Clock) -> Refusal | None:
    """CAR-CLK-05: either side ends a pause, a day ahead; otherwise it ends by itself."""
    if clock.pause == "on":
        return None
    if clock.pause:
        return no("CAR-CLK-05", "The pause is about to end.", "La pausa está a punto de acabar.")
    return no("CAR-CLK-05", "The clock is not paused.", "El reloj no está en pausa.")
