"""HOA-SCN: Victory conditions of the scenarios, and the end of a battle."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

import msgspec

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.figures import (
    combat_units,
    defender,
    fights_alone,
    is_attendant,
    is_baggage,
    is_hidden,
    is_lone_bearer,
    is_vessel,
    members,
    other,
    placed,
)
from app.games.heart_of_africa.land import Piece
from app.games.heart_of_africa.pieces import ARRIVING, COLUMN, RESERVE, Figure, Unit
from app.games.heart_of_africa.setup.scenarios import (
    AMBUSH,
    ENCOUNTER,
    PLANNED_ATTACK,
    RAID,
    fighters,
)
from app.games.heart_of_africa.state import INDEPENDENT_MOVES, UNIT_MOVES, VICTORY, Battle
from app.games.heart_of_africa.tables import SCENARIOS
from app.games.heart_of_africa.terrain_and_works import piece_of
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.outcome import Outcome
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say
from app.kernel.space.plane import is_inside

MOST, ENOUGH = Fraction(2, 3), Fraction(1, 2)
"""Shares of the fighting figures that must get through an Ambush, without and with all the baggage
(p. 21).
"""
GRACE_TURNS = 2
"""Turns after which a column that has lost every unit is beaten (p. 21)."""
HOLDING_TURNS = 2
"""Number of complete turns for which the objective must be held (p. 21)."""
ELEMENTS_TO_WIN = 2
"""Elements that a raider has to take (p. 22)."""

(
    NO_UNITS,
    BOTH_SPENT,
    THROUGH,
    CUT_OFF,
    COLUMN_LOST,
    HELD,
    DEFENDERS_LOST,
    ATTACKERS_LOST,
    TIME,
    PLUNDERED,
    NO_PLUNDER,
    NIGHTFALL,
) = (
    "no_units_left",
    "both_spent",
    "broke_through",
    "cannot_break_through",
    "column_lost",
    "objective_held",
    "defenders_lost",
    "attackers_lost",
    "out_of_time",
    "baggage_captured",
    "nothing_left_to_capture",
    "undecided",
)
STALLED = "stalled"
"""Battles ended so until version 0.9, by a rule of ours that the book does not know; records still
hold it.
"""
FIRST_BLOOD = 4
"""First turns of a battle, in which no losses are expected."""
QUIET_TURNS = {ENCOUNTER: 6, AMBUSH: 15}
"""Turns without a loss after which a bot offers a draw; a column needs time for its march."""
STRONG, QUIET_FOR_THE_STRONG = 2, 20
"""Ratio of strength above which a side waits longer; hiding does not save a lost battle."""
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
    STALLED: say("no figure has fallen for fifteen turns", "hace quince turnos que no cae nadie"),
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


class Verdict(msgspec.Struct, frozen=True):
    """End of a battle; `winner` None: a draw."""

    winner: str | None
    ending: str


def usual_limit(scenario: str) -> int | None:
    """The turns of a scenario by default."""
    limit = SCENARIOS.get(scenario, {}).get("turn_limit")
    return limit["value"] if limit else None


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


def has_units_on_table(battle: Battle, side: str) -> bool:
    """True if a combat unit stands on the table, hidden ones included."""
    return any(placed(battle, unit.id) for unit in combat_units(battle, side))


def has_units_to_come(battle: Battle, side: str) -> bool:
    return any(unit.where in (RESERVE, ARRIVING, COLUMN) for unit in combat_units(battle, side))


def encounter(battle: Battle, since: int | None) -> Verdict | None:  # noqa: ARG001 one call for all scenarios
    """HOA-SCN-08: An Encounter is lost by the side without a combat unit on the table, a draw if
    neither has one. Ambushes count, reserves do not.
    """
    left = [side for side in ("A", "B") if has_units_on_table(battle, side)]
    if len(left) == 1:
        return Verdict(left[0], NO_UNITS)
    if not left:
        return Verdict(None, BOTH_SPENT)
    return Verdict(None, NIGHTFALL) if is_late(battle) else None


def is_late(battle: Battle) -> bool:
    return battle.conditions.turn_limit is not None and battle.turn >= battle.conditions.turn_limit


def idle_turns(battle: Battle) -> int:
    """Turns since a figure last left the table, or came in with the column. A loss in ambush is
    unknown to the other side and does not count.
    """
    last = max(
        (
            int(figure.fell_in.split(":")[0])
            for figure in battle.figures.values()
            if figure.fell_in and not is_hidden(battle, figure)
        ),
        default=0,
    )
    return battle.turn - max(last, len(battle.deployment.march), FIRST_BLOOD)


def is_quiet(battle: Battle, side: str) -> bool:
    """True if so little happens that a side may agree to a draw. An Ambush with a limit of turns, a
    Planned Attack and a Raid have their own end.
    """
    patience = QUIET_TURNS.get(battle.scenario)
    if patience is None or (battle.scenario == AMBUSH and battle.conditions.turn_limit is not None):
        return False
    if strength(battle, side) >= STRONG * strength(battle, other(side)):
        patience = QUIET_FOR_THE_STRONG
    return idle_turns(battle) >= patience


def strength(battle: Battle, side: str) -> int:
    """Number of a side's figures as both sides know it; the losses of an ambush still count."""
    troops = {unit.id for unit in battle.units.values() if unit.kind == "troops"}
    return sum(
        figure.side == side
        and figure.unit in troops
        and (not figure.fate or is_hidden(battle, figure))
        for figure in battle.figures.values()
    )


