"""Corrections of a long game by its referee: choice, preview, signature."""

from __future__ import annotations

from app.kernel.correction_orders import CorrectMove
from app.services.errors import Overtaken
from app.services.notify.asked_signatures import ask_to_sign
from app.services.play import corrections
from app.services.play.marked_decisions import marked_decisions
from app.services.watch.game_view import GameView
from app.web.api import campaign_models as models
from app.web.api import campaign_responses, responses
from app.web.api.authentication import Address, Player, Reader, Row, Watcher, limited_as
from app.web.api.models import Played, Problem
from app.web.api.plain_data import to_plain_data
from app.web.api.problems import Stale
from app.web.api.responses import look_at
from app.web.api.routes import api_router, op

router = api_router(prefix="/games/{address}/corrections", tags=["corrections"])


@router.get(
    "",
    **op(
        "Moves that the referee can correct, the newest first",
        "Jugadas que el árbitro puede corregir, la más nueva primero",
    ),
)
def list_moves(asker: Watcher, address: Address) -> list[models.CorrectableMove]:
    look = corrections.load_desk(asker.services, address, asker.me)
    return to_plain_data(corrections.list_moves(look), asker.language)


@router.get(
    "/signed",
    **op(
        "Corrections on record, with their reviews, the newest first",
        "Correcciones registradas, con sus revisiones, la más nueva primero",
    ),
)
def list_signed(asker: Reader, address: Address) -> list[models.SignedCorrection]:
    look = look_at(asker, address)
    return to_plain_data(corrections.signed_corrections(look), asker.language)


@router.get(
    "/decisions",
    **op(
        "Decisions of referees who play, with their reviews, the newest first",
        "Decisiones de árbitros que juegan, con sus revisiones, la más nueva primero",
    ),
)
def list_marked_decisions(asker: Reader, address: Address) -> list[models.MarkedDecision]:
    look = look_at(asker, address)
    return to_plain_data(marked_decisions(look), asker.language)


@router.get(
    "/{number}",
    **op(
        "A move, and the orders that could have been given in its place",
        "Una jugada, y las órdenes que se podrían haber dado en su lugar",
    ),
)
def show_move(asker: Watcher, address: Address, number: Row) -> models.Correctable:
    look = corrections.load_desk(asker.services, address, asker.me)
    move = corrections.find_move(look, number)
    offers = corrections.offers_before(corrections.view_before(look, move))
    told = {"move": move, "offers": offers}
    return models.Correctable.model_validate(to_plain_data(told, asker.language))


@router.post(
    "/preview",
    dependencies=[limited_as("looks")],
    **op(
        "Consequences of a correction, with the digest that signs it",
        "Consecuencias de una corrección, con el resumen que la firma",
    ),
)
def preview(asker: Watcher, address: Address, given: models.Correcting) -> models.CorrectionPreview:
    look = corrections.load_desk(asker.services, address, asker.me)
    found = corrections.preview_correction(look, asked_correction(look, given))
    return campaign_responses.preview_model(found, asker.language)


@router.post(
    "",
    dependencies=[limited_as("orders")],
    responses={409: {"model": Problem, "description": "The game has changed meanwhile"}},
    **op("Sign a correction as it was previewed", "Firmar una corrección como se previsualizó"),
)
def sign(asker: Player, address: Address, given: models.Signing) -> Played:
    look = corrections.load_desk(asker.services, address, asker.me)
    order = asked_correction(look, given)
    try:
        made = corrections.sign_correction(
            asker.services, address, asker.me, given.command, order, given.digest
        )
    except Overtaken as overtaken:
        raise Stale(overtaken, responses.game_now(asker, address)) from overtaken
    return responses.played_model(made, asker.services, asker.language)


@router.post(
    "/requests",
    status_code=204,
    dependencies=[limited_as("orders")],
    **op(
        "Ask the other referees to sign a correction. Nothing is signed",
        "Pedir a los otros árbitros que firmen una corrección. No se firma nada",
    ),
)
def request_signature(asker: Player, address: Address, given: models.Correcting) -> None:
    look = corrections.load_desk(asker.services, address, asker.me)
    order = asked_correction(look, given)
    corrections.preview_correction(look, order)
    ask_to_sign(asker.services, look, order)


def asked_correction(look: GameView, given: models.Correcting) -> CorrectMove:
    """Correction of a request; raises `Malformed`."""
    return corrections.correction_of(look, given.move, given.reason, given.instead)
