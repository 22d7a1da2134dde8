"""Models of requests and answers about clubs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.services.clubs.roles import ROLES
from app.web.api.deferred_model import BaseModel
from app.web.api.models import Answer, Asked, Language, Line

Role = Literal[*ROLES]  # type: ignore[valid-type] # the roles are listed once
Way = Literal["open", "request", "link"]


class ClubTerms(Asked):
    """Name, own words and terms of a club. `entry` says how others join."""

    name: Line
    place: Line = ""
    about_en: Answer = ""
    about_es: Answer = ""
    entry: Way = "request"
    language: Language = "es"
    zone: Line = "Europe/Madrid"


class ClubRow(BaseModel):
    """Club in a list."""

    id: int
    name: str
    place: str
    members: int
    is_mine: bool


class ClubMember(BaseModel):
    user: int
    name: str
    roles: list[str]
    since: str


class NameOfClub(BaseModel):
    """Member of an imported club without an account here. `guest` is the invited user, "" for
    none.
    """

    name: str
    roles: list[str]
    guest: str


class MadeClub(BaseModel):
    """Number of an imported club."""

    id: int


class ReadRows(BaseModel):
    """Number of rows of a table that were used."""

    rows: int


class RemovedFromClub(BaseModel):
    """Former member who was removed, and comes back only after a readmission."""

    user: int
    name: str
    removed_at: str


class ClubRequest(BaseModel):
    """Request of a user to join, or an invitation by the club (`is_invited`)."""

    user: int
    name: str
    words: str
    made_at: str
    is_invited: bool


class ClubLink(BaseModel):
    id: int
    code: str
    ends_at: str
    uses_left: int


class ClubClosing(BaseModel):
    """Proposal to close the club for good; `closes_at` is "" while an agreement is missing."""

    proposed_by: int
    proposed_at: str
    closes_at: str


class Club(BaseModel):
    """Club as the reader may see it: members for members, requests and links for those who admit
    others. `owners` are initials for users who are not members. `asked_owners` are members who have
    not answered yet whether they become owners; `am_asked`: the reader is one of them.
    """

    id: int
    name: str
    place: str
    about_en: str
    about_es: str
    entry: str
    language: str
    zone: str
    founded_at: str
    archived_at: str
    hidden: bool
    member_count: int
    owners: list[str]
    my_roles: list[str]
    members: list[ClubMember] = []
    requests: list[ClubRequest] = []
    links: list[ClubLink] = []
    removed: list[RemovedFromClub] = []
    asked_owners: list[int] = []
    am_asked: bool = False
    closing: ClubClosing | None = None
    names: list[NameOfClub] = []


class ClubActLine(BaseModel):
    """Entry of the log: who did what, when. `from_file`: it comes from the file of an imported
    club.
    """

    number: int
    made_at: str
    by: str
    says: str
    from_file: bool = False


class Joining(Asked):
    """Code of a link; "" for an open club or an invitation."""

    code: Line = ""


class AskingToJoin(Asked):
    words: Annotated[str, Field(max_length=300)] = ""


class AnsweringRequest(Asked):
    admit: bool


class InvitingToClub(Asked):
    """User to invite. Owners offer the name `as_name` of an imported club; "" for none."""

    name: Line
    as_name: Line = ""


class MakingLink(Asked):
    """Days that the link lasts, and users that it admits."""

    days: int = 14
    uses: int = 10


class MadeClubLink(BaseModel):
    code: str


class AnsweringOffer(Asked):
    """Answer to the question whether the member becomes an owner."""

    accept: bool


class Archiving(Asked):
    archived: bool


class AttendanceOf(BaseModel):
    user: int
    name: str
    answer: str
    brings: str


class BookedTable(BaseModel):
    number: int
    user: int
    name: str
    game: str


class ClubDate(BaseModel):
    """Date of a club, in UTC. `series` is the same for all dates of a series, "" for a single
    one.
    """

    id: int
    series: str
    title: str
    place: str
    words: str
    starts_at: str
    tables: int
    cancelled_at: str
    answers: list[AttendanceOf]
    bookings: list[BookedTable]


class ClubBattle(BaseModel):
    """Agreed date of a battle in a contest or campaign of a club, in UTC. `game` is the address of
    the contest or campaign, `battle` the key of the battle in it.
    """

    game: str
    game_title: str
    battle: str
    title: str
    starts_at: str
    words: str


class NewClubDate(Asked):
    """Date at a local time of the club, such as "2026-06-18" and "18:00"; `weeks` more than 1 makes
    a weekly series.
    """

    title: Line
    day: Line
    time: Line
    place: Line = ""
    words: Annotated[str, Field(max_length=1000)] = ""
    tables: int = 0
    weeks: int = 1


class AnsweringDate(Asked):
    answer: Literal["yes", "no", "perhaps"]
    brings: Line = ""


class BookingTable(Asked):
    game: Line = ""
