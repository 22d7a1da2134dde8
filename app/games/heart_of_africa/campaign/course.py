"""Course of one order: the events so far, and the season after them."""

from __future__ import annotations

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.evolve import evolve
from app.games.heart_of_africa.campaign.state import Player, Posting, Season
from app.kernel.contract import Event
from app.kernel.dice import Dice


class Course:
    """Collects the events of an order; `season` is the state after the last of them."""

    def __init__(self, season: Season, dice: Dice) -> None:
        self.season = season
        self.dice = dice
        self.events: list[Event] = []

    def happen(self, event: Event) -> None:
        """Add an event and apply it."""
        self.season = evolve(self.season, event)
        self.events.append(event)

    def player(self, key: str) -> Player:
        """Player of this key; raises `KeyError`."""
        return self.season.players[key]

    def post(
        self,
        payer: str,
        receiver: str,
        amount: int,
        cause: str,
        rule: str,
        *,
        battle: str = "",
        counts_for_list: str = "",
    ) -> None:
        """Move hongos in the ledger. An amount of 0 leaves no line."""
        if amount:
            line = Posting(self.season.turn, payer, receiver, amount, cause, rule, battle)
            self.happen(e.Posted(line, counts_for_list))
