"""Effects of results on the units hit: wounds, stuns, deaths, retreats, and the fall of a rider.

The answers of the owner (`RetreatTo`, `RetreatTrain`, `FallAt`) are resolved here. `settled` adds
the events that follow.
"""

from __future__ import annotations

from app.games.cry_havoc.events import (
    Asked,
    Fell,
    Killed,
    Stunned,
    Unhorsed,
    Wounded,
)
from app.games.cry_havoc.evolve import fold
from app.games.cry_havoc.occupancy import (
    hexes_of,
    is_mounted,
    is_prisoner,
    living_at,
    seat_of,
    the_ground,
)
from app.games.cry_havoc.passage import closed_ground, hexside_barrier
from app.games.cry_havoc.state import (
    DEAD,
    STUNNED,
    WOUNDED,
    Battle,
    Fall,
    Unit,
)
from app.games.cry_havoc.tables import DATA, RANSOM
from app.kernel.contract import Event
from app.kernel.space.hexes import Hex

ESCALATION = DATA["escalation"]


def escalated(unit: Unit, result: str) -> str:
    """CH-CBT-06: A second stun or wound kills, and so does a retreat of a stunned character."""
    hurt = WOUNDED if is_prisoner(unit) and unit.counter == "ransom_wounded" else unit.state
    return str(ESCALATION.get(f"{hurt}_then_{result}", result))


def wound(battle: Battle, unit_id: str, by_side: str | None, rule: str = "") -> list[Event]:
    """Events of a wound; a rider stays mounted. A unit hurt before dies."""
    return hurt_unit(battle, unit_id, WOUNDED, by_side, rule)


def stun(battle: Battle, unit_id: str, by_side: str | None, rule: str = "") -> list[Event]:
    """Events of a stun; a unit hurt before dies."""
    return hurt_unit(battle, unit_id, STUNNED, by_side, rule)


def kill(battle: Battle, unit_id: str, by_side: str | None, rule: str = "") -> list[Event]:
    """Events of a death; a rider falls from an unhurt horse."""
    unit = battle.units[unit_id]
    return (
        unhorse(battle, unit_id, DEAD, False, by_side)
        if is_mounted(unit)
        else [Killed(unit_id, by_side, rule)]
    )


def hurt_unit(
    battle: Battle, unit_id: str, result: str, by_side: str | None, rule: str = ""
) -> list[Event]:
    unit = battle.units[unit_id]
    become = escalated(unit, result)
    if become == DEAD:
        return kill(battle, unit_id, by_side, "CH-CBT-06")
    if become == STUNNED and is_mounted(unit):
        return unhorse(battle, unit_id, STUNNED, False, by_side)
    return [Stunned(unit_id, battle.active)] if become == STUNNED else [wounded(unit, rule)]


def wounded(unit: Unit, rule: str = "") -> Event:
    """Event of a wound; it turns a ransom counter into the wounded one."""
    if unit.counter != "ransom":
        return Wounded(unit.id, rule)
    return Wounded(unit.id, rule, "ransom_wounded", RANSOM["ransom_wounded"])


def comes_to(battle: Battle, unit: Unit, result: str, thrown: bool) -> str:
    """State after the result, before the die: dead by a second misfortune, or thrown with no free
    hex.
    """
    become = escalated(unit, result)
    return DEAD if thrown and not fall_options(battle, hexes_of(unit), become == DEAD) else become


def unhorse(
    battle: Battle, unit_id: str, result_state: str, horse_killed: bool, by_side: str | None
) -> list[Event]:
    """Events of a rider thrown as stunned, wounded, dead or prisoner; the owner chooses the hex."""
    rider = battle.units[unit_id]
    become = escalated(rider, result_state) if result_state in (STUNNED, WOUNDED) else result_state
    rule = "CH-CBT-06" if become != result_state else ""
    state: dict[str, list[Event]] = {
        STUNNED: [Stunned(unit_id, battle.active)],
        WOUNDED: [wounded(rider)],
        DEAD: [Killed(unit_id, by_side, rule)],
    }
    thrown: list[Event] = [
        Unhorsed(unit_id, rider.rides or "", horse_killed, by_side),
        *state.get(become, []),
    ]
    return [*thrown, *falling(fold(battle, thrown), rider, become, by_side)]


def falling(battle: Battle, rider: Unit, become: str, by_side: str | None) -> list[Event]:
    """Question for the hex of the fall. Without any hex a living rider dies, and a dead one lies
    under the horse.
    """
    options = fall_options(battle, hexes_of(rider), become == DEAD)
    if become != DEAD and not options:
        died = Killed(rider.id, by_side, "CH-MNT-12")
        return [died, *falling(fold(battle, [died]), rider, DEAD, by_side)]
    if become != DEAD or len(options) > 1:
        return [Asked((Fall(seat_of(battle, rider), rider.id, become, options, by_side or ""),))]
    return [Fell(rider.id, options[0] if options else rider.hex or "")]


def fall_options(battle: Battle, horse: tuple[Hex, ...], dead: bool) -> tuple[Hex, ...]:
    """CH-MNT-12: A thrown rider lies next to the horse in a hex open on foot, not across a wall,
    and free if alive.
    """
    ground = the_ground(battle)
    found = []
    for here in horse:
        for _, there in ground.neighbours(here):
            closed = (
                hexside_barrier(battle, here, there)
                or closed_ground(battle, there)
                or (living_at(battle, there) and not dead)
            )
            if not closed and there not in horse and there not in found:
                found.append(there)
    return tuple(sorted(found))
