"""Games: views, offers, dry runs, orders and the log."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Query, Request, Response
from fastapi.responses import StreamingResponse

from app.services.notify import digest
from app.services.play import orders
from app.services.play.game_export import export_game
from app.services.play.routine_orders import leave_to_server
from app.services.time.viewer_clocks import clocks_for_viewer
from app.services.watch import dice_page, game_lists, game_view
from app.services.watch.assessed_dates import assess_by_clock
from app.services.watch.game_view import load_followed, load_view
from app.web.api import authentication, dice_models, inspection, models, responses
from app.web.api.authentication import Address, After, At, Eyes, Player, Reader, Row, Watcher, Word
from app.web.api.plain_data import to_plain_data
from app.web.api.problems import too_often_response
from app.web.api.responses import look_at
from app.web.api.routes import api_router, op
from app.web.client_limits import EventStream
from app.web.direct_writes import direct_writer
from app.web.game_streams import SpectatorState, as_bytes, stream_frames
from app.web.survey_panel import LONGEST

router = api_router(prefix="/games", tags=["games"])
KINDS = ("looks", "orders", "exports")
LOOKS, ORDERS, EXPORTS = map(authentication.limited_as, KINDS)
Place = Annotated[
    str,
    Query(
        min_length=1,
        max_length=LONGEST,
        description='A piece ("A3"), a place ("36,24"), or both ("A3@36,24,90").',
    ),
]


@router.get(
    "",
    **op(
        "Games: your own, those going on, those that are over",
        "Partidas: las tuyas, las que se juegan, las acabadas",
    ),
)
def games(
    asker: Reader,
    which: Literal["mine", "running", "over"] = "mine",
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    before: Annotated[int | None, Query(ge=1, le=models.LAST)] = None,
) -> list[models.Listed]:
    services = asker.services
    if which == "mine":
        found = game_lists.list_my_games(services, asker.me, limit, before)
    else:
        found = (game_lists.list_running if which == "running" else game_lists.list_finished)(
            services, limit, before, asker.user_id
        )
    return [responses.listed_model(one, asker.language) for one in found[:limit]]


# --- Reading
@router.get(
    "/{address}/number", **op("The number of the last move", "El número de la última jugada")
)
def number(asker: Reader, address: Address) -> models.Last:
    return models.Last(number=load_followed(asker.services, address, asker.user_id).game.number)


@router.get(
    "/{address}/log",
    **op(
        "Log of the game, move by move, for your seat",
        "Registro de la partida, jugada a jugada, para tu asiento",
    ),
)
def log(
    asker: Reader, address: Address, after: After = 0, at: At = None, eyes: Eyes = None
) -> list[models.Move]:
    return to_plain_data(
        game_view.load_log(look_at(asker, address, at, eyes), after), asker.language
    )


@router.get(
    "/{address}/news",
    **op("Summary of events since your last visit", "Resumen desde tu última visita"),
)
def news(asker: Reader, address: Address, at: At = None) -> models.News:
    return to_plain_data(digest.make_digest(look_at(asker, address, at)), asker.language)


@router.put(
    "/{address}/seen",
    status_code=204,
    **op("Mark the game as seen up to this move", "Marcar la partida como vista hasta esta jugada"),
)
def seen(asker: Watcher, address: Address, upto: models.Seen) -> None:
    game_view.record_visit(
        asker.services, load_view(asker.services, address, asker.me, at=upto.number)
    )


@router.get(
    "/{address}/moments",
    **op("First moves of turns and phases", "Primeras jugadas de turnos y fases"),
)
def moments(asker: Reader, address: Address) -> list[models.Moment]:
    return to_plain_data(game_view.load_milestones(look_at(asker, address)), asker.language)


@router.get(
    "/{address}/survey",
    dependencies=[LOOKS],
    **op(
        "Sight, reach and shots from a piece or place",
        "Visión, alcance y tiros desde una ficha o punto",
    ),
)
def survey(asker: Reader, address: Address, place: Place, at: At = None) -> models.Survey:
    look = look_at(asker, address, at)
    return to_plain_data(inspection.survey_from_place(look, place), asker.language)


@router.get(
    "/{address}/measure",
    dependencies=[LOOKS],
    **op("Way between two pieces or places", "Camino entre dos fichas o puntos"),
)
def measure(
    asker: Reader, address: Address, one: Place, two: Place, at: At = None
) -> models.Measured:
    look = look_at(asker, address, at)
    return to_plain_data(inspection.measure_distance(look, one, two), asker.language)


@router.get(
    "/{address}/battlefield",
    **op("Description of the table; null without one", "Descripción de la mesa; null si no hay"),
)
def battlefield(asker: Reader, address: Address, at: At = None) -> models.Battlefield | None:
    look = look_at(asker, address, at)
    if look.view is None:
        return None
    return to_plain_data(look.box.battlefield(look.view), asker.language)


@router.get(
    "/{address}/shots/{number}/{place}",
    dependencies=[LOOKS],
    **op("A shot of the log, drawn on its table", "Un disparo del registro, en su mesa"),
)
def shot(asker: Reader, address: Address, number: Row, place: Row) -> models.Measured:
    return to_plain_data(
        inspection.shot_again(look_at(asker, address), number, place), asker.language
    )


@router.get(
    "/{address}/dice",
    **op("Data to check the dice", "Datos para comprobar los dados"),
)
def dice(asker: Reader, address: Address) -> dice_models.Dice:
    return responses.dice_model(dice_page.load_dice(asker.services, look_at(asker, address)))


@router.get(
    "/{address}/export",
    dependencies=[EXPORTS],
    response_class=Response,
    responses={200: {"content": {"application/json": {}}}},
    **op(
        "The record of a finished game (docs/game-format.md)",
        "El registro de una partida acabada (docs/game-format.md)",
    ),
)
def export(asker: Reader, address: Address) -> Response:
    return Response(
        export_game(asker.services, address, asker.user_id), media_type="application/json"
    )


@router.get(
    "/{address}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}}},
    **op(
        "A frame for every move, with its number (server-sent events)",
        "Un aviso por jugada, con su número (server-sent events)",
    ),
)
def events(
    request: Request,
    asker: Reader,
    address: Address,
    after: After = 0,
    letters: After = 0,
    hall: After = 0,
) -> Response:
    spectating = SpectatorState(asker.language, hall, is_counted=True)
    told = stream_frames(
        request,
        load_followed(asker.services, address, asker.user_id),
        after,
        letters,
        asker.visitor,
        "",
        spectating,
        direct_writer(request, is_packed=False),
    )
    return EventStream(
        request, as_bytes(told, is_packed=False), {"X-Accel-Buffering": "no"}, too_often_response
    )


# --- Playing
@router.post(
    "/{address}/assess",
    dependencies=[LOOKS],
    **op("Dry run of an order by your view", "Prueba de una orden según tu vista"),
)
def assess(asker: Reader, address: Address, tried: models.Tried) -> models.Assessment:
    found = assess_by_clock(asker.services, look_at(asker, address), tried.order)
    return to_plain_data(found, asker.language)


@router.post(
    "/{address}/steps/{step}/rest",
    dependencies=[ORDERS],
    **op("Leave the rest of the step to the server", "Dejar el resto del paso al servidor"),
)
def leave_the_rest(asker: Player, address: Address, step: Word) -> models.Game:
    leave_to_server(asker.services, address, asker.me, step)
    return responses.game_now(asker, address)


@router.get(
    "/{address}/clock",
    **op("Clocks of the game; null without one", "Relojes de la partida; null si no hay"),
)
def clock(asker: Reader, address: Address) -> models.OnTheClock | None:
    look = look_at(asker, address)
    return to_plain_data(
        clocks_for_viewer(asker.services, look.game, look.seats, look.history, look.seat),
        asker.language,
    )


@router.post(
    "/{address}/claim",
    **op("Claim the game from an absent side", "Reclamar la partida a un bando ausente"),
)
def claim(asker: Player, address: Address) -> models.Played:
    made = orders.claim_game(asker.services, address, asker.me)
    return responses.played_model(made, asker.services, asker.language)
