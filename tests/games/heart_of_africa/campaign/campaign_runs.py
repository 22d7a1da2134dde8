"""Whole campaigns of eight players and a referee, played by bots and by random legal orders.

A run keeps every move with the tables before and after it, for the properties to look at.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec

from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.state import BATTLES, READY, REFEREE, Season
from app.kernel import table, table_decisions, table_orders
from app.kernel.contract import Event, Order, Setup
from app.kernel.dice import Roll, SeededDice
from app.kernel.monkey import any_order, filled_offer
from app.kernel.seats import Viewer

FIRST_YEARS = (1860, 1871, 1882, 1885)
TURNS = 12
SEATS = {key: key for key in (REFEREE, *(f"p{number}" for number in range(1, 9)))}
"""Eight players and a referee."""
MOST_MOVES = 2_000
CHANCE_OF_A_RANDOM_ORDER = 0.3
CHANCE_OF_SILENCE = 0.1
CHANCE_OF_AN_INTERVENTION = 0.08
CHANCE_OF_A_DEPARTURE = 0.003
EVERY_LATE = (
    12  # the referee closes the turn if as many moves were made, else passes for one player
)
LEFT_TO_THE_COURSE = (o.CloseCampaign, o.CloseTurn, o.OpenTurn, o.EnterDate)


class Step(msgspec.Struct, frozen=True):
    """One move of a run: `before` and `after` are its tables."""

    seat: str
    order: Order
    events: tuple[Event, ...]
    rolls: tuple[Roll, ...]
    before: table.Table
    after: table.Table


class Run:
    """One campaign, played to its end."""

    def __init__(self, number: int, turns: int = TURNS) -> None:
        self.seed = f"campaign {number}"
        self.chance = random.Random(self.seed)
        self.turns = turns
        first = FIRST_YEARS[number % len(FIRST_YEARS)]
        options = ("no_meetings",) if number % 10 == 9 else ()
        self.setup = Setup(
            CAMPAIGN.card.scenarios[-1].key, SEATS, options, stock={"first_year": first}
        )
        self.steps: list[Step] = []
        self.now = table.after_all(
            CAMPAIGN,
            table.EMPTY,
            table_decisions.begin_table(CAMPAIGN, self.setup, SeededDice(self.seed.encode(), 1)),
        )
        self.beginning = self.now

    @property
    def season(self) -> Season:
        season: Season = self.now.state
        return season

    def play(self) -> Run:
        """Play until the campaign is closed; raises `AssertionError` if it gets stuck."""
        while not self.season.is_closed:
            assert len(self.steps) < MOST_MOVES, f"{self.seed} does not end"
            order, seat = self.next_order()
            self.give(order, seat)
        return self

    def give(self, order: Order, seat: str) -> None:
        """Decide an order and keep the move."""
        before = self.now
        dice = SeededDice(self.seed.encode(), len(self.steps) + 2)
        events = tuple(table_decisions.decide_on(CAMPAIGN, before, order, seat, dice))
        self.now = table.after_all(CAMPAIGN, before, events)
        self.steps.append(Step(seat, order, events, tuple(dice.rolls), before, self.now))

    def next_order(self) -> tuple[Order, str]:
        """Order of a seat that owes a decision, or now and then of another one."""
        chance, season = self.chance, self.season
        if season.turn > self.turns and season.step == "between_turns":
            return o.CloseCampaign(), REFEREE
        owed = [one.seat for one in CAMPAIGN.waiting_for(season)]
        assert owed, f"{self.seed}: no decision is owed in step {season.step}"
        if chance.random() < CHANCE_OF_A_DEPARTURE and len(season.active()) > 3:
            return table_orders.Concede(), chance.choice(season.active()).key
        if chance.random() < CHANCE_OF_AN_INTERVENTION:
            order_and_seat = self.intervention()
            if order_and_seat is not None:
                return order_and_seat
        seat = chance.choice(owed)
        if chance.random() < CHANCE_OF_SILENCE:
            order = CAMPAIGN.default_order(self.view(seat))
            if order is not None:
                if chance.random() < 0.5:
                    return order, seat
                late = o.CloseTurn() if len(self.steps) % EVERY_LATE == 0 else o.PassFor(seat)
                return late, REFEREE
        if chance.random() < CHANCE_OF_A_RANDOM_ORDER and seat != REFEREE:
            return any_order(CAMPAIGN, self.view(seat), chance), seat
        return CAMPAIGN.bot(self.view(seat), chance), seat

    def intervention(self) -> tuple[Order, str] | None:
        """Any live offer of any seat, also of one that owes nothing; the referee often acts."""
        playing = [one.key for one in self.season.by_joining if one.key in self.now.seats]
        seats = [REFEREE, *playing]
        seat = self.chance.choice([REFEREE, *seats] if self.season.step == BATTLES else seats)
        view = self.view(seat)
        offers = [
            one
            for one in CAMPAIGN.offers(view)
            if one.is_live and not isinstance(one.order, LEFT_TO_THE_COURSE)
        ]
        if not offers or seat in self.now.left:
            return None
        offer = self.chance.choice(offers)
        order = filled_offer(CAMPAIGN, view, offer, self.chance) if offer.asks else offer.order
        return (order, seat) if order is not None else None

    def view(self, seat: str) -> Any:
        """View of a seat."""
        return CAMPAIGN.view(self.season, Viewer(seat, self.now.seats.get(seat, seat)))


def happened(runs: list[Run]) -> Counter[str]:
    """Kinds of orders and events of the runs."""
    found: Counter[str] = Counter()
    for run in runs:
        for step in run.steps:
            found[type(step.order).__name__] += 1
            found.update(type(event).__name__ for event in step.events)
            found.update(
                f"battle {event.status}"
                for event in step.events
                if hasattr(event, "leaders_lost") and hasattr(event, "status")
            )
    return found


def ready_pairs(season: Season) -> list[tuple[str, str]]:
    """Pairs of ready battles without a common player."""
    ready = [war for war in season.battles if war.status == READY]
    return [
        (one.key, other.key)
        for number, one in enumerate(ready)
        for other in ready[number + 1 :]
        if not one.shares_player(other)
    ]
