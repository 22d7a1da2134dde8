"""Consequences of removal: attendants lost with their Leader, units that end, and causes of morale
tests.
"""

from __future__ import annotations

from collections.abc import Iterable

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import (
    is_attendant,
    is_leader,
    is_lone_bearer,
    members,
    radius,
)
from app.games.heart_of_africa.pieces import STANDARD_BEARER, WITCH_DOCTOR, Figure, Unit
from app.games.heart_of_africa.state import Battle, Happening
from app.kernel.contract import Event

BY_ARMS = frozenset({"shot", "fragment", "melee"})
"""Causes of death after which White Men lose their save."""
ALIVE = frozenset({"exited", "broken", "withdrawn", "left"})
"""Causes of removal that are no casualties."""


def removal(
    battle: Battle, figures: Iterable[str], cause: str, by: Iterable[str] = ()
) -> list[Event]:
    """Events of figures that leave the table together, with all immediate effects. Figures already
    gone are ignored.
    """
    gone = [key for key in dict.fromkeys(figures) if not battle.figures[key].fate]
    if not gone:
        return []
    happened: list[Event] = [e.Removed(tuple(gone), cause, tuple(by))]
    happened += [
        e.Happened(
            Happening(
                "key_figure_lost", battle.figures[key].side, role, battle.figures[key].at, by=key
            )
        )
        for key in gone
        if cause not in ALIVE and (role := key_role(battle.figures[key]))
    ]
    happened += followers_lost(fold(battle, happened), [battle.figures[key] for key in gone], cause)
    if cause in BY_ARMS and not battle.spell_broken:
        happened += [e.SpellBroken(key) for key in gone if battle.figures[key].type == "white_man"][
            :1
        ]
    return happened + ended_units(battle, fold(battle, happened), cause)


def key_role(figure: Figure) -> str:
    """leader, standard_bearer or witch_doctor; "" for all other figures."""
    if is_leader(figure):
        return "leader"
    return figure.type if figure.type in (STANDARD_BEARER, WITCH_DOCTOR) else ""


def followers_lost(battle: Battle, gone: Iterable[Figure], cause: str) -> list[Event]:
    """HOA-LDR-02: A Leader's attendants, and a Gun Bearer that belongs to no unit, leave the table
    with the Leader, in the same way.
    """
    leaders = {figure.id for figure in gone if is_leader(figure)}
    left = tuple(
        one.id
        for one in battle.figures.values()
        if one.of in leaders and not one.fate and (is_attendant(one) or is_lone_bearer(one))
    )
    return [e.Removed(left, "exited" if cause == "exited" else "left")] if left else []


def ended_units(before: Battle, after: Battle, cause: str) -> list[Event]:
    """Events of units that have lost their last figure. A Charismatic Leader left alone becomes
    independent again, and joins no unit any more.
    """
    happened: list[Event] = []
    for unit in after.units.values():
        if unit.fate or not members(before, unit.id):
            continue
        left = members(after, unit.id)
        if any(not is_leader(figure) for figure in left):
            continue
        fate = (
            "exited"
            if cause == "exited"
            else "broken"
            if cause == "broken"
            else "withdrawn"
            if cause == "withdrawn"
            else "wiped_out"
        )
        happened += [e.LeaderFreed(figure.id, may_join=cause == "broken") for figure in left]
        happened.append(e.UnitLost(unit.id, fate))
        if (
            unit.kind == "troops"
            and fate != "exited"
            and not (cause == "withdrawn" and went_with_their_ship(before, after, unit))
        ):
            happened.append(e.Happened(passing_of(after, unit)))
    return happened


def passing_of(battle: Battle, unit: Unit) -> Happening:
    """The end of a unit: the types of its figures, and the places of those lost in the phase that
    ended it.
    """
    men = [figure for figure in battle.figures.values() if figure.unit == unit.id]
    lost = [
        figure
        for figure in men
        if figure.fate != "exited"
        and figure.fell_in == f"{battle.turn}:{battle.step}"
        and figure.fell is not None
    ]
    return Happening(
        "unit_lost",
        unit.side,
        unit.id,
        men=tuple(figure.type for figure in men if not is_leader(figure)),
        places=tuple(figure.fell for figure in lost if figure.fell is not None),
        radii=tuple(radius(figure) for figure in lost),
    )


def went_with_their_ship(before: Battle, after: Battle, unit: Unit) -> bool:
    """True if the last of a unit left aboard a ship that is a unit itself; for morale both count as
    one unit.
    """
    return any(
        figure.aboard
        and before.figures[figure.aboard].unit
        and after.figures[figure.aboard].fate == "withdrawn"
        for figure in members(before, unit.id)
    )
