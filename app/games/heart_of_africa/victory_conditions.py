"""Victory and defeat in each scenario, at the end of a turn."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import msgspec

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.figures import (
    combat_units,
    defender,
    is_attendant,
    is_baggage,
    is_hidden,
    is_lone_bearer,
    is_vessel,
    members,
    other_side,
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
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.tables import SCENARIOS
from app.games.heart_of_africa.terrain_and_works import piece_of
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


class Verdict(msgspec.Struct, frozen=True):
    """End of a battle; `winner` None: a draw."""

    winner: str | None
    ending: str


def usual_limit(scenario: str) -> int | None:
    """The turns of a scenario by default."""
    limit = SCENARIOS.get(scenario, {}).get("turn_limit")
    return limit["value"] if limit else None


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
    if strength(battle, side) >= STRONG * strength(battle, other_side(side)):
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
