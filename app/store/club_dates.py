"""Repository of the dates of clubs, with answers and booked tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import sqlalchemy as sa

from app.store import club_tables as tables
from app.store import schema
from app.store.repositories import Repository, bind

_dates, _answers, _bookings = tables.club_dates.c, tables.club_answers.c, tables.club_bookings.c
_users, _clubs, _roles = schema.users.c, tables.clubs.c, tables.club_roles.c


class ClubDate(msgspec.Struct, frozen=True):
    """Date of a club. `series` is "" for a single one, `cancelled_at` "" if it takes place."""

    id: int
    club_id: int
    series: str
    title: str
    place: str
    words: str
    starts_at: str
    tables: int
    cancelled_at: str
    reminded_at: str  # of the last reminder; "": none


class Attendance(msgspec.Struct, frozen=True):
    """Answer of a member: "yes", "no" or "perhaps", and what the member brings."""

    user_id: int
    name: str
    answer: str
    brings: str


class Booking(msgspec.Struct, frozen=True):
    """Booked table, by its number."""

    number: int
    user_id: int
    name: str
    game: str


_DATE = [_dates[name] for name in ClubDate.__struct_fields__]


_SHOWN_NAME = sa.case(
    (_clubs.hidden, sa.literal("Club ") + sa.cast(_clubs.id, sa.Text)), else_=_clubs.name
)


_GUESTS = (
    sa.select(_answers.date_id, sa.func.count())
    .join_from(tables.club_answers, schema.users, _answers.user_id == _users.id)
    .where(_answers.date_id.in_(bind("dates", expanding=True)), _answers.answer == "yes")
    .group_by(_answers.date_id)
)
_OF_USER = (
    sa.select(*_DATE, _SHOWN_NAME, _answers.answer)
    .join_from(tables.club_dates, tables.clubs, _dates.club_id == _clubs.id)
    .outerjoin(
        tables.club_answers,
        sa.and_(_answers.date_id == _dates.id, _answers.user_id == bind("user")),
    )
    .where(_dates.club_id.in_(sa.select(_roles.club_id).where(_roles.user_id == bind("user"))))
    .where(_clubs.archived_at == "", _dates.cancelled_at == "", _dates.starts_at >= bind("since"))
    .order_by(_dates.starts_at, _dates.id)
)


class ClubDates(Repository):
    def add_date(self, **values: Any) -> int:
        return self._add(tables.club_dates, cancelled_at="", reminded_at="", **values)

    def change_date(self, date_id: int, **values: Any) -> None:
        self._do(tables.club_dates.update().where(_dates.id == date_id).values(values))

    def find_date(self, club_id: int, date_id: int) -> ClubDate | None:
        where = (_dates.club_id == club_id, _dates.id == date_id)
        row = self._do(sa.select(*_DATE).where(*where)).first()
        return ClubDate(*row) if row else None

    def dates_of_club(
        self, club_id: int, since: str, most: int, skipped: int = 0
    ) -> list[ClubDate]:
        """Dates from this time on, the next one first, without so many `skipped` ones."""
        where = (_dates.club_id == club_id, _dates.starts_at >= since)
        query = sa.select(*_DATE).where(*where).order_by(_dates.starts_at, _dates.id)
        query = query.limit(most).offset(skipped)
        return [ClubDate(*row) for row in self._do(query)]

    def dates_between(self, club_id: int, since: str, until: str) -> list[ClubDate]:
        """Dates between two times that took place, the earliest first."""
        where = (_dates.club_id == club_id, _dates.starts_at >= since, _dates.starts_at < until)
        query = sa.select(*_DATE).where(*where, _dates.cancelled_at == "")
        return [ClubDate(*row) for row in self._do(query.order_by(_dates.starts_at, _dates.id))]

    def count_dates(self, club_id: int, since: str) -> int:
        """Number of dates from this time on."""
        where = (_dates.club_id == club_id, _dates.starts_at >= since)
        return self._do(sa.select(sa.func.count()).where(*where)).scalar_one()

    def dates_of_series(self, club_id: int, series: str, since: str) -> list[ClubDate]:
        """Dates of a series from this time on that take place."""
        where = (_dates.club_id == club_id, _dates.series == series, _dates.starts_at >= since)
        query = sa.select(*_DATE).where(*where, _dates.cancelled_at == "")
        return [ClubDate(*row) for row in self._do(query.order_by(_dates.starts_at))]

    def dates_of_user(self, user_id: int, since: str) -> list[tuple[ClubDate, str, str]]:
        """Dates of the user's clubs that take place, with the name of the club and the user's
        answer, "" without one.
        """
        rows = self._do(_OF_USER, {"user": user_id, "since": since})
        return [(ClubDate(*row[:-2]), row[-2], row[-1] or "") for row in rows]

    def dates_to_remind(self, now: str, until: str, since: str) -> list[ClubDate]:
        """Dates between these times that take place, without a reminder or with one from `since`
        on.
        """
        query = sa.select(*_DATE).where(
            sa.or_(_dates.reminded_at == "", _dates.reminded_at >= since),
            _dates.starts_at > now,
            _dates.starts_at <= until,
            _dates.cancelled_at == "",
        )
        return [ClubDate(*row) for row in self._do(query)]

    def mark_reminded(self, date: ClubDate, now: str) -> bool:
        """Note the reminder; false if another process was faster."""
        where = (_dates.id == date.id, _dates.reminded_at == date.reminded_at)
        done = self._do(tables.club_dates.update().where(*where).values(reminded_at=now))
        return done.rowcount > 0

    # ------------------------------------------------------------------ answers and tables
    def answers_of(self, dates: Iterable[int]) -> dict[int, list[Attendance]]:
        """Answers by date, in the order in which they were given."""
        query = (
            sa.select(
                _answers.date_id, _answers.user_id, _users.name, _answers.answer, _answers.brings
            )
            .join_from(tables.club_answers, schema.users, _answers.user_id == _users.id)
            .where(_answers.date_id.in_(list(dates)))
            .order_by(_answers.made_at, _answers.user_id)
        )
        return self._grouped(query, Attendance)

    def count_guests(self, dates: Iterable[int]) -> dict[int, int]:
        """Numbers of members who answered "yes", by date; none for a date without one."""
        rows = self._do(_GUESTS, {"dates": list(dates)})
        return dict(iter(rows))

    def save_answer(self, date_id: int, user_id: int, answer: str, brings: str, now: str) -> None:
        self._set(
            tables.club_answers,
            date_id=date_id,
            user_id=user_id,
            answer=answer,
            brings=brings,
            made_at=now,
        )

    def bookings_of(self, dates: Iterable[int]) -> dict[int, list[Booking]]:
        """Booked tables by date, in the order of their numbers."""
        query = (
            sa.select(
                _bookings.date_id,
                _bookings.number,
                _bookings.user_id,
                _users.name,
                _bookings.game,
            )
            .join_from(tables.club_bookings, schema.users, _bookings.user_id == _users.id)
            .where(_bookings.date_id.in_(list(dates)))
            .order_by(_bookings.number)
        )
        return self._grouped(query, Booking)

    def book_table(self, date_id: int, number: int, user_id: int, game: str, now: str) -> None:
        """Book a table; raises `Conflict` if it is taken."""
        self._add(
            tables.club_bookings,
            date_id=date_id,
            number=number,
            user_id=user_id,
            game=game,
            made_at=now,
        )

    def release_table(self, date_id: int, number: int) -> None:
        where = (_bookings.date_id == date_id, _bookings.number == number)
        self._do(tables.club_bookings.delete().where(*where))

    def forget_member(self, club_id: int, user_id: int, since: str) -> None:
        """Remove answers and booked tables of a former member for dates from this time on."""
        later = sa.select(_dates.id).where(_dates.club_id == club_id, _dates.starts_at >= since)
        for table, columns in ((tables.club_answers, _answers), (tables.club_bookings, _bookings)):
            self._do(table.delete().where(columns.user_id == user_id, columns.date_id.in_(later)))

    def of_user(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """Answers and booked tables of a user."""
        answers = sa.select(_answers.date_id, _answers.answer, _answers.brings, _answers.made_at)
        bookings = sa.select(_bookings.date_id, _bookings.number, _bookings.game)
        made = sa.select(_dates.id, _dates.title, _dates.starts_at)
        found = {
            "answers": answers.where(_answers.user_id == user_id),
            "tables": bookings.where(_bookings.user_id == user_id),
            "made": made.where(_dates.made_by == user_id),
        }
        return {
            name: [dict(row) for row in self._do(query).mappings()] for name, query in found.items()
        }
