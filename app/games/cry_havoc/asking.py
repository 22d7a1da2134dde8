"""Questions to a seat: one sentence in the imperative, the piece it is about, and the rule."""

from __future__ import annotations

from app.games.cry_havoc.deployment import to_deploy
from app.games.cry_havoc.state import (
    CLOSE_COMBAT,
    FIRST_FIRE,
    MOVEMENT,
    SECOND_FIRE,
    SETUP,
    Advance,
    Battle,
    Fall,
    Pending,
    Retreat,
    TrainRetreat,
    Victim,
)
from app.games.cry_havoc.victory import draw_is_near
from app.kernel.say import Say, say

Question = tuple[Say, str, str]

STEP_QUESTIONS: dict[str, tuple[Say, str]] = {
    SETUP: (say("Deploy your units, then begin", "Despliega a los tuyos y empieza"), "CH-SUM-01"),
    FIRST_FIRE: (
        say(
            "Shoot with bow or crossbow, or end the step",
            "Dispara con arco o ballesta, o termina el paso",
        ),
        "CH-SEQ-04",
    ),
    MOVEMENT: (
        say(
            "Move: choose a unit, then its destination",
            "Mueve: elige a uno de los tuyos y su destino",
        ),
        "CH-SEQ-05",
    ),
    SECOND_FIRE: (
        say(
            "Shoot with the bow, or end the step",
            "Dispara con el arco, o termina el paso",
        ),
        "CH-SEQ-06",
    ),
    CLOSE_COMBAT: (
        say(
            "Attack enemies next to your units, or end the phase",
            "Ataca a enemigos contiguos a los tuyos o acaba la fase",
        ),
        "CH-SEQ-07",
    ),
}
TAKES = {
    "A": say("wounded", "herido"),
    "D": say("stunned", "aturdido"),
    "E": say("wounded", "herido"),
    "F": say("dead", "muerto"),
}
UNHORSED = {
    "D": say("unhorsed and stunned", "derribado y aturdido"),
    "E": say("unhorsed and wounded, the horse dead", "derribado y herido, con el caballo muerto"),
    "F": say("dead, and the horse too", "muerto, y el caballo también"),
}


def question_of_step(battle: Battle) -> Question:
    """Question to the active side in the current step."""
    says, rule = STEP_QUESTIONS[battle.step]
    if draw_is_near(battle):
        says = say(
            "{it}. Ten turns without a shot or an attack: you may offer a draw",
            "{it}. Diez turnos sin un disparo ni un ataque: podéis acordar tablas",
            it=says,
        )
    return says, next_to_deploy(battle) if battle.step == SETUP else "", rule


def next_to_deploy(battle: Battle) -> str:
    """Id of the next unit to deploy, so that the page selects it; "" if there is none."""
    return next((unit.id for unit in to_deploy(battle, battle.active)), "")


def question_of(battle: Battle, pending: Pending) -> Question:
    """Question for a decision owed during a shot or a combat."""
    match pending:
        case Retreat(unit=unit):
            return (
                say(
                    "{who} must retreat: choose the hex",
                    "{who} retrocede: elige la casilla",
                    who=_name(battle, unit),
                ),
                unit,
                "CH-CBT-14",
            )
        case TrainRetreat(mules=mules):
            return (
                say(
                    "The mules must retreat: choose their hexes",
                    "Las mulas retroceden: elige sus casillas",
                ),
                mules[0],
                "CH-MNT-15",
            )
        case Fall(unit=unit):
            return (
                say(
                    "{who} falls from the horse: choose the hex",
                    "{who} cae del caballo: elige la casilla",
                    who=_name(battle, unit),
                ),
                unit,
                "CH-MNT-12",
            )
        case Victim():
            return _victim(battle, pending)
        case Advance(units=units):
            who = [_name(battle, unit) for unit in units]
            return advance_question(who, units)


def advance_question(who: list[str], units: tuple[str, ...]) -> Question:
    """Question for the winners of a combat."""
    return (
        say(
            "Advance one of the winners ({who}), or decline",
            "Avanza con uno de los vencedores ({who}) o renuncia al avance",
            who=who,
        ),
        units[0] if len(units) == 1 else "",
        "CH-ADV-01",
    )


def _victim(battle: Battle, pending: Victim) -> Question:
    """Question for the choice of a victim; a rider hit by the mounted table is unhorsed."""
    riders = all(battle.units[unit].rides for unit in pending.units)
    words = UNHORSED if pending.mounted_table and riders and pending.letter in UNHORSED else TAKES
    says = say(
        "One of your units takes the result {letter} ({result}): choose it",
        "Uno de los tuyos recibe el resultado {letter} ({result}): elígelo",
        letter=pending.letter,
        result=words[pending.letter],
    )
    return says, "", "CH-CBT-12"


def _name(battle: Battle, unit: str) -> str:
    return battle.units[unit].name
