"""Context of the chronicle of a club: chapters with the names of their months, and the record
book.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from babel.dates import format_skeleton

from app.services.clubs.club_chronicle import Chapter, ClubChronicle
from app.services.clubs.record_book import Records


@dataclass(frozen=True)
class TitledChapter:
    """Chapter with the name of its month."""

    title: str
    chapter: Chapter


@dataclass(frozen=True)
class ChroniclePage:
    """Year of a chronicle."""

    year: int
    years: tuple[int, ...]
    chapters: tuple[TitledChapter, ...]
    records: tuple[Records, ...]


def chronicle_page(
    found: ClubChronicle, records: tuple[Records, ...], language: str
) -> ChroniclePage:
    """Page of a year, the latest month first."""
    return ChroniclePage(
        found.year,
        found.years,
        tuple(
            TitledChapter(month_title(one.month, language), one) for one in reversed(found.chapters)
        ),
        records,
    )


def month_title(month: str, language: str) -> str:
    """Name of a month with its year; the month itself if it is no month."""
    try:
        first = date.fromisoformat(f"{month}-01")
    except ValueError:
        return month
    return format_skeleton("yMMMM", first, locale=language)
