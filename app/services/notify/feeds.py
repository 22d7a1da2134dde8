"""Feeds for other programs: turns and deadlines of a member for a calendar, and news of public
games.
"""

from __future__ import annotations

import secrets

import msgspec

from app.kernel.say import Say, say
from app.services.container import Services, current_time
from app.services.notify.notifications import ended_by, title_of
from app.services.watch.game_list import ListedGame, list_games
from app.store import records

MOST = 40


class TurnEntry(msgspec.Struct, frozen=True):
    """Game that waits for the owner of the calendar. `deadline` is "" without a time limit."""

    game: records.Game
    title: Say
    deadline: str


class NewsEntry(msgspec.Struct, frozen=True):
    """News that a public game has begun or is over."""

    game: records.Game
    what: str
    title: Say
    at: str


def make_calendar(services: Services, user_id: int) -> None:
    """Make a private address for a member's calendar. The previous address stops working."""
    with services.store.write() as work:
        work.calendars.save_token(user_id, secrets.token_urlsafe(24), current_time())
        work.commit()


def remove_calendar(services: Services, user_id: int) -> None:
    with services.store.write() as work:
        work.calendars.remove_token(user_id)
        work.commit()


def calendar_turns(services: Services, token: str) -> tuple[records.User, list[TurnEntry]] | None:
    """Owner of a calendar and the games that wait for them; None if the address is unknown."""
    with services.store.read() as work:
        user_id = work.calendars.find_owner(token)
        user = work.users.find_user(user_id) if user_id is not None else None
        if user is None or user.suspended:
            return None
        games = [
            one
            for one in list_games(services, work, work.games.of_user(user.id), user.id)
            if one.waits_for_me and one.game.status == "running"
        ]
        clocks = work.clocks.of_games([one.game.id for one in games])
    return user, [
        TurnEntry(
            one.game,
            title_of(services.box(one.game), one.game),
            deadline_of(clocks.get(one.game.id, {}), one.mine or ""),
        )
        for one in games
    ]


def deadline_of(clocks: dict[str, records.SeatClock], seat: str) -> str:
    return clocks[seat].deadline if seat in clocks else ""


def public_news(services: Services) -> list[NewsEntry]:
    """Public games that were begun or ended last, newest first, without demonstrations."""
    with services.store.read() as work:
        games = [
            one
            for status in ("running", "over")
            for one in list_games(services, work, work.games.in_public(status, MOST))
            if not one.game.is_demo
        ]
    news = [begin_news(services, one) for one in games if one.game.begun_at]
    news += [end_news(services, one.game) for one in games if one.game.status == "over"]
    return sorted(news, key=lambda one: (one.at, one.game.id), reverse=True)[:MOST]


def end_news(services: Services, game: records.Game) -> NewsEntry:
    box = services.box(game)
    return NewsEntry(
        game,
        "over",
        ended_by(box, game, title_of(box, game), game.winners, game.ending),
        game.moved_at,
    )


def begin_news(services: Services, one: ListedGame) -> NewsEntry:
    names = " – ".join(seat.name or "" for seat in one.seats)
    return NewsEntry(
        one.game,
        "begun",
        say(
            "Begun: {game}, {names}",
            "Empieza: {game}, {names}",
            game=title_of(services.box(one.game), one.game),
            names=names,
        ),
        one.game.begun_at,
    )
