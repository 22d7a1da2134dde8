"""What programs read again and again: a member's turns and deadlines, for his calendar, and what
goes on in public.
"""

from __future__ import annotations

import secrets

import msgspec

from app.kernel.say import Say, say
from app.services.container import Services, now
from app.services.notify.notifications import ended_by, title_of
from app.services.watch.game_list import Listed, listed
from app.store import records

MOST = 40


class Turn(msgspec.Struct, frozen=True):
    """A game that waits for the calendar's owner, since then and until `deadline` ("": as long as
    he likes).
    """

    game: records.Game
    title: Say
    deadline: str


class News(msgspec.Struct, frozen=True):
    """That a public game has begun or is over."""

    game: records.Game
    what: str
    title: Say
    at: str


def make_calendar(services: Services, user_id: int) -> None:
    """A private address for the member's calendar; the one before leads nowhere any more."""
    with services.store.write() as work:
        work.calendars.put(user_id, secrets.token_urlsafe(24), now())
        work.commit()


def remove_calendar(services: Services, user_id: int) -> None:
    with services.store.write() as work:
        work.calendars.remove(user_id)
        work.commit()


def turns(services: Services, token: str) -> tuple[records.User, list[Turn]] | None:
    """Whose calendar this is and what waits for him; None if it is nobody's."""
    with services.store.read() as work:
        user_id = work.calendars.owner(token)
        user = work.users.get(user_id) if user_id is not None else None
        if user is None or user.suspended:
            return None
        games = [
            one
            for one in listed(services, work, work.games.of_user(user.id), user.id)
            if one.waits_for_me and one.game.status == "running"
        ]
        clocks = work.clocks.of_games([one.game.id for one in games])
    return user, [
        Turn(
            one.game,
            title_of(services.box(one.game), one.game),
            deadline_of(clocks.get(one.game.id, {}), one.mine or ""),
        )
        for one in games
    ]


def deadline_of(clocks: dict[str, records.SeatClock], seat: str) -> str:
    return clocks[seat].deadline if seat in clocks else ""


def public(services: Services) -> list[News]:
    """The last public games that people have begun or ended, the newest first."""
    with services.store.read() as work:
        games = [
            one
            for status in ("running", "over")
            for one in listed(services, work, work.games.public(status, MOST))
            if not one.game.is_demo
        ]
    news = [begun(services, one) for one in games if one.game.begun_at]
    news += [ended(services, one.game) for one in games if one.game.status == "over"]
    return sorted(news, key=lambda one: (one.at, one.game.id), reverse=True)[:MOST]


def ended(services: Services, game: records.Game) -> News:
    box = services.box(game)
    return News(
        game,
        "over",
        ended_by(box, game, title_of(box, game), game.winners, game.ending),
        game.moved_at,
    )


def begun(services: Services, one: Listed) -> News:
    names = " – ".join(seat.name or "" for seat in one.seats)
    return News(
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
