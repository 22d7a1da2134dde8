"""Order of the sides of a long game by the ratings that their players show."""

from __future__ import annotations

from collections.abc import Sequence

from app.kernel.rating_periods import WEB
from app.services.container import Services
from app.services.watch.game_view import GameView
from app.services.watch.player_ratings import load_present_ratings


def sides_by_rating(services: Services, look: GameView, sides: Sequence[str]) -> list[str]:
    """Sides with the highest rating in the game of the battles first. Players without a rating, and
    those who hide theirs, follow in the given order.
    """
    users = {one.side: one.user_id for one in look.seats if one.user_id is not None}
    battles = look.box.game_of_battles(look.table.state)
    rated = {
        side: shown.rating.value
        for side in sides
        if side in users
        for shown in load_present_ratings(services, users[side], None)
        if (shown.box, shown.pool) == (battles, WEB)
    }
    return sorted(sides, key=lambda side: (side not in rated, -rated.get(side, 0.0)))
