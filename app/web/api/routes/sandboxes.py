"""Sandboxes of a player: trial orders and the resulting plan."""

from __future__ import annotations

from typing import Any

from app.services.errors import Overtaken
from app.services.play import sandbox_plan, sandboxes
from app.services.play.sandbox_replay import OpenSandbox
from app.services.watch import game_view
from app.services.watch.answered_orders import assess_answers
from app.web.api import models, responses, sandbox_models
from app.web.api.authentication import Address, Asker, Player, Row, Watcher, limited_as
from app.web.api.plain_data import to_plain_data
from app.web.api.problems import Stale
from app.web.api.routes import api_router, op

router = api_router(
    prefix="/games/{address}/sandboxes", tags=["sandboxes"], dependencies=[limited_as("looks")]
)
OVERTAKEN: dict[int | str, dict[str, Any]] = {
    409: {"model": models.Problem, "description": "It has changed meanwhile"}
}


@router.get("", **op("Your sandboxes of a game", "Tus ensayos de una partida"))
def kept(asker: Watcher, address: Address) -> list[sandbox_models.KeptSandbox]:
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
        "Create a sandbox from your view now or at a move",
        "Crear un ensayo con tu vista actual o la de una jugada",
    ),
)
def begin(
    asker: Player, address: Address, begun: sandbox_models.Beginning
) -> sandbox_models.Sandbox:
    made = sandboxes.create_sandbox(asker.services, address, asker.me, begun.at, begun.name)
    return responses.sandbox_model(
        asker.services,
        sandboxes.open_sandbox(asker.services, address, asker.me, made.id),
        asker.language,
    )


@router.get(
    "/{sandbox}",
    **op(
        "A sandbox in the view of the seat with the decision",
        "Un ensayo con la vista del asiento que decide",
    ),
)
def look(asker: Watcher, address: Address, sandbox: Row) -> sandbox_models.Sandbox:
    return responses.sandbox_model(
        asker.services,
        sandboxes.open_sandbox(asker.services, address, asker.me, sandbox),
        asker.language,
    )


@router.get("/{sandbox}/offers", **op("Offers of the sandbox", "Órdenes posibles en el ensayo"))
def offers(asker: Watcher, address: Address, sandbox: Row) -> list[models.Offer]:
    return to_plain_data(
        sandboxes.open_sandbox(asker.services, address, asker.me, sandbox).look.offers,
        asker.language,
    )


@router.post(
    "/{sandbox}/assess",
    **op("Dry run of an order in the sandbox", "Prueba de una orden en el ensayo, sin darla"),
)
def assess(
    asker: Watcher, address: Address, sandbox: Row, tried: models.Tried
) -> models.Assessment:
    return to_plain_data(
        assess_answers(
            sandboxes.open_sandbox(asker.services, address, asker.me, sandbox).look, tried.order
        ),
        asker.language,
    )


@router.post(
    "/{sandbox}/orders",
    responses=OVERTAKEN,
    **op(
        "Give an order in the sandbox for the seat with the decision",
        "Dar una orden en el ensayo por el asiento que decide",
    ),
)
def order(
    asker: Player, address: Address, sandbox: Row, given: sandbox_models.Trial
) -> sandbox_models.Sandbox:
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
    return responses.sandbox_model(asker.services, seen, asker.language)


@router.post(
    "/{sandbox}/back",
    responses=OVERTAKEN,
    **op(
        "Return a sandbox to a step; 0 is its beginning",
        "Volver a un paso del ensayo; 0 es el principio",
    ),
)
def back(
    asker: Player, address: Address, sandbox: Row, last: sandbox_models.Back
) -> sandbox_models.Sandbox:
    try:
        return responses.sandbox_model(
            asker.services,
            sandboxes.go_back(asker.services, address, asker.me, sandbox, last.to, last.after),
            asker.language,
        )
    except Overtaken as overtaken:
        raise stale_sandbox(asker, address, sandbox, overtaken) from overtaken


@router.post(
    "/{sandbox}/house",
    responses=OVERTAKEN,
    **op("Let the bot decide in the sandbox", "Decisión del bot en el ensayo"),
)
def house(
    asker: Player, address: Address, sandbox: Row, known: sandbox_models.Knowing | None = None
) -> sandbox_models.Sandbox:
    try:
        seen = sandboxes.order_by_bot(
            asker.services, address, asker.me, sandbox, known.after if known else None
        )
        return responses.sandbox_model(asker.services, seen, asker.language)
    except Overtaken as overtaken:
        raise stale_sandbox(asker, address, sandbox, overtaken) from overtaken


@router.get(
    "/{sandbox}/plan",
    **op(
        "Your orders in the sandbox for your own seat",
        "Tus órdenes en el ensayo por tu propio asiento",
    ),
)
def plan(asker: Watcher, address: Address, sandbox: Row) -> list[sandbox_models.Planned]:
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
        "Change name, dice or plan of a sandbox",
        "Cambiar el nombre, los dados o el plan de un ensayo",
    ),
)
def change(asker: Player, address: Address, sandbox: Row, changed: sandbox_models.Changing) -> None:
    if changed.name is not None or changed.dice is not None:
        sandboxes.change_sandbox(
            asker.services, address, asker.me, sandbox, name=changed.name, dice=changed.dice
        )
    if changed.played is not None:
        sandbox_plan.follow_plan(asker.services, address, asker.me, sandbox, on=changed.played)


@router.delete("/{sandbox}", status_code=204, **op("Delete a sandbox", "Borrar un ensayo"))
def put_away(asker: Player, address: Address, sandbox: Row) -> None:
    sandboxes.delete_sandbox(asker.services, address, asker.me, sandbox)


def stale_sandbox(asker: Asker, address: str, sandbox: int, overtaken: Overtaken) -> Stale:
    """Answer to a request that another tab or program has overtaken."""
    seen: OpenSandbox = sandboxes.open_sandbox(asker.services, address, asker.me, sandbox)
    return Stale(overtaken, responses.game_model(asker.services, seen.look, asker.language))
