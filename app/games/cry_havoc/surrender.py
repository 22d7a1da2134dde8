"""CH-OPT-06 to 14: surrender and ransom of knights; escort, escape and recapture of a prisoner."""

from __future__ import annotations

from app.games.cry_havoc.events import (
    GuardsAssigned,
    Surrendered,
)
from app.games.cry_havoc.evolve import fold
from app.games.cry_havoc.guards import (
    OPTION,
    Units,
)
from app.games.cry_havoc.harm import unhorse
from app.games.cry_havoc.occupancy import (
    are_neighbours,
    is_animal,
    is_knight,
    is_living,
    is_mounted,
    is_prisoner,
)
from app.games.cry_havoc.state import PRISONER, WOUNDED, Battle, Unit
from app.games.cry_havoc.tables import COMBAT, DATA, RANSOM
from app.kernel.contract import Event
from app.kernel.refusal import Refusal, no

MERCY_BELOW: int = DATA["surrender"]["die_below"]
BEST_COLUMN: str = COMBAT["columns"][-1]


def between_knights(attackers: Units, defender: Unit) -> bool:
    """CH-OPT-06: Only a knight may surrender, and only to a knight."""
    return is_knight(defender) and any(is_knight(unit) for unit in attackers)


def hopeless(battle: Battle, defender: Unit, column: str) -> bool:
    """CH-OPT-07: A knight surrenders only at 8-1, after the shift, with no friend adjacent, not
    even a stunned one.
    """
    friends = [
        unit
        for unit in battle.units.values()
        if unit.side == defender.side
        and unit.id != defender.id
        and is_living(unit)
        and not is_animal(unit)
        and not is_prisoner(unit)
    ]
    return column == BEST_COLUMN and not any(are_neighbours(unit, defender) for unit in friends)


def may_yield(battle: Battle, attackers: Units, defenders: Units, column: str) -> bool:
    """True if the attack begins with a roll for surrender: option on, one knight attacked, all
    conditions met. By the printed figures one attacker never reaches 8-1 against several.
    """
    if OPTION not in battle.options or len(defenders) != 1:
        return False
    knight = defenders[0]
    return (
        between_knights(attackers, knight)
        and not has_fled(knight)
        and hopeless(battle, knight, column)
    )


def asks_for_mercy(die: int) -> bool:
    """CH-OPT-08: Before the combat a die below 5 means surrender; from 5 on the combat takes
    place.
    """
    return die < MERCY_BELOW


def ransom_counter(unit: Unit) -> str:
    """CH-OPT-09: A prisoner gets the ransom counter, a wounded one the wounded counter; a rider
    dismounts at once.
    """
    return "ransom_wounded" if unit.state == WOUNDED else "ransom"


def figures_to_keep(counter: str) -> tuple[int, int, int]:
    """CH-OPT-10: A knight keeps the figures of the ransom counter to the end, even after an
    escape.
    """
    attack, defence, moves = RANSOM[counter]
    return attack, defence, moves


def taken_prisoner(battle: Battle, knight: Unit, attackers: Units) -> list[Event]:
    """Events of a surrender to the first knight among the attackers, who becomes the guard."""
    captor = next(unit for unit in attackers if is_knight(unit))
    counter = ransom_counter(knight)
    happened: list[Event] = [
        Surrendered(knight.id, captor.side or "", counter, figures_to_keep(counter)),
        GuardsAssigned(knight.id, (captor.id,)),
    ]
    return happened + (
        unhorse(fold(battle, happened), knight.id, PRISONER, False, captor.side)
        if is_mounted(knight)
        else []
    )


def has_fled(unit: Unit) -> bool:
    """CH-OPT-14: A prisoner who ran or attacked may be retaken or attacked, but cannot surrender
    again.
    """
    return unit.escaped


def in_custody(unit: Unit) -> Refusal:
    return no(
        "CH-OPT-14",
        "{whom} is a prisoner and has not fled.",
        "{whom} es prisionero y no ha huido.",
        whom=unit.name,
    )
