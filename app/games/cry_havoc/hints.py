"""What the guided first battle tells a newcomer: one short hint for each step, and for each decision that he owes."""

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
from app.kernel.say import Say, say

WAITING = say(
    "The other side moves. Watch its figures: black strikes, red holds, blue walks.",
    "Juega el otro bando. Mira sus cifras: el negro pega, el rojo aguanta, el azul anda.",
)
FIRE = say(
    "{archer} shoots now and again after moving. Low dice hit; bushes help the one behind them. Choose him, then an enemy: you see the odds before you shoot.",
    "{archer} tira ahora y otra vez después de mover. El dado bajo acierta; el matorral ayuda a quien está detrás. "
    "Elígelo y luego a un enemigo: verás la probabilidad antes de tirar.",
)
BOLT = say(
    "{archer} has a crossbow: it reaches far, but whoever shoots it now does not move this turn.",
    "{archer} lleva ballesta: llega lejos, pero quien la dispara ahora no se mueve en este turno.",
)
NO_ARCHER = say("Nobody of yours can shoot now. End the step.", "Ahora no puede tirar ninguno de los tuyos. Acaba el paso.")
WALK = say(
    "Go two or three against one: strengths add up. Stay out of bushes, they make a bad footing for a fight. The cross in 0605 gives 2 points at the end.",
    "Id dos o tres contra uno: las fuerzas se suman. Fuera del matorral, que es mal suelo para luchar. La cruz, en 0605, da 2 puntos al final.",
)
AGAIN = say("The bow may shoot a second time, even if its man has moved.", "El arco puede tirar otra vez, aunque su dueño haya movido.")
BLOWS = say(
    "Attack with all who touch the same enemy at once. 2-1 is fair, 3-1 is good; at 1-1 you may be the one who bleeds.",
    "Ataca a la vez con todos los que tocan al mismo enemigo. 2-1 está bien, 3-1 mejor; a 1-1 puedes salir tú mal parado.",
)
NO_BLOWS = say("Nobody of yours touches an enemy. End the phase.", "Ninguno de los tuyos toca a un enemigo. Acaba la fase.")
OWED: dict[type, Say] = {
    Retreat: say(
        "He is driven back one hex. Choose one from which he can come back, or one near a friend.",
        "Retrocede una casilla. Elige una desde la que pueda volver, o junto a un amigo.",
    ),
    TrainRetreat: say("The mules step back together.", "Las mulas retroceden juntas."),
    Fall: say("Let him fall where no enemy can reach him.", "Que caiga donde ningún enemigo lo alcance."),
    Victim: say("Only one of them takes the blow. A man who is already wounded would die of it.", "El golpe lo recibe uno solo. Si ya está herido, morirá."),
    Advance: say(
        "The winner may take the place of the beaten one. Do it to reach the next enemy, not to stand alone among three.",
        "El vencedor puede ocupar el sitio del vencido. Hazlo para llegar al siguiente, no para quedarte solo entre tres.",
    ),
}


def hint(view: View) -> Say | None:
    """The hint for the viewer's seat; none outside a guided battle or for spectators."""
    battle, seat = view.battle, view.viewer.seat
    plan = plans.PLANS.get(battle.scenario)
    if plan is None or not plan.guided or seat not in battle.seats or battle.winners is not None:
        return None
    if battle.pending:
        return OWED[type(battle.pending[0])] if battle.pending[0].seat == seat else WAITING
    if battle.seats[seat] != battle.active:
        return WAITING
    return for_the_step(battle)


def for_the_step(battle: Battle) -> Say | None:
    if battle.step in (FIRST_FIRE, SECOND_FIRE):
        return for_the_archers(battle)
    if battle.step == MOVEMENT:
        return WALK
    return (BLOWS if touches_an_enemy(battle) else NO_BLOWS) if battle.step == CLOSE_COMBAT else None


def for_the_archers(battle: Battle) -> Say:
    shooters = [unit for unit in battle.units.values() if unit.side == battle.active and unit.weapon and is_standing(unit)]
    bow = next((unit for unit in shooters if unit.weapon == "bow"), None)
    if battle.step == SECOND_FIRE:
        return AGAIN if bow else NO_ARCHER
    if not shooters:
        return NO_ARCHER
    it = FIRE if bow else BOLT
    return say(it.en, it.es, archer=shooters[0].name)


def touches_an_enemy(battle: Battle) -> bool:
    return any(
        enemies_about(battle, unit.hex or "", unit.side or "")
        for unit in battle.units.values()
        if unit.side == battle.active and not is_animal(unit) and is_standing(unit) and unit.hex
    )
