"""Topics of conditional orders, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.games.cry_havoc.cover import sides_to_choose
from app.games.cry_havoc.covered_side import SIDE_NAMES
from app.games.cry_havoc.occupancy import hexes_of, is_living, not_own, the_ground
from app.games.cry_havoc.state import DEAD, Battle, Unit
from app.kernel.conditional_orders import Topic
from app.kernel.form import Choice
from app.kernel.say import Say, as_is, say

VICTIM, SPARED, RETREAT, FALL, ADVANCE, OWN_PHASE = (
    "victim",
    "spared",
    "retreat",
    "fall",
    "advance",
    "own_phase",
)
COVER = "cover:"
WEAKEST, SURVIVOR, CHEAPEST, ONLY, AWAY, HOME, HOUSE, NEVER, SAFE, ALWAYS, YES = (
    "weakest",
    "survivor",
    "cheapest",
    "only",
    "away",
    "home",
    "house",
    "never",
    "safe",
    "always",
    "yes",
)
TITLES: Mapping[str, Say] = {
    VICTIM: say("Victim of a result", "Víctima de un resultado"),
    RETREAT: say("Retreat of my units", "Retirada de los míos"),
    FALL: say("Hex of a thrown rider", "Casilla de un jinete derribado"),
    ADVANCE: say("Advance after combat", "Avance tras el combate"),
}
THE_HOUSE = say("as the bot chooses", "lo que elija el bot")
FAR_FROM_THE_ENEMY = say("as far from the enemy as possible", "lo más lejos posible del enemigo")
NEAR_MY_MEN = say("as near to my own units as possible", "lo más cerca posible de los míos")
CHOICES: Mapping[str, tuple[tuple[str, Say], ...]] = {
    VICTIM: (
        (
            WEAKEST,
            say(
                "the weakest: lowest defence, then attack",
                "el más débil: menor defensa, luego menor ataque",
            ),
        ),
        (
            SURVIVOR,
            say(
                "the weakest of those who survive it",
                "el más débil de los que sobrevivan",
            ),
        ),
        (
            CHEAPEST,
            say(
                "the cheapest, in points and strength",
                "el menos costoso, en puntos y en fuerza",
            ),
        ),
    ),
    RETREAT: (
        (ONLY, say("only if there is just one hex", "solo si hay una única casilla")),
        (AWAY, FAR_FROM_THE_ENEMY),
        (HOME, NEAR_MY_MEN),
        (HOUSE, THE_HOUSE),
    ),
    FALL: ((AWAY, FAR_FROM_THE_ENEMY), (HOME, NEAR_MY_MEN)),
    ADVANCE: (
        (NEVER, say("no advance", "sin avance")),
        (
            SAFE,
            say(
                "one hex, if no other enemy is next to it",
                "una casilla, si no hay otro enemigo contiguo",
            ),
        ),
        (ALWAYS, say("one hex, the strongest", "una casilla, el más fuerte")),
        (HOUSE, THE_HOUSE),
    ),
}
RULES = {VICTIM: "CH-CBT-12", RETREAT: "CH-CBT-14", FALL: "CH-MNT-12", ADVANCE: "CH-ADV-01"}


def topics(battle: Battle, seat: str) -> Sequence[Topic]:
    """Topics of a seat; none for a spectator."""
    return tuple(_topics(battle, seat)) if seat in battle.seats else ()


def _topics(battle: Battle, seat: str) -> Iterator[Topic]:
    men = [
        unit
        for unit in battle.units.values()
        if not_own(battle, unit, seat) is None and not unit.left and unit.state != DEAD
    ]
    for key, choices in CHOICES.items():
        if key != FALL or any(unit.mounted or unit.rides for unit in men):
            yield Topic(
                key,
                TITLES[key],
                RULES[key],
                tuple(Choice(value, label) for value, label in choices),
            )
        if key == VICTIM:
            yield spared_topic(men)
    yield Topic(
        OWN_PHASE,
        say("Phases in which the answers count", "Fases en que valen las respuestas"),
        "CH-SEQ-01",
        (Choice(YES, say("in my own phase too", "también en mi propia fase")),),
        bears_on=tuple(CHOICES),
    )
    for unit in filter(is_living, men):
        sides = tuple(
            dict.fromkeys(
                side
                for hex_ in hexes_of(unit)
                for side in sides_to_choose(the_ground(battle), hex_)
            )
        )
        if sides:
            yield cover_of(unit, sides)


def spared_topic(men: Sequence[Unit]) -> Topic:
    """Units that other units shall be hit for."""
    return Topic(
        SPARED,
        say(
            "Units to spare, while another one can take the result",
            "Personajes que librar mientras otro pueda recibir el resultado",
        ),
        RULES[VICTIM],
        tuple(Choice(unit.id, called(unit)) for unit in men),
        several=True,
        bears_on=(VICTIM,),
    )


def called(unit: Unit) -> Say:
    """Name and hex of a unit; several units may share a name."""
    return (
        say("{who} in {hex}", "{who} en {hex}", who=unit.name, hex=unit.hex)
        if unit.hex
        else as_is(unit.name)
    )


def cover_of(unit: Unit, sides: Sequence[str]) -> Topic:
    """Topic for the covered side of a unit in a doorway or at a corner."""
    choices = tuple(Choice(side, SIDE_NAMES[side]) for side in sides)
    kept = (
        (Choice(unit.cover_side, SIDE_NAMES[unit.cover_side]),)
        if unit.cover_side and unit.cover_side not in sides
        else ()
    )
    return Topic(
        f"{COVER}{unit.id}",
        say("{who}: covered", "{who}: a cubierto", who=called(unit)),
        "CH-COV-10",
        (*choices, *kept),
        on_record=True,
        given=unit.cover_side or "",
        is_open=True,
    )
