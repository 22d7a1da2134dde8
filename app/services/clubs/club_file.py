"""File of a club (docs/club-format.md): its parts, and reading them from JSON."""

from __future__ import annotations

import msgspec

from app.kernel.decoding import decode_json
from app.kernel.refusal import Refused
from app.services.clubs import club_file_rules as rules

FORMAT = "caracole-club/1"


class RoleOnFile(msgspec.Struct, frozen=True):
    role: str
    since: str


class MemberOnFile(msgspec.Struct, frozen=True):
    """Member by name, with all roles."""

    name: str
    roles: tuple[RoleOnFile, ...]


class AnswerOnFile(msgspec.Struct, frozen=True):
    name: str
    answer: str
    brings: str
    made_at: str


class BookingOnFile(msgspec.Struct, frozen=True):
    number: int
    name: str
    game: str
    made_at: str


class DateOnFile(msgspec.Struct, frozen=True):
    """Date of the calendar. Dates of one series have the same `series`."""

    series: str
    title: str
    place: str
    words: str
    starts_at: str
    tables: int
    cancelled_at: str
    answers: tuple[AnswerOnFile, ...] = ()
    bookings: tuple[BookingOnFile, ...] = ()


class PollAnswerOnFile(msgspec.Struct, frozen=True):
    """Answer to the proposed date `number`."""

    number: int
    name: str
    answer: str
    made_at: str


class PollOnFile(msgspec.Struct, frozen=True):
    """Date poll. `date` is the place of the chosen date in `dates` of the club, from 1; 0: none."""

    title: str
    place: str
    words: str
    tables: int
    closes_at: str
    closed_at: str
    made_at: str
    proposed: tuple[str, ...]
    date: int = 0
    answers: tuple[PollAnswerOnFile, ...] = ()


class VersionOnFile(msgspec.Struct, frozen=True):
    name: str
    title_en: str
    title_es: str
    text_en: str
    text_es: str
    is_public: bool
    made_at: str


class RuleOnFile(msgspec.Struct, frozen=True):
    """House rule with all its versions, the oldest first."""

    made_at: str
    retired_at: str
    versions: tuple[VersionOnFile, ...]


class AnnouncementOnFile(msgspec.Struct, frozen=True):
    name: str
    title: str
    text: str
    is_public: bool
    made_at: str
    changed_at: str


class ChapterOnFile(msgspec.Struct, frozen=True):
    """Own words about a month."""

    name: str
    month: str
    text: str
    made_at: str


class PictureOnFile(msgspec.Struct, frozen=True):
    """Picture of the front page; `jpeg` is base64 in the file."""

    name: str
    caption: str
    made_at: str
    jpeg: bytes


class MessageOnFile(msgspec.Struct, frozen=True):
    name: str
    text: str
    made_at: str


class ActOnFile(msgspec.Struct, frozen=True):
    """Entry of the log. `by` is null for the server, and "" for a former member."""

    made_at: str
    by: str | None
    kind: str
    about: str | None
    detail: str


class ClubOnFile(msgspec.Struct, frozen=True):
    """Club in the form of a file. Names are those of members at the time of the export."""

    format: str
    written_at: str
    name: str
    place: str
    about_en: str
    about_es: str
    entry: str
    language: str
    zone: str
    founded_at: str
    welcome_en: str = ""
    welcome_es: str = ""
    members: tuple[MemberOnFile, ...] = ()
    rules: tuple[RuleOnFile, ...] = ()
    announcements: tuple[AnnouncementOnFile, ...] = ()
    dates: tuple[DateOnFile, ...] = ()
    polls: tuple[PollOnFile, ...] = ()
    chapters: tuple[ChapterOnFile, ...] = ()
    pictures: tuple[PictureOnFile, ...] = ()
    messages: tuple[MessageOnFile, ...] = ()
    log: tuple[ActOnFile, ...] = ()


class KeptAnswer(msgspec.Struct, frozen=True):
    """Answer, booked table or answer to a poll of a name without an account: `kind` is "date",
    "table" or "poll", `about` the row of the date or poll here, `says` the answer.
    """

    kind: str
    about: int
    number: int
    says: str
    words: str
    made_at: str


class KeptMember(msgspec.Struct, frozen=True):
    """Roles and answers that a user takes over with a name of a file."""

    roles: tuple[RoleOnFile, ...]
    answers: tuple[KeptAnswer, ...] = ()


class Head(msgspec.Struct, frozen=True):
    """Format of a file; "" if it names none."""

    format: str = ""


def read_club_file(data: bytes) -> ClubOnFile:
    """File of a club in its form. Raises `Refused`."""
    try:
        found = decode_json(data, Head).format
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        found = ""
    if found != FORMAT:
        raise Refused(rules.format_refusal(found, FORMAT))
    try:
        file: ClubOnFile = decode_json(data, ClubOnFile)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
        raise Refused(rules.damaged_refusal()) from wrong
    return file


def read_kept(text: str) -> KeptMember:
    """Roles and answers that are kept of a name."""
    kept: KeptMember = decode_json(text, KeptMember)
    return kept
