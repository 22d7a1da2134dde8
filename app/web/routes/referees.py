"""Referees of a game: their desk, their names, and votes for another one."""

from __future__ import annotations

from dataclasses import replace

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, QueryParams

from app.kernel.contract import Card
from app.kernel.decider_names import decider_name
from app.kernel.offers import Offer
from app.kernel.refusal import Refusal, Refused
from app.kernel.say import Say, say
from app.services.clubs import game_offices
from app.services.errors import NotYourSeat, Overtaken
from app.services.play import absence_reasons, orders, referee_desk, referee_notes, referees
from app.services.play.rating_order import sides_by_rating
from app.services.play.referee_desk import Desk
from app.services.watch import decision_spans, game_view
from app.services.watch.punctuality import load_punctuality
from app.web.auth import require_user, user_id
from app.web.confirmation import is_confirmed
from app.web.deferred_routes import DeferredRoute
from app.web.desk_chart import desk_chart
from app.web.forms import csrf_form, integer_field
from app.web.language import language_of
from app.web.order_form import UnreadableField, order_answers
from app.web.pages import render_page, zone_of
from app.web.rate_limiting import rate_limit_request
from app.web.referee_page import (
    NO_PREVIEW,
    DeskNotes,
    Preview,
    RefereesPage,
    act_page,
    answers_in_words,
    desk_notes,
    desk_page,
    ranked,
)

router = APIRouter(route_class=DeferredRoute)


def not_open(card: Card) -> Say:
    """Notice that a decision was made meanwhile."""
    return say(
        "This decision is not open any more. Another {decider} or a player was faster.",
        "Esta decisión ya no está abierta. Otro {decider} o un jugador ha sido más rápido.",
        decider=decider_name(card),
    )


# --- Desk
@router.get("/games/{address}/desk")
def show_desk(request: Request, address: str) -> Response:
    """Desk of a referee; other users are led to the game."""
    return _show_desk(request, address)


def _show_desk(
    request: Request,
    address: str,
    notice: Say | None = None,
    status: int = 200,
    typed: DeskNotes | None = None,
) -> Response:
    services, me = request.app.state.services, user_id(request)
    try:
        desk = referee_desk.load_desk(services, address, me)
    except NotYourSeat:
        return RedirectResponse(f"/games/{address}", 303)
    notes = desk_notes(desk, referee_notes.list_notes(services, address, me))
    if typed is not None:
        notes = replace(typed, rows=notes.rows)
    turn = decision_spans.decisions_of_turn(services, desk.look)
    chart = desk_chart(turn, zone_of(request), language_of(request))
    absences = absence_reasons.absences_of(services, desk)
    punctual = load_punctuality(services, desk.look)
    page = desk_page(desk, notice, chart, notes, absences, punctual)
    return render_page(request, "play/referee_desk.html", status=status, page=page)


@router.post("/games/{address}/desk/notes")
async def change_notes(request: Request, address: str) -> Response:
    """Add, change or remove a note of the referees."""
    form = await csrf_form(request)
    return await run_in_threadpool(_change_notes, request, address, form)


def _change_notes(request: Request, address: str, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    number, text = integer_field(form, "note"), str(form.get("text", ""))
    try:
        if form.get("do") == "remove":
            referee_notes.remove_note(services, address, me, number)
        elif number:
            referee_notes.change_note(services, address, me, number, text)
        else:
            referee_notes.add_note(services, address, me, text)
    except Refused as refused:
        typed = DeskNotes(text=text, number=number, findings=refused.refusals)
        return _show_desk(request, address, None, 422, typed)
    return RedirectResponse(f"/games/{address}/desk#notes", 303)


@router.get("/games/{address}/desk/act")
def ask_before_acting(request: Request, address: str, order: str = "") -> Response:
    """Page of one order of the referee: what follows, and its fields. With `preview` the answers of
    the form are checked, and the page asks to confirm them.

    A result has a form of its own, with losses of each unit.
    """
    desk = referee_desk.load_desk(request.app.state.services, address, user_id(request))
    if form := referee_desk.decision_form_of(desk, order):
        return RedirectResponse(f"/games/{address}/battles/{form[0]}/decide?result={form[1]}", 303)
    offer, given = desk.find(order), request.query_params
    if offer is not None and given.get("by") == "rating":
        given = _in_order_of_ratings(request, desk, offer, given)
    if offer is None or "preview" not in given:
        return _ask(request, address, order, given, ())
    try:
        fields = order_answers(
            offer.asks, msgspec.to_builtins(offer.order), given, language_of(request)
        )
    except UnreadableField as unreadable:
        return _ask(request, address, order, given, (unreadable.refusal,))
    found = referee_desk.assess_order(desk, fields)
    preview = (answers_in_words(offer, fields), found.notes)
    return _ask(request, address, order, given, found.no, NO_PREVIEW if found.no else preview)


def _in_order_of_ratings(
    request: Request, desk: Desk, offer: Offer, given: QueryParams
) -> QueryParams:
    """Answers in which the sides of a ranking are in the order of their ratings."""
    for ask in offer.asks:
        if ask.control == "ratings":
            sides = [one.value for one in ask.choices]
            order = sides_by_rating(request.app.state.services, desk.look, sides)
            given = ranked(given, ask, order)
    return given


def _ask(
    request: Request,
    address: str,
    order: str,
    given: QueryParams,
    findings: tuple[Refusal, ...],
    preview: Preview = NO_PREVIEW,
) -> Response:
    desk = referee_desk.load_desk(request.app.state.services, address, user_id(request))
    offer = desk.find(order)
    if offer is None:
        return _show_desk(request, address, not_open(desk.look.box.card), 409)
    page = act_page(desk, offer, given, findings, preview)
    return render_page(request, "play/referee_act.html", status=422 if findings else 200, page=page)


@router.post("/games/{address}/desk/act")
async def act(request: Request, address: str) -> Response:
    """Give an order of the referee. Without a confirmation the answer is its page."""
    form = await csrf_form(request)
    return await run_in_threadpool(_act, request, address, form)


def _act(request: Request, address: str, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    rate_limit_request(request, "orders", address)
    written, given = str(form.get("order", "")), QueryParams(list(_texts(form)))
    desk = referee_desk.load_desk(services, address, me)
    offer = desk.find(written)
    if offer is None:
        return _show_desk(request, address, not_open(desk.look.box.card), 409)
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
        return _show_desk(request, address, not_open(desk.look.box.card), 409)
    return RedirectResponse(f"/games/{address}{'' if given.get('back') else '/desk'}", 303)


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
    named = referees.load_referees(request.app.state.services, address, user_id(request))
    page = RefereesPage(named, findings, name)
    return render_page(request, "play/referees.html", status=422 if findings else 200, page=page)


@router.post("/games/{address}/referees")
async def change_referees(request: Request, address: str) -> Response:
    """Name another referee, resign, vote for another one, or take an office away."""
    form = await csrf_form(request)
    return await run_in_threadpool(_change_referees, request, address, form)


def _change_referees(request: Request, address: str, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    rate_limit_request(request, "orders", address)
    name, do = str(form.get("name", "")), str(form.get("do", ""))
    try:
        if do == "resign":
            referees.resign(services, address, me)
        elif do == "vote":
            look = game_view.load_view(services, address, me)
            referees.vote_for_referee(services, look, me, name)
        elif do == "take":
            game_offices.remove_from_office(services, address, me, integer_field(form, "person"))
        else:
            referees.name_referee(services, address, me, name)
    except Refused as refused:
        return _show_referees(request, address, refused.refusals, name)
    return RedirectResponse(f"/games/{address}/referees", 303)
