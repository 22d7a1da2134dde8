"""HOA-DEP: Questions that a side with an ambush might be asked, judged by public facts. A question
therefore reveals nothing about hidden units.
"""

from __future__ import annotations

from app.games.heart_of_africa.figures import is_hidden, is_leader, visible_figures
from app.games.heart_of_africa.pieces import AMBUSH, STANDARD_BEARER
from app.games.heart_of_africa.state import Battle, Happening


def has_ambush(battle: Battle, side: str) -> bool:
    return any(unit.side == side and unit.where == AMBUSH for unit in battle.units.values())


def is_public(battle: Battle, happening: Happening) -> bool:
    """True if both sides learn of it. The loss of a figure in ambush is known to its own side only,
    until the rest of the unit appears.
    """
    fallen = battle.figures.get(happening.by) if happening.kind == "key_figure_lost" else None
    return fallen is None or not is_hidden(battle, fallen)


def may_hide_its_leader(battle: Battle, side: str) -> bool:
    """True if a side's Leader may be in ambush, alive or dead: it is not visible, and its loss is
    not public.
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
    """True if an ambush of the side may have to test this turn. Its army has lost something, or a
    fire burns where it may be hidden.
    """
    shaken = any(
        one.side == side and one.kind != "ambush" and is_public(battle, one)
        for one in battle.happened
    )
    return has_ambush(battle, side) and (
        shaken or any(battle.turn > fire.lit for fire in battle.fires)
    )


def may_bear_a_marker(battle: Battle, side: str) -> bool:
    """True if an ambush of the side may have tested so far. Its army has lost something, or there
    has been a fire on the table.
    """
    lost = any(
        figure.side == side and figure.fate and not is_hidden(battle, figure)
        for figure in battle.figures.values()
    )
    return has_ambush(battle, side) and (
        lost or bool(battle.captured.get(side)) or bool(battle.fires) or battle.wind is not None
    )


def may_ignore_a_test(battle: Battle, side: str) -> bool:
    """True if a visible figure of the side could let a unit ignore a test."""
    return any(
        figure.type == STANDARD_BEARER or (is_leader(figure) and "disciplinarian" in figure.traits)
        for figure in visible_figures(battle, side)
    )
