"""Campaign of a club: its members play it as bots do, and one of the owners is its referee."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.campaign.state import REFEREE
from app.kernel.clock_terms import Terms
from app.kernel.contract import Order
from app.services.container import Services
from app.services.time import availability
from app.services.watch.game_view import GameView
from bench.games.heart_of_africa.campaign.choices import CampaignChoices
from bench.games.heart_of_africa.campaign.long_campaigns import DAYS, FIRST_YEARS
from bench.games.heart_of_africa.campaign.tables import CampaignTable

PLAYERS, HOLIDAYS = 4, 10


class ClubCampaign:
    """One campaign of four members."""

    def __init__(self, services: Services, number: int, club: int, people: Sequence[int]) -> None:
        """The first of the people is the referee."""
        self.services = services
        self.table = CampaignTable(services, f"club campaign {number}")
        terms = Terms("steps", then="hold", steps=DAYS, holidays=HOLIDAYS)
        self.table.found_by(people, FIRST_YEARS[number % len(FIRST_YEARS)], terms, club)
        self.choices = CampaignChoices(self.table)
        self.referee, self.id = people[0], self.table.id

    def look(self) -> GameView:
        """Campaign as its referee sees it."""
        return self.table.look(REFEREE)

    def deadlines(self) -> dict[str, datetime]:
        """Deadlines of the campaign by seat."""
        with self.services.store.read() as work:
            rows = work.clocks.of_games([self.id]).get(self.id, {})
        return {
            seat: availability.parse_time(row.deadline)
            for seat, row in rows.items()
            if row.deadline
        }

    def next_order(
        self, look: GameView, users: Mapping[str, int], now: datetime, *, is_last: bool
    ) -> tuple[str, Order] | None:
        """Order of one of these seats, or a decision of the referee on a late battle; None if
        nothing is to be done now. `is_last`: the referee ends the campaign after this turn.
        """
        deadlines, season = self.deadlines(), look.history.now.state
        owed = [one.seat for one in CAMPAIGN.waiting_for(season)]
        acting = [seat for seat in dict.fromkeys(owed) if seat in users]
        if acting:
            seat = self.table.chance.choice(acting)
            order = (
                self.choices.referee_order(look, deadlines, now, is_last=is_last)
                if seat == REFEREE
                else self.choices.order_of(look, seat)
            )
            if order is not None:
                return seat, order
        decided = self.choices.decision_for_absent(season, deadlines, now)
        return (REFEREE, decided) if decided is not None else None
