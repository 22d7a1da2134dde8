"""Conditional orders of a seat: preview, saving and deletion."""

from __future__ import annotations

from app.services.errors import Overtaken
from app.services.play import conditional_orders
from app.services.watch import game_view
from app.web.api import models, responses
from app.web.api.authentication import Address, Asker, Player, Watcher, limited_as
from app.web.api.plain_data import to_plain_data
from app.web.api.problems import Stale
from app.web.api.routes import api_router, op

router = api_router(prefix="/games/{address}/standing", tags=["standing"])


@router.get(
    "",
    **op(
        "Conditional orders of your seat and their possible answers",
        "Órdenes condicionales de tu asiento y sus respuestas posibles",
    ),
)
def kept(asker: Watcher, address: Address) -> list[models.StandingOrder]:
    return _now(asker, address)


@router.post(
    "/try",
    dependencies=[limited_as("looks")],
    **op(
        "Results of such answers, now and at the last question of each kind",
        "Resultado de esas respuestas, ahora y en la última pregunta de cada clase",
    ),
)
def try_out(asker: Watcher, address: Address, given: models.InAdvance) -> models.StandingTrial:
    return to_plain_data(
        conditional_orders.try_answers(
            asker.services, game_view.load_view(asker.services, address, asker.me), given.answers
        ),
        asker.language,
    )


@router.get(
    "/presets",
    **op(
        "Sets of answers that your seat may take over at once",
        "Conjuntos de respuestas que tu asiento puede adoptar de una vez",
    ),
)
def presets(asker: Watcher, address: Address) -> list[models.Preset]:
    look = game_view.load_view(asker.services, address, asker.me)
    return to_plain_data(conditional_orders.load_presets(look), asker.language)


@router.put(
    "",
    dependencies=[limited_as("orders")],
    responses={409: {"model": models.Problem, "description": "Another player moved meanwhile"}},
    **op(
        'Give conditional orders; "" deletes one, topics not named stay',
        'Dar órdenes condicionales; "" borra una, los temas sin nombrar no cambian',
    ),
)
def put(asker: Player, address: Address, given: models.InAdvance) -> list[models.StandingOrder]:
    try:
        conditional_orders.save_conditional_orders(
            asker.services, address, asker.me, given.answers, given.command, given.after
        )
    except Overtaken as overtaken:
        raise Stale(overtaken, responses.game_now(asker, address)) from overtaken
    return _now(asker, address)


@router.delete(
    "",
    dependencies=[limited_as("orders")],
    **op(
        "Delete all conditional orders; all questions are asked again",
        "Borrar todas las órdenes condicionales; vuelven todas las preguntas",
    ),
)
def strike_out(asker: Player, address: Address) -> list[models.StandingOrder]:
    conditional_orders.delete_conditional_orders(asker.services, address, asker.me)
    return _now(asker, address)


def _now(asker: Asker, address: str) -> list[models.StandingOrder]:
    return to_plain_data(
        conditional_orders.load_conditional_orders(
            asker.services, game_view.load_view(asker.services, address, asker.me)
        ),
        asker.language,
    )
