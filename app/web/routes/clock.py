"""Clock of a game: pauses, holidays, claims and return of a player. Also the hours of a player."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, QueryParams

from app.kernel import clock_orders
from app.kernel.contract import Order
from app.kernel.refusal import Refused
from app.kernel.say import say
from app.services.errors import Malformed
from app.services.play import orders
from app.services.play.absence_reasons import announce_absence
from app.services.time import clocks
from app.services.watch import game_view
from app.web.auth import require_user, user_id
from app.web.clock_page import hours_given, hours_page
from app.web.confirmation import key_of
from app.web.deferred_routes import DeferredRoute
from app.web.forms import csrf_form, integer_field
from app.web.game_forms import ask_first, is_in_words, page_of_form
from app.web.game_page import show_game
from app.web.pages import render_page, zone_of
from app.web.panels.decision import Answer
from app.web.rate_limiting import rate_limit_request

router = APIRouter(route_class=DeferredRoute)


@router.post("/games/{address}/clock")
async def act_on_clock(request: Request, address: str) -> Response:
    """Carry out an action on the clock. The answer is the game page, or the refusals."""
    form = await csrf_form(request)
    return await run_in_threadpool(_act_on_clock, request, address, form)


def _act_on_clock(request: Request, address: str, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    rate_limit_request(request, "orders", address)
    order = order_of_form(form)
    question = ask_first(request, address, form, lambda look: key_of(look, order))
    if question is not None:
        return question
    command, after = str(form.get("command", "")), integer_field(form, "after")
    try:
        if isinstance(order, (clock_orders.TakeHoliday, clock_orders.ShortenHoliday)):
            reason = str(form.get("reason", ""))
            announce_absence(services, address, me, command, after, order, reason)
        else:
            orders.declare_order(services, address, me, command, after, order)
    except Refused as refused:
        look = game_view.load_view(services, address, user_id(request))
        return show_game(
            request,
            look,
            QueryParams(),
            422,
            in_words=is_in_words(form),
            answer=Answer(findings=refused.refusals),
        )
    return RedirectResponse(page_of_form(address, form), 303)


def order_of_form(form: FormData) -> Order:
    """Order that a form of the clock describes; raises `Malformed`."""
    first, what = str(form.get("first", ""))[:10], str(form.get("what", ""))[:10]
    match str(form.get("do", "")):
        case "pause":
            return clock_orders.AskPause(integer_field(form, "days"))
        case "no-pause":
            return clock_orders.DeclinePause()
        case "end-pause":
            return clock_orders.EndPause()
        case "holiday":
            return clock_orders.TakeHoliday(first, integer_field(form, "days"))
        case "shorten":
            return clock_orders.ShortenHoliday(first, integer_field(form, "days"))
        case "back":
            return clock_orders.ComeBack()
        case "claim":
            return clock_orders.Claim(what)
    raise Malformed(
        say(
            "There is nothing of this kind to do about a clock.",
            "Con un reloj no se puede hacer eso.",
        )
    )


@router.get("/account/hours")
def show_hours(request: Request, done: bool = False) -> Response:
    kept = clocks.hours_of(request.app.state.services, require_user(request))
    return render_page(
        request,
        "accounts/hours.html",
        page=hours_page(kept, None, zone_of(request)),
        findings=(),
        done=done,
    )


@router.post("/account/hours")
async def keep_hours(request: Request) -> Response:
    form = await csrf_form(request)
    return await run_in_threadpool(_keep_hours, request, form)


def _keep_hours(request: Request, form: FormData) -> Response:
    me = require_user(request)
    given = hours_given(
        {name: str(value) for name, value in form.items()},
        [str(day) for day in form.getlist("free")],
    )
    try:
        clocks.save_hours(request.app.state.services, me, given)
    except Refused as refused:
        return render_page(
            request,
            "accounts/hours.html",
            status=422,
            page=hours_page(None, given, zone_of(request)),
            findings=refused.refusals,
            done=False,
        )
    return RedirectResponse("/account/hours?done=1", 303)
