"""HOA-SCN: Choice of a side of the table, and the order of march."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa import orders
from app.games.heart_of_africa.figures import is_independent, members
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.setup.darkness import dark_turns, not_that_light
from app.games.heart_of_africa.setup.deployment_turns import out_of_turn
from app.games.heart_of_africa.setup.scenarios import AMBUSH as AMBUSH_SCENARIO
from app.games.heart_of_africa.setup.scenarios import RAID, chooser, chosen_edges, not_that_edge
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if


def choose_side(battle: Battle, order: orders.ChooseSide, side: str, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 the contract of a chapter
    refuse_if(side_refusals(battle, order, side))
    dark = (
        dark_turns(order.light, order.turns)
        if battle.scenario == RAID and order.light != "day"
        else battle.conditions.dark
    )
    return (
        e.SideChosen(side, chosen_edges(side, order.edge), dark, order.light),
        e.StepPassed(side),
    )


def side_refusals(battle: Battle, order: orders.ChooseSide, side: str) -> tuple[Refusal, ...]:
    if battle.scenario == AMBUSH_SCENARIO:
        return (
            no(
                "HOA-SCN-10",
                "In an Ambush the side is named with the order of march.",
                "En una emboscada el lado se nombra con el orden de marcha.",
            ),
        )
    mine = None if side == chooser(battle) else out_of_turn(battle)
    return found_in(
        mine, not_that_edge(battle, order.edge), not_that_light(battle, order.light, order.turns)
    )


def march_order(battle: Battle, order: orders.MarchOrder, side: str, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 - all steps of deployment share one signature
    refuse_if(march_refusals(battle, order, side))
    return (e.MarchOrdered(side, order.order, chosen_edges(side, order.edge)), e.StepPassed(side))


def marchers(battle: Battle, side: str) -> tuple[str, ...]:
    """The entries of an order of march: every unit, the baggage as one, every independent figure.
    Attached figures go with their unit.
    """
    units = [
        unit.id for unit in battle.units.values() if unit.side == side and members(battle, unit.id)
    ]
    return (
        *units,
        *(
            figure.id
            for figure in battle.figures.values()
            if figure.side == side and is_independent(figure) and not figure.fate
        ),
    )


def march_refusals(battle: Battle, order: orders.MarchOrder, side: str) -> tuple[Refusal, ...]:
    """HOA-SCN-10: The attacker of an Ambush writes the order of march of all units, and the short
    side that they come from. Baggage and single figures are included. The defender knows it before
    deploying, and it never changes.
    """
    if battle.scenario != AMBUSH_SCENARIO or side != battle.attacker:
        return (
            no(
                "HOA-SCN-10",
                "Only the attacker of an Ambush marches in column.",
                "Solo marcha en columna el atacante de una emboscada.",
            ),
        )
    entries = marchers(battle, side)
    left = [entry for entry in entries if entry not in order.order]
    alien = [entry for entry in order.order if entry not in entries]
    return found_in(
        no(
            "HOA-SCN-10",
            "{n} entries are missing from the order of march: {which}.",
            "Faltan {n} entradas en el orden de marcha: {which}.",
            n=len(left),
            which=tuple(called(battle, one) for one in left),
        )
        if left
        else None,
        no(
            "HOA-SCN-10",
            "{n} entries of the order do not march separately.",
            "{n} entradas del orden no marchan por separado.",
            n=len(alien),
        )
        if alien
        else None,
        no(
            "HOA-SCN-10",
            "Each unit is named once in the order of march.",
            "Cada unidad se nombra una sola vez en el orden de marcha.",
        )
        if len(set(order.order)) < len(order.order)
        else None,
        not_that_edge(battle, order.edge),
    )
