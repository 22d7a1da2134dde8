"""HOA-DEP: what a side with an ambush might be asked, as far as the other one can tell: whether it
is asked tells nothing of its hidden units.
"""

from __future__ import annotations

from app.games.heart_of_africa.figures import is_hidden, is_leader, there
from app.games.heart_of_africa.pieces import AMBUSH, STANDARD_BEARER
from app.games.heart_of_africa.state import Battle, Happening


def has_ambush(battle: Battle, side: str) -> bool:
    return any(unit.side == side and unit.where == AMBUSH for unit in battle.units.values())


def is_public(battle: Battle, happening: Happening) -> bool:
    """Whether both sides hear of it: who falls in ambush is missed by his own people alone until
    the rest of them appears.
    """
    fallen = battle.figures.get(happening.by) if happening.kind == "key_figure_lost" else None
    return fallen is None or not is_hidden(battle, fallen)


def may_hide_its_leader(battle: Battle, side: str) -> bool:
    """Whether a side's Leader may lie in ambush, dead or alive: he is not to be seen, and nobody
    knows that he has fallen.
    """
    known = any(
        figure.side == side
        and is_leader(figure)
        and not is_hidden(battle, figure)
        and (figure.fate or figure.at is not None)
        for figure in battle.figures.values()
    )
    return has_ambush(battle, side) and not known


def may_owe_a_test(battle: Battle, side: str) -> bool:
    """Whether an ambush of the side may have to test this turn: its army has lost something, or a
    fire burns in which it may lie.
    """
    shaken = any(
        one.side == side and one.kind != "ambush" and is_public(battle, one)
        for one in battle.happened
    )
    return has_ambush(battle, side) and (
        shaken or any(battle.turn > fire.lit for fire in battle.fires)
    )


def may_bear_a_marker(battle: Battle, side: str) -> bool:
    """Whether an ambush of the side may have tested so far: its army has ever lost something, or
    smoke has risen over the table.
    """
    lost = any(
        figure.side == side and figure.fate and not is_hidden(battle, figure)
        for figure in battle.figures.values()
    )
    return has_ambush(battle, side) and (
        lost or bool(battle.captured.get(side)) or bool(battle.fires) or battle.wind is not None
    )


def may_ignore_a_test(battle: Battle, side: str) -> bool:
    """Whether somebody in the open could let a unit ignore a test."""
    return any(
        figure.type == STANDARD_BEARER or (is_leader(figure) and "disciplinarian" in figure.traits)
        for figure in there(battle, side)
    )
