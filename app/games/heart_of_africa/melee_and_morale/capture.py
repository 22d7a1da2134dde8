"""HOA-SPC: baggage in the hands of the enemy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import (
    bases_touch,
    is_attendant,
    is_baggage,
    is_vessel,
    visible_figures,
)
from app.games.heart_of_africa.melee_and_morale.losses import ended_units
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.state import Battle, CaptureWhich
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, no, refuse_if

if TYPE_CHECKING:
    from app.games.heart_of_africa import orders


def may_capture(figure: Figure) -> bool:
    """True for any figure on the table but attendants, baggage and vessels; close combat does not
    matter.
    """
    return not is_attendant(figure) and not is_baggage(figure) and not is_vessel(figure)


def within_grasp(battle: Battle, captor: Figure) -> tuple[str, ...]:
    """HOA-SPC-21: The enemy's baggage elements that a figure touches when the shooting is over. One
    captor takes at most one.
    """
    return tuple(
        element.id
        for element in visible_figures(battle)
        if is_baggage(element)
        and element.side != captor.side
        and bases_touch(captor, element)
        and may_capture(captor)
    )


def resolve(battle: Battle, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 no dice
    """Events of the captures, in the order of the roster. Each captor takes one element not yet
    taken; with several in reach its owner is asked.
    """
    happened: list[Event] = []
    takers = {one.by for one in battle.happened if one.kind == "baggage_captured"}
    for captor in visible_figures(battle):
        if captor.id in takers:
            continue
        now = fold(battle, happened)
        reach = within_grasp(now, captor)
        if len(reach) > 1:
            return [*happened, e.Asked(CaptureWhich(captor.side, captor.id, reach))]
        if reach:
            happened += capture_element(now, captor, reach[0])
    return happened


def capture_element(battle: Battle, captor: Figure, element: str) -> list[Event]:
    """HOA-SPC-22: The captured element leaves the table, and every unit of its army has to test."""
    happened: list[Event] = [e.BaggageTaken(element, captor.id, battle.figures[element].side)]
    return happened + ended_units(battle, fold(battle, happened), "captured")


def no_such_choice(battle: Battle, order: orders.Capture) -> Refusal | None:
    owed = battle.pending[0] if battle.pending else None
    if (
        isinstance(owed, CaptureWhich)
        and owed.figure == order.figure
        and order.element in owed.elements
    ):
        return None
    return no(
        "HOA-SPC-21",
        "That baggage element is not in contact with the captor.",
        "Ese elemento de bagaje no está en contacto con el captor.",
    )


def name_element(battle: Battle, order: orders.Capture, side: str, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 the contract of a chapter
    refuse_if(no_such_choice(battle, order))
    return [e.Answered(), *capture_element(battle, battle.figures[order.figure], order.element)]
