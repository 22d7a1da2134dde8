"""HOA-TRP: Missile weapons of each kind of troops. The numbers come from the printed table;
everything else is stated here.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from app.games.heart_of_africa.figures import is_leader, profile
from app.games.heart_of_africa.land import VESSELS
from app.games.heart_of_africa.pieces import SCOUT, WITCH_DOCTOR, Figure
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import PROFILES, TITLES
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
    `steady_hand`: raises a fire on 4.
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


# ------------------------------------------------------------------------------------------------ t
def white_men() -> Arm:
    """HOA-TRP-02: White Men carry the best rifles. White Men have no save against them, and they
    raise fires with the better roll.
    """
    return Arm(RIFLE, feared=True, steady_hand=True)


def regulars() -> Arm:
    """HOA-TRP-05: Regulars have breech-loaders or magazine rifles; their shots allow a White Man no
    save.
    """
    return Arm(RIFLE, feared=True, steady_hand=True)


def soldiers() -> Arm:
    """HOA-TRP-06: Soldiers, the other riflemen of Africa, have breech-loaders."""
    return Arm(RIFLE)


def swordsmen() -> Arm:
    """HOA-TRP-07: Arab and Baluchi Swordsmen have matchlocks, reloaded after each shot, besides the
    sword.
    """
    return Arm(MUSKET)


def askaris() -> Arm:
    """HOA-TRP-08: Ordinary Askaris have fair muzzle-loaders, reloaded after each shot."""
    return Arm(MUSKET)


def well_armed_askaris() -> Arm:
    """HOA-TRP-09: Well-Armed Askaris shoot like Askaris, with breech-loaders that need no
    reloading.
    """
    return Arm(RIFLE)


def ruga_ruga() -> Arm:
    """HOA-TRP-10: Ruga-Ruga have poor short-ranged guns, reloaded after each shot."""
    return Arm(MUSKET)


def warriors() -> Arm:
    """HOA-TRP-11: Elite Warriors fight hand to hand and do not shoot."""
    return Arm()


def agile_warriors() -> Arm:
    """HOA-TRP-12: Agile Warriors throw spears or knives, but not in a turn whose movement they end
    in close combat.
    """
    return Arm(THROWN, agile=True)


def spearmen() -> Arm:
    """HOA-TRP-13: Tribal Spearmen are for close combat and do not shoot."""
    return Arm()


def agile_spearmen() -> Arm:
    """HOA-TRP-14: Agile Spearmen throw like Agile Warriors, but not in a turn whose movement they
    end in close combat.
    """
    return Arm(THROWN, agile=True)


def musketeers() -> Arm:
    """HOA-TRP-15: Tribal Musketeers have old flintlocks, reloaded after each shot."""
    return Arm(MUSKET)


def archers() -> Arm:
    """HOA-TRP-16: Archers (and slingers) have no firearm; they may shoot fire arrows at a Temba."""
    return Arm(BOW, fire_arrows=True)


def pygmy_archers() -> Arm:
    """HOA-TRP-17: Pygmy Archers are bowmen too, fire arrows included, and harder to hit in
    cover.
    """
    return Arm(BOW, pygmy=True, fire_arrows=True)


def pygmy_spearmen() -> Arm:
    """HOA-TRP-18: Pygmy Spearmen do not shoot; in cover they are as hard to hit as Pygmy
    Archers.
    """
    return Arm(pygmy=True)


def horsemen() -> Arm:
    """HOA-TRP-19: Native Horsemen throw javelins or knives, which are no firearms. They never
    dismount.
    """
    return Arm(THROWN, mounted=True)


def mounted_musketeers() -> Arm:
    """HOA-TRP-20: Mounted Musketeers have to load again after each shot like men on foot, standing
    still.
    """
    return Arm(MUSKET, mounted=True)


def lancers() -> Arm:
    """Lancers, the heavy cavalry of the Sudan: they do not shoot."""
    return Arm(mounted=True)


def mounted_regulars() -> Arm:
    """Mounted Regulars in the saddle: as Mounted Musketeers, but with rifles that need no
    reloading.
    """
    return Arm(RIFLE, mounted=True, steady_hand=True)


def field_guns() -> Arm:
    """HOA-ART-01: All light guns are Artillery: one shell a turn, at any target, without
    reloading.
    """
    return Arm(CANNON, stiff=True, shells=True, feared=True)


def machine_guns() -> Arm:
    """HOA-ART-08: Machine guns of all makes fire up to six shots without reloading, and allow a
    White Man no save.
    """
    return Arm(RAPID, stiff=True, feared=True)


def gunboats() -> Arm:
    """HOA-ART-18: A Gunboat's fire is Artillery fire, shell fragments included; it may fire in a
    turn in which it moved.
    """
    return Arm(CANNON, shells=True, feared=True)


def standard_bearers() -> Arm:
    """HOA-SPC-05: A Standard Bearer belongs to no unit and does not shoot; any enemy may shoot at
    it.
    """
    return Arm()


def unarmed() -> Arm:
    """Bearers, Witch Doctors, Scouts, attendants, baggage and boats: they do not shoot."""
    return Arm()


ARMS: dict[str, Callable[[], Arm]] = {
    "white_man": white_men,
    "regular": regulars,
    "soldier": soldiers,
    "swordsman": swordsmen,
    "askari": askaris,
    "well_armed_askari": well_armed_askaris,
    "ruga_ruga": ruga_ruga,
    "warrior": warriors,
    "agile_warrior": agile_warriors,
    "spearman": spearmen,
    "agile_spearman": agile_spearmen,
    "musketeer": musketeers,
    "archer": archers,
    "pygmy_archer": pygmy_archers,
    "pygmy_spearman": pygmy_spearmen,
    "horseman": horsemen,
    "mounted_musketeer": mounted_musketeers,
    "lancer": lancers,
    "mounted_regular": mounted_regulars,
    "artillery": field_guns,
    "muzzle_loading_cannon": field_guns,
    "machine_gun": machine_guns,
    "gunboat": gunboats,
    "standard_bearer": standard_bearers,
}
SCOUT_ROW = PROFILES[SCOUT].row["optional_shooting"]


def arm_of(figure: Figure) -> Arm:
    """The weapon class that a figure has now; for Mounted Regulars it depends on their mode."""
    if figure.type == "mounted_regular" and figure.mode == "dismounted":
        return regulars()
    return ARMS.get(figure.type, unarmed)()


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
