"""Progress of each side towards the objective of its scenario, in words."""

from __future__ import annotations

from app.games.heart_of_africa.figures import combat_units, other_side, placed
from app.games.heart_of_africa.setup.scenarios import AMBUSH, PLANNED_ATTACK, RAID, fighters
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.victory_conditions import (
    ELEMENTS_TO_WIN,
    HOLDING_TURNS,
    MOST,
    gone_through,
    needed,
    taken,
    usual_limit,
)
from app.kernel.say import Say, say


def standing(battle: Battle) -> dict[str, Say]:
    """Progress of each side towards the objective of its scenario, in words."""
    side = battle.attacker
    if battle.scenario == AMBUSH:
        left = say(
            "{n} of the column left",
            "quedan {n} de la columna",
            n=sum(1 for _ in fighters(battle, side)),
        )
        return {
            side: say(
                "{n} of {need} figures through",
                "{n} de {need} figuras han pasado",
                n=gone_through(battle),
                need=needed(battle, MOST),
            ),
            other_side(side): left,
        }
    if battle.scenario == RAID:
        return raid_progress(battle, side)
    if battle.scenario == PLANNED_ATTACK:
        return attack_progress(battle, side)
    units = {
        one: sum(bool(placed(battle, unit.id)) for unit in combat_units(battle, one))
        for one in ("A", "B")
    }
    return {one: say("{n:unit+s}", "{n:unidad+es}", n=n) for one, n in units.items()}


def attack_progress(battle: Battle, side: str) -> dict[str, Say]:
    held = battle.turn - battle.held_since if battle.held_since is not None else 0
    return {
        side: say(
            "objective held for {n} of {need} turns",
            "objetivo dominado {n} de {need} turnos",
            n=max(0, held),
            need=HOLDING_TURNS,
        ),
        other_side(side): turn_of_all(battle),
    }


def raid_progress(battle: Battle, side: str) -> dict[str, Say]:
    return {
        side: say(
            "{n} of {need} elements taken",
            "{n} de {need} elementos capturados",
            n=taken(battle),
            need=ELEMENTS_TO_WIN,
        ),
        other_side(side): turn_of_all(battle),
    }


def turn_of_all(battle: Battle) -> Say:
    """The turn and, with a limit, the last one."""
    last = battle.conditions.turn_limit or usual_limit(battle.scenario)
    if last is None:
        return say("turn {turn}", "turno {turn}", turn=battle.turn)
    return say("turn {turn} of {last}", "turno {turn} de {last}", turn=battle.turn, last=last)
