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
        "The other side moves. Watch its figures: black strikes, red holds, blue walks.",
        "Juega el otro bando. Mira sus cifras: el negro pega, el rojo aguanta, el azul anda.",
    ),
    rule="CH-SEQ-01",
)
FIRE = say(
    "{archer} shoots now and again after moving. Low dice hit; bushes help the one behind them.",
    "{archer} tira ahora y otra vez después de mover. El dado bajo acierta; el matorral ayuda a "
    "quien está detrás.",
)
AIM = say(
    "Choose him, then an enemy: you see the odds before you shoot.",
    "Elígelo y luego a un enemigo: verás la probabilidad antes de tirar.",
)
BOLT = say(
    "{archer} has a crossbow: it reaches far, but whoever shoots it now does not move this turn.",
    "{archer} lleva ballesta: llega lejos, pero quien la dispara ahora no se mueve en este turno.",
)
NO_ARCHER = Hint(
    say("Nobody of yours can shoot now.", "Ahora no puede tirar ninguno de los tuyos."),
    say("End the step.", "Acaba el paso."),
    "CH-SEQ-04",
)
WALK = Hint(
    say(
        "Two or three against one: strengths add up. Bushes are a bad footing. The cross in 0605 "
        "gives 2 points at the end.",
        "Dos o tres contra uno: las fuerzas se suman. El matorral es mal suelo. La cruz, en 0605, "
        "da 2 puntos al final.",
    ),
    say(
        "Choose a man, then a hex with a number.",
        "Elige a uno de los tuyos y luego una casilla con número.",
    ),
    "CH-MOV-01",
)
AGAIN = Hint(
    say(
        "The bow may shoot a second time, even if its man has moved.",
        "El arco puede tirar otra vez, aunque su dueño haya movido.",
    ),
    AIM,
    "CH-SEQ-06",
)
BLOWS = Hint(
    say(
        "2-1 is fair, 3-1 is good; at 1-1 you may be the one who bleeds.",
        "2-1 está bien, 3-1 mejor; a 1-1 puedes salir tú mal parado.",
    ),
    say(
        "Attack with all who touch the same enemy at once.",
        "Ataca a la vez con todos los que tocan al mismo enemigo.",
    ),
    "CH-CBT-03",
)
NO_BLOWS = Hint(
    say("Nobody of yours touches an enemy.", "Ninguno de los tuyos toca a un enemigo."),
    say("End the phase.", "Acaba la fase."),
    "CH-CBT-01",
)
OWED: dict[type, Hint] = {
    Retreat: Hint(
        say("He is driven back one hex.", "Retrocede una casilla."),
        say(
            "Choose a hex from which he can come back, or one near a friend.",
            "Elige una casilla desde la que pueda volver, o junto a un amigo.",
        ),
        "CH-CBT-14",
    ),
    TrainRetreat: Hint(
        say("The mules step back together.", "Las mulas retroceden juntas."), rule="CH-CBT-13"
    ),
    Fall: Hint(
        say("He falls from the saddle.", "Cae de la silla."),
        say(
            "Let him fall where no enemy can reach him.",
            "Que caiga donde ningún enemigo lo alcance.",
        ),
        "CH-CBT-20",
    ),
    Victim: Hint(
        say("Only one of them takes the blow.", "El golpe lo recibe uno solo."),
        say(
            "Spare a man who is already wounded: he would die of it.",
            "Ahórraselo a quien ya esté herido: moriría.",
        ),
        "CH-CBT-12",
    ),
    Advance: Hint(
        say(
            "The winner may take the place of the beaten one.",
            "El vencedor puede ocupar el sitio del vencido.",
        ),
        say(
            "Do it to reach the next enemy, not to stand alone among three.",
            "Hazlo para llegar al siguiente, no para quedarte solo entre tres.",
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
