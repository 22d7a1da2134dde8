"""Orders of players, the most frequent writing request: decoded by msgspec, in one thread call."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import Header, Request, Response
from starlette.types import Receive, Scope, Send

from app.kernel.decoding import json_decoder
from app.services.errors import Overtaken
from app.services.people.api_tokens import PLAY
from app.services.people.login_cache import CheckedLogin
from app.services.play.open_seats import declare_or_join
from app.services.play.order_requests import OrderRequest
from app.services.play.played_orders import PlayedOrder
from app.services.watch.game_view import load_view
from app.web.api import authentication, models, responses
from app.web.api.authentication import ADDRESS_FORM, Address, Asker, Player, answer_known
from app.web.api.panel_html import render_panel
from app.web.api.problems import Stale
from app.web.api.routes import api_router, op
from app.web.api.selected_fields import (
    FieldsOfPlayed,
    answer_with_fields,
    is_selection_of_order,
    selection_of,
)
from app.web.deferred_routes import DeferredRoute
from app.web.order_threads import run_in_order_thread
from app.web.request_body import replayed_receive

LIMIT, FIELDS = "orders", "fields"
WHOLE = "return=representation"
"""Preference of a client (RFC 7240): the answer brings the new view and the offers."""

Line = Annotated[str, msgspec.Meta(max_length=200)]
Prefer = Annotated[
    str | None,
    Header(description=f'"{WHOLE}": the answer also brings `game` and `offers` after the order.'),
]
PANEL, NEW_STATE = "panel", ("game", "offers")
"""Parts of the answer that a preference brings; the panel only if the client names it."""


class GivenOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Well-formed body of a request, as `models.Given` documents it."""

    command: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    after: Annotated[int, msgspec.Meta(ge=0, le=models.LAST)]
    order: dict[str, Any]
    step: Line | None = None
    seat: Line | None = None


class OrderRoute(DeferredRoute):
    """Route of orders. A well-formed request takes the short way; FastAPI answers any other request
    with the documented faults.
    """

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Decide between both ways."""
        request = Request(scope, receive)
        body = await request.body()
        given = read_given(request, body) if scope["method"] == "POST" else None
        if given is None:
            await super().handle(scope, replayed_receive(body, receive), send)
            return
        answer = await run_in_order_thread(answer_order, request, given)
        await answer(scope, receive, send)


router = api_router(prefix="/games", tags=["games"], route_class=OrderRoute)


@router.post(
    "/{address}/orders",
    dependencies=[authentication.limited_as(LIMIT)],
    response_model=models.Played,
    responses={409: {"model": models.Problem, "description": "Another player moved meanwhile"}},
    **op("Give an order", "Dar una orden"),
)
def order(
    request: Request,
    asker: Player,
    address: Address,
    given: models.Given,
    prefer: Prefer = None,
    fields: FieldsOfPlayed = None,
) -> Response:
    wanted = GivenOrder(**given.model_dump())
    return answer_with_state(request, asker, address, wanted, None, prefer, fields)


def read_given(request: Request, body: bytes) -> GivenOrder | None:
    """Order of a well-formed request; None for any other."""
    is_json = request.headers.get("content-type", "").partition(";")[0] == "application/json"
    if not is_json or not ADDRESS_FORM.fullmatch(request.path_params["address"]):
        return None
    if not is_selection_of_order(request.query_params.get(FIELDS)):
        return None
    try:
        given: GivenOrder = json_decoder(GivenOrder).decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return given


def answer_order(request: Request, given: GivenOrder) -> Response:
    """Answer to a well-formed request. The token may have been checked before, so the transaction
    of the order compares it.
    """
    asker = request.state.asker = authentication.load_known_asker(request)
    authentication.rate_limit_call(request, asker, LIMIT)
    address, prefer = request.path_params["address"], request.headers.get("prefer")
    fields = request.query_params.get(FIELDS)

    def act(one: Asker) -> Response:
        return answer_with_state(request, one, address, given, one.bearer, prefer, fields)

    return answer_known(request, asker, PLAY, act)


def answer_with_state(
    request: Request,
    asker: Asker,
    address: str,
    given: GivenOrder,
    cached: CheckedLogin | None,
    prefer: str | None,
    fields: str | None,
) -> Response:
    """Record an order and answer with the parts and fields that the client asks for. Raises as
    `give_order` does.
    """
    made = give_order(asker, address, given, cached)
    tree = selection_of(fields) if fields else {}
    wanted = [part for part in (*NEW_STATE, PANEL) if part in (tree or NEW_STATE)]
    is_whole = wants_whole(prefer)
    look = load_view(asker.services, address, asker.me) if is_whole and wanted else None
    played = responses.played_model(made, asker.services, asker.language, look, wanted)
    if look is not None and PANEL in wanted:
        played.panel = render_panel(request, asker, look)
    headers = {"Preference-Applied": WHOLE} if is_whole else None
    if fields:
        return answer_with_fields(played, fields, headers)
    return Response(played.model_dump_json(), headers=headers, media_type="application/json")


def give_order(
    asker: Asker, address: str, given: GivenOrder, cached: CheckedLogin | None
) -> PlayedOrder:
    """Record an order; raises `Stale` with the present game, and what `declare_or_join` raises."""
    try:
        request = OrderRequest(given.command, given.after, given.order, given.step, given.seat)
        return declare_or_join(asker.services, address, asker.me, request, cached)
    except Overtaken as overtaken:
        raise Stale(overtaken, responses.game_now(asker, address)) from overtaken


def wants_whole(prefer: str | None) -> bool:
    """True if the header of a request prefers the whole new state in the answer."""
    wishes = (one.partition(";")[0] for one in (prefer or "").split(","))
    return WHOLE in ("".join(one.lower().split()).replace('"', "") for one in wishes)
