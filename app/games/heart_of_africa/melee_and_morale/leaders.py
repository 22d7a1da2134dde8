"""HOA-LDR: Leaders and their units: joining, immunity from tests, rallying."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import (
    distance_between,
    figure_of,
    in_rolling_order,
    is_leader,
    is_vessel,
    members,
    placed,
    unit_of,
    visible_figures,
)
from app.games.heart_of_africa.movement import ambush_questions, moves
from app.games.heart_of_africa.pieces import AMBUSH, Figure, Unit
from app.games.heart_of_africa.state import DEPLOYMENT, SIDES_STEP, Battle
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if
from app.kernel.space.plane import is_within

if TYPE_CHECKING:
    from app.games.heart_of_africa import orders

RALLY_REACH = 6
RALLY_ON, ELOQUENT_ON = 4, 2
JOIN_REACH = 4


def has_trait(figure: Figure, trait: str) -> bool:
    return trait in figure.traits


def join_refusals(battle: Battle, order: orders.Join, side: str) -> tuple[Refusal, ...]:
    leader = figure_of(battle, order.figure, side, "HOA-LDR-13")
    unit = unit_of(battle, order.unit, side)
    first = found_in(may_not_join(battle, leader, unit, side))
    if first or battle.step in (SIDES_STEP, DEPLOYMENT):
        return first
    return found_in(joins_late(battle, leader, unit))


def may_not_join(battle: Battle, leader: Figure, unit: Unit, side: str) -> Refusal | None:
    """HOA-LDR-13: A Charismatic Leader joins one unit of the same army, not of an allied
    contingent, when the game begins, or never.
    """
    if leader.side != side or not is_leader(leader) or not has_trait(leader, "charismatic"):
        return no(
            "HOA-LDR-13",
            "Only a Charismatic Leader joins a unit.",
            "Solo un Líder Carismático se une a una unidad.",
        )
    if leader.unit:
        return no(
            "HOA-LDR-13", "The Leader is with a unit already.", "El Líder ya está con una unidad."
        )
    if unit.side != side or unit.contingent:
        return no(
            "HOA-LDR-13",
            "That is not a unit of the Leader’s own army.",
            "Esa no es una unidad del ejército del Líder.",
        )
    if unit.kind == "baggage" or any(is_vessel(figure) for figure in members(battle, unit.id)):
        return no(
            "HOA-LDR-13",
            "A Leader cannot join baggage or a Gunboat.",
            "Un Líder no puede unirse al bagaje ni a una Cañonera.",
        )
    if battle.step not in (SIDES_STEP, DEPLOYMENT) and not leader.may_join:
        return no(
            "HOA-LDR-13",
            "The Leader did not join a unit at the start, and no unit with the Leader has broken.",
            "El Líder no se unió a ninguna unidad al empezar ni se ha roto la suya.",
        )
    return None


def joins_late(battle: Battle, leader: Figure, unit: Unit) -> Refusal | None:
    """HOA-LDR-14: Once its unit has broken, the Leader joins another at the end of a move within 4
    in of one of its figures. If its unit was wiped out it never joins again.
    """
    if not (leader.activated or is_in_hand(battle, leader)):
        return no(
            "HOA-LDR-14",
            "The Leader joins at the end of the Leader’s own move.",
            "El Líder se une al acabar su propio movimiento.",
        )
    if not leader.may_join:
        return no(
            "HOA-LDR-14",
            "The Leader’s unit was wiped out: the Leader joins no other.",
            "La unidad del Líder fue aniquilada: ya no se une a otra.",
        )
    nearest = (
        min((distance_between(leader, figure) for figure in placed(battle, unit.id)), default=99.0)
        if leader.at is not None
        else 99.0
    )
    if not is_within(nearest, JOIN_REACH):
        return no(
            "HOA-LDR-14",
            "The unit is {inches} in away, 4 at most.",
            "La unidad está a {inches:pulgada+s}, 4 como máximo.",
            inches=round(nearest, 1),
        )
    return None


def is_in_hand(battle: Battle, leader: Figure) -> bool:
    return battle.hand is not None and battle.hand.who == leader.id


def join(battle: Battle, order: orders.Join, side: str, dice: Dice) -> Sequence[Event]:
    """Events of a Leader that joins a unit; during the game this ends the Leader's move."""
    refuse_if(join_refusals(battle, order, side))
    happened = [e.Joined(order.figure, order.unit)]
    return [
        *happened,
        *(
            moves.closing(fold(battle, happened), dice)
            if is_in_hand(battle, battle.figures[order.figure])
            else ()
        ),
    ]


def is_held_together(battle: Battle, unit: Unit) -> bool:
    """HOA-LDR-15: With its living Charismatic Leader a unit takes no test until it is below half
    its original number, the Leader included.
    """
    men = members(battle, unit.id)
    with_him = any(is_leader(figure) and has_trait(figure, "charismatic") for figure in men)
    return with_him and Fraction(len(men)) >= Fraction(unit.original, 2)


