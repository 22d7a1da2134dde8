"""Import of a club from its file (CAR-CLB-44, CAR-CLB-45). The importing member is its first owner.
Members of the file stay names until a user takes one by an invitation (`club_names`).
"""

from __future__ import annotations

import io
import secrets
from collections.abc import Mapping
from itertools import islice

import msgspec

from app.kernel.refusal import Refused, refuse_if
from app.services.clubs import club_file as file
from app.services.clubs import club_file_rules as rules
from app.services.clubs import club_rules
from app.services.clubs.club_file_checks import file_refusals
from app.services.clubs.club_names import take_kept
from app.services.clubs.clubs import ClubTerms, require_club, tidy_terms
from app.services.clubs.roles import OWNER
from app.services.container import Services, current_time, require_account
from app.services.people import moderation_rules
from app.services.people.account_rules import name_key
from app.services.play.picture_encoding import Picture, encode_picture
from app.store import club_files as rows
from app.store import records
from app.store.club_welcomes import Welcome
from app.store.clubs import Club
from app.store.repositories import Conflict
from app.store.transactions import UnitOfWork

MOST_FINDINGS = 10
"""Refusals of a file that are told at once."""


def import_club(services: Services, user_id: int, data: bytes, name: str = "") -> Club:
    """Import the club of a file, under another `name` if one is given. All or nothing. Raises
    `Refused` or `TooOften`.
    """
    with services.store.read() as work:
        _check_importer(work, user_id)
    refuse_if(rules.size_refusal(data))
    found = file.read_club_file(data)
    if name.strip():
        found = msgspec.structs.replace(found, name=tidy_terms(ClubTerms(name)).name)
    refuse_if(*islice(file_refusals(found), MOST_FINDINGS))
    pictures = tuple(_encoded(number, one) for number, one in enumerate(found.pictures, 1))
    with services.store.write() as work:
        user = _check_importer(work, user_id)
        services.limits.rate_limit("clubs", user=user_id)
        club = _add_club(work, found)
        dates = _add_dates(work, club, found)
        polls = _add_polls(work, club, found, dates)
        _add_texts(work, club, found)
        _add_pictures(work, club, found, pictures)
        _add_log(work, club, found)
        _add_members(work, club, found, user, kept_answers(found, dates, polls))
        work.club_log.add_act(club.id, current_time(), user_id, "imported", detail=found.name)
        work.commit()
        return require_club(work.clubs.find_club(club.id))


def _check_importer(work: UnitOfWork, user_id: int) -> records.User:
    """CAR-CLB-44: A member who may found a club imports one, and is its first owner."""
    user = require_account(work.users.find_user(user_id))
    refuse_if(
        club_rules.founder_refusal(user, work.clubs.count_clubs_of_founder(user_id)),
        moderation_rules.muted_refusal(work, user_id),
    )
    return user


def _encoded(number: int, one: file.PictureOnFile) -> Picture:
    try:
        return encode_picture(io.BytesIO(one.jpeg), str(number))
    except Refused as refused:
        why = refused.refusals[0].says
        raise Refused(rules.entry_refusal("pictures", number, why)) from refused


# ---------------------------------------------------------------------- rows
def _add_club(work: UnitOfWork, found: file.ClubOnFile) -> Club:
    terms = {one: getattr(found, one) for one in ClubTerms.__struct_fields__}
    try:
        number = work.clubs.add_club(
            **terms,
            name_key=name_key(found.name),
            founded_at=found.founded_at,
            archived_at="",
        )
    except Conflict:
        raise Refused(club_rules.name_taken_refusal(found.name)) from None
    if found.welcome_en or found.welcome_es:
        work.club_welcomes.save_welcome(number, Welcome(found.welcome_en, found.welcome_es))
    return require_club(work.clubs.find_club(number))


def _add_dates(work: UnitOfWork, club: Club, found: file.ClubOnFile) -> list[int]:
    """Number of each date of the file. Past dates and those of today send no reminders."""
    series = {one.series: secrets.token_hex(8) for one in found.dates if one.series}
    names = ("title", "place", "words", "starts_at", "tables", "cancelled_at")
    return [
        work.club_files.add_row(
            "dates",
            club_id=club.id,
            series=series.get(one.series, ""),
            made_by=None,
            reminded_at="",
            **{name: getattr(one, name) for name in names},
        )
        for one in found.dates
    ]