def ambush(battle: Battle, since: int | None) -> Verdict | None:  # noqa: ARG001 - all scenarios share one signature
    if has_broken_through(battle):
        return Verdict(battle.attacker, THROUGH)
    if lost := column_is_beaten(battle):
        return Verdict(defender(battle), lost)
    return Verdict(defender(battle), TIME) if is_late(battle) else None


def gone_through(battle: Battle) -> int:
    """Fighting figures of the column that have left by the far side."""
    units = sum(
        unit.exited
        for unit in battle.units.values()
        if unit.side == battle.attacker and unit.kind == "troops"
    )
    return units + sum(
        1
        for figure in battle.figures.values()
        if figure.side == battle.attacker
        and figure.fate == "exited"
        and not figure.unit
        and not is_attendant(figure)
        and not is_baggage(figure)
        and not is_vessel(figure)
    )


def baggage_train(battle: Battle, side: str) -> Unit | None:
    return next(
        (unit for unit in battle.units.values() if unit.side == side and unit.kind == "baggage"),
        None,
    )


def needed(battle: Battle, share: Fraction) -> int:
    return math.ceil(share * battle.conditions.fighting.get(battle.attacker, 0))


def has_broken_through(battle: Battle) -> bool:
    """HOA-SCN-15: The column of an Ambush wins with two thirds of its fighting figures over the
    opposite short side, or half and all its baggage. Shares are of the start, rounded up.
    Attendants and baggage do not count.
    """
    through, train = gone_through(battle), baggage_train(battle, battle.attacker)
    whole_train = train is not None and train.original > 0 and train.exited >= train.original
    return through >= needed(battle, MOST) or (through >= needed(battle, ENOUGH) and whole_train)


def can_leave(battle: Battle, figure: Figure) -> bool:
    """False for a Gun Bearer that outlives its Leader, as in battles begun before 2026-11-26."""
    master = battle.figures.get(figure.of)
    return not is_lone_bearer(figure) or (master is not None and not master.fate)


def column_is_beaten(battle: Battle) -> str:
    """HOA-SCN-16: The column loses once a break-through has become impossible. It also loses after
    two turns when every unit that has entered is broken, captured or destroyed; units that marched
    out are not lost. The ending, or "".
    """
    side = battle.attacker
    hope = gone_through(battle) + sum(can_leave(battle, one) for one in fighters(battle, side))
    train = baggage_train(battle, side)
    whole_train = (
        train is not None
        and train.original > 0
        and train.exited + len(members(battle, train.id)) >= train.original
    )
    if hope < needed(battle, MOST) and (hope < needed(battle, ENOUGH) or not whole_train):
        return CUT_OFF
    entered = [
        unit
        for unit in battle.units.values()
        if unit.side == side and unit.kind == "troops" and unit.where != COLUMN and unit.original
    ]
    if (
        battle.turn > GRACE_TURNS
        and entered
        and not any(members(battle, unit.id) or unit.exited for unit in entered)
    ):
        return COLUMN_LOST
    return ""


def objective(battle: Battle) -> Piece | None:
    return piece_of(battle, battle.conditions.objective) if battle.conditions.objective else None


def is_held(battle: Battle) -> bool:
    """True if a whole unit of the attacker, and no defender, is in an objective not burning."""
    village = objective(battle)
    if village is None or any(fire.target == village.id for fire in battle.fires):
        return False
    inside = [
        figure
        for figure in battle.figures.values()
        if figure.at is not None and not figure.fate and is_inside(village.outline, figure.at)
    ]
    if any(
        figure.side != battle.attacker
        and not is_baggage(figure)
        and not is_attendant(figure)
        and not is_vessel(figure)
        for figure in inside
    ):
        return False
    there = {figure.id for figure in inside}
    return any(
        (men := members(battle, unit.id)) and all(figure.id in there for figure in men)
        for unit in combat_units(battle, battle.attacker)
    )


