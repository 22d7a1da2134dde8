"""Looks at a game and its offers, the most frequent reads of programs."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from fastapi import Request, Response
from starlette.types import Receive, Scope, Send

from app.services.people.api_tokens import READ
from app.services.watch.game_view import GameView, load_view
from app.web.api import authentication, models, responses
from app.web.api.authentication import ADDRESS_FORM, Address, Asker, At, Eyes, Reader, Watcher
from app.web.api.plain_data import to_plain_data
from app.web.api.routes import api_router, op
from app.web.api.selected_fields import FieldsOfGame, answer_with_fields
from app.web.deferred_routes import DeferredRoute
from app.web.order_threads import run_in_order_thread

Body = Callable[[Asker, GameView], str | bytes]


class LookRoute(DeferredRoute):
    """Route of a look at a game. A look with a token and without a query takes one thread call, and
    its transaction compares the token. FastAPI answers any other request.
    """

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Decide between both ways."""
        request = Request(scope, receive)
        if not is_plain_look(request):
            await super().handle(scope, receive, send)
            return
        answer = await run_in_order_thread(answer_look, request, BODIES[self.name])
        await answer(scope, receive, send)


def is_plain_look(request: Request) -> bool:
    """True for a look with a token at a well-formed address, now and with all fields."""
    return (
        request.method == "GET"
        and "authorization" in request.headers
        and not request.scope["query_string"]
        and ADDRESS_FORM.fullmatch(request.path_params["address"]) is not None
    )


def answer_look(request: Request, body: Body) -> Response:
    """Answer to a plain look. The token may have been checked before."""
    known = request.state.asker = authentication.load_known_asker(request)
    address = request.path_params["address"]

    def act(asker: Asker) -> Response:
        seen = load_view(asker.services, address, asker.me, cached=asker.bearer)
        return Response(body(asker, seen), media_type="application/json")

    return authentication.answer_known(request, known, READ, act)


def body_of_game(asker: Asker, seen: GameView) -> str:
    return responses.game_model(asker.services, seen, asker.language).model_dump_json()


def body_of_offers(asker: Asker, seen: GameView) -> bytes:
    return msgspec.json.encode(to_plain_data(seen.offers, asker.language))


BODIES: dict[str, Body] = {"look": body_of_game, "offers": body_of_offers}
"""Body of a plain look, by the name of its function."""

router = api_router(prefix="/games", tags=["games"], route_class=LookRoute)


@router.get(
    "/{address}",
    response_model=models.Game,
    **op(
        "A game as you see it, now or at any move",
        "Una partida como tú la ves, ahora o en cualquier jugada",
    ),
)
def look(
    asker: Reader,
    address: Address,
    at: At = None,
    eyes: Eyes = None,
    fields: FieldsOfGame = None,
) -> models.Game | Response:
    seen = responses.look_at(asker, address, at, eyes)
    told = responses.game_model(asker.services, seen, asker.language)
    return told if fields is None else answer_with_fields(told, fields)


@router.get(
    "/{address}/offers",
    **op(
        "Offers of your seat, with reasons of refusals",
        "Ofertas para tu asiento, con motivos de rechazo",
    ),
)
def offers(asker: Watcher, address: Address) -> list[models.Offer]:
    return to_plain_data(load_view(asker.services, address, asker.me).offers, asker.language)
