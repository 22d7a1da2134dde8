"""What programs read again and again: a member's turns and deadlines, for his calendar, and what goes on in public."""
from __future__ import annotations

import secrets

import msgspec

from app.club.club import Club, now
from app.club.listing import Listed, listed
from app.club.notices import ended_by, title_of
from app.kernel.say import Say, say
from app.store import rows

MOST = 40


class Turn(msgspec.Struct, frozen=True):
    """A game that waits for the calendar's owner, since then and until `deadline` ("": as long as he likes)."""

    game: rows.Game
    title: Say
    deadline: str


class News(msgspec.Struct, frozen=True):
    """That a public game has begun or is over."""

    game: rows.Game
    what: str
    title: Say
    at: str


def make_calendar(club: Club, user_id: int) -> None:
    """A private address for the member's calendar; the one before leads nowhere any more."""
    with club.store.write() as work:
        work.calendars.put(user_id, secrets.token_urlsafe(24), now())
        work.commit()


def remove_calendar(club: Club, user_id: int) -> None:
    with club.store.write() as work:
        work.calendars.remove(user_id)
        work.commit()


def turns(club: Club, token: str) -> tuple[rows.User, list[Turn]] | None:
    """Whose calendar this is and what waits for him; None if it is nobody's."""
    with club.store.read() as work:
        user_id = work.calendars.owner(token)
        user = work.users.get(user_id) if user_id is not None else None
        if user is None or user.suspended:
            return None
        games = [one for one in listed(club, work, work.games.of_user(user.id), user.id) if one.waits_for_me and one.game.status == "running"]
        clocks = work.clocks.of_games([one.game.id for one in games])
    return user, [Turn(one.game, title_of(club.box(one.game), one.game), deadline_of(clocks.get(one.game.id, {}), one.mine or "")) for one in games]


def deadline_of(clocks: dict[str, rows.SeatClock], seat: str) -> str:
    return clocks[seat].deadline if seat in clocks else ""


def public(club: Club) -> list[News]:
    """The last public games that people have begun or ended, the newest first."""
    with club.store.read() as work:
        games = [one for status in ("running", "over") for one in listed(club, work, work.games.public(status, MOST)) if not one.game.is_demo]
    news = [begun(club, one) for one in games if one.game.begun_at]
    news += [ended(club, one.game) for one in games if one.game.status == "over"]
    return sorted(news, key=lambda one: (one.at, one.game.id), reverse=True)[:MOST]


def ended(club: Club, game: rows.Game) -> News:
    box = club.box(game)
    return News(game, "over", ended_by(box, game, title_of(box, game), game.winners, game.ending), game.moved_at)


def begun(club: Club, one: Listed) -> News:
    names = " – ".join(seat.name or "" for seat in one.seats)
    return News(one.game, "begun", say("Begun: {game}, {names}", "Empieza: {game}, {names}", game=title_of(club.box(one.game), one.game), names=names),
                one.game.begun_at)
