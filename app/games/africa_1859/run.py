"""Run of one order: position, dice and the events so far.

Functions of the chapters advance a run. Every fact goes through `tell`, every die through `roll`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from app.games.africa_1859 import events as e
from app.games.africa_1859.evolve import evolve
from app.games.africa_1859.procedures import Procedure, Question
from app.games.africa_1859.state import War
from app.kernel.contract import Event, Order
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal

Refusals = Iterable[Refusal | None]


class Run:
    """Position that an order changes. `war` is the position now."""

    def __init__(self, war: War, dice: Dice) -> None:
        self.war = war
        self.dice = dice
        self.events: list[Event] = []

    def tell(self, *events: Event) -> None:
        """Put these events on record and apply them."""
        for event in events:
            self.war = evolve(self.war, event)
            self.events.append(event)

    def roll(
        self,
        purpose: str,
        of: str = "",
        mods: Mapping[str, int] | None = None,
        sides: int = 6,
        effect: Callable[[int], object] | None = None,  # noqa: ARG002 - for odds
    ) -> int:
        """Face of a die; `mods` are its lines, of which those that are not 0 go on record.

        `effect` tells faces apart that have different results; only odds ask for it.
        """
        die = self.dice.roll(sides, purpose, of)
        lines = {name: amount for name, amount in (mods or {}).items() if amount}
        self.tell(e.Rolled(purpose, of, die, lines, die + sum(lines.values()), sides))
        return die

    @property
    def top(self) -> Procedure:
        """Innermost procedure under way."""
        return self.war.stack[-1]

    def push(self, procedure: Procedure) -> None:
        """Begin a procedure inside the one under way."""
        self.tell(e.Pushed(procedure))

    def update(self, procedure: Procedure) -> None:
        """Replace the innermost procedure by its next state."""
        self.tell(e.Updated(procedure))

    def pop(self) -> None:
        """End the innermost procedure."""
        self.tell(e.Popped())


class ActionRules(msgspec.Struct, frozen=True):
    """Functions of a kind of order: its refusals in a position for a seat, and its execution.

    An order of a kind that `opens` may name its space. One given at `any_time` waits for no phase.
    """

    refusals: Callable[[War, Any, str], Refusals]
    act: Callable[[Run, Any, str], None]
    opens: bool = False
    any_time: bool = False


class QuestionRules(msgspec.Struct, frozen=True):
    """Functions of a kind of decision.

    - `refusals` of an answer, and its execution `apply`. The question is off the stack by then.
    - `default`: answer when the time is up. `only`: the only legal answer; None if there are more.
    - `denied`: refusal of an answer of the side to a question that is not open.
    - `standing`: answer by a conditional order, the nearest one; None if it gives none.
    - `ahead`: the same by all conditional orders of the decision, by scope, for several counters.
    - `settled`: answer that the sheet of an assault settled ahead; None if it is not possible now.
    """

    refusals: Callable[[War, Question, Any], Refusals]
    apply: Callable[[Run, Question, Any], None]
    default: Callable[[War, Question], Order]
    only: Callable[[War, Question], Order | None]
    denied: Callable[[War, str, Any], Refusal | None] = lambda *_: None
    standing: Callable[[War, Question, Any], Order | None] = lambda *_: None
    ahead: Callable[[War, Question, Mapping[str, Any]], Order | None] | None = None
    settled: Callable[[War, Question, str], Order | None] = lambda *_: None
