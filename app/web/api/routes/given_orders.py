"""Orders of players, the most frequent writing request: decoded by msgspec, in one thread call."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, NoReturn

import msgspec
from fastapi import Header, Request, Response
from starlette.types import Receive, Scope, Send

from app.kernel.decoding import json_decoder
from app.services.errors import Overtaken
from app.services.people.api_tokens import PLAY
from app.services.people.login_cache import CheckedLogin
from app.services.play.large_orders import LargeOrder
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
from app.web.concurrency_limit import release_shared_place
from app.web.deferred_routes import DeferredRoute
from app.web.order_threads import run_in_order_thread
from app.web.request_body import replayed_receive

LIMIT, FIELDS = "orders", "fields"
WHOLE = "return=representation"
"""Preference of a client (RFC 7240): the answer brings the new view and the offers."""

Rest = Callable[[], Response]
"""Rest of an answer that may take long."""
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


class AskedOrder(msgspec.Struct, frozen=True):
    """Order of a request, with the parts and fields that its answer should have."""

    request: Request
    address: str
    given: GivenOrder
    prefer: str | None
    fields: str | None


class OrderRoute(DeferredRoute):
    """Route of orders. A well-formed request takes the short way; FastAPI answers any other request
    with the documented faults.
    """

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Decide between both ways."""
        request = Request(scope, receive)
        body = await request.body()
        asked = read_order(request, body) if scope["method"] == "POST" else None
        if asked is None:
            await super().handle(scope, replayed_receive(body, receive), send)
            return
        if request.app.state.order_writer.has_queue:
            release_shared_place(scope)
        answer = await answer_order(asked)
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
    read = GivenOrder(**given.model_dump())
    return answer_at_once(AskedOrder(request, address, read, prefer, fields), asker, None)


def read_order(request: Request, body: bytes) -> AskedOrder | None:
    """Order of a well-formed request; None for any other."""
    is_json = request.headers.get("content-type", "").partition(";")[0] == "application/json"
    address, fields = request.path_params["address"], request.query_params.get(FIELDS)
    if not is_json or not ADDRESS_FORM.fullmatch(address) or not is_selection_of_order(fields):
        return None
    try:
        given: GivenOrder = json_decoder(GivenOrder).decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return AskedOrder(request, address, given, request.headers.get("prefer"), fields)


async def answer_order(asked: AskedOrder) -> Response:
    """Record a well-formed order among the orders of this moment, and answer."""
    answer = await asked.request.app.state.order_writer.run(partial(record_order, asked))
    return answer if isinstance(answer, Response) else await run_in_order_thread(answer)


def record_order(asked: AskedOrder) -> Response | Rest:
    """Record a well-formed order, and answer. What takes long is left for another thread. The token
    may have been checked before, so the transaction of the order compares it.
    """
    asker = asked.request.state.asker = authentication.load_known_asker(asked.request)
    authentication.rate_limit_call(asked.request, asker, LIMIT)

    def act(one: Asker) -> Response | Rest:
        try:
            made = give_order(asked, one, one.bearer)
        except Overtaken as overtaken:
            return partial(raise_stale, asked, one, overtaken)
        except LargeOrder:
            return partial(answer_known, asked.request, one, PLAY, alone)
        rest = partial(answer_with_state, asked, one, made)
        return rest if wants_whole(asked.prefer) else rest()

    def alone(one: Asker) -> Response:
        return answer_at_once(asked, one, one.bearer)

    return answer_known(asked.request, asker, PLAY, act)


def answer_at_once(asked: AskedOrder, asker: Asker, cached: CheckedLogin | None) -> Response:
    """Record an order and answer in this thread. Raises `Stale` with the present game, and what
    `declare_or_join` raises.
    """
    try:
        made = give_order(asked, asker, cached)
    except Overtaken as overtaken:
        raise_stale(asked, asker, overtaken)
    return answer_with_state(asked, asker, made)


def give_order(asked: AskedOrder, asker: Asker, cached: CheckedLogin | None) -> PlayedOrder:
    """Record an order; raises as `declare_or_join` does."""
    given = asked.given
    request = OrderRequest(given.command, given.after, given.order, given.step, given.seat)
    return declare_or_join(asker.services, asked.address, asker.me, request, cached)


def answer_with_state(asked: AskedOrder, asker: Asker, made: PlayedOrder) -> Response:
    """Answer to a recorded order, with the parts and fields that the client asks for."""
    fields, is_whole = asked.fields, wants_whole(asked.prefer)
    tree = selection_of(fields) if fields else {}
    wanted = [part for part in (*NEW_STATE, PANEL) if part in (tree or NEW_STATE)]
    look = load_view(asker.services, asked.address, asker.me) if is_whole and wanted else None
    played = responses.played_model(made, asker.services, asker.language, look, wanted)
    if look is not None and PANEL in wanted:
        played.panel = render_panel(asked.request, asker, look)
    headers = {"Preference-Applied": WHOLE} if is_whole else None
    if fields:
        return answer_with_fields(played, fields, headers)
    return Response(played.model_dump_json(), headers=headers, media_type="application/json")


def raise_stale(asked: AskedOrder, asker: Asker, overtaken: Overtaken) -> NoReturn:
    """Raise `Stale` with the present game."""
    raise Stale(overtaken, responses.game_now(asker, asked.address)) from overtaken


def wants_whole(prefer: str | None) -> bool:
    """True if the header of a request prefers the whole new state in the answer."""
    wishes = (one.partition(";")[0] for one in (prefer or "").split(","))
    return WHOLE in ("".join(one.lower().split()).replace('"', "") for one in wishes)
