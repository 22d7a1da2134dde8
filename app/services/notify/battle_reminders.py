"""Reminders of agreed dates of battles: each player gets one, at most a day before the date."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from app.kernel.say import say
from app.services.container import Services
from app.services.notify.local_times import local_time_text, zone_of
from app.services.notify.notifications import notify_member, title_of
from app.services.notify.outbox import Message
from app.services.time.proposed_dates import utc_text
from app.services.watch.agreed_dates import BattleDate, dates_of_games
from app.store import records
from app.store.transactions import UnitOfWork

log = logging.getLogger(__name__)
AHEAD = timedelta(hours=24)


def remind_of_battles(services: Services, now: datetime) -> int:
    """Write the reminders of battles within the next day. The key of a notification lets each one
    count once, also between processes. Returns the number of dates.
    """
    near = near_dates(services, now)
    for one in near:
        with services.store.write() as work:
            remind_players(services, work, one)
            work.commit()
    return len(near)


def near_dates(services: Services, now: datetime) -> tuple[BattleDate, ...]:
    """Agreed dates of the next day in running long games. Only games with a near date are read. A
    damaged game has none.
    """
    boxes = [key for key, box in services.shelf.items() if not box.card.is_battle]
    found: list[BattleDate] = []
    passed: list[tuple[records.Game, str]] = []
    with services.store.read() as work:
        for game in work.games.with_near_date(boxes, utc_text(now + AHEAD)):
            try:
                dates = [*dates_of_games(services, work, (game,))]
            except (ValueError, LookupError):
                log.warning("no dates of game %s: its record is damaged", game.id)
                continue
            found += dates
            if datetime.fromisoformat(game.next_date_at) <= now:
                passed.append((game, next_of(dates, now)))
    note_next_dates(services, passed)
    return tuple(one for one in found if now < datetime.fromisoformat(one.date.at) <= now + AHEAD)


def next_of(dates: Iterable[BattleDate], now: datetime) -> str:
    """Next of these dates; "" if all are over."""
    later = (one.date.at for one in dates if datetime.fromisoformat(one.date.at) > now)
    return min(later, default="")


def note_next_dates(services: Services, passed: Sequence[tuple[records.Game, str]]) -> None:
    """Note the next date of games whose noted one is over."""
    if not passed:
        return
    with services.store.write() as work:
        for game, date in passed:
            work.games.replace_date(game, date)
        work.commit()


def remind_players(services: Services, work: UnitOfWork, one: BattleDate) -> None:
    """Write the reminder for the players of a battle; the caller commits."""
    game, date = one.game, one.date
    name = title_of(services.box(game), game)
    for seat in work.seats.for_game(game.id):
        if seat.user_id is None or seat.seat not in date.seats:
            continue
        when = local_time_text(date.at, zone_of(work, seat.user_id, game))
        title = say("Your battle is near: {game}", "Se acerca tu batalla: {game}", game=name)
        line = say("{battle}: {when}.", "{battle}: {when}.", battle=date.title, when=when)
        remark = (say("“{words}”", "«{words}»", words=date.words),) if date.words else ()
        message = Message(
            "reminder", title, (line, *remark), f"/open-game/{game.id}", game.id, seat=seat.seat
        )
        key = f"battle-date:{game.id}:{date.battle}:{date.at}"
        notify_member(work, seat.user_id, "reminder", key, message)
