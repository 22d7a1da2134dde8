"""AFB-STK: number of units that one side may have in a space."""

from __future__ import annotations

from collections.abc import Collection

from app.games.africa_1859.counters import is_artillery, is_fighter
from app.games.africa_1859.ground import data_of, has_fort, is_town, place, space_of, units_at
from app.games.africa_1859.state import MOROCCO, War
from app.kernel.refusal import Refusal, no


def most_fighters(war: War, space: str, side: str) -> int:
    """Most fighters of a side in a space; a town, a fort or an own camp marker adds some."""
    limits = data_of(war).stacking
    has_marker = space_of(war, space).camp == side and not (
        side == MOROCCO and space in war.ground.camps_gone
    )
    is_roomy = is_town(war, space) or has_fort(war, space) or has_marker
    return limits["units"] + (limits["town_or_camp_bonus"] if is_roomy else 0)


def has_room(
    war: War, side: str, space: str, units: Collection[str], leaving: Collection[str] = ()
) -> bool:
    """AFB-STK-01: A space holds 6 fighters (8 in a town, fort or own camp) and 3 guns of a side.

    `units` join those that stand there, without those `leaving`. The limits stand in the data file.
    """
    staying = [one for one in units_at(war, space, side) if one.id not in (*units, *leaving)]
    there = [*staying, *(war.units[key] for key in units)]
    fighters = sum(is_fighter(war, unit) for unit in there)
    guns = sum(is_artillery(war, unit) for unit in there)
    joins_guns = any(is_artillery(war, war.units[key]) for key in units)
    joins_fighters = any(is_fighter(war, war.units[key]) for key in units)
    return not (
        (joins_fighters and fighters > most_fighters(war, space, side))
        or (joins_guns and guns > data_of(war).stacking["artillery"])
    )


def no_room(
    war: War, side: str, space: str, units: Collection[str], leaving: Collection[str] = ()
) -> Refusal | None:
    """Refusal of a stack that does not fit into a space."""
    if has_room(war, side, space, units, leaving):
        return None
    return no(
        "AFB-STK-01",
        "The space {place} has room for {most} fighters and {guns} batteries of one side.",
        "En {place:el} caben {most} unidades de combate y {guns} de artillería por bando.",
        place=place(war, space),
        most=most_fighters(war, space, side),
        guns=data_of(war).stacking["artillery"],
    )