def count_of_turns(battle: Battle) -> list[e.ObjectiveHeld]:
    """Events when the count of turns with the objective held begins or is interrupted."""
    if is_held(battle):
        return [e.ObjectiveHeld(battle.turn)] if battle.held_since is None else []
    return [e.ObjectiveHeld(None)] if battle.held_since is not None else []


def planned_attack(battle: Battle, since: int | None) -> Verdict | None:
    if not has_units_on_table(battle, defender(battle)):
        return Verdict(battle.attacker, DEFENDERS_LOST)
    if is_conquered(battle, since):
        return Verdict(battle.attacker, HELD)
    failed = has_failed(battle, since)
    return Verdict(defender(battle), failed) if failed else None


def is_conquered(battle: Battle, since: int | None) -> bool:
    """HOA-SCN-21: A Planned Attack is won when the defender has no combat unit on the table. It is
    also won after two complete turns of a whole unit in village or camp. No defender but baggage
    may be inside at the start of these turns or after any phase.
    """
    return since is not None and battle.turn - since >= HOLDING_TURNS


def has_failed(battle: Battle, since: int | None) -> str:
    """HOA-SCN-22: The attacker has lost when the turns are over, twelve by default, and no count
    runs; one begun in time is completed. The attacker also loses without a unit on the table or to
    come.
    """
    side = battle.attacker
    if not has_units_on_table(battle, side) and not has_units_to_come(battle, side):
        return ATTACKERS_LOST
    if is_late(battle) and (since is None or since > (battle.conditions.turn_limit or 0)):
        return TIME
    return ""


def taken(battle: Battle) -> int:
    return battle.captured.get(defender(battle), 0)


def raid(battle: Battle, since: int | None) -> Verdict | None:  # noqa: ARG001 - all scenarios share one signature
    """HOA-SCN-29: A Raid is won at once when two elements of the defender's baggage are captured.
    It is lost after ten turns without, or when too few are left. Burnt or drowned baggage is not
    captured.
    """
    if taken(battle) >= ELEMENTS_TO_WIN:
        return Verdict(battle.attacker, PLUNDERED)
    train = baggage_train(battle, defender(battle))
    if train is not None and taken(battle) + len(members(battle, train.id)) < ELEMENTS_TO_WIN:
        return Verdict(defender(battle), NO_PLUNDER)
    return Verdict(defender(battle), TIME) if is_late(battle) else None


VERDICTS: dict[str, Callable[[Battle, int | None], Verdict | None]] = {
    ENCOUNTER: encounter,
    AMBUSH: ambush,
    PLANNED_ATTACK: planned_attack,
    RAID: raid,
}


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


def standing(battle: Battle) -> dict[str, Say]:
    """Progress of each side towards the objective of its scenario, in words."""
    side = battle.attacker
    if battle.scenario == AMBUSH:
        left = say(
            "{n} of the column left",
            "quedan {n} de la columna",
            n=sum(1 for _ in fighters(battle, side)),
        )
        return {
            side: say(
                "{n} of {need} figures through",
                "{n} de {need} figuras han pasado",
                n=gone_through(battle),
                need=needed(battle, MOST),
            ),
            other(side): with_the_turn(battle, left),
        }
    if battle.scenario == RAID:
        return {
            side: say(
                "{n} of {need} elements taken",
                "{n} de {need} elementos capturados",
                n=taken(battle),
                need=ELEMENTS_TO_WIN,
            ),
            other(side): say(
                "turn {n} of {last}",
                "turno {n} de {last}",
                n=battle.turn,
                last=battle.conditions.turn_limit or usual_limit(RAID),
            ),
        }
    if battle.scenario == PLANNED_ATTACK:
        held = battle.turn - battle.held_since if battle.held_since is not None else 0
        return {
            side: say(
                "objective held for {n} of {need} turns",
                "objetivo dominado {n} de {need} turnos",
                n=max(0, held),
                need=HOLDING_TURNS,
            ),
            other(side): say(
                "turn {n} of {last}",
                "turno {n} de {last}",
                n=battle.turn,
                last=battle.conditions.turn_limit or usual_limit(PLANNED_ATTACK),
            ),
        }
    units = {
        one: sum(bool(placed(battle, unit.id)) for unit in combat_units(battle, one))
        for one in ("A", "B")
    }
    return {
        one: with_the_turn(battle, say("{n:unit+s} on the table", "{n:unidad+es} en la mesa", n=n))
        for one, n in units.items()
    }


def with_the_turn(battle: Battle, says: Say) -> Say:
    """The same words and, with an agreed limit, the turn and the last one."""
    if battle.conditions.turn_limit is None:
        return says
    return say(
        "{says}; turn {n} of {last}",
        "{says}; turno {n} de {last}",
        says=says,
        n=battle.turn,
        last=battle.conditions.turn_limit,
    )
