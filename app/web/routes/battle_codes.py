"""Page on which the code of a printed sheet is typed."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from app.services.play import battle_codes
from app.services.watch.reading_pages import GamePages
from app.web.auth import user_id
from app.web.deferred_routes import DeferredRoute
from app.web.login_redirect import redirect_to_login
from app.web.pages import render_page
from app.web.rate_limiting import rate_limit_request

router = APIRouter(route_class=DeferredRoute)


@router.get("/r")
def enter_code(request: Request, code: str = "") -> Response:
    """Form for the code, which leads to the form for the result. An anonymous visitor logs in
    first, and the code is kept.
    """
    me = user_id(request)
    if not code.strip():
        return render_page(request, "campaigns/code.html", typed="", is_unknown=False)
    if me is None:
        return redirect_to_login(request)
    rate_limit_request(request, "codes")
    found = battle_codes.find_battle(request.app.state.services, me, code)
    if found is None:
        return render_page(request, "campaigns/code.html", 404, typed=code[:200], is_unknown=True)
    told, key = found
    return RedirectResponse(
        f"/games/{told.look.game.address}/battles/{key}{page_of_code(told, key)}", 303
    )


def page_of_code(told: GamePages, key: str) -> str:
    """Page to which the code leads: the form that is open for the user, or the battle itself."""
    battle = told.battle(key)
    if battle.dispute_form and battle.dispute_form.is_open:
        return "/dispute"
    is_awaited = battle.result_form and battle.result_form.is_open
    return "/result" if is_awaited else ""
