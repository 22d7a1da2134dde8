"""Referees of a game: their desk, their names, and votes for another one."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, QueryParams

from app.kernel.refusal import Refusal, Refused
from app.kernel.say import Say, say
from app.services.errors import NoSuchGame, NotYourSeat, Overtaken
from app.services.people.permissions import player_seat_of, referee_seat_of
from app.services.play import orders, referee_desk, referees
from app.services.watch import game_view
from app.web.auth import require_user, user_id
from app.web.confirmation import is_confirmed
from app.web.forms import csrf_form, integer_field
from app.web.language import language_of
from app.web.order_form import UnreadableField, order_answers
from app.web.pages import render_page
from app.web.rate_limiting import spend_allowance
from app.web.referee_page import RefereesPage, act_page, desk_page

router = APIRouter()
NOT_OPEN = say(
    "This decision is not open any more. Another referee or a player was faster.",
    "Esta decisión ya no está abierta. Otro árbitro o un jugador ha sido más rápido.",
)


# --- Desk
@router.get("/games/{address}/desk")
def show_desk(request: Request, address: str) -> Response:
    """Desk of a referee; other users are led to the game."""
    return _show_desk(request, address)


def _show_desk(
    request: Request, address: str, notice: Say | None = None, status: int = 200
) -> Response:
    try:
        desk = referee_desk.load_desk(request.app.state.services, address, user_id(request))
    except NotYourSeat:
        return RedirectResponse(f"/games/{address}", 303)
    return render_page(request, "play/desk.html", status=status, page=desk_page(desk, notice))


@router.get("/games/{address}/desk/act")
def ask_before_acting(request: Request, address: str, order: str = "") -> Response:
    """Page of one order of the referee: what follows, its fields, and the form that gives it."""
    return _ask(request, address, order, request.query_params, ())


def _ask(
    request: Request,
    address: str,
    order: str,
    given: QueryParams,
    findings: tuple[Refusal, ...],
) -> Response:
    desk = referee_desk.load_desk(request.app.state.services, address, user_id(request))
    offer = desk.find(order)
    if offer is None:
        return _show_desk(request, address, NOT_OPEN, 409)
    page = act_page(desk, offer, given, findings)
    return render_page(request, "play/desk_act.html", status=422 if findings else 200, page=page)


@router.post("/games/{address}/desk/act")
async def act(request: Request, address: str) -> Response:
    """Give an order of the referee. Without a confirmation the answer is its page."""
    form = await csrf_form(request)
    return await run_in_threadpool(_act, request, address, form)


def _act(request: Request, address: str, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    spend_allowance(request, "orders", address)
    written, given = str(form.get("order", "")), QueryParams(list(_texts(form)))
    desk = referee_desk.load_desk(services, address, me)
    offer = desk.find(written)
    if offer is None:
        return _show_desk(request, address, NOT_OPEN, 409)
    if not is_confirmed(form):
        return _ask(request, address, written, given, ())
    try:
        fields = order_answers(
            offer.asks, msgspec.to_builtins(offer.order), given, language_of(request)
        )
        orders.declare_order(
            services,
            address,
            me,
            str(form.get("command", "")),
            integer_field(form, "after"),
            fields,
            seat=desk.seat.seat,
        )
    except UnreadableField as unreadable:
        return _ask(request, address, written, given, (unreadable.refusal,))
    except Refused as refused:
        return _ask(request, address, written, given, refused.refusals)
    except Overtaken:
        return _show_desk(request, address, NOT_OPEN, 409)
    return RedirectResponse(f"/games/{address}/desk", 303)


def _texts(form: FormData) -> list[tuple[str, str]]:
    return [(name, str(value)) for name, value in form.multi_items()]


# --- Names of referees
@router.get("/games/{address}/referees")
def show_referees(request: Request, address: str) -> Response:
    """Referees of a game, and those who are silent."""
    return _show_referees(request, address)


def _show_referees(
    request: Request, address: str, findings: tuple[Refusal, ...] = (), name: str = ""
) -> Response:
    services, me = request.app.state.services, user_id(request)
    look = game_view.load_view(services, address, me)
    seat = next((one for one in look.seats if one.is_of_referees), None)
    if seat is None:
        raise NoSuchGame
    silent = referees.silent_referees(services, look)
    page = RefereesPage(
        look,
        f"/games/{look.game.address}",
        seat.referees,
        silent,
        referee_seat_of(look.seats, me) is not None,
        player_seat_of(look.seats, me) is not None and bool(silent or not seat.referees),
        findings,
        name,
    )
    return render_page(request, "play/referees.html", status=422 if findings else 200, page=page)


@router.post("/games/{address}/referees")
async def change_referees(request: Request, address: str) -> Response:
    """Name another referee, resign, or vote for another one."""
    form = await csrf_form(request)
    return await run_in_threadpool(_change_referees, request, address, form)


def _change_referees(request: Request, address: str, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    spend_allowance(request, "orders", address)
    name, do = str(form.get("name", "")), str(form.get("do", ""))
    try:
        if do == "resign":
            referees.resign(services, address, me)
        elif do == "vote":
            look = game_view.load_view(services, address, me)
            referees.vote_for_referee(services, look, me, name)
        else:
            referees.name_referee(services, address, me, name)
    except Refused as refused:
        return _show_referees(request, address, refused.refusals, name)
    return RedirectResponse(f"/games/{address}/referees", 303)
