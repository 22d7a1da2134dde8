"""Values of programs for the dice of a table: their pledges, and the values before the game."""

from __future__ import annotations

from app.services.play import dice_values
from app.web.api import dice_models
from app.web.api.authentication import Address, Member, Reader
from app.web.api.plain_data import to_plain_data
from app.web.api.routes import api_router, op

router = api_router(prefix="/games", tags=["games"])


@router.get(
    "/{address}/dice/pledges",
    **op("Pledges for the dice before the game", "Compromisos para los dados antes de la partida"),
)
def pledges(asker: Reader, address: Address) -> dice_models.Exchange:
    exchange = dice_values.load_exchange(asker.services, address, asker.user_id)
    return to_plain_data(exchange, asker.language)


@router.put(
    "/{address}/dice/pledge",
    status_code=204,
    **op("Pledge two values for the dice", "Comprometer dos valores para los dados"),
)
def give_pledge(asker: Member, address: Address, given: dice_models.Pledge) -> None:
    dice_values.give_pledge(asker.services, address, asker.me, given.pledge)


@router.post(
    "/{address}/dice/value",
    **op("Reveal a pledged value for the dice", "Revelar un valor comprometido para los dados"),
)
def reveal_value(asker: Member, address: Address, given: dice_models.Value) -> dice_models.Exchange:
    dice_values.reveal_value(asker.services, address, asker.me, given.value)
    return pledges(asker, address)
