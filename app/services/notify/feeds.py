"""Feeds for other programs: turns and deadlines of a member for a calendar, and news of public
games.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Sequence

import msgspec

from app.kernel.contract import Line
from app.kernel.offers import Decision
from app.kernel.say import Say, say
from app.services.container import Services, current_time
from app.services.notify.notifications import ended_by, title_of
from app.services.play.marked_decisions import MARK
from app.services.time.availability import parse_time, time_text
from app.services.time.clocks import load_clocks
from app.services.watch import game_view
from app.services.watch.game_history import History
from app.services.watch.game_list import ListedGame, list_games
from app.services.watch.reading_pages import found, pages_of
from app.services.watch.side_titles import side_title
from app.store import records
from app.store.transactions import UnitOfWork

MOST, LAST_MOVES = 40, 80


class TurnEntry(msgspec.Struct, frozen=True):
    """Game that waits for the owner of the calendar. `deadline` is "" without a time limit.

    In a long game `key` is unique, `what` names the decision, and `who` another player who owes it.
    """

    game: records.Game
    title: Say
    deadline: str
    key: str = ""
    what: Say | None = None
    who: Say | None = None


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
            if one.game.status == "running"
        ]
        clocks = work.clocks.of_games([one.game.id for one in games])
        return user, [
            entry
            for one in games
            for entry in entries_of(services, work, one, clocks.get(one.game.id, {}))
        ]


def entries_of(
    services: Services, work: UnitOfWork, one: ListedGame, clocks: dict[str, records.SeatClock]
) -> Iterator[TurnEntry]:
    """Turn of the owner; in a long game the deadlines of all players, which are public, too."""
    box, game = services.box(one.game), one.game
    title, mine = title_of(box, game), one.mine or ""
    if box.card.is_battle:
        if one.waits_for_me:
            yield TurnEntry(game, title, deadline_of(clocks, mine))
        return
    state = services.histories.of(work, box, game).now.state
    sides = {seat.seat: seat.side for seat in one.seats}
    for owed, deadline in timed_decisions(
        work, one, services.histories.of(work, box, game), clocks
    ):
        seat = owed.seat
        if seat == mine:
            yield TurnEntry(game, title, deadline, entry_key(owed), owed.says)
        elif deadline:
            who = side_title(box, game, sides.get(seat, seat), state)
            yield TurnEntry(game, title, deadline, entry_key(owed), owed.says, who)


def timed_decisions(
    work: UnitOfWork, one: ListedGame, history: History, rows: dict[str, records.SeatClock]
) -> Iterator[tuple[Decision, str]]:
    """Decisions of a long game with their deadlines, "" without one; the first of each seat if all
    decisions of a seat have one clock.
    """
    owed, terms = history.box.waiting_for(history.now.state), one.game.clock
    if not terms.has_steps:
        first = {decision.seat: decision for decision in reversed(owed)}
        yield from ((decision, deadline_of(rows, seat)) for seat, decision in first.items())
        return
    clocks = load_clocks(work, one.game, one.seats, history, parse_time(current_time()))
    for decision in owed:
        state = clocks.state_of(decision.seat, decision.clock_key)
        yield decision, time_text(state.deadline) if state else ""


def entry_key(owed: Decision) -> str:
    """Key of a calendar entry: the seat, and the clock of the decision."""
    return "-".join((owed.seat, *re.findall("[A-Za-z0-9]+", owed.clock_key)))


def deadline_of(clocks: dict[str, records.SeatClock], seat: str) -> str:
    return clocks[seat].deadline if seat in clocks else ""


class GameNews(msgspec.Struct, frozen=True):
    """Move of a long game as anonymous visitors read it in the log."""

    number: int
    at: str
    lines: tuple[Say, ...]


def news_of_game(
    services: Services, address: int | str
) -> tuple[game_view.GameView, list[GameNews]]:
    """Long game with its last moves, newest first. Raises `NoSuchGame` for any other game.

    The mark of a referee who plays follows the other lines of a move, and is no news alone.
    """
    look = game_view.load_view(services, address)
    found(pages_of(look))
    news = [
        GameNews(told.number, told.made_at, lines)
        for told in reversed(game_view.load_log(look, look.at - LAST_MOVES))
        if not told.undone and (lines := lines_of_news(told.lines))
    ]
    return look, news[:MOST]


def lines_of_news(lines: Sequence[Line]) -> tuple[Say, ...]:
    """Lines of a move with the mark last; () if all are marks."""
    events = [line.says for line in lines if line.rules != MARK]
    marks = [line.says for line in lines if line.rules == MARK]
    return (*events, *marks) if events else ()


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
        ended_by(box, game, title_of(box, game), game.winners, game.ending, game.degree),
        game.moved_at,
    )


def begin_news(services: Services, one: ListedGame) -> NewsEntry:
    names = " – ".join(seat.name for seat in one.seats if seat.name)
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
