"""HOA-SCN: Victory conditions of the scenarios, and the end of a battle."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.figures import (
    fights_alone,
)
from app.games.heart_of_africa.setup.scenarios import (
    AMBUSH,
    ENCOUNTER,
    PLANNED_ATTACK,
    RAID,
    fighters,
)
from app.games.heart_of_africa.state import INDEPENDENT_MOVES, UNIT_MOVES, VICTORY, Battle
from app.games.heart_of_africa.tables import SCENARIOS
from app.games.heart_of_africa.victory_conditions import (
    ATTACKERS_LOST,
    BOTH_SPENT,
    COLUMN_LOST,
    CUT_OFF,
    DEFENDERS_LOST,
    ELEMENTS_TO_WIN,
    HELD,
    NIGHTFALL,
    NO_PLUNDER,
    NO_UNITS,
    PLUNDERED,
    STALLED,
    THROUGH,
    TIME,
    VERDICTS,
    count_of_turns,
    is_held,
    taken,
    usual_limit,
)
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.outcome import Outcome
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say

ENDINGS: dict[str, Say] = {
    NO_UNITS: say(
        "the other side has no unit left on the table", "el otro bando no tiene unidades en la mesa"
    ),
    BOTH_SPENT: say(
        "neither side has a unit left on the table", "ningún bando tiene unidades en la mesa"
    ),
    THROUGH: say("the column has broken through", "la columna se ha abierto paso"),
    CUT_OFF: say("the column can no longer break through", "la columna ya no puede abrirse paso"),
    COLUMN_LOST: say(
        "every unit of the column that came in is lost",
        "han caído todas las unidades de la columna que habían entrado",
    ),
    HELD: say(
        "the objective was held unopposed for two turns",
        "el objetivo se ha dominado dos turnos sin oposición",
    ),
    DEFENDERS_LOST: say(
        "the defender has no unit left on the table", "el defensor no tiene unidades en la mesa"
    ),
    ATTACKERS_LOST: say("the attacker has no unit left", "al atacante no le quedan unidades"),
    TIME: say("the attacker’s time is up", "al atacante se le ha acabado el tiempo"),
    PLUNDERED: say(
        "two elements of the defender’s baggage are taken",
        "se han capturado dos elementos del bagaje defensor",
    ),
    NO_PLUNDER: say(
        "too little baggage is left to be taken", "queda demasiado poco bagaje que capturar"
    ),
    STALLED: say(
        "no figure has fallen for fifteen turns", "hace quince turnos que no cae ninguna figura"
    ),
    NIGHTFALL: say("the time agreed is up", "se ha acabado el tiempo pactado"),
}
"""The ways in which a battle ends by its rules."""
_THE_DEFENDER = say("then the defender wins", "después gana el defensor")
AFTER_THE_LIMIT: dict[str, Say] = {
    ENCOUNTER: say("then a draw", "después, tablas"),
    AMBUSH: _THE_DEFENDER,
    PLANNED_ATTACK: _THE_DEFENDER,
    RAID: _THE_DEFENDER,
}
"""State of a battle that is undecided when its last turn is over."""
LIMIT_RULES = {
    ENCOUNTER: "HOA-SCN-08",
    AMBUSH: "HOA-SCN-16",
    PLANNED_ATTACK: "HOA-SCN-22",
    RAID: "HOA-SCN-29",
}
"""The rule of a scenario's last turn."""


def not_that_long(scenario: str, turns: int) -> Refusal | None:
    """Refusal of a number of turns outside the limits."""
    least, most = SCENARIOS[PLANNED_ATTACK]["turn_limit"]["selectable"]
    if scenario == RAID and turns != usual_limit(RAID):
        return no(
            "HOA-SCN-29",
            "A Raid has {n:turn+s}.",
            "Una incursión tiene {n:turno+s}.",
            n=usual_limit(RAID),
        )
    if scenario != PLANNED_ATTACK or least <= turns <= most:
        return None
    return no(
        "HOA-SCN-22",
        "{turns} turns: {least} to {most} can be agreed.",
        "{turns} turnos: se pueden pactar de {least} a {most}.",
        turns=turns,
        least=least,
        most=most,
    )


def at_once(battle: Battle) -> list[Event]:
    """Events that do not wait for the end of the turn: the second element taken in a Raid, or an
    objective lost.
    """
    if battle.ending or not battle.turn:
        return []
    if battle.scenario == RAID and taken(battle) >= ELEMENTS_TO_WIN:
        return [e.BattleEnded(battle.attacker, PLUNDERED)]
    if (
        battle.scenario == PLANNED_ATTACK
        and battle.held_since is not None
        and not in_mid_phase(battle)
        and not is_held(battle)
    ):
        return [e.ObjectiveHeld(None)]
    return []


def in_mid_phase(battle: Battle) -> bool:
    """True if figures are moving; control of the objective is checked only after a phase."""
    return battle.step in (UNIT_MOVES, INDEPENDENT_MOVES) and (
        battle.hand is not None or bool(battle.movement.activated) or bool(battle.passed)
    )


def resolve(battle: Battle, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 no dice
    """HOA-SEQ-07: All tests of a turn are made in its morale step. Then Leaders rally, markers of
    this turn included. At the end each side's victory is checked.
    """
    if battle.ending or battle.step != VICTORY:
        return ()
    counted = count_of_turns(battle) if battle.scenario == PLANNED_ATTACK else []
    now = battle.held_since if not counted else counted[0].since
    verdict = VERDICTS[battle.scenario](battle, now)
    return (*counted, *((e.BattleEnded(verdict.winner, verdict.ending),) if verdict else ()))


def outcome(battle: Battle) -> Outcome | None:
    """Outcome of the battle; None while it goes on. The score counts remaining fighting figures."""
    if not battle.ending:
        return None
    winners = (battle.winner,) if battle.winner else ()
    return Outcome(
        winners,
        battle.ending,
        ENDINGS.get(battle.ending, say("the battle is over", "la batalla ha terminado")),
        score(battle),
    )


def score(battle: Battle) -> dict[str, int]:
    """Fighting figures of each side that are alive, those that marched out included."""
    out = {
        side: sum(
            unit.exited
            for unit in battle.units.values()
            if unit.side == side and unit.kind == "troops"
        )
        + sum(
            figure.side == side and figure.fate == "exited" and fights_alone(figure)
            for figure in battle.figures.values()
        )
        for side in ("A", "B")
    }
    return {side: out[side] + sum(1 for _ in fighters(battle, side)) for side in ("A", "B")}


def agreed(battle: Battle) -> tuple[str, ...]:  # noqa: ARG001 the rulebook knows no verdict on an unfinished battle
    """Winners if both sides agree to stop now: none, it is a draw."""
    return ()
