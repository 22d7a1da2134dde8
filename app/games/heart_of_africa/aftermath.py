"""Facts after a battle for a campaign: losses of each side by their causes."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.event_summary.report_details import own_name, title_alone
from app.games.heart_of_africa.figures import is_baggage, is_leader, is_vessel
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.state import SIDES, Battle
from app.games.heart_of_africa.victory import score
from app.kernel.child_battles import Aftermath, Losses, UnitFall

CASUALTY = frozenset(
    {"shot", "fragment", "melee", "trap", "crocodile", "fire", "sunk", "in_his_place"}
)
"""Fates of figures that fell. Those of a broken unit fled, and captured baggage changed hands."""


def aftermath(battle: Battle) -> Aftermath:
    """Aftermath of a battle, also of one that was not fought to its end."""
    return Aftermath(
        turns=battle.turn,
        score=score(battle),
        losses={side: losses(battle, side) for side in SIDES},
    )


def is_casualty(figure: Figure) -> bool:
    """True for a fallen figure. Baggage and vessels do not count."""
    return figure.fate in CASUALTY and not is_baggage(figure) and not is_vessel(figure)


def losses(battle: Battle, side: str) -> Losses:
    """Figures fallen, baggage captured, Leaders lost and units broken of a side."""
    fallen = [one for one in battle.figures.values() if one.side == side and is_casualty(one)]
    return Losses(
        fallen=len(fallen),
        captured=battle.captured.get(side, 0),
        leaders_lost=sum(is_leader(one) for one in fallen),
        units_broken=sum(
            unit.side == side and unit.fate == "broken" for unit in battle.units.values()
        ),
    )


def unit_falls(battle: Battle) -> Iterator[UnitFall]:
    """Units with casualties, then fallen Leaders and figures without a unit."""
    for unit in battle.units.values():
        fallen = sum(
            one.unit == unit.id and is_casualty(one) and not is_leader(one)
            for one in battle.figures.values()
        )
        if fallen:
            yield UnitFall(unit.side, own_name(battle, unit), fallen, unit.original)
    for figure in battle.figures.values():
        if is_casualty(figure) and (not figure.unit or is_leader(figure)):
            yield UnitFall(figure.side, title_alone(figure), 1, 1)
