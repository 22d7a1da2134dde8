"""Results of battles on real tables: the form and its answer."""

from __future__ import annotations

from dataclasses import replace

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refusal, Refused
from app.services.errors import NoSuchGame
from app.services.people.permissions import referee_seat_of
from app.services.play import photographs, referee_desk, result_entry
from app.services.watch import battle_rosters, reading_pages
from app.web.auth import require_user, user_id
from app.web.battle_page import battle_photographs
from app.web.deferred_routes import DeferredRoute
from app.web.forms import csrf_form
from app.web.language import language_of
from app.web.login_redirect import redirect_to_login
from app.web.pages import render_page
from app.web.photograph_forms import MOST_FILES, is_cut, pictures_in
from app.web.rate_limiting import rate_limit_request
from app.web.reading_page import reading_page
from app.web.result_form import FormKind, ResultPage, form_of_kind, result_order, result_page

router = APIRouter(route_class=DeferredRoute)
TEMPLATE = "campaigns/result.html"


# --- Form of a player, for the result or against it
@router.get("/games/{address}/battles/{key}/result")
def show_result_form(request: Request, address: str, key: str) -> Response:
    """Form for the result, for the two players of the battle. Others see its page."""
    return _show_form(request, address, key, FormKind.RESULT)


@router.get("/games/{address}/battles/{key}/dispute")
def show_dispute_form(request: Request, address: str, key: str) -> Response:
    """Form for other numbers than the entered ones, for the other player of the battle."""
    return _show_form(request, address, key, FormKind.DISPUTE)


@router.post("/games/{address}/battles/{key}/result")
async def enter_result(request: Request, address: str, key: str) -> Response:
    """Enter the result. The same form sent twice counts once."""
    form = await csrf_form(request, most_files=MOST_FILES)
    return await run_in_threadpool(_enter, request, address, key, form, FormKind.RESULT)


@router.post("/games/{address}/battles/{key}/dispute")
async def dispute_result(request: Request, address: str, key: str) -> Response:
    """Dispute the entered result with other numbers. The same form sent twice counts once."""
    form = await csrf_form(request, most_files=MOST_FILES)
    return await run_in_threadpool(_enter, request, address, key, form, FormKind.DISPUTE)


# --- Form of a referee
@router.get("/games/{address}/battles/{key}/decide")
def show_decision_form(request: Request, address: str, key: str) -> Response:
    """Form for the decision of a referee, with losses of each unit. Others see the battle's
    page.
    """
    return _show_form(request, address, key, FormKind.DECISION)


@router.post("/games/{address}/battles/{key}/decide")
async def decide_battle(request: Request, address: str, key: str) -> Response:
    """Decide the battle with other numbers. The same form sent twice counts once."""
    form = await csrf_form(request)
    return await run_in_threadpool(_enter, request, address, key, form, FormKind.DECISION)


# --- Both
def _load(request: Request, address: str, kind: FormKind) -> reading_pages.GamePages:
    """Pages for the user; for a decision those of a referee."""
    told = reading_pages.load_pages(request.app.state.services, address, user_id(request))
    pages = referee_desk.pages_of_referee(told.look) if kind is FormKind.DECISION else None
    return told if pages is None else msgspec.structs.replace(told, pages=pages)


def _show_form(request: Request, address: str, key: str, kind: FormKind) -> Response:
    told = _load(request, address, kind)
    if user_id(request) is None:
        return redirect_to_login(request)
    if form_of_kind(told.battle(key), kind) is None:
        return RedirectResponse(f"/games/{told.look.game.address}/battles/{key}", 303)
    return _show(request, _page(request, told, key, kind))


def _page(
    request: Request,
    told: reading_pages.GamePages,
    key: str,
    kind: FormKind,
    form: FormData | None = None,
) -> ResultPage:
    battle, language = told.battle(key), language_of(request)
    rosters = battle_rosters.load_rosters(request.app.state.services, told.look, battle, language)
    units = {side: roster.units for side, roster in rosters.items()}
    preset = request.query_params.get("result", "")
    return result_page(reading_page(told, "result"), battle, kind, units, form, preset)


def _enter(request: Request, address: str, key: str, form: FormData, kind: FormKind) -> Response:
    services, me = request.app.state.services, require_user(request)
    told = _load(request, address, kind)
    if form_of_kind(told.battle(key), kind) is None:
        raise NoSuchGame
    findings = _store_photographs(request, told, key, form)
    page, seat = _page(request, told, key, kind, form), _acting_seat(told, kind)
    if not findings and result_entry.is_entered(told.look, page.command, seat):
        return RedirectResponse(f"{page.page.base}/battles/{key}", 303)
    if form.get("more") and not findings:
        return _show(request, page)
    rate_limit_request(request, "orders", address)
    order, unread = result_order(page, language_of(request))
    if findings or unread:
        return _show(request, page, (*unread, *findings))
    try:
        result_entry.enter_result(services, address, me, page.command, order, seat)
    except Refused as refused:
        return _show(request, page, refused.refusals)
    return RedirectResponse(f"{page.page.base}/battles/{key}", 303)


def _acting_seat(told: reading_pages.GamePages, kind: FormKind) -> str | None:
    """Seat of the referees for a decision; None for the user's own seat."""
    seat = referee_seat_of(told.look.seats, told.look.user_id, judging=True)
    return seat.seat if kind is FormKind.DECISION and seat else None


def _store_photographs(
    request: Request, told: reading_pages.GamePages, key: str, form: FormData
) -> tuple[Refusal, ...]:
    """Store the photographs of the form, even if the result is refused. They need not be sent
    again then.
    """
    address = told.look.game.address
    pictures, findings = pictures_in(request, form)
    if not pictures:
        return findings
    rate_limit_request(request, "photographs", address)
    try:
        photographs.add_photographs(
            request.app.state.services, address, require_user(request), key, pictures
        )
    except Refused as refused:
        return (*findings, *refused.refusals)
    return findings


def _show(request: Request, page: ResultPage, findings: tuple[Refusal, ...] = ()) -> Response:
    """Form as it was filled in, with the reasons against it."""
    page = replace(page, findings=findings)
    status = (413 if is_cut(request) else 422) if findings else 200
    shown = battle_photographs(request.app.state.services, page.page.told, page.battle)
    return render_page(
        request, TEMPLATE, status=status, page=page.page, asked=page, photographs=shown
    )
