"""Bots that play on for absent players at the table of a battle (CAR-BAT-08).

The seat keeps its player, who may take it back at any time. A bot takes a seat only while the table
waits for it. It does so when the long game calls it, and later after a day without a move.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from app.kernel.battle_results import find_battle
from app.kernel.bot_strengths import ONE_STRENGTH
from app.kernel.child_battles import Battle
from app.kernel.refusal import Refusal, no, refuse_if
from app.services.container import Services, current_time, require_game
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people.permissions import may_watch, player_seat_of
from app.services.time.availability import parse_time, time_text
from app.store import records
from app.store.transactions import UnitOfWork

PATIENCE = timedelta(days=1)
"""Time without a move after which a bot takes the seat again."""


def called_sides(battle: Battle, before: Battle | None) -> frozenset[str]:
    """Sides for which a bot is called by the last moves."""
    return frozenset(battle.bot_for) - frozenset(before.bot_for if before else ())


def seat_bots(
    work: UnitOfWork, table: records.Game, sides: Iterable[str]
) -> tuple[records.Seat, ...]:
    """Give the seats of these sides to the bot if the table waits for them; returns them."""
    given = tuple(
        seat
        for seat in work.seats.for_game(table.id)
        if seat.side in sides and seat.owes and seat.user_id is not None and not seat.bot
    )
    for seat in given:
        work.seats.update_seat(table.id, seat.seat, bot=ONE_STRENGTH)
    return given


def relieve_absent_players(services: Services) -> int:
    """Give seats to the bot at tables without a move for a day, where a bot is called. Returns
    their number.
    """
    latest = time_text(parse_time(current_time()) - PATIENCE)
    with services.store.read() as work:
        waiting = work.child_battles.without_move_since(latest)
        called = [one for one in waiting if _sides_with_bots(services, work, one)]
    return sum(_relieve(services, table_id, latest) for table_id in called)


def _sides_with_bots(services: Services, work: UnitOfWork, table_id: int) -> tuple[str, ...]:
    """Sides of a table for which its long game has called a bot."""
    table = require_game(work.games.find_game(table_id))
    game = work.games.find_game(table.parent_id or 0)
    if game is None or game.box not in services.shelf:
        return ()
    box = services.box(game)
    battle = find_battle(box, services.histories.of(work, box, game).now.state, table.battle)
    return battle.bot_for if battle is not None else ()


def _relieve(services: Services, table_id: int, latest: str) -> int:
    """Give seats of one table to the bot. The long game is locked before its battle."""
    with services.store.write() as work:
        known = require_game(work.games.find_game(table_id))
        require_game(work.games.lock_game(known.parent_id or 0))
        table = require_game(work.games.lock_game(table_id))
        sides = _sides_with_bots(services, work, table_id)
        if table.status != "running" or table.moved_at > latest:
            return 0
        given = seat_bots(work, table, sides)
        work.commit()
    return len(given)


def take_seat_back(services: Services, address: int | str, user_id: int) -> None:
    """Give a seat back to its player. Raises `NoSuchGame`, `NotYourSeat` and
    `Refused`."""
    with services.store.write() as work:
        table = require_game(work.games.lock_game(address))
        seats = work.seats.for_game(table.id)
        seat = player_seat_of(seats, user_id)
        if seat is None:
            raise NotYourSeat if may_watch(table, seats, user_id, address) else NoSuchGame
        refuse_if(None if seat.bot else no_bot_refusal())
        work.seats.update_seat(table.id, seat.seat, bot="")
        work.commit()


def bot_plays_refusal(seat: records.Seat) -> Refusal | None:
    """CAR-BAT-08: A player for whom a bot plays takes the seat back before giving orders."""
    if not seat.bot or seat.user_id is None:
        return None
    return no(
        "CAR-BAT-08",
        "A bot plays on for you. Take your seat back first.",
        "Un bot sigue jugando por ti. Recupera antes tu asiento.",
    )


def no_bot_refusal() -> Refusal:
    """Refusal to take back a seat in which no bot plays."""
    return no("CAR-BAT-08", "No bot plays on for you.", "Ningún bot juega por ti.")
