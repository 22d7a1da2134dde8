"""Models of the date polls of a club."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.web.api.deferred_model import BaseModel
from app.web.api.models import Asked, Line


class LocalTime(Asked):
    """Local time of the club, such as "2026-06-18" and "18:00"."""

    day: Line
    time: Line


class NewPoll(Asked):
    """Poll about 2 to 10 dates, which ends before the first of them."""

    title: Line
    dates: Annotated[list[LocalTime], Field(max_length=20)]
    closes: LocalTime
    place: Line = ""
    words: Annotated[str, Field(max_length=1000)] = ""
    tables: int = 0


class MadePoll(BaseModel):
    """Number of a new poll, or of the date that was chosen."""

    id: int


class PollAnswer(Asked):
    number: int
    answer: Literal["yes", "no", "perhaps"]


class AnsweringPoll(Asked):
    """Answers to proposed dates; other earlier answers stay."""

    answers: Annotated[list[PollAnswer], Field(max_length=20)]


class ChoosingDate(Asked):
    number: int


class ProposedDate(BaseModel):
    """Proposed date in UTC with its answers. `mine` is that of the reader, "" without one."""

    number: int
    starts_at: str
    yes: int
    perhaps: int
    mine: str


class PollRow(BaseModel):
    """Answers of a member in the order of the dates, "" without one."""

    name: str
    answers: list[str]


class DatePoll(BaseModel):
    """Poll without a chosen date. It takes answers while it `is_open`. Words of a `hidden` poll
    were removed by a moderator.
    """

    id: int
    hidden: bool
    title: str
    place: str
    words: str
    tables: int
    closes_at: str
    is_open: bool
    dates: list[ProposedDate]
    members: list[PollRow]
