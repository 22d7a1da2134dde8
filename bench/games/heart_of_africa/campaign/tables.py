"""Campaigns of In the Heart of Africa through the services: founded, joined and played by guests.

All players are guests whose orders the bot of the box chooses. The referee does not play.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.games import shelf
from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.armies.army import Army, plain_army
from app.games.heart_of_africa.armies.sensible import sensible
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.state import EGYPTIANS, READY, REFEREE, War
from app.games.heart_of_africa.setup.agreed_terms import has_gunboat
from app.kernel import open_seats as kernel_seats
from app.kernel.clock_terms import Terms
from app.kernel.contract import Order
from app.kernel.seats import Viewer
from app.services.container import Services
from app.services.people import accounts
from app.services.play import lobby, open_seats, orders
from app.services.play.played_orders import PlayedOrder
from app.services.watch import game_view
from app.store import records
from app.store.migrate import migrate_database

NO_CLOCK = Terms()
"""Orders that no intervention gives."""


@contextmanager
def opened_services(folder: Path, url: str = "") -> Iterator[Services]:
    """Services on a new database; without an address it is a SQLite file in the folder."""
    url = url or f"sqlite:///{folder}/campaigns.db"
    migrate_database(url)
    services = Services.open(shelf(), url)
    try:
        yield services
    finally:
        services.close()


class CampaignTable:
    """One campaign on record. `users` are the ids of the accounts by seat. `reader` sees the page
    of spectators; None for an anonymous visitor.
    """

    def __init__(self, services: Services, seed: str):
        self.services, self.seed = services, seed
        self.chance = random.Random(seed)  # noqa: S311 - random play
        self.users: dict[str, int] = {}
        self.reader: int | None = None
        self.id = 0

    def found(self, players: int, first_year: int = 1882, clock: Terms = NO_CLOCK) -> CampaignTable:
        """Open the campaign; every player joins it before turn 1."""
        ids = [accounts.create_guest(self.services).id for _ in range(players + 1)]
        return self.found_by(ids, first_year, clock)

    def found_by(
        self, ids: Sequence[int], first_year: int, clock: Terms, club: int | None = None
    ) -> CampaignTable:
        """Open the campaign of these users, the referee first. With a club only members see it."""
        services, self.reader = self.services, ids[0] if club else None
        scenario = CAMPAIGN.card.scenarios[0]
        sides = [side.key for side in scenario.sides]
        game = lobby.open_table(
            services,
            ids[0],
            CAMPAIGN.card.key,
            scenario.key,
            REFEREE,
            terms={"first_year": first_year},
            clock=clock,
            visibility="club" if club else "open",
            club=club,
        )
        self.id, self.users = game.id, dict(zip(sides, ids, strict=False))
        for user in ids[1 : len(sides)]:
            lobby.join_table(services, game.id, user)
        for seat in sides[1:]:
            self.give(seat, self.bot_order(seat))
        for user in ids[len(sides) :]:
            seat = kernel_seats.next_seat(self.look().table)
            order = CAMPAIGN.bot(self.view_of(seat), self.chance)
            open_seats.take_seat(services, game.id, user, secrets.token_hex(8), order)
            self.users[seat] = user
        return self

    # ------------------------------------------------------------------ reading
    def look(self, seat: str = "") -> game_view.GameView:
        """Game as the user of a seat sees it; without a seat as a spectator."""
        return game_view.load_view(self.services, self.id, self.users.get(seat, self.reader))

    def view_of(self, seat: str, look: game_view.GameView | None = None) -> Any:
        """View of a seat that the rules need, also of one not taken yet; without a look as of
        now.
        """
        now = (look or self.look()).history.now
        return CAMPAIGN.view(now.state, Viewer(seat, now.seats.get(seat, seat)))

    @property
    def season(self) -> Any:
        """State of the campaign."""
        return self.look().history.now.state

    def owed(self) -> list[str]:
        """Seats that owe a decision, each once."""
        return list(dict.fromkeys(one.seat for one in CAMPAIGN.waiting_for(self.season)))

    # ------------------------------------------------------------------ playing
    def bot_order(self, seat: str, look: game_view.GameView | None = None) -> Order:
        """Order that the bot of the box would give for a seat."""
        return CAMPAIGN.bot(self.view_of(seat, look), self.chance)

    def give(self, seat: str, order: Order) -> PlayedOrder:
        """Record an order of a seat. Raises as `orders.declare_order` does."""
        last = self.look().last
        return orders.declare_order(
            self.services, self.id, self.users[seat], secrets.token_hex(8), last, order, seat=seat
        )

    def play_to_battle(self) -> tuple[War, records.Game]:
        """Play until a battle is to be fought on its table; return both."""
        while True:
            tables = self.battle_tables()
            for war in self.season.battles:
                if war.status == READY and war.key in tables and war.entered is None:
                    return war, tables[war.key]
            seat = self.chance.choice(self.owed())
            self.give(seat, self.bot_order(seat))

    def battle_tables(self) -> dict[str, records.Game]:
        """Tables of battles by the key of the battle."""
        with self.services.store.read() as work:
            return {one.battle: one for one in work.child_battles.of_game(self.id)}

    def arm(self, war: War, table: records.Game) -> None:
        """Bring a sensible army for both players; the battle begins."""
        for key, role in ((war.attacker, "attacker"), (war.defender, "defender")):
            brings = {"army": plain_army(self.army_ashore(war, key, role))}
            lobby.change_choices(self.services, table.address, self.users[key], brings)

    def army_ashore(self, war: War, key: str, role: str) -> Army:
        """Sensible army of a player without a Gunboat, which few tables have water for."""
        player = self.season.players[key]
        while True:
            army = sensible(
                player.list,
                player.nation,
                war.year,
                war.points[key],
                war.scenario,
                role,
                self.chance,
                player.class_ if player.list == EGYPTIANS else None,
            )
            if not has_gunboat(army):
                return army

    def play_turns(self, turns: int, moves: int) -> None:
        """Play this number of turns; gifts fill the record up to `moves`."""
        while self.season.turn <= turns and not self.season.is_closed:
            owed = self.owed()
            season = self.season
            if season.step == "between_turns" and owed == [REFEREE]:
                self._fill_up_to(moves * season.turn // (turns + 1))
            seat = self.chance.choice(owed)
            order = self.bot_order(seat)
            self.give(seat, o.OpenTurn() if isinstance(order, o.CloseCampaign) else order)
        self._fill_up_to(moves)

    def _fill_up_to(self, moves: int) -> None:
        """Give and return gifts between two players, one accepted and one refused."""
        while self.look().last < moves:
            rich = [
                one.key for one in self.season.by_joining if one.is_active and (one.hongos or 0) > 1
            ]
            one, other = self.chance.sample(rich, 2)
            for giver, taker, accept in ((one, other, True), (other, one, False)):
                self.give(giver, o.Give(taker, 1))
                self.give(taker, o.TakeGift(giver, accept))
