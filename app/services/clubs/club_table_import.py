"""Import of tables (CSV) into a club: dates of the calendar, and members to invite (CAR-CLB-46)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import islice

import msgspec

from app.kernel.refusal import Refusal, Refused, refuse_if
from app.services.clubs import club_file_rules as rules
from app.services.clubs import date_rules
from app.services.clubs.club_rules import founder_refusal
from app.services.clubs.clubs import require_active
from app.services.clubs.dates import DateTerms, starts_of, tell_date
from app.services.clubs.members import require_guest, unknown_name, write_invitation
from app.services.clubs.roles import Permission
from app.services.container import Services, current_time
from app.services.errors import NoSuchPerson
from app.services.people import moderation_rules
from app.services.people.account_rules import name_key
from app.store import records
from app.store.clubs import Club
from app.store.transactions import UnitOfWork

MOST_FINDINGS = 10
"""Refusals of rows that are told at once."""


class TableRow(msgspec.Struct, frozen=True):
    """Row of a table with the number of its line; missing cells are empty."""

    line: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


def read_table(data: bytes, columns: tuple[str, ...], most: int) -> list[TableRow]:
    """Rows of a table. Cells are divided by commas or semicolons. Raises `Refused`."""
    if len(data) > rules.MOST_CSV_BYTES:
        raise Refused(rules.unreadable_table_refusal())
    try:
        text = data.decode("utf-8-sig")
        head, _, _ = text.partition("\n")
        between = ";" if head.count(";") > head.count(",") else ","
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=between, strict=True))
    except (UnicodeError, csv.Error) as wrong:
        raise Refused(rules.unreadable_table_refusal()) from wrong
    names = [one.strip().lower() for one in rows[0]] if rows else []
    refuse_if(rules.columns_refusal([one for one in columns if one not in names]))
    found = [
        TableRow(line, dict(zip(names, map(cell_text, row), strict=False)))
        for line, row in enumerate(rows[1:], 2)
        if any(cell.strip() for cell in row)
    ]
    refuse_if(rules.rows_refusal(len(found), most))
    return found


def cell_text(text: str) -> str:
    """Text of a cell without the apostrophe that an export puts before a formula."""
    text = text.strip()
    return text[1:] if text[:1] == "'" and text[1:2] in ("=", "+", "-", "@") else text


# ---------------------------------------------------------------------- dates
def import_dates(services: Services, club_id: int, user_id: int, data: bytes) -> int:
    """Add the dates of a table, all or none. Returns their number. Cancelled and past dates of an
    export are left out. Raises `NoSuchClub`, `Refused` or `TooOften`.
    """
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.ORGANISE)
        refuse_if(moderation_rules.muted_refusal(work, user_id))
        rows = read_table(data, ("day", "time", "title"), rules.MOST_DATE_ROWS)
        rows = [one for one in rows if not one["cancelled"]]
        now = current_time()
        terms = [one for one in dates_of_rows(club, rows) if one[1] > now]
        refuse_if(rules.rows_refusal(len(terms), rules.MOST_DATE_ROWS))
        refuse_if(date_rules.many_refusal(work.club_dates.count_dates(club.id, now) + len(terms)))
        services.limits.rate_limit("announcements", user=user_id)
        number = 0
        for one, start in terms:
            number = work.club_dates.add_date(
                club_id=club.id,
                series="",
                title=one.title,
                place=one.place,
                words=one.words,
                starts_at=start,
                tables=one.tables,
                made_by=user_id,
            )
        work.club_log.add_act(club.id, now, user_id, "dates_imported", detail=str(len(terms)))
        tell_date(work, club, terms[-1][0].title, number)
        work.commit()
    return len(terms)


def dates_of_rows(club: Club, rows: list[TableRow]) -> list[tuple[DateTerms, str]]:
    """Terms and beginnings of the dates. Raises `Refused` with the first rows that are wrong."""
    found: list[tuple[DateTerms, str]] = []
    findings = []
    seen: set[tuple[str, str]] = set()
    for row in rows:
        tables = row["tables"] or "0"
        terms = DateTerms(
            row["title"],
            row["day"],
            row["time"],
            row["place"],
            row["words"],
            int(tables) if tables.isascii() and tables.isdigit() and len(tables) < 4 else -1,
        )
        try:
            refuse_if(
                date_rules.texts_refusal(terms.title, terms.place, terms.words),
                date_rules.numbers_refusal(terms.tables, 1),
            )
            [start] = starts_of(club, terms)
        except Refused as refused:
            first = refused.refusals[0]
            findings.append(rules.row_refusal(row.line, first.rule, first.says))
            continue
        if (start, terms.title) in seen:
            findings.append(rules.row_refusal(row.line, "", rules.twice(terms.title)))
        seen.add((start, terms.title))
        found.append((terms, start))
    refuse_if(*findings[:MOST_FINDINGS])
    return found


# ---------------------------------------------------------------------- members
def invite_members(services: Services, club_id: int, user_id: int, data: bytes) -> int:
    """Invite the users whose names a table holds, all or none. Members and invited users are passed
    over. Returns the number of invitations. Raises `NoSuchClub`, `Refused` or `TooOften`.
    """
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.ADMIT)
        refuse_if(moderation_rules.muted_refusal(work, user_id))
        rows = read_table(data, ("name",), rules.MOST_MEMBER_ROWS)
        refuse_if(*islice(repeated_names(rows), MOST_FINDINGS))
        services.limits.rate_limit("announcements", user=user_id)
        guests = guests_of_rows(work, user_id, rows)
        known = {one.user_id for one in work.clubs.roles_of_club(club.id)}
        known |= {one.user_id for one in work.clubs.entries_of_club(club.id) if one.invited_by}
        new = [one for one in guests if one.id not in known]
        for guest in new:
            write_invitation(work, club, user_id, guest)
        work.commit()
    return len(new)


def guests_of_rows(work: UnitOfWork, user_id: int, rows: list[TableRow]) -> list[records.User]:
    """Users that the member may invite. Raises `Refused` with the first rows that are wrong."""
    found, findings = [], []
    for row in rows:
        try:
            guest = require_guest(work, user_id, row["name"])
            refuse_if(founder_refusal(guest, 0))
            found.append(guest)
        except NoSuchPerson:
            why = unknown_name(row["name"])
            findings.append(rules.row_refusal(row.line, why.rule, why.says))
        except Refused as refused:
            why = refused.refusals[0]
            findings.append(rules.row_refusal(row.line, why.rule, why.says))
    refuse_if(*findings[:MOST_FINDINGS])
    return found


def repeated_names(rows: list[TableRow]) -> Iterator[Refusal]:
    """Refusals of names that stand there twice."""
    seen: set[str] = set()
    for row in rows:
        key = name_key(row["name"])
        if key in seen:
            yield rules.row_refusal(row.line, "", rules.twice(row["name"]))
        seen.add(key)