def in_voice(battle: Battle, leader: Figure, unit: Unit) -> bool:
    """True if one of the unit's figures is within 6 in of the Leader."""
    return any(
        is_within(distance_between(leader, figure), RALLY_REACH)
        for figure in placed(battle, unit.id)
    )


def rally_refusals(battle: Battle, order: orders.Rally, side: str) -> tuple[Refusal, ...]:
    leader = figure_of(battle, order.figure, side, "HOA-LDR-04")
    unit = unit_of(battle, order.unit, side)
    return found_in(cannot_rally(battle, leader, unit, side), waits_for_the_attacker(battle, side))


def cannot_rally(battle: Battle, leader: Figure, unit: Unit, side: str) -> Refusal | None:
    """HOA-LDR-04: Once a turn a Leader may try to rally a unit of the same side with a marker,
    within 6 in; never a Gunboat.
    """
    if leader.side != side or not is_leader(leader) or leader.at is None:
        return no(
            "HOA-LDR-04",
            "Only a Leader on the table rallies.",
            "Solo reagrupa un Líder que esté en la mesa.",
        )
    if leader.id in battle.morale.rallied:
        return no(
            "HOA-LDR-04",
            "This Leader has already tried this turn.",
            "Este Líder ya lo ha intentado este turno.",
        )
    if unit.side != side or unit.kind == "baggage" or not placed(battle, unit.id):
        return no(
            "HOA-LDR-04",
            "A Leader rallies units of the same side on the table.",
            "Un Líder reagrupa unidades de su bando que estén en la mesa.",
        )
    if any(is_vessel(figure) for figure in members(battle, unit.id)):
        return beyond_rally()
    if not unit.marker:
        return no("HOA-LDR-04", "The unit carries no marker.", "La unidad no lleva marcador.")
    if not in_voice(battle, leader, unit):
        nearest = min(distance_between(leader, figure) for figure in placed(battle, unit.id))
        return no(
            "HOA-LDR-04",
            "The unit is {inches} in away, 6 at most.",
            "La unidad está a {inches:pulgada+s}, 6 como máximo.",
            inches=round(nearest, 1),
        )
    return None


def beyond_rally() -> Refusal:
    """HOA-ART-23: A Gunboat cannot be rallied, boarded or attacked in close combat, and no Leader
    joins it.
    """
    return no("HOA-ART-23", "A Gunboat cannot be rallied.", "Una Cañonera no se puede reagrupar.")


def needed(leader: Figure) -> int:
    """HOA-LDR-17: An Eloquent Leader rallies on 2 or more, any other on 4 or more."""
    return ELOQUENT_ON if has_trait(leader, "eloquent") else RALLY_ON


def rally(battle: Battle, order: orders.Rally, side: str, dice: Dice) -> Sequence[Event]:
    """HOA-MOR-15: After all tests each Leader has one attempt to rally a turn. A success removes
    the marker, even one received this turn.
    """
    refuse_if(rally_refusals(battle, order, side))
    leader = battle.figures[order.figure]
    die = dice.roll(6, "rally", leader.id)
    happened: list[Event] = [
        e.Rallied(leader.id, order.unit, die, needed(leader), die >= needed(leader))
    ]
    done = ambush_questions.has_ambush(battle, side) and not is_asked(fold(battle, happened), side)
    return [*happened, *([e.StepPassed(side)] if done else ())]


def waits_for_the_attacker(battle: Battle, side: str) -> Refusal | None:
    """Refusal of a defender's attempt while the attacker may still rally."""
    if side in owing(battle) or not owing(battle):
        return None
    return no("HOA-SEQ-09", "The attacker rallies first.", "Primero reagrupa el atacante.")


def is_free_to_rally(battle: Battle, leader: Figure) -> bool:
    """HOA-LDR-05: A Leader may rally even after a shot or in close combat."""
    return leader.at is not None and leader.id not in battle.morale.rallied


def owing(battle: Battle) -> tuple[str, ...]:
    """The sides that may rally, the attacker's Leaders first: those with a marked unit within reach
    of a Leader.
    """
    return next(
        (
            (side,)
            for side in in_rolling_order(battle)
            if side not in battle.passed and is_asked(battle, side)
        ),
        (),
    )


def is_asked(battle: Battle, side: str) -> bool:
    """True if a side can rally with visible figures, or might with an ambush by all public
    facts.
    """
    shaken = [
        unit
        for unit in battle.units.values()
        if unit.side == side and unit.marker and unit.where != AMBUSH
    ]
    secret = ambush_questions.may_bear_a_marker(battle, side)
    if ambush_questions.may_hide_its_leader(battle, side):
        return (secret or bool(shaken)) and not any(
            battle.figures[key].side == side for key in battle.morale.rallied
        )
    return any(
        is_leader(leader)
        and is_free_to_rally(battle, leader)
        and (secret or any(cannot_rally(battle, leader, unit, side) is None for unit in shaken))
        for leader in visible_figures(battle, side)
    )
