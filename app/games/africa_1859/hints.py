"""Hints of the guided first battle: one for each kind of order that is worth giving, and
decision.
"""

from __future__ import annotations

from msgspec.structs import replace

from app.games.africa_1859.activation import seats_of, side_of, wrong_phase
from app.games.africa_1859.counters import is_on_map, title_of
from app.games.africa_1859.data_file import Scenario
from app.games.africa_1859.fog import View
from app.games.africa_1859.ground import data_of, place
from app.games.africa_1859.orders import Assault, Close, DemoralisedMove, EndPhase, Fire, Move
from app.games.africa_1859.phase_offers import open_offers
from app.games.africa_1859.questions import open_question
from app.games.africa_1859.state import War
from app.games.africa_1859.supply import scenario_of
from app.games.africa_1859.tactics.assaults import exact_chance
from app.games.africa_1859.tactics.choosing import withdrawals
from app.games.africa_1859.tactics.estimates import is_legal
from app.games.africa_1859.tactics.last_turn import choose_in_the_last_turn
from app.kernel.contract import Order
from app.kernel.position import Hint, Lesson
from app.kernel.say import Say, say

WAITING = Hint(
    say(
        "The other side decides. A counter shows combat, fire and morale.",
        "El otro bando decide. Cada ficha muestra combate, fuego y moral.",
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
        "Read what follows from each answer, then choose.",
        "Lee qué sigue a cada respuesta y elige una.",
    ),
    "AFB-WEB-01",
)
SUPPORT = Hint(
    say(
        "Your guns may fire at the enemy vanguard before the clash. It can lose steps or morale, and"
        " your side has +1 in the clash.",
        "Tus cañones pueden disparar a la vanguardia enemiga antes del choque. Puede perder pasos o"
        " moral, y tu bando suma +1 en el choque.",
    ),
    say("Fire with all guns.", "Dispara con todos los cañones."),
    "AFR-ASL-14",
)
DEFENCE_FIRE = Hint(
    say(
        "Your guns may fire at the assaulting vanguard before the clash.",
        "Tus cañones pueden disparar a la vanguardia que asalta antes del choque.",
    ),
    say("Fire with all guns.", "Dispara con todos los cañones."),
    "AFR-ASL-15",
)
RETREAT = Hint(
    say(
        "Your units retreat. These spaces are equally good by the rules.",
        "Tus unidades se retiran. Según las reglas, estos espacios son igual de buenos.",
    ),
    say("Retreat to the proposed space.", "Retírate al espacio propuesto."),
    "AFB-RET-01",
)
EVEN = 0.5
"""Chance from which an assault is called fair."""
OWED = {
    "defend": DEFENCE,
    "losses": LOSSES,
    "support": SUPPORT,
    "defence_fire": DEFENCE_FIRE,
    "retreat": RETREAT,
}
CLOSE = Hint(
    say(
        "Nothing more is worth doing here.",
        "Aquí ya no queda nada que valga la pena.",
    ),
    rule="AFR-SEQ-02",
)
THEN_FALL_BACK = say(
    "Close this space. Then your demoralised units can fall back.",
    "Cierra este espacio. Después podrán replegarse tus unidades desmoralizadas.",
)
THEN_OPEN = say(
    "Close this space. Then you can open another one or end the phase.",
    "Cierra este espacio. Después podrás abrir otro o cerrar la fase.",
)
THEN_END = say(
    "Close this space. You can open no other one; then end the phase.",
    "Cierra este espacio. No puedes abrir ningún otro; después cierra la fase.",
)
END = Hint(
    say(
        "No stack can improve its position any more.",
        "Ningún apilamiento puede mejorar ya su posición.",
    ),
    say("End the phase.", "Cierra la fase."),
    "AFB-ACT-07",
)
PROPOSED = Hint(
    say(
        "The odds stand in its preview, before any die is rolled.",
        "Las probabilidades están en la vista previa, antes de tirar ningún dado.",
    ),
    say("Look at the proposed order.", "Mira la orden propuesta."),
    "AFB-ACT-01",
)


def hint(view: View) -> Hint | None:
    """Hint for the viewer's seat; None outside a guided battle and for spectators."""
    war, seat = view.war, view.viewer.seat
    scenario = scenario_of(war)
    if scenario is None or not scenario.guided or war.ending is not None or seat is None:
        return None
    question = open_question(war)
    if question is None and wrong_phase(war, seat):
        return WAITING
    if question is not None and seat not in seats_of(war, question.side):
        return WAITING
    order = choose_in_the_last_turn(war, seat)
    if question is not None:
        return replace(OWED.get(question.decision, ANSWER), order=order)
    lessons = lessons_of(war, scenario, side_of(war, seat)) if war.turn <= 1 else ()
    return replace(for_order(war, order, seat), lessons=lessons)


