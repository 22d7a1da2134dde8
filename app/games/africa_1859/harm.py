"""AFB-UNI, AFB-FIR: steps that units lose, and counters that leave the game."""

from __future__ import annotations

from app.games.africa_1859 import events as e
from app.games.africa_1859.counters import is_convoy
from app.games.africa_1859.run import Run
from app.games.africa_1859.state import DESTROYED, ELIMINATED, LOST, Unit, War


def lose_steps(run: Run, unit: str, steps: int, cause: str) -> int:
    """AFB-UNI-04: A unit without steps leaves the game at once; surplus steps are ignored.

    Returns the number of steps that it lost.
    """
    before = run.war.units[unit].steps
    lost = min(before, steps)
    if lost:
        run.tell(e.StepsLost(unit, lost, cause))
    if lost and lost == before:
        run.tell(e.Removed((unit,), end_of_unit(run.war, run.war.units[unit]), cause))
    return lost


def end_of_unit(war: War, unit: Unit) -> str:
    """AFB-UNI-06: A convoy that loses its step is destroyed; other units are eliminated."""
    return DESTROYED if is_convoy(war, unit) else ELIMINATED


def lose_leader(run: Run, leader: str, cause: str) -> None:
    """Remove a leader who is a casualty."""
    run.tell(e.Removed((leader,), LOST, cause))
