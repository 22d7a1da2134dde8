"""HOA-SEQ: sides and units that are still to act in an alternating step."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.events import StepPassed, StoodStill, TurnPassedTo
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import is_hidden, is_independent, members, other_side, placed
from app.games.heart_of_africa.melee_and_morale import morale
from app.games.heart_of_africa.movement import moves
from app.games.heart_of_africa.pieces import COLUMN, ON_TABLE
from app.games.heart_of_africa.setup import arrivals, end_of_deployment
from app.games.heart_of_africa.shooting import fire_phase
from app.games.heart_of_africa.state import (
    ARRIVALS,
    DEPLOYMENT,
    INDEPENDENT_MOVES,
    MORALE,
    SHOOTING,
    SPELLS,
    UNIT_MOVES,
    Battle,
)
from app.kernel.contract import Event, Order
from app.kernel.dice import Dice


def is_emerging(battle: Battle, side: str, order: Order) -> bool:
    """True if a side without a visible unit left may bring out an ambush between two moves of the
    enemy. Hidden units do not take part in the alternation until they act.
    """
    if battle.hand is not None:
        return battle.hand.side == side
    if battle.step != UNIT_MOVES or still_to_act(battle, side):
        return False
    unit = battle.units.get(getattr(order, "who", ""))
    return (
        unit is not None
        and unit.side == side
        and not unit.activation
        and any(is_hidden(battle, one) for one in members(battle, unit.id))
    )


def passing(battle: Battle, side: str, dice: Dice) -> Sequence[Event]:
    """Events of a side that is done with the step; in the steps of movement all its remaining units
    stay in place.
    """
    if battle.step == DEPLOYMENT:
        return end_of_deployment.end_deployment(battle, side, dice)
    if battle.step == ARRIVALS:
        return arrivals.passing(battle, side, dice)
    if battle.step in (MORALE, SPELLS):
        return morale.passing(battle, side, dice)
    if battle.step == SHOOTING:
        return fire_phase.seal(battle, side, dice)
    if battle.step not in (UNIT_MOVES, INDEPENDENT_MOVES):
        return (StepPassed(side),)
    happened = (
        list(moves.end_activation(battle, orders.EndActivation(), side, dice))
        if battle.hand
        else []
    )
    left = still_to_act(fold(battle, happened), side)
    for who in left:
        if is_in_column(battle, who):
            happened += moves.compulsory_entry(fold(battle, happened), who, dice)
    still = tuple(who for who in left if not is_in_column(battle, who))
    return (*happened, *((StoodStill(side, still),) if still else ()), StepPassed(side))


def still_to_act(battle: Battle, side: str) -> tuple[str, ...]:
    """Units that a side has still to move in the step: visible units, later independent figures and
    the baggage. Of a column only the next one has. Hidden units do not take part in the alternation
    until they act.
    """
    if battle.step == UNIT_MOVES:
        units = [
            unit.id
            for unit in battle.units.values()
            if unit.side == side
            and unit.kind == "troops"
            and not unit.activation
            and unit.where == ON_TABLE
            and placed(battle, unit.id)
        ]
        return (*units, *entering_unit(battle, side))
    if battle.step == INDEPENDENT_MOVES:
        single = [
            figure.id
            for figure in battle.figures.values()
            if figure.side == side
            and is_independent(figure)
            and figure.at is not None
            and not figure.fate
            and not figure.activated
        ]
        baggage = [
            unit.id
            for unit in battle.units.values()
            if unit.side == side
            and unit.kind == "baggage"
            and not unit.activation
            and unit.where == ON_TABLE
            and placed(battle, unit.id)
        ]
        return (*single, *baggage, *entering_unit(battle, side))
    return ()


def entering_unit(battle: Battle, side: str) -> tuple[str, ...]:
    """The unit of the order of march that enters this turn, if it does so in this step."""
    if (
        side != battle.attacker
        or not battle.deployment.march
        or battle.turn > len(battle.deployment.march)
        or battle.turn < 1
    ):
        return ()
    who = battle.deployment.march[battle.turn - 1]
    in_unit_moves = who in battle.units and battle.units[who].kind == "troops"
    return (
        (who,) if is_in_column(battle, who) and in_unit_moves == (battle.step == UNIT_MOVES) else ()
    )


def is_in_column(battle: Battle, who: str) -> bool:
    thing = battle.units.get(who) or battle.figures[who]
    return thing.where == COLUMN


def hidden_to_act(battle: Battle, side: str) -> bool:
    """True if a side has units in ambush that might still move in this step."""
    return battle.step == UNIT_MOVES and any(
        unit.side == side
        and not unit.activation
        and any(is_hidden(battle, figure) for figure in members(battle, unit.id))
        for unit in battle.units.values()
    )


def next_to_act(battle: Battle, after: str) -> str:
    """The side that acts after `after`: the other one if it still can, else the same; "" if neither
    can.
    """
    for side in (other_side(after), after):
        if side not in battle.passed and still_to_act(battle, side):
            return side
    for side in (battle.attacker, other_side(battle.attacker)):
        if side not in battle.passed and hidden_to_act(battle, side):
            return side
    return ""


def alternating(before: Battle, after: Battle, side: str) -> list[Event]:
    """Events after an activation or a pass: the other side acts next."""
    if (
        after.step not in (UNIT_MOVES, INDEPENDENT_MOVES)
        or after.hand is not None
        or after.ending
        or before.step != after.step
    ):
        return []
    if after.movement.activated == before.movement.activated and after.passed == before.passed:
        return []
    return [TurnPassedTo(next_to_act(after, side))]


def may_emerge_between_moves(battle: Battle, side: str) -> bool:
    """True if an ambush of the side might emerge between two moves of the enemy."""
    return (
        battle.step == UNIT_MOVES
        and battle.hand is None
        and battle.movement.activated > 0
        and not battle.pending
        and side not in battle.passed
        and not still_to_act(battle, side)
        and hidden_to_act(battle, side)
    )
