"""Checks of the file of a club: each text by the rule of the page on which it is written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from app.kernel.free_text import line_refused, text_refused
from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.services.clubs import (
    announcement_rules,
    chronicle_words,
    club_chat,
    club_pictures,
    club_rules,
    date_rules,
    house_rule_rules,
    poll_rules,
    welcome,
)
from app.services.clubs import club_file as file
from app.services.clubs import club_file_rules as rules
from app.services.clubs.club_log import FROM_FILE
from app.services.clubs.roles import ROLES
from app.services.people.account_rules import name_key
from app.services.time.availability import parse_time

LONGEST_NAME = 60
MONTH = re.compile(r"\d{4}-(0[1-9]|1[0-2])")
Reasons = Iterator[Refusal | Say | None]


def file_refusals(found: file.ClubOnFile) -> Iterator[Refusal]:
    """All refusals of a file; its entries are looked at only if there are not too many."""
    many = tuple(count_refusals(found))
    yield from many
    if many:
        return
    yield from of_part("front page", 0, front_page_reasons(found))
    yield from of_part("welcome", 0, welcome_reasons(found))
    checks: dict[str, Callable[[Any], Reasons]] = {
        "members": member_reasons,
        "rules": rule_reasons,
        "announcements": announcement_reasons,
        "dates": date_reasons,
        "polls": lambda one: poll_reasons(one, len(found.dates)),
        "chapters": chapter_reasons,
        "pictures": picture_reasons,
        "messages": message_reasons,
        "log": act_reasons,
    }
    for part, check in checks.items():
        for number, one in enumerate(getattr(found, part), 1):
            yield from of_part(part, number, check(one))
    yield from of_part("members", 0, repeated(name_key(one.name) for one in found.members))
    yield from of_part("chapters", 0, repeated(one.month for one in found.chapters))


def of_part(part: str, number: int, reasons: Reasons) -> Iterator[Refusal]:
    """First reason against an entry, with its place in the file."""
    for why in reasons:
        if why is not None:
            says = why.says if isinstance(why, Refusal) else why
            yield rules.entry_refusal(part, number, says)
            return


def count_refusals(found: file.ClubOnFile) -> Iterator[Refusal]:
    for part, most in rules.MOST_OF_PART.items():
        refused = rules.many_refusal(part, len(getattr(found, part)), most)
        if refused is not None:
            yield refused
    small = sum(len(one.answers) + len(one.bookings) for one in found.dates)
    small += sum(len(one.answers) + len(one.proposed) for one in found.polls)
    small += sum(len(one.versions) for one in found.rules)
    refused = rules.many_refusal("answers", small, rules.MOST_ANSWERS)
    if refused is not None:
        yield refused


# ---------------------------------------------------------------------- parts
def front_page_reasons(one: file.ClubOnFile) -> Reasons:
    yield club_rules.club_name_refusal(one.name)
    yield from club_rules.texts_refusals(one.place, one.about_en, one.about_es)
    yield club_rules.terms_refusal(one.entry, one.language, one.zone)
    yield time_reason(one.founded_at, one.written_at)


def welcome_reasons(one: file.ClubOnFile) -> Reasons:
    yield welcome.welcome_refusal(one.welcome_en)
    yield welcome.welcome_refusal(one.welcome_es)


def member_reasons(one: file.MemberOnFile) -> Reasons:
    yield name_reason(one.name)
    yield rules.UNKNOWN if not one.name.strip() or not one.roles else None
    yield rules.UNKNOWN if any(its.role not in ROLES for its in one.roles) else None
    yield time_reason(*(its.since for its in one.roles))
    yield from repeated(its.role for its in one.roles)


def rule_reasons(one: file.RuleOnFile) -> Reasons:
    yield time_reason(one.made_at)
    yield time_reason(one.retired_at) if one.retired_at else None
    yield rules.UNKNOWN if not 1 <= len(one.versions) <= house_rule_rules.MOST_VERSIONS else None
    for its in one.versions:
        yield name_reason(its.name)
        yield time_reason(its.made_at)
        yield house_rule_rules.untitled_refusal(its.title_en, its.title_es)
        yield house_rule_rules.house_rule_refusal(its.title_en, its.text_en)
        yield house_rule_rules.house_rule_refusal(its.title_es, its.text_es)


def announcement_reasons(one: file.AnnouncementOnFile) -> Reasons:
    yield name_reason(one.name)
    yield time_reason(one.made_at)
    yield time_reason(one.changed_at) if one.changed_at else None
    yield announcement_rules.announcement_refusal(one.title, one.text)


def date_reasons(one: file.DateOnFile) -> Reasons:
    yield date_rules.texts_refusal(one.title, one.place, one.words)
    yield line_refused(one.series, LONGEST_NAME, "CAR-CLB-45")
    yield date_rules.numbers_refusal(one.tables, 1)
    yield time_reason(one.starts_at)
    yield time_reason(one.cancelled_at) if one.cancelled_at else None
    for its in one.answers:
        yield name_reason(its.name)
        yield time_reason(its.made_at)
        yield date_rules.answer_refusal(its.answer, its.brings)
    for booked in one.bookings:
        yield name_reason(booked.name)
        yield time_reason(booked.made_at)
        yield rules.UNKNOWN if not 1 <= booked.number <= one.tables else None
        yield line_refused(booked.game, date_rules.LONGEST_LINE, "CAR-CLB-19")
    yield from repeated(name_key(its.name) for its in one.answers)
    yield from repeated(str(its.number) for its in one.bookings)


def poll_reasons(one: file.PollOnFile, dates: int) -> Reasons:
    yield date_rules.texts_refusal(one.title, one.place, one.words)
    yield date_rules.numbers_refusal(one.tables, 1)
    yield rules.UNKNOWN if not 1 <= len(one.proposed) <= poll_rules.MOST_DATES else None
    yield rules.UNKNOWN if not 0 <= one.date <= dates else None
    yield time_reason(one.closes_at, one.made_at, *one.proposed)
    yield time_reason(one.closed_at) if one.closed_at else None
    for its in one.answers:
        yield name_reason(its.name)
        yield time_reason(its.made_at)
        yield date_rules.answer_refusal(its.answer, "")
        yield rules.UNKNOWN if not 1 <= its.number <= len(one.proposed) else None
    yield from repeated(f"{its.number} {name_key(its.name)}" for its in one.answers)


def chapter_reasons(one: file.ChapterOnFile) -> Reasons:
    yield name_reason(one.name)
    yield time_reason(one.made_at)
    yield None if MONTH.fullmatch(one.month) else rules.NO_TIME
    yield text_refused(one.text, chronicle_words.LONGEST, "CAR-CLB-40")


def picture_reasons(one: file.PictureOnFile) -> Reasons:
    yield name_reason(one.name)
    yield time_reason(one.made_at)
    yield line_refused(one.caption, club_pictures.LONGEST_CAPTION, "CAR-CLB-42")


def message_reasons(one: file.MessageOnFile) -> Reasons:
    yield name_reason(one.name)
    yield time_reason(one.made_at)
    yield club_chat.message_refusal(one.text)


def act_reasons(one: file.ActOnFile) -> Reasons:
    yield name_reason(one.by or "")
    yield name_reason(one.about or "")
    yield time_reason(one.made_at)
    yield line_refused(one.detail, LONGEST_DETAIL, "CAR-CLB-45")
    yield None if one.kind in FROM_FILE else rules.UNKNOWN


LONGEST_DETAIL = 300


# ---------------------------------------------------------------------- values
def name_reason(name: str) -> Refusal | None:
    return line_refused(name, LONGEST_NAME, "CAR-CLB-45")


def time_reason(*times: str) -> Say | None:
    return None if all(map(is_time, times)) else rules.NO_TIME


def is_time(text: str) -> bool:
    """True for a time in the form in which the server records times."""
    try:
        return len(text) == len("2026-01-01T00:00:00.000Z") and bool(
            text.endswith("Z") and parse_time(text).isoformat()[:19] == text[:19]
        )
    except (ValueError, OverflowError):
        return False


def repeated(values: Iterable[str]) -> Iterator[Say]:
    """Values that stand there twice."""
    counts: Sequence[tuple[str, int]] = Counter(values).most_common(1)
    if counts and counts[0][1] > 1:
        yield rules.twice(counts[0][0])
