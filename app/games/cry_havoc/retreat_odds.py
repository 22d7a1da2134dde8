"""Preview of a retreat: the result for the units that must go, in words (CH-CBT-13, CH-CBT-14)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from app.games.cry_havoc.events import Asked, Event, Killed, Wounded
from app.games.cry_havoc.occupancy import other_side
from app.games.cry_havoc.retreats import drive_back
from app.games.cry_havoc.state import STUNNED, Battle, Retreat, TrainRetreat, Unit
from app.games.cry_havoc.wording_phrases import gender
from app.kernel.say import Say, say

RETREATING: dict[str, Say] = {
    "B": say("the attackers retreat", "los atacantes retroceden"),
    "C": say("the defenders retreat", "los defensores retroceden"),
}
SOME_RETREAT: dict[str, Say] = {
    "B": say(
        "the attackers retreat, but not all find a hex",
        "los atacantes retroceden, pero no hay casillas para todos",
    ),
    "C": say(
        "the defenders retreat, but not all find a hex",
        "los defensores retroceden, pero no hay casillas para todos",
    ),
}


def retreat_words(battle: Battle, letter: str, hit: Sequence[Unit]) -> Say:
    """Result of a retreat of all units hit, without hexes and stunned characters included."""
    by_side = battle.active if letter == "C" else other_side(battle, battle.active)
    happened = drive_back(battle, [unit.id for unit in hit], by_side)
    owing = owed_in(happened)
    if all(unit.id in owing for unit in hit):
        return (RETREATING if has_room(list(owing.values())) else SOME_RETREAT)[letter]
    told = [unit_words(unit, happened, owing) for unit in hit]
    words = told[0]
    for one in told[1:]:
        words = say("{one}; {other}", "{one}; {other}", one=words, other=one)
    return words


def owed_in(happened: Sequence[Event]) -> dict[str, Retreat | TrainRetreat]:
    """Retreats to be asked, by unit; a train has one for all its mules."""
    asked = [one for event in happened if isinstance(event, Asked) for one in event.pending]
    found: dict[str, Retreat | TrainRetreat] = {}
    for one in asked:
        if isinstance(one, Retreat):
            found[one.unit] = one
        elif isinstance(one, TrainRetreat):
            found.update(dict.fromkeys(one.mules, one))
    return found


def has_room(owing: Sequence[Retreat | TrainRetreat]) -> bool:
    """True if all can go to places of their own."""
    different = [one for number, one in enumerate(owing) if one not in owing[:number]]
    for places in product(*(one.options for one in different)):
        taken = [hex_ for place in places for hex_ in place if hex_]
        if len(set(taken)) == len(taken):
            return True
    return False


def unit_words(
    unit: Unit, happened: Sequence[Event], owing: dict[str, Retreat | TrainRetreat]
) -> Say:
    """Result for one of the units, in words."""
    is_dead = any(isinstance(event, Killed) and event.unit == unit.id for event in happened)
    is_hurt = any(isinstance(event, Wounded) and event.unit == unit.id for event in happened)
    if unit.id in owing:
        words = (
            say("{who}: retreats", "{who}: retrocede")
            if owing[unit.id].options
            else say(
                "{who}: retreats if a hex becomes free", "{who}: retrocede si queda una casilla"
            )
        )
    elif is_dead and unit.state == STUNNED:
        words = say("{who}: dead, already stunned", "{who}: {dead}, ya tenía aturdimiento")
    elif is_dead:
        words = say(
            "{who}: dead, already wounded and no hex for a retreat",
            "{who}: {dead}, ya tenía heridas y no tiene casilla para retroceder",
        )
    elif is_hurt:
        words = say(
            "{who}: wounded, no hex for a retreat", "{who}: {hurt}, sin casilla para retroceder"
        )
    else:
        words = say(
            "{who}: unharmed, no hex for a retreat", "{who}: {safe}, sin casilla para retroceder"
        )
    facts = {
        "who": unit.name,
        "dead": gender(unit, "muerto", "muerta"),
        "hurt": gender(unit, "herido", "herida"),
        "safe": gender(unit, "ileso", "ilesa"),
    }
    return Say(words.en, words.es, facts)
