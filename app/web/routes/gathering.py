"""Gathering page of a game with open seats: players join and wait for the first turn."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from app.kernel.refusal import Refused
from app.services.errors import NotYourSeat
from app.services.play import gathering, open_seats
from app.web.auth import require_user
from app.web.confirmation import CONFIRMED
from app.web.deferred_routes import DeferredRoute
from app.web.forms import csrf_form
from app.web.gathering_page import entry_given, show_gathering
from app.web.language import language_of
from app.web.order_form import UnreadableField
from app.web.rate_limiting import rate_limit_request

router = APIRouter(route_class=DeferredRoute)


@router.get("/games/{address}/gathering")
def show_players(request: Request, address: str) -> Response:
    """Players who have joined, and the form of an entry. Before and after, the game page."""
    try:
        team = request.query_params.get("team", "")
        return show_gathering(request, address, {"team": team} if team else {})
    except NotYourSeat:
        return RedirectResponse(f"/games/{address}", 303)


@router.post("/games/{address}/gathering")
async def join(request: Request, address: str) -> Response:
    """Preview the entry of the form, join with it, or propose another name."""
    form = await csrf_form(request)
    given = {name: str(value) for name, value in form.items()}
    return await run_in_threadpool(_join, request, address, given)


def _join(request: Request, address: str, given: dict[str, str]) -> Response:
    services, me = request.app.state.services, require_user(request)
    if given.get("draw"):
        rate_limit_request(request, "looks")
        return show_gathering(request, address, given, drawn=given["draw"])
    if given.get("change"):
        return show_gathering(request, address, given)
    rate_limit_request(request, "orders", address)
    found = gathering.load_gathering(services, address, me)
    entry = found.entry
    if entry is not None:
        try:
            order = entry_given(entry, given, language_of(request))
            if CONFIRMED not in given:
                preview = gathering.assess_entry(found.look, order)
                return show_gathering(request, address, given, preview.no, preview=preview)
            open_seats.take_seat(services, address, me, given.get("command", ""), order)
        except UnreadableField as unreadable:
            return show_gathering(request, address, given, (unreadable.refusal,))
        except Refused as refused:
            return show_gathering(request, address, given, refused.refusals)
    return RedirectResponse(f"/games/{address}/gathering", 303)
