"""AFR-SEQ: the chapter that decides each order, and the procedures that go on after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from app.games.africa_1859 import (
    activation,
    arrivals,
    demoralised_moves,
    digging,
    end_step,
    hunger_and_disease,
    movement,
    orders,
    reinforcements,
    replacements,
)
from app.games.africa_1859.fights import registry as fights
from app.games.africa_1859.procedures import EndStep, March, Question, Window
from app.games.africa_1859.questions import answer, owed_first, settle
from app.games.africa_1859.run import ActionRules, QuestionRules, Run
from app.games.africa_1859.state import War
from app.kernel.contract import Event, Order
from app.kernel.dice import Dice, LoadedDice
from app.kernel.refusal import Refusal, found_in, refuse_if

ACTIONS: dict[type[Order], ActionRules] = {
    orders.Open: activation.OPEN,
    orders.Close: activation.CLOSE,
    orders.EndPhase: activation.END_PHASE,
    orders.Move: movement.MOVE,
    orders.Dig: digging.DIG,
    orders.DemoralisedMove: demoralised_moves.DEMORALISED_MOVE,
    orders.Lend: activation.LEND,
    **fights.ACTIONS,
}
"""Rules of each kind of order of the active side."""
QUESTIONS: dict[str, QuestionRules] = {
    "arrival": arrivals.ARRIVAL,
    "entry": reinforcements.ENTRY,
    "leader_entry": reinforcements.LEADER_ENTRY,
    "hunger": hunger_and_disease.HUNGER,
    "replacement": replacements.REPLACEMENT,
    "levy": replacements.LEVY,
    **fights.QUESTIONS,
}
"""Rules of each kind of decision."""
PROCEDURES: dict[type, Callable[[Run, Any], None]] = {
    March: movement.march,
    Window: arrivals.step_window,
    EndStep: end_step.end_step,
    **fights.PROCEDURES,
}
"""Next step of each kind of procedure."""


def decide(war: War, order: Order, seat: str, dice: Dice) -> Sequence[Event]:
    """Events of an order of a seat, and of everything that follows without a player."""
    run = Run(war, dice)
    if type(order) in ACTIONS:
        act(run, order, seat)
    else:
        answer(run, order, war.terms.seats[seat], QUESTIONS)
    carry_on(run)
    return tuple(run.events)


def act(run: Run, order: Order, seat: str) -> None:
    """Order of the active side; raises `Refused`."""
    rules = ACTIONS[type(order)]
    if not rules.any_time:
        refuse_if(owed_first(run.war), activation.wrong_phase(run.war, seat))
    open_first(run, order, seat)
    refuse_if(rules.refusals(run.war, order, seat))
    rules.act(run, order, seat)


def open_first(run: Run, order: Order, seat: str) -> None:
    """Open the space that an order names, if it is not the open one; raises `Refused`."""
    named = getattr(order, "space", "") if ACTIONS[type(order)].opens else ""
    if named and named != run.war.phase.open:
        activation.open_by_acting(run, named, seat)


def refusals_of_action(war: War, order: Order, seat: str) -> tuple[Refusal, ...]:
    """Reasons against an order of the active side; raises `Refused` for unknown counters."""
    rules = ACTIONS[type(order)]
    first = () if rules.any_time else found_in(owed_first(war), activation.wrong_phase(war, seat))
    if first:
        return first
    return found_in(rules.refusals(as_opened(war, order, seat), order, seat))


def as_opened(war: War, order: Order, seat: str) -> War:
    """Position in which the space of an order is open; raises `Refused` if it cannot be opened."""
    run = Run(war, LoadedDice())
    open_first(run, order, seat)
    return run.war


def carry_on(run: Run) -> None:
    """Carry on with the procedures under way until a player is asked or none is left."""
    while run.war.stack and run.war.ending is None:
        top = run.top
        if isinstance(top, Question):
            if not settle(run, top, QUESTIONS[top.decision]):
                return
        else:
            PROCEDURES[type(top)](run, top)


def default_answer(war: War) -> Order | None:
    """Answer by default to the question that is open; None if no player is asked."""
    top = war.stack[-1] if war.stack else None
    return QUESTIONS[top.decision].default(war, top) if isinstance(top, Question) else None


def last_end(war: War, seat: str | None) -> Order | None:
    """Order that ends the phase for the last player of a side that has not ended it; else None.

    An open space is closed first.
    """
    others = {one for one in activation.seats_of(war, war.phase.side) if one != seat}
    if seat is None or not others or not others <= set(war.phase.ended):
        return None
    order = orders.Close() if war.phase.open else orders.EndPhase()
    return None if refusals_of_action(war, order, seat) else order