def lessons_of(war: War, scenario: Scenario, side: str) -> tuple[Lesson, ...]:
    """Own side, aim and numbers, before the first action."""
    own = (unit for unit in war.units.values() if unit.side == side and is_on_map(unit))
    names = {"side": data_of(war).sides[side], "n": scenario.turns}
    return (
        Lesson(
            say("Your side", "Tu bando"),
            say(
                "You play {side}. The spaces with your counters are marked on the map.",
                "Juegas con {side}. Los espacios con tus fichas están señalados en el mapa.",
                **names,
            ),
            {unit.at: "✓" for unit in own},
        ),
        Lesson(
            say("Your aim", "Tu objetivo"),
            say(
                "Control the spaces with points when turn {n} ends. The map shows the points of each. "
                "Enemy losses score too.",
                "Controla los espacios con puntos al acabar el turno {n}. El mapa muestra los puntos de "
                "cada uno. También puntúan las bajas enemigas.",
                **names,
            ),
            {space: f"+{points}" for space, points in scenario.control.items()},
        ),
        Lesson(
            say("The numbers", "Los números"),
            say(
                "The three numbers of a counter are combat, fire and morale. The disc at a stack counts "
                "its counters. A ribbon names a leader.",
                "Los tres números de una ficha son combate, fuego y moral. El disco de un apilamiento "
                "cuenta sus fichas. Una cinta nombra a un líder.",
            ),
        ),
    )


def for_order(war: War, order: Order, seat: str) -> Hint:
    """Hint that leads to an order of the bot."""
    match order:
        case Assault():
            found = for_assault(war, order)
        case Fire():
            found = for_fire(war, order)
        case Move():
            found = for_move(war, order)
        case Close():
            found = replace(CLOSE, do=after_closing(war, seat))
        case EndPhase():
            found = END
        case DemoralisedMove():
            found = for_fall_back(war, order)
        case _:
            found = PROPOSED
    return replace(found, order=order)


def after_closing(war: War, seat: str) -> Say:
    """Next acts of a seat that closes its open space."""
    side, closed = side_of(war, seat), replace(war, phase=replace(war.phase, open=""))
    if any(is_legal(closed, order, seat) for _, order in withdrawals(closed, side)):
        return THEN_FALL_BACK
    can_open = any(not offer.no for offer in open_offers(closed, seat))
    return THEN_OPEN if can_open else THEN_END


def for_fall_back(war: War, order: DemoralisedMove) -> Hint:
    """Hint to take a demoralised unit away from the enemy."""
    return Hint(
        say(
            "A demoralised unit beside the enemy is in danger.",
            "Una unidad desmoralizada junto al enemigo está en peligro.",
        ),
        say(
            "{who}: let this unit fall back towards its rear.",
            "{who}: repliega esta unidad hacia su retaguardia.",
            who=title_of(war, order.unit),
        ),
        "AFR-SEQ-18",
    )


def for_assault(war: War, order: Assault) -> Hint:
    """Hint to assault a space. In the last turn even a poor assault can be the best order."""
    return Hint(
        prospect_of(exact_chance(war, order), place(war, order.path[-1])),
        say(
            "Assault from {start:the}. You see the odds before the dice.",
            "Asalta desde {start:el}. Verás las probabilidades antes de tirar.",
            start=place(war, order.space),
        ),
        "AFR-ASL-21",
    )


def prospect_of(chance: float, target: Say) -> Say:
    """Sentence about the chance to win an assault on a space."""
    if chance < EVEN:
        return say(
            "The assault on {place:the} will probably be beaten off. The enemy still loses steps.",
            "Lo más probable es que el asalto {place:al} sea rechazado. Aun así, el enemigo pierde "
            "pasos.",
            place=target,
        )
    return say(
        "An assault on {place:the} has a fair chance. A leader, a strong vanguard and guns help.",
        "Un asalto {place:al} tiene buenas posibilidades. Ayudan un líder, una vanguardia fuerte "
        "y los cañones.",
        place=target,
    )


def for_fire(war: War, order: Fire) -> Hint:
    """Hint to fire guns at a space."""
    return Hint(
        say(
            "Guns weaken {place:the} before your infantry comes. A battery fires once per turn.",
            "Los cañones debilitan {place:el} antes de que llegue la infantería. Una batería tira una "
            "vez por turno.",
            place=place(war, order.target),
        ),
        say(
            "Fire with the guns from {start:the}.",
            "Dispara la artillería desde {start:el}.",
            start=place(war, order.space),
        ),
        "AFR-SEQ-05",
    )


def for_move(war: War, order: Move) -> Hint:
    """Hint to move a stack."""
    return Hint(
        say(
            "Spaces give points to the side that controls them. A leader may go along.",
            "Los espacios dan puntos al bando que los controla. Un líder puede ir con el grupo.",
        ),
        say(
            "Move from {start:the} to {place:the}.",
            "Mueve desde {start:el} hasta {place:el}.",
            start=place(war, order.space),
            place=place(war, order.path[-1]),
        ),
        "AFB-ACT-01",
    )
