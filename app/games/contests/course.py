"""Course of one order: the events so far, and the contest after them."""

from __future__ import annotations

from app.games.contests.evolve import evolve
from app.games.contests.state import Contest
from app.kernel.contract import Event
from app.kernel.dice import Dice


class Course:
    """Collects the events of an order; `contest` is the state after the last of them."""

    def __init__(self, contest: Contest, dice: Dice) -> None:
        self.contest = contest
        self.dice = dice
        self.events: list[Event] = []

    def happen(self, event: Event) -> None:
        """Add an event and apply it."""
        self.contest = evolve(self.contest, event)
        self.events.append(event)
