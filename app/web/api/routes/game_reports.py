"""Report of a finished game, and complaints about its words."""

from __future__ import annotations

from fastapi import Request, Response

from app.services.people.complaints import complain_about_text
from app.services.watch.battle_report import load_report, report_markdown, write_chapter
from app.web.api import authentication, models, responses
from app.web.api.authentication import Address, Player, Reader, Row, Word
from app.web.api.routes import api_router, op

router = api_router(prefix="/games", tags=["games"])
EXPORTS, COMPLAINTS = map(authentication.limited_as, ("exports", "complaints"))


@router.get(
    "/{address}/report", **op("The report of a finished game", "El informe de una partida acabada")
)
def read_report(asker: Reader, address: Address) -> models.Report:
    return responses.report_model(
        load_report(asker.services, address, asker.user_id), asker.language
    )


@router.get(
    "/{address}/report.md",
    response_class=Response,
    dependencies=[EXPORTS],
    responses={200: {"content": {"text/markdown": {}}}},
    **op("The report as Markdown", "El informe en Markdown"),
)
def report_as_text(request: Request, asker: Reader, address: Address) -> Response:
    told = load_report(asker.services, address, asker.user_id)
    text = report_markdown(told, asker.language, request.app.state.settings.base_url)
    return Response(text, media_type="text/markdown; charset=utf-8")


@router.post(
    "/{address}/report/{number}/report",
    status_code=204,
    dependencies=[COMPLAINTS],
    **op("Report words in a game report", "Denunciar palabras de un informe"),
)
def report_words(asker: Player, address: Address, number: Row, reason: models.Reason) -> None:
    complain_about_text(asker.services, "report", address, asker.me, number, reason.reason)


@router.post(
    "/{address}/title/report",
    status_code=204,
    dependencies=[COMPLAINTS],
    **op("Report the title of a table", "Denunciar el título de una mesa"),
)
def report_title(asker: Player, address: Address, reason: models.Reason) -> None:
    complain_about_text(asker.services, "title", address, asker.me, 0, reason.reason)


@router.put(
    "/{address}/report/{chapter}",
    **op(
        "Set your text of a chapter; empty deletes it",
        "Guardar tu texto de un capítulo; vacío lo borra",
    ),
)
def write_report(
    asker: Player, address: Address, chapter: Word, words: models.Words
) -> models.Report:
    write_chapter(asker.services, address, asker.me, chapter, words.text, replaces=words.replaces)
    return responses.report_model(load_report(asker.services, address, asker.me), asker.language)
