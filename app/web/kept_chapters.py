"""Parts of chapters of a chronicle that stay as they are once their turn is closed."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from fastapi import Request
from markupsafe import Markup

from app.services.watch.chapter_tables import ChapterTables
from app.services.watch.chronicle import Chronicle, WrittenChapter
from app.web.language import language_of
from app.web.pages import render_part, zone_of
from app.web.reading_page import ReadingPage


@dataclass(frozen=True)
class KeptChapter:
    """Markup of the sentences of a chapter, and of its table of accounts."""

    text: Markup
    accounts: Markup


def kept_chapters(
    request: Request,
    page: ReadingPage,
    told: Chronicle,
    tables: Mapping[int, ChapterTables],
) -> dict[int, KeptChapter]:
    """Kept parts of all chapters by turn; public, and the same for all readers of a language."""
    shared = (
        told.look.history.last_rewrite(told.look.at),
        tuple(str(title) for title in page.titles.values()),
        language_of(request),
        zone_of(request),
    )
    return {
        one.chapter.turn: kept_chapter(request, page, one, tables[one.chapter.turn], shared)
        for one in told.chapters
    }


def kept_chapter(
    request: Request,
    page: ReadingPage,
    one: WrittenChapter,
    its: ChapterTables,
    shared: tuple[Hashable, ...],
) -> KeptChapter:
    """Kept parts of a chapter. Its last move has a hash that no other game has."""
    key = (page.look.history.moves[one.chapter.last - 1].hash, *shared)

    def part(name: str) -> Markup:
        found = render_part(
            request, "campaigns/chapter.html", page=page, one=one, its=its, part=name
        )
        return Markup(found)

    kept: KeptChapter = request.app.state.kept_chapters.page(
        key, lambda: KeptChapter(part("text"), part("accounts"))
    )
    return kept
