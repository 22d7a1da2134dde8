"""Orders: every step of the sequence has its own address under the game."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, QueryParams

from app.kernel.refusal import Refused, refuse_if
from app.kernel.table_refusals import right_step, still_open
from app.services.errors import LoginEnded, NoSuchGame, Overtaken
from app.services.people import player_chat
from app.services.play import open_seats, orders, routine_orders
from app.services.play.order_requests import OrderRequest
from app.services.watch import game_view
from app.web.auth import known_visitor, renew_visitor, require_user, user_id
from app.web.confirmation import CLAIM, REST, key_of
from app.web.deferred_routes import DeferredRoute
from app.web.forms import csrf_form, integer_field
from app.web.game_forms import (
    MEANWHILE,
    NOTHING_DONE,
    ask_first,
    is_in_words,
    order_of_form,
    page_of_form,
    typed_texts,
)
from app.web.game_page import PARTS, page_template, show_game
from app.web.panels.decision import Answer
from app.web.rate_limiting import rate_limit_address, rate_limit_request

router = APIRouter(route_class=DeferredRoute)


@router.get("/games/{address}/steps/{step}")
def show_step(request: Request, address: str, step: str) -> Response:
    """Page of a step. A step other than the current one is refused; the refusal names the current
    one.
    """
    look = game_view.load_view(request.app.state.services, address, user_id(request))
    if step not in {one.key for one in look.box.card.sequence} or look.seat is None:
        raise NoSuchGame
    refuse_if(
        orders.not_begun_refusal(look.game)
        or still_open(look.box, look.table)
        or right_step(look.box, look.table, look.seat, step)
    )
    return show_game(request, look, request.query_params)


@router.post("/games/{address}/steps/{step}")
async def give_order(request: Request, address: str, step: str) -> Response:
    """Give an order of the step. The answer is the new position, the refusal, or the position after
    another player's move.
    """
    form = await csrf_form(request)
    return await run_in_threadpool(_declare_order, request, address, form, step)


@router.post("/games/{address}/steps/{step}/rest")
async def leave_the_rest(request: Request, address: str, step: str) -> Response:
    """Leave the remaining orders of the step to the server, where the box allows it. Needs a
    confirmation.
    """
    form = await csrf_form(request)
    rate_limit_request(request, "orders", address)
    return await run_in_threadpool(_leave_the_rest, request, address, form, step)


def _leave_the_rest(request: Request, address: str, form: FormData, step: str) -> Response:
    services, me = request.app.state.services, require_user(request)
    question = ask_first(
        request,
        address,
        form,
        lambda look: REST if look.decisions and look.decisions[0].step == step else "",
    )
    if question is not None:
        return question
    routine_orders.leave_to_server(services, address, me, step)
    return RedirectResponse(page_of_form(address, form), 303)


@router.post("/games/{address}/orders")
async def give_table_order(request: Request, address: str) -> Response:
    """Give an order of the platform: concede, offer or decline a draw, take back. An order that
    ends the game needs a confirmation.
    """
    form = await csrf_form(request)
    return await run_in_threadpool(_give_table_order, request, address, form)


def _give_table_order(request: Request, address: str, form: FormData) -> Response:
    require_user(request)
    question = ask_first(
        request,
        address,
        form,
        lambda look: key_of(look, orders.parse_order(look.box, order_of_form(form))),
    )
    return question if question is not None else _declare_order(request, address, form, None)


def _declare_order(request: Request, address: str, form: FormData, step: str | None) -> Response:
    require_user(request)
    rate_limit_request(request, "orders", address)
    order = order_of_form(form)
    try:
        _record_order(request, address, form, step)
    except Overtaken as overtaken:
        says = overtaken.says or (NOTHING_DONE if step is None else MEANWHILE)
        answer, status = Answer(says, texts=typed_texts(order)), 409
    except Refused as refused:
        answer, status = Answer(findings=refused.refusals, texts=typed_texts(order)), 422
    else:
        return _show_new_position(request, address, form)
    return _show_draft(request, address, order, status, in_words=is_in_words(form), answer=answer)


def _record_order(request: Request, address: str, form: FormData, step: str | None) -> None:
    """Record the order of a form. The session of a known visitor is read again if log-ins of the
    user have ended.
    """
    given = OrderRequest(
        str(form.get("command", "")),
        integer_field(form, "after"),
        order_of_form(form),
        step,
    )
    services, cached = request.app.state.services, known_visitor(request)
    try:
        open_seats.declare_or_join(services, address, require_user(request), given, cached)
    except LoginEnded:
        renew_visitor(request)
        open_seats.declare_or_join(services, address, require_user(request), given)


def _show_new_position(request: Request, address: str, form: FormData) -> Response:
    """Position after an order: the changed parts for the script of the game page, in one round
    trip. Any other form is redirected.
    """
    page = page_of_form(address, form)
    if page != f"/games/{address}" or page_template(request) != PARTS:
        return RedirectResponse(page, 303)
    look = game_view.load_view(request.app.state.services, address, user_id(request))
    return show_game(request, look, QueryParams())


def _show_draft(
    request: Request, address: str, order: str, status: int, *, in_words: bool, answer: Answer
) -> Response:
    """Game page of the current position with the draft kept."""
    look = game_view.load_view(request.app.state.services, address, user_id(request))
    if look.seat is None:
        look = open_seats.as_joiner(look)
    draft = QueryParams({"order": order})
    return show_game(request, look, draft, status, in_words=in_words, answer=answer)


@router.post("/games/{address}/claim")
async def claim_victory(request: Request, address: str) -> Response:
    """Claim the victory over a side whose player has left the game. Needs a confirmation."""
    form = await csrf_form(request)
    return await run_in_threadpool(_claim_victory, request, address, form)


def _claim_victory(request: Request, address: str, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    question = ask_first(request, address, form, lambda look: CLAIM)  # noqa: ARG005 always asked
    if question is not None:
        return question
    orders.claim_game(services, address, me)
    return RedirectResponse(page_of_form(address, form), 303)


@router.post("/games/{address}/messages")
async def write_chat_message(request: Request, address: str) -> Response:
    form = await csrf_form(request)
    rate_limit_address(request, "texts")
    await run_in_threadpool(
        player_chat.write_chat_message,
        request.app.state.services,
        address,
        require_user(request),
        str(form.get("text", "")),
        form.get("to") == "side",
    )
    return RedirectResponse(
        f"/games/{address}{'/text#messages' if is_in_words(form) else '?tab=messages'}", 303
    )
