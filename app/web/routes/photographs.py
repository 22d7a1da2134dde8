"""Photographs of battles on real tables: adding, showing, removing."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refused
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.play import photographs
from app.services.watch import reading_pages
from app.web.auth import require_user, user_id
from app.web.battle_page import show_battle_page
from app.web.confirmation import is_confirmed
from app.web.deferred_routes import DeferredRoute
from app.web.forms import Number, csrf_form
from app.web.page_question import photograph_question
from app.web.pages import render_page
from app.web.photograph_forms import MOST_FILES, is_cut, pictures_in
from app.web.picture_answers import picture_answer
from app.web.rate_limiting import rate_limit_request

router = APIRouter(route_class=DeferredRoute)


@router.get("/games/{address}/photographs/{number}.jpg")
def show_photograph(request: Request, address: str, number: Number) -> Response:
    """Photograph, for the readers of its battle. The browser asks each time if it still stands."""
    services = request.app.state.services
    found, data = photographs.load_photograph(services, address, user_id(request), number)
    return picture_answer(request, found.digest, data)


@router.post("/games/{address}/battles/{key}/photographs")
async def add_photographs(request: Request, address: str, key: str) -> Response:
    """Add photographs to a battle. Refused files are named on its page."""
    form = await csrf_form(request, most_files=MOST_FILES)
    return await run_in_threadpool(_add, request, address, key, form)


def _add(request: Request, address: str, key: str, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    rate_limit_request(request, "photographs", address)
    told = reading_pages.load_pages(services, address, me)
    if not photographs.may_add(told.look, told.battle(key).acting):
        raise NotYourSeat
    pictures, findings = pictures_in(request, form)
    caption = str(form.get("caption", ""))
    try:
        photographs.add_photographs(services, address, me, key, pictures, caption)
    except Refused as refused:
        findings = (*findings, *refused.refusals)
    if findings:
        status = 413 if is_cut(request) else 422
        return show_battle_page(request, told, key, findings, caption, status)
    return RedirectResponse(f"/games/{told.look.game.address}/battles/{key}#photographs", 303)


@router.get("/games/{address}/photographs/{number}/remove")
def ask_to_remove(request: Request, address: str, number: Number) -> Response:
    """Question before a photograph is removed."""
    services = request.app.state.services
    told = reading_pages.load_pages(services, address, user_id(request))
    me = require_user(request)
    found, _ = photographs.load_photograph(services, address, me, number)
    if not photographs.may_remove(told.look, found):
        raise NoSuchGame
    question = photograph_question(told.look.game.address, found)
    return render_page(request, "parts/page_question.html", question=question)


@router.post("/games/{address}/photographs/{number}/remove")
async def remove_photograph(request: Request, address: str, number: Number) -> Response:
    """Remove a photograph, after a question."""
    form = await csrf_form(request)
    return await run_in_threadpool(_remove, request, address, number, form)


def _remove(request: Request, address: str, number: int, form: FormData) -> Response:
    me = require_user(request)
    if not is_confirmed(form):
        return ask_to_remove(request, address, number)
    battle = photographs.remove_photograph(request.app.state.services, address, me, number)
    return RedirectResponse(f"/games/{address}/battles/{battle}#photographs", 303)