def _add_polls(work: UnitOfWork, club: Club, found: file.ClubOnFile, dates: list[int]) -> list[int]:
    numbers = []
    names = ("title", "place", "words", "tables", "closes_at", "closed_at", "made_at")
    for one in found.polls:
        number = work.club_files.add_row(
            "polls",
            club_id=club.id,
            made_by=None,
            reminded_at="",
            date_id=dates[one.date - 1] if one.date else None,
            **{name: getattr(one, name) for name in names},
        )
        proposed = [
            {"poll_id": number, "number": place, "starts_at": start}
            for place, start in enumerate(one.proposed, 1)
        ]
        work.club_files.add_rows(rows.PROPOSED, proposed)
        numbers.append(number)
    return numbers


def _add_texts(work: UnitOfWork, club: Club, found: file.ClubOnFile) -> None:
    """House rules, announcements, chapters and chat, under the names of their authors."""
    own = {"club_id": club.id, "made_by": None}
    for rule in found.rules:
        page = work.club_files.add_row(
            "rules", club_id=club.id, made_at=rule.made_at, retired_at=rule.retired_at
        )
        versions = [
            {"page_id": page, "number": number, "made_by": None, **_with_author(one)}
            for number, one in enumerate(rule.versions, 1)
        ]
        work.club_files.add_rows(rows.VERSIONS, versions)
    for part in ("announcements", "chapters"):
        texts = [{**own, **_with_author(one)} for one in getattr(found, part)]
        work.club_files.add_rows(rows.PARTS[part], texts)
    messages = [
        {
            "club_id": club.id,
            "number": number,
            "news": number,
            "user_id": None,
            "hidden": "",
            **_with_author(one),
        }
        for number, one in enumerate(found.messages, 1)
    ]
    work.club_files.add_rows(rows.PARTS["messages"], messages)


def _with_author(one: msgspec.Struct) -> rows.Row:
    """Columns of a text; its `name` is that of the author."""
    values = msgspec.structs.asdict(one)
    return {**values, "author": values.pop("name")} if "name" in values else values


def _add_pictures(
    work: UnitOfWork, club: Club, found: file.ClubOnFile, pictures: tuple[Picture, ...]
) -> None:
    known: dict[str, tuple[file.PictureOnFile, Picture]] = {}
    for one, picture in zip(found.pictures, pictures, strict=True):
        known.setdefault(picture.digest, (one, picture))
    for one, picture in known.values():
        work.club_pictures.add_picture(
            club_id=club.id,
            made_by=None,
            author=one.name,
            caption=one.caption,
            made_at=one.made_at,
            **msgspec.structs.asdict(picture),
        )


def _add_log(work: UnitOfWork, club: Club, found: file.ClubOnFile) -> None:
    """Entries of the file, marked as such."""
    acts = [
        {
            "club_id": club.id,
            "made_at": one.made_at,
            "made_by": None,
            "kind": one.kind,
            "about": None,
            "detail": one.detail,
            "from_file": True,
            "by_name": one.by,
            "about_name": one.about,
        }
        for one in found.log
    ]
    work.club_files.add_rows(rows.PARTS["log"], acts)


# ---------------------------------------------------------------------- members
def kept_answers(
    found: file.ClubOnFile, dates: list[int], polls: list[int]
) -> Mapping[str, list[file.KeptAnswer]]:
    """Answers and booked tables by the key of their name."""
    kept: dict[str, list[file.KeptAnswer]] = {}

    def add(name: str, *values: str | int) -> None:
        kept.setdefault(name_key(name), []).append(file.KeptAnswer(*values))  # type: ignore[arg-type]  # in the order of its fields

    for number, date in zip(dates, found.dates, strict=True):
        for one in date.answers:
            add(one.name, "date", number, 0, one.answer, one.brings, one.made_at)
        for booked in date.bookings:
            add(booked.name, "table", number, booked.number, "", booked.game, booked.made_at)
    for number, poll in zip(polls, found.polls, strict=True):
        for given in poll.answers:
            add(given.name, "poll", number, given.number, given.answer, "", given.made_at)
    return kept


def _add_members(
    work: UnitOfWork,
    club: Club,
    found: file.ClubOnFile,
    user: records.User,
    answers: Mapping[str, list[file.KeptAnswer]],
) -> None:
    """The importing member takes the own name of the file; the others stay names."""
    for one in found.members:
        key = name_key(one.name)
        kept = file.KeptMember(one.roles, tuple(answers.get(key, ())))
        if key == name_key(user.name):
            take_kept(work, club, user.id, kept)
        else:
            work.club_files.add_name(club.id, one.name, msgspec.json.encode(kept).decode())
    if OWNER not in work.clubs.roles_of_user(club.id, user.id):
        work.clubs.give_role(club.id, user.id, OWNER, current_time(), None)
