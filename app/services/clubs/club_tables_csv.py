"""Tables of a club as CSV for organisers: members, calendar, results of its finished games, and
agreed dates of its battles.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from app.kernel.refusal import refuse_if
from app.services.clubs import club_rules
from app.services.clubs.club_chronicle import title_of
from app.services.clubs.club_games import agreed_dates_of, known_games, list_long_games
from app.services.clubs.clubs import ClubView, load_club
from app.services.clubs.roles import Permission, has_permission
from app.services.container import Services
from app.services.errors import NoSuchClub
from app.services.people.blocking import without_blocked_users
from app.services.watch.game_list import list_games

MOST_GAMES, MOST_DATES = 5_000, 10_000
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a cell that begins with one of these for a formula."""
Row = tuple[str, ...]


def club_table(
    services: Services, club_id: int, user_id: int | None, kind: str, language: str
) -> bytes:
    """Table "members", "calendar", "results" or "battles" in UTF-8 with a byte order mark. Results
    and battles are those that the reader may see. Raises `NoSuchClub` or `Refused`.
    """
    view = load_club(services, club_id, user_id)
    if kind not in TABLES or not has_permission(view.roles, Permission.READ):
        raise NoSuchClub
    refuse_if(club_rules.permission_refusal(view.roles, Permission.ORGANISE))
    head, rows = TABLES[kind]
    return as_csv(head, rows(services, view, user_id, language))


def as_csv(head: Row, rows: Iterable[Row]) -> bytes:
    """Table with its first line. A cell that a spreadsheet would compute begins with an
    apostrophe.
    """
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([plain_cell(cell) for cell in row] for row in rows)
    return b"\xef\xbb\xbf" + written.getvalue().encode()


def plain_cell(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text


def member_rows(_: Services, view: ClubView, *__: object) -> Iterator[Row]:
    """Members, the highest roles first."""
    for one in view.members:
        yield one.name, " ".join(one.roles), local_time(one.since, view.club.zone)[0]


def date_rows(services: Services, view: ClubView, *_: object) -> Iterator[Row]:
    """All dates of the calendar, the earliest first."""
    with services.store.read() as work:
        dates = work.club_dates.dates_of_club(view.club.id, "", MOST_DATES)
        answers = work.club_dates.answers_of(one.id for one in dates)
    for date in dates:
        given = answers.get(date.id, ())
        counts = (
            str(sum(one.answer == answer for one in given)) for answer in ("yes", "perhaps", "no")
        )
        yield (
            *local_time(date.starts_at, view.club.zone),
            date.title,
            date.place,
            date.words,
            str(date.tables),
            "yes" if date.cancelled_at else "",
            *counts,
        )


def result_rows(
    services: Services, view: ClubView, user_id: int | None, language: str
) -> Iterator[Row]:
    """Finished games that the reader may see, the earliest first."""
    with services.store.read() as work:
        ended = work.club_games.ended_between(view.club.id, "", "9", MOST_GAMES)
        known = known_games(services, work, view, ended, user_id)
        listed = without_blocked_users(work, list_games(services, work, known, user_id), user_id)
        parents = work.games.by_id([one.game.parent_id for one in listed if one.game.parent_id])
    for one in listed:
        players = (seat.name for seat in one.players if seat.name)
        yield (
            *local_time(one.game.moved_at, view.club.zone),
            one.box_title.in_(language),
            title_of(services, one.game, parents).in_(language),
            ", ".join(players),
            one.result.in_(language) if one.result else "",
            f"/games/{one.game.address}",
        )


def battle_rows(
    services: Services, view: ClubView, user_id: int | None, language: str
) -> Iterator[Row]:
    """Agreed dates of battles in contests and campaigns that the reader may see, the next one
    first.
    """
    for one in agreed_dates_of(services, list_long_games(services, view, user_id)):
        yield (
            *local_time(one.date.at, view.club.zone),
            one.game.title,
            one.date.title.in_(language),
            one.date.words,
            f"/games/{one.game.address}/battles/{one.date.battle}",
        )


def local_time(moment: str, zone: str) -> tuple[str, str]:
    """Day and time in a time zone, "2026-06-18" and "18:00"."""
    local = datetime.fromisoformat(moment).astimezone(ZoneInfo(zone))
    return f"{local:%Y-%m-%d}", f"{local:%H:%M}"


TABLES: Mapping[str, tuple[Row, Callable[..., Iterator[Row]]]] = {
    "members": (("name", "roles", "since"), member_rows),
    "calendar": (
        ("day", "time", "title", "place", "words", "tables", "cancelled", "yes", "perhaps", "no"),
        date_rows,
    ),
    "results": (("day", "time", "game", "title", "players", "result", "page"), result_rows),
    "battles": (("day", "time", "game", "battle", "words", "page"), battle_rows),
}
"""First line and rows of each table. The first lines are the same in all languages."""
