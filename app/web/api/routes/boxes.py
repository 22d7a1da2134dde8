"""Games of the registry: scenarios, options, rules and setup questions."""

from __future__ import annotations

from dataclasses import asdict

from app.services import game_registry
from app.web.api import models, responses
from app.web.api.authentication import Reader, Word
from app.web.api.documented_forms import documented_clauses
from app.web.api.plain_data import to_plain_data
from app.web.api.routes import api_router, op
from app.web.rule_words import rule_words

router = api_router(prefix="/boxes", tags=["boxes"])


@router.get("", **op("Games of this server", "Juegos de este servidor"))
def boxes(asker: Reader) -> list[models.Box]:
    return [responses.box_model(box, asker.language) for box in asker.services.shelf.values()]


@router.get(
    "/{box}",
    **op(
        "A game: scenarios, options, steps and their orders",
        "Un juego: escenarios, opciones, pasos y sus órdenes",
    ),
)
def box(asker: Reader, box: Word) -> models.Box:
    return responses.box_model(game_registry.box_of(asker.services, box), asker.language)


@router.get("/{box}/rules", **op("The rules of a game", "Las reglas de un juego"))
def rules(asker: Reader, box: Word) -> list[models.Rule]:
    return [
        models.Rule(**asdict(rule_words(rule, asker.language)))
        for rule in game_registry.box_of(asker.services, box).rulebook
    ]


@router.get("/{box}/sheet", **op("The printed tables of a game", "Las tablas impresas de un juego"))
def sheet(asker: Reader, box: Word) -> list[models.Sheet]:
    return to_plain_data(game_registry.box_of(asker.services, box).sheet(), asker.language)


@router.post(
    "/{box}/scenarios/{scenario}/agreement",
    **op(
        "Fields of the terms and contributions under these terms",
        "Campos de lo acordado y de lo aportado con estos términos",
    ),
)
def agreement(asker: Reader, box: Word, scenario: Word, so_far: models.Agreed) -> models.ToAgree:
    found = game_registry.setup_choices(asker.services, box, scenario, so_far.terms)
    brings = {side: documented_clauses(fields) for side, fields in found.brings.items()}
    shown = {"terms": documented_clauses(found.terms), "brings": brings}
    return models.ToAgree(**to_plain_data(shown, asker.language))
