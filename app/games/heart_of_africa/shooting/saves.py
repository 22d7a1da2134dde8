"""Saves of figures that are hit."""

from __future__ import annotations

import msgspec

from app.games.heart_of_africa.pieces import SCOUT, Figure
from app.games.heart_of_africa.shooting.modifiers import is_at_loophole
from app.games.heart_of_africa.shooting.weapons import arm_of
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import PROFILES, WORKS

LOOPHOLE_SAVE: int = WORKS["temba"]["occupant_save"]


class Save(msgspec.Struct, frozen=True):
    """A saving throw: the lowest die that saves, and the rule that gives it."""

    needs: int
    rule: str


def best_save(battle: Battle, target: Figure, by: Figure) -> Save | None:
    """HOA-TRP-28: Each hit of a shot is saved against once, with the best save that applies to that
    shooter; none applies in close combat.
    """
    saves = [
        save
        for save in (
            white_man_save(battle, target, by),
            lancer_save(target, by),
            gun_save(target),
            scout_save(target),
            loophole_save(battle, target, by),
        )
        if save is not None
    ]
    return min(saves, key=lambda save: save.needs, default=None)


def white_man_save(battle: Battle, target: Figure, by: Figure) -> Save | None:
    """HOA-TRP-03: A White Man hit by a shot is unharmed on 4 or more. Shots of another White Man, a
    Regular, a machine gun, a cannon or a Gunboat allow no save.
    """
    if target.type != "white_man" or arm_of(by).feared or not spell_holds(battle):
        return None
    return Save(PROFILES["white_man"].row["save"]["roll"], "HOA-TRP-03")


def spell_holds(battle: Battle) -> bool:
    """HOA-TRP-04: White Men of both sides lose their save once one of either side has fallen to a
    shot or in close combat. It is lost from the end of that phase for the rest of the game.
    """
    return not battle.spell_broken


def lancer_save(target: Figure, by: Figure) -> Save | None:
    """HOA-TRP-21: Lancers in their quilted armour are unharmed on 4 or more by bows and thrown
    weapons; there is no save against firearms.
    """
    if target.type != "lancer" or not arm_of(by).drops:
        return None
    return Save(PROFILES["lancer"].row["save"]["roll"], "HOA-TRP-21")


def gun_save(target: Figure) -> Save | None:
    """HOA-ART-05: A gun with its crew is one figure and is unharmed by a shot of any kind on 4 or
    more.
    """
    if target.type == "machine_gun":
        return machine_gun_save(target)
    if not arm_of(target).stiff:
        return None
    return Save(PROFILES[target.type].row["save"]["roll"], "HOA-ART-05")


def machine_gun_save(target: Figure) -> Save:
    """HOA-ART-10: A machine gun and its crew are one figure too and save shots on 4 or more."""
    return Save(PROFILES[target.type].row["save"]["roll"], "HOA-ART-10")


def scout_save(target: Figure) -> Save | None:
    """HOA-SPC-16: A Scout hit by a shot of any kind is unharmed on 3 or more. Scouts take no tests,
    and by the rules do not shoot.
    """
    return Save(PROFILES[SCOUT].row["save"]["roll"], "HOA-SPC-16") if target.type == SCOUT else None


def loophole_save(battle: Battle, target: Figure, by: Figure) -> Save | None:
    """The save of a figure at a Temba's loophole, against all shooters but Artillery and
    Gunboats.
    """
    if (
        not is_at_loophole(battle, target, by)
        or arm_of(by).shells
        or target.id not in battle.shooting.shooters
        or by.roof == target.room
    ):
        return None
    return Save(LOOPHOLE_SAVE, "HOA-FRT-24")
