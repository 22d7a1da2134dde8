"""Chronicle of a club: a year by months, the record book, own words."""

from __future__ import annotations

from app.services.clubs import chronicle_words, club_chronicle
from app.services.clubs.club_chronicle import Chapter
from app.services.clubs.record_book import load_records
from app.web.api import club_page_models as models
from app.web.api.authentication import Asker, Member, Reader, Row
from app.web.api.routes import api_router, op

router = api_router(prefix="/clubs/{club}/chronicle", tags=["clubs"])


@router.get("/records", **op("Record book, for members", "Libro de récords, para miembros"))
def show_records(asker: Reader, club: Row) -> list[models.ClubRecords]:
    view, _ = club_chronicle.load_chronicle(asker.services, club, asker.user_id)
    return [
        models.ClubRecords(
            title=kind.title.in_(asker.language),
            battles=[
                models.ClubRecord(
                    title=row.title.in_(asker.language),
                    says=row.says.in_(asker.language),
                    at=row.at,
                    report=row.report,
                )
                for row in kind.rows
            ],
        )
        for kind in load_records(asker.services, view, asker.user_id)
    ]


@router.get("/{year}", **op("Year by months, for members", "Un año por meses, para miembros"))
def show_year(asker: Reader, club: Row, year: Row) -> list[models.ClubChapter]:
    _, found = club_chronicle.load_chronicle(asker.services, club, asker.user_id, year)
    return [chapter_model(asker, one) for one in found.chapters]


@router.put(
    "/months/{month}",
    status_code=204,
    **op("Write about a month", "Escribir sobre un mes"),
)
def write_chapter(asker: Member, club: Row, month: str, given: models.ChapterWords) -> None:
    chronicle_words.write_chapter(asker.services, club, asker.me, month, given.text, given.replaces)


def chapter_model(asker: Asker, one: Chapter) -> models.ClubChapter:
    return models.ClubChapter(
        month=one.month,
        text=one.text.text if one.text else "",
        saved_at=one.text.made_at if one.text else "",
        events=[
            models.ClubEvent(
                at=event.at,
                title=event.title.in_(asker.language),
                says=[line.in_(asker.language) for line in event.says],
                link=event.link,
                report=event.report,
                chronicle=event.chronicle,
            )
            for event in one.events
        ],
        photographs=[
            f"/games/{picture.address}/photographs/{picture.photograph.id}.jpg"
            for picture in one.pictures
        ],
    )
