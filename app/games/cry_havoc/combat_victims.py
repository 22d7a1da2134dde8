"""Choice of the victim of a combat by the owner of the side that is hit."""

from __future__ import annotations

from typing import Any

from app.games.cry_havoc import orders
from app.games.cry_havoc.combat import suffered
from app.games.cry_havoc.combat_odds import outcome_of
from app.games.cry_havoc.events import Answered, Event
from app.games.cry_havoc.evolve import fold
from app.games.cry_havoc.occupancy import refusals_of, unit_named
from app.games.cry_havoc.retreats import events_when_settled, hardest_hit
from app.games.cry_havoc.state import Battle, Victim
from app.kernel.dice import Dice
from app.kernel.offers import Assessment, Offer
from app.kernel.refusal import Refusal, no, refuse_if
from app.kernel.say import say


def choose_victim_refusals(
    battle: Battle, order: orders.ChooseVictim, seat: str
) -> tuple[Refusal, ...]:
    unit = unit_named(battle, order.unit)
    asked = battle.pending[0] if battle.pending else None
    if not isinstance(asked, Victim) or asked.seat != seat:
        return (
            no(
                "CH-CBT-12",
                "You have no victim to choose now.",
                "Ahora no te toca elegir una víctima.",
            ),
        )
    if unit.id not in asked.units:
        return (
            no(
                "CH-CBT-12",
                "{who} cannot take this result: choose a unit that fought.",
                "{who} no puede recibir este resultado: elige entre los que lucharon.",
                who=unit.name,
            ),
        )
    return ()


def choose_victim(battle: Battle, order: orders.ChooseVictim, seat: str, dice: Dice) -> list[Event]:  # noqa: ARG001 handed to every chapter
    refuse_if(refusals_of(choose_victim_refusals, battle, order, seat))
    asked: Any = battle.pending[0]
    happened: list[Event] = [Answered()]
    happened += suffered(fold(battle, happened), battle.units[order.unit], asked.letter, asked.by)
    return happened + events_when_settled(fold(battle, happened))


def choose_victim_assessment(battle: Battle, order: orders.ChooseVictim, seat: str) -> Assessment:
    asked = battle.pending[0] if battle.pending else None
    unit = battle.units.get(order.unit)
    report = (
        {"letter": asked.letter, "becomes": str(outcome_of(battle, unit, asked.letter))}
        if isinstance(asked, Victim) and unit
        else {}
    )
    return Assessment(no=refusals_of(choose_victim_refusals, battle, order, seat), report=report)


def choose_victim_offers(battle: Battle, seat: str) -> list[Offer]:
    """Offers of the victims to choose from, each with its result."""
    asked = battle.pending[0] if battle.pending else None
    if not isinstance(asked, Victim) or asked.seat != seat:
        return []
    units = [battle.units[unit] for unit in asked.units]
    return [
        Offer(
            orders.ChooseVictim(unit.id),
            say(
                "{who}: {becomes}",
                "{who}: {becomes}",
                who=unit.name,
                becomes=outcome_of(battle, unit, asked.letter),
            ),
            act=say("Give the result to {who}", "Dar el resultado a {who}", who=unit.name),
            piece=unit.id,
            place=unit.hex or "",
            main=unit.id == hardest_hit(battle, asked.units),
        )
        for unit in units
    ]
