"""Agreed dates of battles of running long games: of a user, of a club, and near ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from app.kernel.battle_dates import AgreedDate
from app.kernel.contract import Game
from app.services.container import Services
from app.services.people.permissions import seat_of
from app.store import records
from app.store.transactions import UnitOfWork


class BattleDate(msgspec.Struct, frozen=True):
    """Agreed date of a battle with its game."""

    game: records.Game
    date: AgreedDate


def next_date(box: Game, state: Any, after: str) -> str:
    """Next agreed date of a battle of a long game after a time; "" without one."""
    dates = [] if box.card.is_battle else box.agreed_dates(state)
    return min((one.at for one in dates if one.at > after), default="")


def dates_of_games(
    services: Services, work: UnitOfWork, games: Iterable[records.Game]
) -> Iterator[BattleDate]:
    """Agreed dates of the running contests and campaigns among these games."""
    for game in games:
        box = services.shelf.get(game.box)
        if box is not None and not box.card.is_battle and game.status == "running":
            state = services.histories.of(work, box, game).now.state
            yield from (BattleDate(game, one) for one in box.agreed_dates(state))


def dates_of_user(services: Services, user_id: int) -> tuple[BattleDate, ...]:
    """Agreed dates of the battles that the user plays, the next one first."""
    with services.store.read() as work:
        games = work.games.of_user(user_id)
        mine = {
            number: seat.seat
            for number, seats in work.seats.of_games([one.id for one in games]).items()
            if (seat := seat_of(seats, user_id)) is not None
        }
        found = dates_of_games(services, work, games)
        own = [one for one in found if mine.get(one.game.id) in one.date.seats]
    return tuple(sorted(own, key=lambda one: (one.date.at, one.game.id)))
