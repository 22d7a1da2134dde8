"""Hints of the guided first battle: one for each step, and one for each decision that is owed."""

from __future__ import annotations

from app.games.cry_havoc import plans
from app.games.cry_havoc.fog import View
from app.games.cry_havoc.occupancy import enemies_about, is_animal, is_standing
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
    Victim,
)
from app.kernel.position import Hint
from app.kernel.say import say

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
    if battle.pending:
        return OWED[type(battle.pending[0])] if battle.pending[0].seat == seat else WAITING
    if battle.seats[seat] != battle.active:
        return WAITING
    return for_the_step(battle)


def for_the_step(battle: Battle) -> Hint | None:
    if battle.step in (FIRST_FIRE, SECOND_FIRE):
        return for_the_archers(battle)
    if battle.step == MOVEMENT:
        return WALK
    return (
        (BLOWS if touches_an_enemy(battle) else NO_BLOWS) if battle.step == CLOSE_COMBAT else None
    )


def for_the_archers(battle: Battle) -> Hint:
    shooters = [
        unit
        for unit in battle.units.values()
        if unit.side == battle.active and unit.weapon and is_standing(unit)
    ]
    bow = next((unit for unit in shooters if unit.weapon == "bow"), None)
    if battle.step == SECOND_FIRE:
        return AGAIN if bow else NO_ARCHER
    if not shooters:
        return NO_ARCHER
    it = FIRE if bow else BOLT
    return Hint(say(it.en, it.es, archer=shooters[0].name), AIM, "CH-SEQ-04")


def touches_an_enemy(battle: Battle) -> bool:
    return any(
        enemies_about(battle, unit.hex or "", unit.side or "")
        for unit in battle.units.values()
        if unit.side == battle.active and not is_animal(unit) and is_standing(unit) and unit.hex
    )
