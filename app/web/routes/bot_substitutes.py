"""Seat of a battle that its player takes back from a bot."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.services.play import bot_substitutes
from app.web.auth import require_user
from app.web.deferred_routes import DeferredRoute
from app.web.forms import csrf_form
from app.web.game_forms import page_of_form

router = APIRouter(route_class=DeferredRoute)


@router.post("/games/{address}/seat-back")
async def take_back(request: Request, address: str) -> Response:
    """Give the seat back to its player."""
    form = await csrf_form(request)
    return await run_in_threadpool(_take_back, request, address, form)


def _take_back(request: Request, address: str, form: FormData) -> Response:
    me = require_user(request)
    bot_substitutes.take_seat_back(request.app.state.services, address, me)
    return RedirectResponse(page_of_form(address, form), 303)
