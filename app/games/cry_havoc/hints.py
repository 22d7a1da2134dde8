"""Hints of the guided first battle: one for each step, and one for each decision that is owed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from app.games.cry_havoc import bot, plans
from app.games.cry_havoc.fog import View
from app.games.cry_havoc.occupancy import enemies_about, is_animal, is_standing
from app.games.cry_havoc.orders import Attack, Move, Pass, Shoot
from app.games.cry_havoc.plans import Plan
from app.games.cry_havoc.state import (
    CLOSE_COMBAT,
    FIRST_FIRE,
    MOVEMENT,
    SECOND_FIRE,
    Advance,
    Battle,
    Fall,
    Retreat,
    TrainRetreat,
    Unit,
    Victim,
)
from app.games.cry_havoc.victory import men
from app.kernel.contract import Order
from app.kernel.position import Hint, Lesson
from app.kernel.say import Say, say

WAITING = Hint(
    say(
        "The other side moves. Figures on a counter: black, attack; red, defence; blue, movement.",
        "Juega el otro bando. Cifras de una ficha: negro, ataque; rojo, defensa; azul, movimiento.",
    ),
    rule="CH-SEQ-01",
)
FIRE = say(
    "{archer} shoots now and again after moving. Low rolls hit, and a bush gives cover.",
    "{archer} tira ahora y otra vez después de mover. Las tiradas bajas aciertan, y el matorral "
    "da cobertura.",
)
AIM = say(
    "Choose the archer, then an enemy. You see the odds before the shot.",
    "Elige al arquero y luego a un enemigo. Verás la probabilidad antes de tirar.",
)
BOLT = say(
    "{archer} has a crossbow. It reaches far, but a shot now allows no move this turn.",
    "{archer} lleva ballesta. Llega lejos, pero si dispara ahora no se mueve en este turno.",
)
NO_ARCHER = Hint(
    say("None of your units can shoot now.", "Ahora no puede tirar ninguno de los tuyos."),
    say("End the step.", "Acaba el paso."),
    "CH-SEQ-04",
)
WALK = Hint(
    say(
        "Two or three units attack one enemy with the sum of their attacks. Bushes are bad ground. "
        "The cross in 0605 gives 2 points at the end.",
        "Dos o tres personajes atacan a un enemigo con la suma de sus ataques. El matorral es mal "
        "terreno. La cruz, en 0605, da 2 puntos al final.",
    ),
    say(
        "Choose a unit, then a hex with a number.",
        "Elige a uno de los tuyos y luego una casilla con número.",
    ),
    "CH-MOV-01",
)
AGAIN = Hint(
    say(
        "An archer may shoot a second time, even after a move.",
        "Un arquero puede tirar otra vez, aunque haya movido.",
    ),
    AIM,
    "CH-SEQ-06",
)
BLOWS = Hint(
    say(
        "2-1 is fair and 3-1 is good. At 1-1 the attacker may be wounded.",
        "2-1 está bien y 3-1, mejor. A 1-1 puede salir herido el atacante.",
    ),
    say(
        "Attack at once with all units next to the same enemy.",
        "Ataca a la vez con todos los contiguos al mismo enemigo.",
    ),
    "CH-CBT-03",
)
NO_BLOWS = Hint(
    say("None of your units is next to an enemy.", "Ninguno de los tuyos está junto a un enemigo."),
    say("End the phase.", "Acaba la fase."),
    "CH-CBT-01",
)
NO_GOOD_BLOW = Hint(
    say(
        "At poor odds an attack can hurt the attacker more than the enemy.",
        "Con mala proporción, un ataque puede dañar más al atacante que al enemigo.",
    ),
    say("End the phase.", "Acaba la fase."),
    "CH-CBT-03",
)
NO_SHOT = Hint(
    say(
        "No more shots are possible now, or none is worth an arrow.",
        "Ahora no quedan tiros posibles, o ninguno vale una flecha.",
    ),
    say("End the step.", "Acaba el paso."),
    "CH-SEQ-04",
)
END_MOVEMENT = say(
    "Your units stand well. End the movement.", "Tus personajes están bien. Acaba el movimiento."
)
SHOOT = say(
    "Shoot with {archer} at {target}. You see the odds before the shot.",
    "Tira con {archer} a {target}. Verás la probabilidad antes de tirar.",
)
STEP = say(
    "Choose {unit}, then hex {hex}.",
    "Elige a {unit} y luego la casilla {hex}.",
)
STRIKE = say("Attack {target} with {units}.", "Ataca a {target} con {units}.")
OWN, TARGET, CROSS, HERE = "✓", "!", "+2", "✓"
"""Labels on the map: own units, enemies, the points for the cross, and the place of a move."""
OWED: dict[type, Hint] = {
    Retreat: Hint(
        say("Your unit must retreat one hex.", "Uno de los tuyos retrocede una casilla."),
        say(
            "Choose a hex near a friend, or one from which the unit can return.",
            "Elige una casilla junto a un amigo o desde la que pueda volver.",
        ),
        "CH-CBT-14",
    ),
    TrainRetreat: Hint(
        say("The mules retreat together.", "Las mulas retroceden juntas."), rule="CH-CBT-13"
    ),
    Fall: Hint(
        say("Your rider falls from the horse.", "Tu jinete cae del caballo."),
        say(
            "Choose a hex that no enemy can reach.",
            "Elige una casilla que ningún enemigo alcance.",
        ),
        "CH-CBT-20",
    ),
    Victim: Hint(
        say("Only one of them takes the result.", "El resultado lo recibe uno solo."),
        say(
            "Do not choose a wounded unit: a second wound kills.",
            "No elijas a un herido: la segunda herida mata.",
        ),
        "CH-CBT-12",
    ),
    Advance: Hint(
        say(
            "The winner may advance into the hex of the loser.",
            "El vencedor puede avanzar a la casilla del vencido.",
        ),
        say(
            "Advance to reach the next enemy, but not next to several.",
            "Avanza para llegar al siguiente enemigo, pero no junto a varios.",
        ),
        "CH-ADV-01",
    ),
}


def hint(view: View) -> Hint | None:
    """Hint for the viewer's seat; None outside a guided battle and for spectators."""
    battle, seat = view.battle, view.viewer.seat
    plan = plans.PLANS.get(battle.scenario)
    if plan is None or not plan.guided or battle.winners is not None:
        return None
    if seat is None or seat not in battle.seats:
        return None
    is_asked = bool(battle.pending) and battle.pending[0].seat == seat
    if not is_asked and (battle.pending or battle.seats[seat] != battle.active):
        return WAITING
    order = bot.choose(view, random.Random(0))  # noqa: S311 - a proposal, no die of the game
    found = OWED[type(battle.pending[0])] if is_asked else for_order(battle, order)
    lessons = lessons_of(battle, plan, battle.seats[seat]) if battle.turn == 1 else ()
    return replace(found, order=order, lessons=lessons) if found else None


