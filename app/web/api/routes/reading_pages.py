"""Pages of a long game: standings, ledger, sides, battles, honours and chronicle."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Query, Response

from app.services.watch import battle_links, chronicle, reading_pages
from app.services.watch.reading_pages import GamePages, LedgerFilter
from app.web.api import campaign_models as models
from app.web.api.authentication import Address, Asker, At, Reader, Word, limited_as
from app.web.api.campaign_responses import child_battle_model
from app.web.api.models import LAST, Line
from app.web.api.plain_data import to_plain_data
from app.web.api.responses import look_at
from app.web.api.routes import api_router, op

router = api_router(prefix="/games/{address}", tags=["games"])
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}}}


def ledger_filter(
    side: Line = "",
    turn: Annotated[int | None, Query(ge=0, le=LAST)] = None,
    cause: Line = "",
) -> LedgerFilter:
    """Filters of the ledger: a side, a turn, a cause."""
    return LedgerFilter(side, turn, cause)


Filter = Annotated[LedgerFilter, Depends(ledger_filter)]


def load(asker: Asker, address: str) -> GamePages:
    return reading_pages.load_pages(asker.services, address, asker.user_id)


@router.get(
    "/pages",
    **op(
        "Standings, ledger, sides and battles of a long game; null for a battle",
        "Clasificación, libro de cuentas, bandos y batallas de una partida larga; null en una "
        "batalla",
    ),
)
def read_pages(asker: Reader, address: Address, at: At = None) -> models.Pages | None:
    return to_plain_data(reading_pages.pages_of(look_at(asker, address, at)), asker.language)


@router.get(
    "/turn",
    **op(
        "Order of play, possible ends and answers of a turn; null between turns and for a battle",
        "Orden de juego, finales posibles y respuestas de un turno; null entre turnos y en una "
        "batalla",
    ),
)
def turn(asker: Reader, address: Address) -> models.TurnFacts | None:
    look = look_at(asker, address, None)
    found = None if look.view is None else look.box.turn_facts(look.view)
    return to_plain_data(found, asker.language)


@router.get(
    "/standings",
    **op(
        "Standings of a long game, with the reasons of each place",
        "Clasificación de una partida larga, con los motivos de cada puesto",
    ),
)
def standings(asker: Reader, address: Address) -> list[models.Standings]:
    return to_plain_data(load(asker, address).pages.standings, asker.language)


@router.get(
    "/ledger",
    **op(
        "The ledger of a long game, with its filters, the newest posting first",
        "El libro de cuentas de una partida larga, con sus filtros, lo último primero",
    ),
)
def ledger(asker: Reader, address: Address, chosen: Filter) -> list[models.LedgerRow]:
    rows = reading_pages.chosen_rows(load(asker, address), chosen)
    return to_plain_data(tuple(reversed(rows)), asker.language)


@router.get(
    "/people",
    **op("The sides of a long game", "Los bandos de una partida larga"),
)
def people(asker: Reader, address: Address) -> list[models.SidePage]:
    return to_plain_data(load(asker, address).pages.sides, asker.language)


@router.get(
    "/people/{side}",
    **op(
        "A side of a long game: account, history, battles",
        "Un bando de una partida larga: cuenta, historia, batallas",
    ),
)
def person(asker: Reader, address: Address, side: Word) -> models.Person:
    found = reading_pages.person_of(load(asker, address), side)
    told = {
        "page": found.side,
        "ledger": found.rows,
        "history": found.history,
        "battles": found.battles,
    }
    return models.Person.model_validate(to_plain_data(told, asker.language))


@router.get(
    "/battles",
    **op(
        "Battles of a long game, with their tables",
        "Batallas de una partida larga, con sus mesas",
    ),
)
def battles(asker: Reader, address: Address, at: At = None) -> list[models.ChildBattle]:
    found = battle_links.load_child_battles(asker.services, look_at(asker, address, at))
    return [child_battle_model(one, asker.language) for one in found]


@router.get(
    "/honours",
    **op(
        "Honours of a long game that is over; null before",
        "Honores de una partida larga acabada; null antes",
    ),
)
def honours(asker: Reader, address: Address) -> list[models.Honour] | None:
    outcome = load(asker, address).look.outcome
    return to_plain_data(outcome.honours, asker.language) if outcome else None


@router.get(
    "/chronicle",
    **op(
        "Chronicle of a long game: a chapter for each closed turn",
        "Crónica de una partida larga: un capítulo por turno cerrado",
    ),
)
def read_chronicle(asker: Reader, address: Address) -> list[models.Chapter]:
    told = chronicle.load_chronicle(asker.services, address, asker.user_id)
    return to_plain_data(told.chapters, asker.language)


@router.get(
    "/ledger.csv",
    response_class=Response,
    dependencies=[limited_as("exports")],
    responses=CSV,
    **op("The ledger of a long game as CSV", "El libro de cuentas de una partida larga en CSV"),
)
def ledger_as_csv(asker: Reader, address: Address, chosen: Filter) -> Response:
    told = load(asker, address)
    rows = reading_pages.chosen_rows(told, chosen)
    text = reading_pages.ledger_table(told, rows, asker.language)
    return Response(text, media_type="text/csv; charset=utf-8")


@router.get(
    "/standings.csv",
    response_class=Response,
    dependencies=[limited_as("exports")],
    responses=CSV,
    **op("The standings of a long game as CSV", "La clasificación de una partida larga en CSV"),
)
def standings_as_csv(asker: Reader, address: Address) -> Response:
    text = reading_pages.standings_table(load(asker, address), asker.language)
    return Response(text, media_type="text/csv; charset=utf-8")
