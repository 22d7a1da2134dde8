"""Times in notifications: in the time zone of their reader, with the name of the zone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from functools import cache
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_datetime

from app.kernel.clock_words import city_of_zone
from app.kernel.say import LANGUAGES, Moment, Say
from app.store import records
from app.store.transactions import UnitOfWork


def zone_of(work: UnitOfWork, user_id: int | None, game: records.Game | None) -> str:
    """Time zone of an account, else of the deadlines of the game, else of the platform."""
    user = work.users.find_user(user_id) if user_id is not None else None
    return (user and user.zone) or (game and game.clock.zone) or work.zone


def moment_text(moment: Moment, language: str, zone: str) -> str:
    """Moment in a time zone, with its weekday and the name of the zone. A day without a time is the
    same everywhere.
    """
    if "T" not in moment.iso:
        return format_date(date.fromisoformat(moment.iso), "EEE d MMM y", locale=language)
    local = datetime.fromisoformat(moment.iso).astimezone(ZoneInfo(zone or "UTC"))
    place = city_of_zone(zone or "UTC")
    return f"{format_datetime(local, 'EEE d MMM y, HH:mm', locale=language)} ({place})"


def local_time_text(moment: str, zone: str) -> Say:
    """Instant in the time zone of the reader, with the name of the zone."""
    english, spanish = (moment_text(Moment(moment), language, zone) for language in LANGUAGES)
    return Say(english, spanish)


def times_of_reader(
    work: UnitOfWork, user_id: int | None, game_id: int | None
) -> Callable[[Moment, str], str]:
    """Format of moments for a reader. The zone is looked up once, and only for a moment."""

    @cache
    def zone() -> str:
        game = work.games.find_game(game_id) if game_id is not None else None
        return zone_of(work, user_id, game)

    return lambda moment, language: moment_text(moment, language, zone())
