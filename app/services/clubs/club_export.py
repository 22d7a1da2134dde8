"""Export of a club as a file for its owners (docs/club-format.md). Its games belong to their
players and have files of their own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from app.kernel.refusal import refuse_if
from app.services.clubs import club_file as file
from app.services.clubs import club_rules
from app.services.clubs.clubs import load_club, members_of
from app.services.clubs.roles import ROLES, Permission
from app.services.clubs.welcome import readable_welcome
from app.services.container import Services, current_time
from app.store.club_files import Row
from app.store.clubs import Club, ClubRole
from app.store.transactions import UnitOfWork

TERMS = (
    *("name", "place", "about_en", "about_es"),
    *("entry", "language", "zone", "founded_at"),
)


def export_club(services: Services, club_id: int, user_id: int | None) -> bytes:
    """File of a club as JSON, for an owner. Raises `NoSuchClub` or `Refused`."""
    view = load_club(services, club_id, user_id)
    refuse_if(club_rules.permission_refusal(view.roles, Permission.EXPORT))
    with services.store.read() as work:
        found = club_on_file(work, view.club)
    return msgspec.json.format(msgspec.json.encode(found, order="deterministic"), indent=1) + b"\n"


def club_on_file(work: UnitOfWork, club: Club) -> file.ClubOnFile:
    """Club in the form of a file; texts that were removed by a moderator are left out."""
    welcome = readable_welcome(work.club_welcomes.find_welcome(club.id))
    kept = {
        name: file.read_kept(text) for name, text in work.club_files.names_of_club(club.id).items()
    }
    dates, numbers = dates_on_file(work, club.id, kept)
    return file.ClubOnFile(
        format=file.FORMAT,
        written_at=current_time(),
        **{name: getattr(club, name) for name in TERMS},
        welcome_en=welcome.text_en,
        welcome_es=welcome.text_es,
        members=members_on_file(work.clubs.roles_of_club(club.id), kept),
        rules=rules_on_file(work, club.id),
        announcements=parts_of(work, club.id, "announcements", file.AnnouncementOnFile),
        dates=dates,
        polls=polls_on_file(work, club.id, kept, numbers),
        chapters=parts_of(work, club.id, "chapters", file.ChapterOnFile),
        pictures=tuple(
            file.PictureOnFile(one["name"], one["caption"], one["made_at"], bytes(one["data"]))
            for one in work.club_files.rows_of("pictures", club.id)
            if not club.hidden
        ),
        messages=parts_of(work, club.id, "messages", file.MessageOnFile),
        log=log_on_file(work, club.id),
    )


def parts_of(
    work: UnitOfWork, club_id: int, part: str, kind: Callable[..., Any]
) -> tuple[Any, ...]:
    """Texts of a part that no moderator has hidden."""
    names = getattr(kind, "__struct_fields__", ())
    return tuple(
        kind(**{name: row[name] for name in names})
        for row in work.club_files.rows_of(part, club_id)
        if not row.get("hidden")
    )


def members_on_file(
    rows: list[ClubRole], kept: Mapping[str, file.KeptMember]
) -> tuple[file.MemberOnFile, ...]:
    """Members, and names of an earlier file without an account: the highest roles first."""
    since = {(one.user_id, one.role): one.since for one in rows}
    found = [
        file.MemberOnFile(
            one.name,
            tuple(file.RoleOnFile(role, since[one.user_id, role]) for role in one.roles),
        )
        for one in members_of(rows)
    ]
    found += [file.MemberOnFile(name, one.roles) for name, one in kept.items()]

    def place(one: file.MemberOnFile) -> tuple[int, str, str]:
        first = min(role.since for role in one.roles)
        return ROLES.index(one.roles[0].role), first, one.name

    return tuple(sorted(found, key=place))


def rules_on_file(work: UnitOfWork, club_id: int) -> tuple[file.RuleOnFile, ...]:
    """House rules with the versions that no moderator has hidden."""
    pages = work.club_files.rows_of("rules", club_id)
    found = work.club_files.versions_of(one["id"] for one in pages)
    versions = grouped((one for one in found if not one["hidden"]), "page_id")
    names = file.VersionOnFile.__struct_fields__
    return tuple(
        file.RuleOnFile(
            one["made_at"],
            one["retired_at"],
            tuple(
                file.VersionOnFile(**{name: row[name] for name in names})
                for row in versions[one["id"]]
            ),
        )
        for one in pages
        if versions[one["id"]]
    )


def dates_on_file(
    work: UnitOfWork, club_id: int, kept: Mapping[str, file.KeptMember]
) -> tuple[tuple[file.DateOnFile, ...], dict[int, int]]:
    """Dates, and the place of each in the file, from 1, by its number here."""
    rows = work.club_files.rows_of("dates", club_id)
    ids = [one["id"] for one in rows]
    answers = grouped(work.club_files.answers_of(ids), "date_id")
    bookings = grouped(work.club_files.bookings_of(ids), "date_id")
    waiting = kept_by_row(kept)
    numbers = {number: place for place, number in enumerate(ids, 1)}
    series = {one["series"]: str(numbers[one["id"]]) for one in reversed(rows) if one["series"]}
    names = ("title", "place", "words", "starts_at", "tables", "cancelled_at")
    return tuple(
        file.DateOnFile(
            series=series.get(one["series"], ""),
            **{name: one[name] for name in names},
            answers=by_time(
                (
                    *picked(file.AnswerOnFile, answers[one["id"]]),
                    *(
                        file.AnswerOnFile(name, its.says, its.words, its.made_at)
                        for name, its in waiting["date", one["id"]]
                    ),
                )
            ),
            bookings=by_number(
                (
                    *picked(file.BookingOnFile, bookings[one["id"]]),
                    *(
                        file.BookingOnFile(its.number, name, its.words, its.made_at)
                        for name, its in waiting["table", one["id"]]
                    ),
                )
            ),
        )
        for one in rows
    ), numbers


def polls_on_file(
    work: UnitOfWork,
    club_id: int,
    kept: Mapping[str, file.KeptMember],
    numbers: Mapping[int, int],
) -> tuple[file.PollOnFile, ...]:
    """Polls that no moderator has hidden."""
    rows = [one for one in work.club_files.rows_of("polls", club_id) if not one["hidden"]]
    ids = [one["id"] for one in rows]
    proposed = grouped(work.club_files.proposed_dates_of(ids), "poll_id")
    answers = grouped(work.club_files.poll_answers_of(ids), "poll_id")
    waiting = kept_by_row(kept)
    names = ("title", "place", "words", "tables", "closes_at", "closed_at", "made_at")
    return tuple(
        file.PollOnFile(
            **{name: one[name] for name in names},
            proposed=tuple(date["starts_at"] for date in proposed[one["id"]]),
            date=numbers.get(one["date_id"], 0),
            answers=by_number(
                (
                    *picked(file.PollAnswerOnFile, answers[one["id"]]),
                    *(
                        file.PollAnswerOnFile(its.number, name, its.says, its.made_at)
                        for name, its in waiting["poll", one["id"]]
                    ),
                )
            ),
        )
        for one in rows
    )


def log_on_file(work: UnitOfWork, club_id: int) -> tuple[file.ActOnFile, ...]:
    """Log with the present names of users; entries of an earlier file keep theirs."""
    rows = work.club_files.rows_of("log", club_id)
    users = work.users.users_by_id(
        {one[field] for one in rows for field in ("made_by", "about")} - {None}
    )

    def name_of(row: Row, number: str, name: str) -> str | None:
        if row["from_file"] or row[number] is None:
            return None if row[name] is None else str(row[name])
        return users[row[number]].name if row[number] in users else ""

    return tuple(
        file.ActOnFile(
            one["made_at"],
            name_of(one, "made_by", "by_name"),
            one["kind"],
            name_of(one, "about", "about_name"),
            one["detail"],
        )
        for one in rows
    )


# ---------------------------------------------------------------------- rows
def grouped(rows: Iterable[Row], key: str) -> defaultdict[int, list[Row]]:
    found: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[row[key]].append(row)
    return found


def picked(kind: Callable[..., Any], rows: Iterable[Row]) -> list[Any]:
    names = getattr(kind, "__struct_fields__", ())
    return [kind(**{name: row[name] for name in names}) for row in rows]


def kept_by_row(
    kept: Mapping[str, file.KeptMember],
) -> defaultdict[tuple[str, int], list[tuple[str, file.KeptAnswer]]]:
    """Names with their answers, by kind and date or poll."""
    found: defaultdict[tuple[str, int], list[tuple[str, file.KeptAnswer]]] = defaultdict(list)
    for name, one in kept.items():
        for answer in one.answers:
            found[answer.kind, answer.about].append((name, answer))
    return found


def by_time(rows: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(sorted(rows, key=lambda one: (one.made_at, one.name)))


def by_number(rows: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(sorted(rows, key=lambda one: (one.number, one.name)))