def for_order(battle: Battle, order: Order) -> Hint | None:
    """Hint that leads to a proposed order. It changes with each action."""
    match order:
        case Shoot(unit=shooter, target=target):
            names = {"archer": named(battle, shooter), "target": named(battle, target)}
            return filled(for_the_archers(battle), SHOOT, names)
        case Move(unit=unit, path=path):
            found = filled(WALK, STEP, {"unit": named(battle, unit), "hex": path[-1]})
            return replace(found, marks={path[-1]: HERE})
        case Attack(attackers=attackers, defenders=defenders):
            both = {
                "units": tuple(named(battle, one) for one in attackers),
                "target": tuple(named(battle, one) for one in defenders),
            }
            return filled(BLOWS, STRIKE, both)
        case Pass():
            return for_the_end(battle)
    return WALK if battle.step == MOVEMENT else None


def named(battle: Battle, unit: str) -> str:
    return battle.units[unit].name


def filled(found: Hint, do: Say, facts: Mapping[str, object]) -> Hint:
    return replace(found, do=say(do.en, do.es, **facts))


def for_the_end(battle: Battle) -> Hint | None:
    """Hint to end the step."""
    if battle.step in (FIRST_FIRE, SECOND_FIRE):
        return NO_SHOT if any(shooters(battle)) else NO_ARCHER
    if battle.step == MOVEMENT:
        return replace(WALK, do=END_MOVEMENT)
    if battle.step == CLOSE_COMBAT:
        return NO_GOOD_BLOW if touches_an_enemy(battle) else NO_BLOWS
    return None


def shooters(battle: Battle) -> Iterator[Unit]:
    """Units of the active side with a weapon that shoots."""
    for unit in battle.units.values():
        if unit.side == battle.active and unit.weapon and is_standing(unit):
            yield unit


def for_the_archers(battle: Battle) -> Hint:
    bow = next((unit for unit in shooters(battle) if unit.weapon == "bow"), None)
    if battle.step == SECOND_FIRE:
        return AGAIN
    it = FIRE if bow else BOLT
    archer = bow or next(shooters(battle))
    return Hint(say(it.en, it.es, archer=archer.name), AIM, "CH-SEQ-04")


def lessons_of(battle: Battle, plan: Plan, side: str) -> tuple[Lesson, ...]:
    """Own side, aim and numbers, before the first action."""
    own = [unit for unit in men(battle, side) if unit.hex]
    foes = [unit for unit in men(battle, enemy_of(battle, side)) if unit.hex]
    goal = {unit.id: TARGET for unit in foes} | ({plan.cross: CROSS} if plan.cross else {})
    names = {"side": plan.side(side).title, "names": tuple(unit.name for unit in own)}
    return (
        Lesson(
            say("Your side", "Tu bando"),
            say(
                "You play {side}: {names}. They are marked on the map.",
                "Juegas con {side}: {names}. Están señalados en el mapa.",
                **names,
            ),
            {unit.id: OWN for unit in own},
        ),
        Lesson(say("Your aim", "Tu objetivo"), plan.side(side).wants, goal),
        Lesson(
            say("The numbers", "Los números"),
            say(
                "On a counter, black is attack, red is defence, and blue is movement. A "
                "diamond means that the unit can act now.",
                "En una ficha, el negro es el ataque; el rojo, la defensa, y el azul, el movimiento. "
                "Un rombo indica que la unidad puede actuar ahora.",
            ),
        ),
    )


def enemy_of(battle: Battle, side: str) -> str:
    return next(one for one in battle.sides if one != side)


def touches_an_enemy(battle: Battle) -> bool:
    return any(
        enemies_about(battle, unit.hex or "", unit.side or "")
        for unit in battle.units.values()
        if unit.side == battle.active and not is_animal(unit) and is_standing(unit) and unit.hex
    )
