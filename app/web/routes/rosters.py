"""Page of the default roster that a player keeps for the battles of a long game."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refusal, Refused
from app.services.errors import NotYourSeat
from app.services.play import default_rosters
from app.services.watch import game_view
from app.web.auth import require_user, user_id
from app.web.deferred_routes import DeferredRoute
from app.web.forms import csrf_form, integer_or_none
from app.web.pages import render_page
from app.web.rate_limiting import rate_limit_request
from app.web.roster_page import roster_page

router = APIRouter(route_class=DeferredRoute)
NO_ARMY = -1
"""Number of an army that no player has, for a field that is no number."""


@router.get("/games/{address}/roster")
def show_roster(request: Request, address: str) -> Response:
    """Default roster of a player; other visitors are led to the game."""
    return _show(request, address)


def _show(request: Request, address: str, findings: tuple[Refusal, ...] = ()) -> Response:
    services, me = request.app.state.services, user_id(request)
    try:
        roster = default_rosters.load_default_roster(services, address, me)
    except NotYourSeat:
        return RedirectResponse(f"/games/{address}", 303)
    look = game_view.load_view(services, address, me)
    page = roster_page(services, look, roster, findings)
    status = 422 if findings else 200
    return render_page(request, "campaigns/roster.html", status=status, page=page)


@router.post("/games/{address}/roster")
async def keep_roster(request: Request, address: str) -> Response:
    """Keep a saved army as the default roster, or none."""
    form = await csrf_form(request)
    return await run_in_threadpool(_keep, request, address, form)


def _keep(request: Request, address: str, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    rate_limit_request(request, "orders", address)
    given = str(form.get("army", ""))
    number = integer_or_none(given)
    try:
        default_rosters.keep_default_roster(
            services, address, me, NO_ARMY if given and number is None else number
        )
    except Refused as refused:
        return _show(request, address, refused.refusals)
    return RedirectResponse(f"/games/{address}/roster", 303)
