"""Calendar of a club: dates, answers, tables."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from app.services.clubs import club_games, dates
from app.services.clubs.dates import DateTerms, ShownDate
from app.services.watch.agreed_dates import BattleDate
from app.web.api import club_models as models
from app.web.api.authentication import Member, Reader, Row
from app.web.api.routes import api_router, op

router = api_router(prefix="/clubs/{club}/dates", tags=["clubs"])
Page = Annotated[int, Query(ge=1, le=dates.MOST_PAGES)]


@router.get("", **op("Next dates, for members", "Próximas citas, para miembros"))
def list_dates(asker: Reader, club: Row, page: Page = 1) -> list[models.ClubDate]:
    _, shown = dates.load_dates(asker.services, club, asker.user_id, page)
    return [date_model(one) for one in shown]


@router.get(
    "/battles",
    **op(
        "Agreed dates of battles in contests and campaigns of the club, for members",
        "Fechas acordadas de las batallas de competiciones y campañas del club, para miembros",
    ),
)
def list_battles(asker: Reader, club: Row) -> list[models.ClubBattle]:
    view, _ = dates.load_dates(asker.services, club, asker.user_id)
    games = club_games.list_long_games(asker.services, view, asker.user_id)
    found = club_games.agreed_dates_of(asker.services, games)
    return [battle_model(one, asker.language) for one in found]


@router.post(
    "",
    status_code=201,
    **op("Add a date or a weekly series", "Añadir una cita o una serie semanal"),
)
def add_dates(asker: Member, club: Row, given: models.NewClubDate) -> list[models.ClubDate]:
    dates.add_dates(asker.services, club, asker.me, DateTerms(**given.model_dump()))
    return list_dates(asker, club)


@router.delete(
    "/{date}",
    status_code=204,
    **op(
        "Cancel a date, or it and the later ones of its series",
        "Cancelar una cita, o ella y las siguientes de su serie",
    ),
)
def cancel_date(
    asker: Member, club: Row, date: Row, series: Annotated[bool, Query()] = False
) -> None:
    dates.cancel_date(asker.services, club, asker.me, date, whole_series=series)


@router.put(
    "/{date}/answer", status_code=204, **op("Answer whether one comes", "Responder si se viene")
)
def answer_date(asker: Member, club: Row, date: Row, given: models.AnsweringDate) -> None:
    dates.answer_date(asker.services, club, asker.me, date, given.answer, given.brings)


@router.put("/{date}/tables/{table}", status_code=204, **op("Book a table", "Reservar una mesa"))
def book_table(asker: Member, club: Row, date: Row, table: Row, given: models.BookingTable) -> None:
    dates.book_table(asker.services, club, asker.me, date, table, given.game)


@router.delete(
    "/{date}/tables/{table}", status_code=204, **op("Release a table", "Dejar libre una mesa")
)
def release_table(asker: Member, club: Row, date: Row, table: Row) -> None:
    dates.release_table(asker.services, club, asker.me, date, table)


def battle_model(one: BattleDate, language: str) -> models.ClubBattle:
    date = one.date
    return models.ClubBattle(
        game=one.game.address,
        game_title=one.game.title,
        battle=date.battle,
        title=date.title.in_(language),
        starts_at=date.at,
        words=date.words,
    )


def date_model(one: ShownDate) -> models.ClubDate:
    date = one.date
    names = models.ClubDate.model_fields.keys() - {"answers", "bookings"}
    return models.ClubDate(
        **{name: getattr(date, name) for name in names},
        answers=[
            models.AttendanceOf(
                user=who.user_id, name=who.name, answer=who.answer, brings=who.brings
            )
            for who in one.answers
        ],
        bookings=[
            models.BookedTable(number=at.number, user=at.user_id, name=at.name, game=at.game)
            for at in one.bookings
        ],
    )
