"""Tables of rated contests in a month of a club: their players decide, and then one concedes."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection

from app.kernel.contract import Order
from app.kernel.rating_periods import TABLE, WEB
from app.kernel.table_orders import Concede
from app.services.container import Services
from app.services.watch import game_view
from app.services.watch.game_view import GameView
from app.store import records

OF_ACT = 0.3
"""Chance of a table to have an act at a step."""
FEWEST_MOVES = 6
"""Moves of a table, after which one of its players concedes."""


def rating_terms(number: int) -> dict[str, str]:
    """Terms of a contest: rated with tables here only, rated with tables or entered results, or not
    rated.
    """
    if number % 4 or number % 5 == 0:
        return {}
    return {"rated": "yes", "played": "here" if number % 8 == 4 else "both"}


class RatedTables:
    """Tables of rated contests. `give` gives an order of a seat in one process or in both."""

    def __init__(
        self, services: Services, give: Callable[[GameView, str, int, Order], None]
    ) -> None:
        self.services, self.give = services, give
        self.chance = random.Random(1)  # noqa: S311 - random play

    def act(self, contest: int, away: Collection[int]) -> None:
        """Let players act at some of the tables. Users that are away do nothing."""
        with self.services.store.read() as work:
            tables = [
                one
                for one in work.child_battles.of_game(contest)
                if one.rated and one.status == "running"
            ]
            seats = work.seats.of_games([one.id for one in tables])
        for table in tables:
            here = [one for one in seats[table.id] if one.user_id and one.user_id not in away]
            if here and self.chance.random() < OF_ACT:
                self.act_at(table, here)

    def act_at(self, table: records.Game, here: list[records.Seat]) -> None:
        """Let a player decide as the bot does. After some moves a player concedes."""
        self.chance.shuffle(here)
        for seat in here:
            user = seat.user_id or 0
            look = game_view.load_view(self.services, table.id, user)
            if table.number >= FEWEST_MOVES:
                self.give(look, seat.seat, user, Concede())
                return
            if look.decisions:
                self.give(look, seat.seat, user, look.box.bot(look.view, self.chance))
                return

    def counts(self) -> dict[str, int]:
        """Number of rated battles by pool: those of tables here, and of real tables."""
        with self.services.store.read() as work:
            rows = work.ratings.all_battles()
        counted = [one for one in rows if not one.reason]
        return {pool: sum(one.pool == pool for one in counted) // 2 for pool in (WEB, TABLE)}
