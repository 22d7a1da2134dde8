"""HOA-TRP: Missile weapons of each kind of troops. The numbers come from the printed table;
everything else is stated here.
"""

from __future__ import annotations

import msgspec

from app.games.heart_of_africa.figures import is_leader, profile
from app.games.heart_of_africa.land import VESSELS
from app.games.heart_of_africa.pieces import SCOUT, WITCH_DOCTOR, Figure
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import ARMS_DATA, PROFILES, TITLES
from app.kernel.refusal import Refusal, no

RIFLE, MUSKET, BOW, THROWN, CANNON, RAPID, UNARMED = (
    "rifle",
    "musket",
    "bow",
    "thrown",
    "cannon",
    "machine_gun",
    "",
)
IN_HAND = frozenset({RIFLE, MUSKET})
FIREARMS = IN_HAND | {CANNON, RAPID}
ARMED_SCOUTS, REPEATERS = "armed_scouts", "repeating_rifles"
REPEATING_TYPES = ("white_man", "regular", "soldier", "well_armed_askari")


class Arm(msgspec.Struct, frozen=True):
    """The way a type shoots.

    `agile`: does not throw in a turn that ends in close combat. `stiff`: moves or fires. `shells`:
    its shots burst, and it counts as Artillery. `feared`: its shots allow a White Man no save.
    `steady_hand`: raises a fire on 4. `rule`: rule of the row, "" for none.
    """

    missile: str = UNARMED
    mounted: bool = False
    agile: bool = False
    pygmy: bool = False
    stiff: bool = False
    shells: bool = False
    feared: bool = False
    steady_hand: bool = False
    fire_arrows: bool = False
    rule: str = ""

    @property
    def drops(self) -> bool:
        """True for bows and thrown weapons: their missiles fall from above."""
        return self.missile in (BOW, THROWN)


class Weapon(msgspec.Struct, frozen=True):
    """The shooting columns of the table for a figure: range in inches (0: none), bonus, and whether
    it must reload.
    """

    range: float
    bonus: int
    reload: bool


UNARMED_ARM = Arm()
"""Bearers, Witch Doctors, Scouts, attendants, baggage and boats."""
ARMS = {kind: Arm(**row) for kind, row in ARMS_DATA["arms"].items()}
SCOUT_ROW = PROFILES[SCOUT].row["optional_shooting"]


def arm_of(figure: Figure) -> Arm:
    """Arm of a figure now, from its row. Mounted Regulars on foot have the arm of Regulars."""
    if figure.type == "mounted_regular" and figure.mode == "dismounted":
        return ARMS["regular"]
    return ARMS.get(figure.type, UNARMED_ARM)


def weapon(battle: Battle, figure: Figure) -> Weapon:
    """HOA-TRP-01: Range, bonus and reloading are those of the figure's row in the table of
    characteristics.
    """
    if is_armed_scout(battle, figure):
        return Weapon(SCOUT_ROW["range"], SCOUT_ROW["shooting_bonus"], SCOUT_ROW["reload"])
    row = profile(figure)
    return Weapon(row.range, row.bonus, row.reload)


def is_armed_scout(battle: Battle, figure: Figure) -> bool:
    """HOA-TRP-26: By a club habit, off unless chosen, Scouts shoot with the values of Well-Armed
    Askaris.
    """
    return figure.type == SCOUT and ARMED_SCOUTS in battle.options


def missile_of(battle: Battle, figure: Figure) -> str:
    return RIFLE if is_armed_scout(battle, figure) else arm_of(figure).missile


def cannot_shoot(battle: Battle, figure: Figure) -> Refusal | None:
    """HOA-TRP-25: A dash under shooting in the table means that the type does not shoot at all."""
    if weapon(battle, figure).range:
        return None
    return no(
        "HOA-TRP-25", "{kind} do not shoot.", "{kind}: no disparan.", kind=TITLES[figure.type]
    )


def has_repeater(battle: Battle, figure: Figure) -> bool:
    """HOA-TRP-27: By a club habit, off unless chosen, a figure with a repeating rifle shoots twice
    a turn; it adds nothing to a Gun Bearer.
    """
    return REPEATERS in battle.options and figure.repeating and figure.type in REPEATING_TYPES


def has_firearm(battle: Battle, figure: Figure) -> bool:
    """HOA-TRP-29: Rifles and muskets are firearms, and so are guns and machine guns; bows and
    thrown weapons are not.
    """
    return missile_of(battle, figure) in FIREARMS


def may_raise_fires(figure: Figure) -> bool:
    """True for figures that raise fires by hand: those with a firearm of their own, Leaders, Witch
    Doctors, Scouts.
    """
    return (
        arm_of(figure).missile in IN_HAND
        or is_leader(figure)
        or figure.type in (WITCH_DOCTOR, SCOUT)
    )


def is_big_ship(figure: Figure | None) -> bool:
    """True for a dhow or Gunboat: its hull is the target, not the figures aboard."""
    return figure is not None and figure.type in VESSELS and figure.type != "canoe"
