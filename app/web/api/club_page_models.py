"""Models of the texts of a club: announcements, house rules."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.web.api.deferred_model import BaseModel
from app.web.api.models import Answer, Asked

Title = Annotated[str, Field(max_length=200)]
LongText = Annotated[str, Field(max_length=8000)]


class MadeRow(BaseModel):
    """Number of a new row."""

    id: int


class Announcement(BaseModel):
    """Announcement. `name` is that of the author; other users read initials."""

    id: int
    title: str
    text: str
    is_public: bool
    made_at: str
    changed_at: str
    name: str


class NewAnnouncement(Asked):
    """Announcement; other users read it only if it `is_public`."""

    title: Title
    text: Answer = ""
    is_public: bool = False


class HouseRuleTexts(Asked):
    """Texts of a house rule; one language may be empty. Other users read it only if it
    `is_public`.
    """

    title_en: Title = ""
    title_es: Title = ""
    text_en: LongText = ""
    text_es: LongText = ""
    is_public: bool = False


class NewVersion(HouseRuleTexts):
    """Version that was written from the version `base`, which must be the latest one."""

    base: int


class HouseRule(BaseModel):
    """Version of a house rule. `retired_at` is "" while it is in force. `name` is that of the
    author; other users read initials. A `hidden` version was removed by a moderator.
    """

    page_id: int
    number: int
    title_en: str
    title_es: str
    text_en: str
    text_es: str
    is_public: bool
    made_at: str
    hidden: bool
    retired_at: str
    name: str


class ChangedLine(BaseModel):
    """Line of a comparison: "same", "added" or "removed"."""

    kind: str
    line: str


class ComparedRule(HouseRule):
    changes: list[ChangedLine]


class Retiring(Asked):
    retired: bool


class ClubMessage(BaseModel):
    """Message of the chat. `hidden` is "", or "club" or "server" by those who hid it; its text is
    empty then. `name` is "" after the deletion of the account.
    """

    number: int
    user_id: int | None
    name: str
    text: str
    made_at: str
    hidden: str


class NewClubMessage(Asked):
    text: Answer


class Hiding(Asked):
    hidden: bool


class WelcomeTexts(Asked):
    """Message to new members; without any text there is none."""

    text_en: Answer = ""
    text_es: Answer = ""


class Welcome(BaseModel):
    """Message to new members. `is_new` is true until the reader has closed it. A `hidden` message
    was removed by a moderator.
    """

    text_en: str
    text_es: str
    hidden: bool
    is_new: bool


class ClubHook(BaseModel):
    """Webhook of a club, without its address and secret. `stopped_at` is "" while it is in use."""

    id: int
    kind: str
    name: str
    stopped_at: str


class NewClubHook(Asked):
    kind: Literal["discord", "slack", "json"]
    name: Title
    url: Annotated[str, Field(max_length=1000)]


class ClubEvent(BaseModel):
    """Event of a club. `link`, `report` and `chronicle` are paths of pages, "" without one."""

    at: str
    title: str
    says: list[str]
    link: str
    report: str
    chronicle: str


class ClubChapter(BaseModel):
    """Month of a chronicle, "2026-06". `saved_at` is the time of its own words, "" without any.
    `photographs` are paths of pictures.
    """

    month: str
    text: str
    saved_at: str
    events: list[ClubEvent]
    photographs: list[str]


class ChapterWords(Asked):
    """Own words about a month. `replaces` is the time of the words that they replace, "" for
    none.
    """

    text: LongText = ""
    replaces: Title = ""


class ClubRecord(BaseModel):
    """Battle in a record book, with its figure in words. `report` is the path of its report."""

    title: str
    says: str
    at: str
    report: str


class ClubRecords(BaseModel):
    """Best battles of one kind, the best first."""

    title: str
    battles: list[ClubRecord]


class ClubPicture(BaseModel):
    """Picture of a front page. `name` is that of its uploader; other users read initials."""

    id: int
    caption: str
    name: str
    width: int
    height: int
    made_at: str
