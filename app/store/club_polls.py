"""Repository of the date polls of clubs, with the proposed dates and the answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import sqlalchemy as sa

from app.store import club_poll_tables as tables
from app.store import club_tables, schema
from app.store.repositories import Repository, bind

_polls, _dates, _answers = (
    tables.club_polls.c,
    tables.club_poll_dates.c,
    tables.club_poll_answers.c,
)
_users, _clubs, _roles = schema.users.c, club_tables.clubs.c, club_tables.club_roles.c


class Poll(msgspec.Struct, frozen=True):
    """Poll about dates. `closed_at` is "" while it takes answers; `date_id` is the chosen date.
    `hidden` means that a moderator has removed its words.
    """

    id: int
    club_id: int
    title: str
    place: str
    words: str
    tables: int
    closes_at: str
    closed_at: str
    date_id: int | None
    made_by: int | None
    made_at: str
    reminded_at: str
    hidden: bool


class PollAnswer(msgspec.Struct, frozen=True):
    """Answer of a member to the proposed date `number`: "yes", "no" or "perhaps"."""

    number: int
    user_id: int
    name: str
    answer: str


_POLL = [_polls[name] for name in Poll.__struct_fields__]


_LATER = sa.select(_dates.poll_id).where(_dates.starts_at > bind("now"))
_OF_USER = (
    sa.select(*_POLL, _clubs.name)
    .join_from(tables.club_polls, club_tables.clubs)
    .where(_polls.club_id.in_(sa.select(_roles.club_id).where(_roles.user_id == bind("user"))))
    .where(_clubs.archived_at == "", _polls.date_id.is_(None), _polls.id.in_(_LATER))
    .where(~_polls.hidden)
    .order_by(_polls.closes_at, _polls.id)
)
_UNDECIDED = (
    sa.select(*_POLL)
    .where(_polls.club_id == bind("club"), _polls.date_id.is_(None), _polls.id.in_(_LATER))
    .order_by(_polls.closes_at, _polls.id)
)


class ClubPolls(Repository):
    def add_poll(self, starts: Iterable[str], **values: Any) -> int:
        """Number of a new poll about these dates."""
        poll_id = self._add(tables.club_polls, closed_at="", date_id=None, **values)
        for number, start in enumerate(starts, 1):
            self._add(tables.club_poll_dates, poll_id=poll_id, number=number, starts_at=start)
        return poll_id

    def change_poll(self, poll_id: int, **values: Any) -> None:
        self._do(tables.club_polls.update().where(_polls.id == poll_id).values(values))

    def find_poll(self, club_id: int, poll_id: int) -> Poll | None:
        where = _polls.club_id == club_id, _polls.id == poll_id
        row = self._do(sa.select(*_POLL).where(*where)).first()
        return Poll(*row) if row else None

    def polls_by_id(self, ids: Iterable[int | None]) -> dict[int, Poll]:
        """Polls with these ids, as far as they exist."""
        rows = self._do(sa.select(*_POLL).where(_polls.id.in_({*ids} - {None})))
        return {row.id: Poll(*row) for row in rows}

    def undecided_polls(self, club_id: int, now: str) -> list[Poll]:
        """Polls without a chosen date that propose a date after this time, the next end first."""
        return [Poll(*row) for row in self._do(_UNDECIDED, {"club": club_id, "now": now})]

    def polls_of_user(self, user_id: int, now: str) -> list[tuple[Poll, str]]:
        """Such polls of the active clubs of a user, with the name of the club."""
        rows = self._do(_OF_USER, {"user": user_id, "now": now})
        return [(Poll(*row[:-1]), row[-1]) for row in rows]

    def polls_to_close(self, now: str) -> list[Poll]:
        """Polls that take answers although their time is over."""
        where = _polls.closed_at == "", _polls.closes_at <= now
        return [Poll(*row) for row in self._do(sa.select(*_POLL).where(*where))]

    def polls_to_remind(self, now: str, until: str) -> list[Poll]:
        """Polls that end between these times, without a reminder so far."""
        where = _polls.closed_at == "", _polls.reminded_at == "", _polls.closes_at > now
        query = sa.select(*_POLL).where(*where, _polls.closes_at <= until)
        return [Poll(*row) for row in self._do(query)]

    def dates_of(self, polls: Iterable[int]) -> dict[int, dict[int, str]]:
        """Beginnings of the proposed dates by poll and number."""
        query = (
            sa.select(_dates.poll_id, _dates.number, _dates.starts_at)
            .where(_dates.poll_id.in_(list(polls)))
            .order_by(_dates.starts_at, _dates.number)
        )
        found: dict[int, dict[int, str]] = {}
        for row in self._do(query):
            found.setdefault(row.poll_id, {})[row.number] = row.starts_at
        return found

    def answers_of(self, polls: Iterable[int]) -> dict[int, list[PollAnswer]]:
        """Answers by poll, in the order of the names."""
        query = (
            sa.select(
                _answers.poll_id, _answers.number, _answers.user_id, _users.name, _answers.answer
            )
            .join_from(tables.club_poll_answers, schema.users, _answers.user_id == _users.id)
            .where(_answers.poll_id.in_(list(polls)))
            .order_by(_users.name_key, _answers.number)
        )
        return self._grouped(query, PollAnswer)

    def save_answer(self, poll_id: int, number: int, user_id: int, answer: str, now: str) -> None:
        self._set(
            tables.club_poll_answers,
            poll_id=poll_id,
            number=number,
            user_id=user_id,
            answer=answer,
            made_at=now,
        )

    def forget_member(self, club_id: int, user_id: int) -> None:
        """Remove the answers of a former member to polls without a chosen date."""
        of_club = _polls.club_id == club_id, _polls.date_id.is_(None)
        polls = sa.select(_polls.id).where(*of_club)
        where = _answers.user_id == user_id, _answers.poll_id.in_(polls)
        self._do(tables.club_poll_answers.delete().where(*where))

    def of_user(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """Answers of a user, and polls that the user made."""
        answers = sa.select(
            _answers.poll_id, _answers.number, _answers.answer, _answers.made_at
        ).where(_answers.user_id == user_id)
        made = sa.select(
            _polls.id, _polls.club_id, _polls.title, _polls.place, _polls.words, _polls.made_at
        ).where(_polls.made_by == user_id)
        found = {"answers": answers, "made": made}
        return {
            name: [dict(row) for row in self._do(query).mappings()] for name, query in found.items()
        }
