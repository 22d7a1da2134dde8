"""Hints of the guided first battle: one for each kind of order that is worth giving, and decision."""

from __future__ import annotations

import random

from app.games.africa_1859.activation import seats_of, wrong_phase
from app.games.africa_1859.fog import View
from app.games.africa_1859.ground import place
from app.games.africa_1859.orders import Assault, Close, EndPhase, Fire, Move
from app.games.africa_1859.questions import open_question
from app.games.africa_1859.state import War
from app.games.africa_1859.supply import scenario_of
from app.games.africa_1859.tactics import choosing
from app.kernel.contract import Order
from app.kernel.position import Hint
from app.kernel.say import say

WAITING = Hint(
    say(
        "The other side decides. A counter shows combat, fire and morale.",
        "Decide el otro bando. Cada ficha muestra combate, fuego y moral.",
    ),
    rule="AFR-SEQ-01",
)
DEFENCE = Hint(
    say(
        "Your space is assaulted. Only the vanguard lends its combat factor to the clash.",
        "Asaltan tu espacio. Solo la vanguardia presta su factor de combate al choque.",
    ),
    say(
        "Name a strong vanguard, and a light unit as its screen.",
        "Designa una vanguardia fuerte y una unidad ligera como cobertura.",
    ),
    "AFB-ASL-02",
)
LOSSES = Hint(
    say(
        "The first step is lost by the vanguard; the others are yours to spread.",
        "El primer paso lo pierde la vanguardia; los demás los repartes tú.",
    ),
    say("Keep every unit above half of its steps.", "Deja cada unidad con más de media fuerza."),
    "AFB-ASL-09",
)
ANSWER = Hint(
    say("The rules ask you for a decision.", "Las reglas te piden una decisión."),
    say(
        "The marked answer is what the rules do by default.",
        "La respuesta señalada es la que dan las reglas por defecto.",
    ),
    "AFB-WEB-01",
)
OWED = {"defend": DEFENCE, "losses": LOSSES}
CLOSE = Hint(
    say(
        "Nothing more is worth doing in this space.",
        "En este espacio ya no hay nada que valga la pena.",
    ),
    say("Close it and open another one.", "Ciérralo y abre otro."),
    "AFR-SEQ-02",
)
END = Hint(
    say(
        "No stack can improve its position any more.",
        "Ningún apilamiento puede mejorar ya su posición.",
    ),
    say("End the phase.", "Acaba la fase."),
    "AFB-ACT-07",
)
FALL_BACK = Hint(
    say(
        "A demoralised unit beside the enemy is in danger.",
        "Una unidad desmoralizada junto al enemigo está en peligro.",
    ),
    say("Let it fall back towards its rear.", "Replégala hacia su retaguardia."),
    "AFR-SEQ-18",
)


def hint(view: View) -> Hint | None:
    """Hint for the viewer's seat; None outside a guided battle and for spectators."""
    war, seat = view.war, view.viewer.seat
    scenario = scenario_of(war)
    if scenario is None or not scenario.guided or war.ending is not None or seat is None:
        return None
    question = open_question(war)
    if question is not None:
        is_asked = seat in seats_of(war, question.side)
        return OWED.get(question.decision, ANSWER) if is_asked else WAITING
    if wrong_phase(war, seat):
        return WAITING
    chance = random.Random(0)  # noqa: S311 - the bot of this game draws nothing
    return for_order(war, choosing.choose(war, seat, chance))


def for_order(war: War, order: Order) -> Hint:
    """Hint that leads to an order of the bot."""
    match order:
        case Assault():
            return for_assault(war, order)
        case Fire():
            return for_fire(war, order)
        case Move():
            return for_move(war, order)
        case Close():
            return CLOSE
        case EndPhase():
            return END
    return FALL_BACK


def for_assault(war: War, order: Assault) -> Hint:
    """Hint to assault a space."""
    return Hint(
        say(
            "An assault on {place} has a fair chance. A leader, a strong vanguard and guns help.",
            "Un asalto a {place} tiene buenas posibilidades. Ayudan un líder, una vanguardia fuerte "
            "y los cañones.",
            place=place(war, order.path[-1]),
        ),
        say(
            "Assault from {start}. You see the odds before the dice.",
            "Asalta desde {start}. Verás las probabilidades antes de tirar.",
            start=place(war, order.space),
        ),
        "AFR-ASL-21",
    )


def for_fire(war: War, order: Fire) -> Hint:
    """Hint to fire guns at a space."""
    return Hint(
        say(
            "Guns weaken {place} before your infantry comes. A battery fires once per turn.",
            "Los cañones debilitan {place} antes de que llegue la infantería. Una batería tira una "
            "vez por turno.",
            place=place(war, order.target),
        ),
        say(
            "Fire with the guns from {start}.",
            "Dispara la artillería desde {start}.",
            start=place(war, order.space),
        ),
        "AFR-SEQ-05",
    )


def for_move(war: War, order: Move) -> Hint:
    """Hint to move a stack."""
    return Hint(
        say(
            "Spaces give points to the side that controls them. A leader goes with the stack.",
            "Los espacios dan puntos al bando que los controla. Un líder va con el apilamiento.",
        ),
        say(
            "Move from {start} to {place}.",
            "Mueve desde {start} hasta {place}.",
            start=place(war, order.space),
            place=place(war, order.path[-1]),
        ),
        "AFB-ACT-01",
    )
