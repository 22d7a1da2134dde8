"""Page of the army lists of a contest: sending, missing lists, verdicts, and all lists once
open.
"""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.contest_pages import ContestPages
from app.kernel.refusal import Refusal, Refused
from app.services.errors import NoSuchGame
from app.services.play import army_lists
from app.services.watch.reading_pages import GamePages, load_pages
from app.web.army_lists_page import army_lists_page
from app.web.auth import require_user, user_id
from app.web.contest_page import with_draft
from app.web.deferred_routes import DeferredRoute
from app.web.forms import csrf_form
from app.web.language import language_of
from app.web.pages import render_page
from app.web.rate_limiting import rate_limit_request

router = APIRouter(route_class=DeferredRoute)


def load(request: Request, address: str) -> tuple[GamePages, ContestPages]:
    """Pages of a contest with army lists. Raises `NoSuchGame` for any other game."""
    told = load_pages(request.app.state.services, address, user_id(request))
    contest = with_draft(told).pages.contest
    if contest is None or not contest.list_box:
        raise NoSuchGame
    own = told.pages.contest.lists if told.pages.contest else ()
    lists = army_lists.merged_lists(contest.lists, own)
    return told, msgspec.structs.replace(contest, lists=lists)


@router.get("/games/{address}/lists")
def show_lists(request: Request, address: str) -> Response:
    """Army lists of a contest. `player` chooses a player of a team on the form."""
    return _show(request, address, player=request.query_params.get("player", ""))


def _show(
    request: Request, address: str, findings: tuple[Refusal, ...] = (), player: str = ""
) -> Response:
    told, contest = load(request, address)
    services = request.app.state.services
    page = army_lists_page(services, told, contest, language_of(request), findings, player)
    status = 422 if findings else 200
    return render_page(request, "contests/lists.html", status=status, page=page.frame, lists=page)


@router.post("/games/{address}/lists")
async def send_list(request: Request, address: str) -> Response:
    """Send a saved army as the own list, or as that of a player of a team."""
    form = await csrf_form(request)
    return await run_in_threadpool(_send, request, address, form)


def _send(request: Request, address: str, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    rate_limit_request(request, "orders", address)
    told, contest = load(request, address)
    army, command, player = (str(form.get(name, "")) for name in ("army", "command", "player"))
    own = told.pages.contest.lists if told.pages.contest else ()
    is_of_seat = not player or any(one.side == player and one.may_send for one in own)
    try:
        army_lists.send_list(
            services, told.look, me, contest.list_box, army, command, player,
            as_organiser=not is_of_seat,
        )  # fmt: skip
    except Refused as refused:
        return _show(request, address, refused.refusals, player)
    return RedirectResponse(f"/games/{address}/lists", 303)
