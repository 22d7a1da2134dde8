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
    """HOA-TRP-28: each hit of a shot is saved against once, with the best save that applies to that
    shooter; none works hand to hand.
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
    """HOA-TRP-03: a White Man hit by a shot is unharmed on 4 or more, unless it came from another
    White Man, a Regular, a machine gun, a cannon or a Gunboat.
    """
    if target.type != "white_man" or arm_of(by).feared or not spell_holds(battle):
        return None
    return Save(PROFILES["white_man"].row["save"]["roll"], "HOA-TRP-03")


def spell_holds(battle: Battle) -> bool:
    """HOA-TRP-04: from the end of the phase in which any White Man of either side fell to a shot or
    hand to hand, no White Man of either side has a save for the rest of the game.
    """
    return not battle.spell_broken


def lancer_save(target: Figure, by: Figure) -> Save | None:
    """HOA-TRP-21: Lancers in their quilted armour are unharmed on 4 or more by bows and thrown
    weapons; against firearms nothing helps.
    """
    if target.type != "lancer" or not arm_of(by).drops:
        return None
    return Save(PROFILES["lancer"].row["save"]["roll"], "HOA-TRP-21")


def gun_save(target: Figure) -> Save | None:
    """HOA-ART-05: a gun with its crew, one figure in everything, is unharmed by a shot of any kind
    on 4 or more.
    """
    if target.type == "machine_gun":
        return machine_gun_save(target)
    if not arm_of(target).stiff:
        return None
    return Save(PROFILES[target.type].row["save"]["roll"], "HOA-ART-05")


def machine_gun_save(target: Figure) -> Save:
    """HOA-ART-10: a machine gun and its crew are one figure too and save shots on 4 or more."""
    return Save(PROFILES[target.type].row["save"]["roll"], "HOA-ART-10")


def scout_save(target: Figure) -> Save | None:
    """HOA-SPC-16: a Scout hit by a shot of any kind is unharmed on 3 or more; he takes no tests,
    and by the rules does not shoot.
    """
    return Save(PROFILES[SCOUT].row["save"]["roll"], "HOA-SPC-16") if target.type == SCOUT else None


def loophole_save(battle: Battle, target: Figure, by: Figure) -> Save | None:
    """What a man at a Temba's loophole has against all but Artillery and Gunboats."""
    if (
        not is_at_loophole(battle, target, by)
        or arm_of(by).shells
        or target.id not in battle.shooting.shooters
        or by.roof == target.room
    ):
        return None
    return Save(LOOPHOLE_SAVE, "HOA-FRT-24")
