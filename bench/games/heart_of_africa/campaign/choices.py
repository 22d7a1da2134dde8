"""Orders of players and of the referee of a campaign of bots: results, silence, disputes,
decisions.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.bot import BY_POINTS, likely_result
from app.games.heart_of_africa.campaign.decide import refusals
from app.games.heart_of_africa.campaign.state import BETWEEN, READY, REFEREE, Season, War
from app.kernel.contract import Order
from app.services.watch.game_view import GameView
from bench.games.heart_of_africa.campaign.tables import CampaignTable


class CampaignChoices:
    """Random choices at one campaign. `silent` are players that say nothing about a battle."""

    def __init__(self, table: CampaignTable) -> None:
        self.table, self.chance = table, table.chance
        self.silent: set[tuple[str, str, bool]] = set()

    def order_of(self, look: GameView, seat: str) -> Order | None:
        """Order of a player that is there; None for one that keeps silent about a battle."""
        season: Season = look.history.now.state
        order = self.table.bot_order(seat, look)
        if not isinstance(order, (o.EnterResult, o.ConfirmResult)):
            return order
        war = next(one for one in season.battles if one.key == order.battle)
        key = (seat, war.key, war.entered is None)
        if key in self.silent:
            return None
        draw = self.chance.random()
        if isinstance(order, o.EnterResult):
            if draw < 0.15:
                return o.EnterResult(war.key, war.opponent(seat))
            if draw < 0.25:
                return o.EnterResult(war.key, None)
        elif draw < 0.25:
            return o.DisputeResult(war.key, "It was another result.")
        if draw > 0.75:
            self.silent.add(key)
            return None
        return order

    def referee_order(
        self, look: GameView, deadlines: Mapping[str, datetime], now: datetime, *, is_last: bool
    ) -> Order | None:
        """Order of the referee, who ends the campaign between two turns if it `is_last`."""
        season: Season = look.history.now.state
        decided = self.decision_for_absent(season, deadlines, now)
        if decided is not None:
            return decided
        if season.step == BETWEEN:
            return o.CloseCampaign() if is_last else o.OpenTurn()
        return self.table.bot_order(REFEREE, look)

    def decision_for_absent(
        self, season: Season, deadlines: Mapping[str, datetime], now: datetime
    ) -> Order | None:
        """Decision on a battle that is disputed, or that was not played in time."""
        for war in season.battles:
            if war.status != READY:
                continue
            late = [deadlines.get(key) for key in war.players]
            is_late = any(one is not None and one <= now for one in late)
            if (war.entered is not None and war.entered.disputed) or (is_late and not war.entered):
                return self.decision(season, war)
        return None

    def decision(self, season: Season, war: War) -> Order | None:
        """Forfeit, lapse, no decision or a winner: the first of a random sequence that the rules
        allow.
        """
        choices: list[Order] = [
            o.OrderForfeit(war.key),
            o.Lapse(war.key),
            o.Decide(war.key, None, reason=BY_POINTS),
            o.Decide(war.key, *likely_result(season, war, self.chance), reason=BY_POINTS),
        ]
        self.chance.shuffle(choices)
        return next((one for one in choices if not refusals(season, one, REFEREE)), None)
