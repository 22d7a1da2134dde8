"""HOA-DEP: Units and baggage that do not begin the battle on the table."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa import orders
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import combat_units, figure_of, unit_of
from app.games.heart_of_africa.pieces import RESERVE, Figure
from app.games.heart_of_africa.setup.deployment_turns import not_due, not_ones_own, turn_passed
from app.games.heart_of_africa.setup.places import company
from app.games.heart_of_africa.setup.scenarios import (
    Part,
    fighters,
    figures_needed,
    part_of,
    units_needed,
)
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if


def hold(battle: Battle, order: orders.Hold, side: str, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 - all steps of deployment share one signature
    refuse_if(hold_refusals(battle, order, side))
    event = held_back(battle, order, side)
    return (event, *turn_passed(battle, fold(battle, [event]), side))


def held_back(battle: Battle, order: orders.Hold, side: str) -> e.HeldBack:
    """The event of an order that holds a unit or figure off the table."""
    away = order.who in battle.units and battle.units[order.who].kind == "baggage"
    return e.HeldBack(side, order.who, order.comes_with, away)


def hold_refusals(battle: Battle, order: orders.Hold, side: str) -> tuple[Refusal, ...]:
    unit = battle.units.get(order.who)
    thing = (
        unit_of(battle, order.who, side) if unit is not None else figure_of(battle, order.who, side)
    )
    part = part_of(battle, side)
    first = found_in(not_ones_own(thing, side)) or found_in(not_due(battle, order.who, side, part))
    if first:
        return first
    if unit is not None and unit.kind == "baggage":
        return found_in(baggage_is_wanted(part))
    return found_in(
        too_few_left(battle, order.who, side, part), no_such_company(battle, order, side)
    )


def baggage_is_wanted(part: Part) -> Refusal | None:
    """Refusal of baggage that must be on the table."""
    if may_leave_baggage(part):
        return None
    return BAGGAGE.get(part.baggage_rule, as_the_part_says)(part)


def may_leave_baggage(part: Part) -> bool:
    """HOA-SCN-14: The defender of an Ambush may leave the baggage at home, all four
    elements of it.
    """
    return part.baggage == "may_stay"


def as_the_part_says(part: Part) -> Refusal:
    return no(
        part.baggage_rule,
        "In this scenario the baggage is on the table from the start.",
        "En este escenario el bagaje está en la mesa desde el principio.",
    )


def both_bring_baggage(part: Part) -> Refusal:
    """HOA-SCN-20: In a Planned Attack both sides have their baggage on the table from the start."""
    return as_the_part_says(part)


BAGGAGE = {"HOA-SCN-20": both_bring_baggage}


def too_many_held(battle: Battle, who: str, side: str, part: Part) -> Refusal | None:
    """Refusal if with this unit more would be held back than the limit, or too few stay."""
    units = combat_units(battle, side)
    held = [one for one in units if one.where == RESERVE]
    if part.reserve is not None and len(held) >= part.reserve:
        return no(
            part.rule,
            "Units that may stay off the table: {most}.",
            "Unidades que pueden quedar fuera de la mesa: {most}.",
            most=part.reserve,
        )
    left = [one for one in units if one.id != who and one.where != RESERVE]
    if len(left) < units_needed(battle, side):
        return no(
            part.rule,
            "{n} units would be left to start with, and at least {least} must.",
            "Empezarían {n} unidades en la mesa y hacen falta al menos {least}.",
            n=len(left),
            least=units_needed(battle, side),
        )
    return None


def too_few_left(battle: Battle, who: str, side: str, part: Part) -> Refusal | None:
    """Refusal if this unit cannot be held back: a reserve has its limit, and enough must stand on
    the table.
    """
    unit = battle.units.get(who)
    if unit is None and part.reserve == 0:
        return no(
            part.rule,
            "All your figures start on the table.",
            "Todas tus figuras empiezan en la mesa.",
        )
    too_many = too_many_held(battle, who, side, part) if unit is not None else None
    if too_many is not None:
        return too_many
    gone = {figure.id for figure in company(battle, who)}
    figures = sum(
        1
        for figure in fighters(battle, side)
        if figure.id not in gone and not is_held(battle, figure)
    )
    if figures < figures_needed(battle, side):
        return no(
            part.rule,
            "{n} fighting figures would be left to start with, and at least {least} must.",
            "Empezarían {n} figuras combatientes y hacen falta al menos {least}.",
            n=figures,
            least=figures_needed(battle, side),
        )
    return None


def is_held(battle: Battle, figure: Figure) -> bool:
    return battle.units[figure.unit].where == RESERVE if figure.unit else figure.where == RESERVE


def no_such_company(battle: Battle, order: orders.Hold, side: str) -> Refusal | None:
    """Refusal of a company that is not allowed: an independent figure comes with a held-back unit
    of its side.
    """
    if not order.comes_with:
        return None
    unit = battle.units.get(order.comes_with)
    if (
        order.who in battle.figures
        and unit is not None
        and unit.side == side
        and unit.where == RESERVE
    ):
        return None
    return no(
        "HOA-DEP-01",
        "An independent figure arrives with a unit that is held back.",
        "Una figura independiente llega con una unidad que se haya dejado fuera.",
    )
