"""Pages of a long game: standings, ledger, sides and battles."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Response

from app.kernel import reading_pages as kernel_pages
from app.services.watch import reading_pages
from app.web.api.authentication import Address, At, Reader, limited_as
from app.web.api.plain_data import DescribedBy, Plain, to_plain_data
from app.web.api.responses import look_at
from app.web.api.routes import op

router = APIRouter(prefix="/games/{address}", tags=["games"])
Pages = Annotated[Plain, DescribedBy(kernel_pages.ReadingPages)]
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}}}


@router.get(
    "/pages",
    **op(
        "Standings, ledger, sides and battles of a long game; null for a battle",
        "Clasificación, libro de cuentas, bandos y batallas de una partida larga; null en una "
        "batalla",
    ),
)
def read_pages(asker: Reader, address: Address, at: At = None) -> Pages | None:
    return to_plain_data(reading_pages.pages_of(look_at(asker, address, at)), asker.language)


@router.get(
    "/ledger.csv",
    response_class=Response,
    dependencies=[limited_as("exports")],
    responses=CSV,
    **op("The ledger of a long game as CSV", "El libro de cuentas de una partida larga en CSV"),
)
def ledger_as_csv(asker: Reader, address: Address) -> Response:
    told = reading_pages.load_pages(asker.services, address, asker.user_id)
    text = reading_pages.ledger_table(told, told.pages.ledger, asker.language)
    return Response(text, media_type="text/csv; charset=utf-8")


@router.get(
    "/standings.csv",
    response_class=Response,
    dependencies=[limited_as("exports")],
    responses=CSV,
    **op("The standings of a long game as CSV", "La clasificación de una partida larga en CSV"),
)
def standings_as_csv(asker: Reader, address: Address) -> Response:
    told = reading_pages.load_pages(asker.services, address, asker.user_id)
    text = reading_pages.standings_table(told, asker.language)
    return Response(text, media_type="text/csv; charset=utf-8")
