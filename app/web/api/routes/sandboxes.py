"""Sandboxes of a player: trial orders and the resulting plan."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from app.services.errors import Overtaken
from app.services.play import sandbox_plan, sandboxes
from app.services.play.sandboxes import OpenSandbox
from app.services.watch import game_view
from app.web.api import models, responses
from app.web.api.authentication import Address, Asker, Player, Row, Watcher, limited_as
from app.web.api.plain_data import to_plain_data
from app.web.api.problems import Stale
from app.web.api.routes import op

router = APIRouter(
    prefix="/games/{address}/sandboxes", tags=["sandboxes"], dependencies=[limited_as("looks")]
)
OVERTAKEN: dict[int | str, dict[str, Any]] = {
    409: {"model": models.Problem, "description": "It has changed meanwhile"}
}


@router.get("", **op("Your sandboxes of a game", "Tus ensayos de una partida"))
def kept(asker: Watcher, address: Address) -> list[models.KeptSandbox]:
    return [
        responses.kept_sandbox_model(one)
        for one in sandboxes.list_sandboxes(
            asker.services, game_view.load_view(asker.services, address, asker.me)
        )
    ]


@router.post(
    "",
    status_code=201,
    **op(
        "A new sandbox, from what you know now or knew at a move",
        "Un ensayo nuevo, con lo que sabes ahora o sabías en una jugada",
    ),
)
def begin(asker: Player, address: Address, begun: models.Beginning) -> models.Sandbox:
    made = sandboxes.create_sandbox(asker.services, address, asker.me, begun.at, begun.name)
    return responses.sandbox_model(
        sandboxes.open_sandbox(asker.services, address, asker.me, made.id), asker.language
    )


@router.get(
    "/{sandbox}",
    **op(
        "A sandbox, with the eyes of the seat that is to decide there",
        "Un ensayo, con los ojos del asiento al que le toca decidir",
    ),
)
def look(asker: Watcher, address: Address, sandbox: Row) -> models.Sandbox:
    return responses.sandbox_model(
        sandboxes.open_sandbox(asker.services, address, asker.me, sandbox), asker.language
    )


@router.get("/{sandbox}/offers", **op("What may be ordered there", "Qué se puede ordenar ahí"))
def offers(asker: Watcher, address: Address, sandbox: Row) -> list[models.Offer]:
    return to_plain_data(
        sandboxes.open_sandbox(asker.services, address, asker.me, sandbox).look.offers,
        asker.language,
    )


@router.post(
    "/{sandbox}/assess", **op("A dry run of an order there", "Probar ahí una orden sin darla")
)
def assess(
    asker: Watcher, address: Address, sandbox: Row, tried: models.Tried
) -> models.Assessment:
    return to_plain_data(
        game_view.assess_order(
            sandboxes.open_sandbox(asker.services, address, asker.me, sandbox).look, tried.order
        ),
        asker.language,
    )


@router.post(
    "/{sandbox}/orders",
    responses=OVERTAKEN,
    **op(
        "Give an order there, for whichever seat is to decide",
        "Dar ahí una orden, por el asiento al que le toque",
    ),
)
def order(asker: Player, address: Address, sandbox: Row, given: models.Trial) -> models.Sandbox:
    try:
        seen = sandboxes.give_order(
            asker.services,
            address,
            asker.me,
            sandbox,
            given.after,
            given.order,
            dice=given.dice,
            faces=given.faces,
        )
    except Overtaken as overtaken:
        raise stale_sandbox(asker, address, sandbox, overtaken) from overtaken
    return responses.sandbox_model(seen, asker.language)


@router.post(
    "/{sandbox}/back",
    responses=OVERTAKEN,
    **op(
        "Back to where it stood after a step; 0 is its beginning",
        "Volver a como estaba tras un paso; 0 es el principio",
    ),
)
def back(asker: Player, address: Address, sandbox: Row, last: models.Back) -> models.Sandbox:
    try:
        return responses.sandbox_model(
            sandboxes.go_back(asker.services, address, asker.me, sandbox, last.to, last.after),
            asker.language,
        )
    except Overtaken as overtaken:
        raise stale_sandbox(asker, address, sandbox, overtaken) from overtaken


@router.post(
    "/{sandbox}/house",
    responses=OVERTAKEN,
    **op("Let the bot decide there", "Que decida ahí el bot"),
)
def house(
    asker: Player, address: Address, sandbox: Row, known: models.Knowing | None = None
) -> models.Sandbox:
    try:
        seen = sandboxes.order_by_bot(
            asker.services, address, asker.me, sandbox, known.after if known else None
        )
        return responses.sandbox_model(seen, asker.language)
    except Overtaken as overtaken:
        raise stale_sandbox(asker, address, sandbox, overtaken) from overtaken


@router.get(
    "/{sandbox}/plan",
    **op(
        "What you ordered there for your own seat", "Lo que has ordenado ahí por tu propio asiento"
    ),
)
def plan(asker: Watcher, address: Address, sandbox: Row) -> list[models.Planned]:
    return to_plain_data(
        sandbox_plan.planned_orders(
            sandboxes.open_sandbox(asker.services, address, asker.me, sandbox)
        ),
        asker.language,
    )


@router.patch(
    "/{sandbox}",
    status_code=204,
    **op(
        "Another name, other dice, its plan to be played in the game",
        "Otro nombre, otros dados, su plan para jugarlo en la partida",
    ),
)
def change(asker: Player, address: Address, sandbox: Row, changed: models.Changing) -> None:
    if changed.name is not None or changed.dice is not None:
        sandboxes.change_sandbox(
            asker.services, address, asker.me, sandbox, name=changed.name, dice=changed.dice
        )
    if changed.played is not None:
        sandbox_plan.follow_plan(asker.services, address, asker.me, sandbox, on=changed.played)


@router.delete("/{sandbox}", status_code=204, **op("Put a sandbox away", "Quitar un ensayo"))
def put_away(asker: Player, address: Address, sandbox: Row) -> None:
    sandboxes.delete_sandbox(asker.services, address, asker.me, sandbox)


def stale_sandbox(asker: Asker, address: str, sandbox: int, overtaken: Overtaken) -> Stale:
    """Answer to a request that another tab or program has overtaken."""
    seen: OpenSandbox = sandboxes.open_sandbox(asker.services, address, asker.me, sandbox)
    return Stale(overtaken, responses.game_model(seen.look, asker.language))
