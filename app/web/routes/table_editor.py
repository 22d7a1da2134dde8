"""Table editor: players lay out a table together before the game begins."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refused
from app.services.errors import NoSuchGame
from app.services.play import lobby
from app.services.watch import game_view
from app.web.auth import require_user, user_id
from app.web.deferred_routes import DeferredRoute
from app.web.forms import csrf_form, integer_or_none
from app.web.language import language_of
from app.web.pages import render_page
from app.web.table_editor_page import as_the_box_has_it, laying_of, laying_page

router = APIRouter(route_class=DeferredRoute)


@router.get("/games/{address}/laying")
def show_table_editor(request: Request, address: str, thing: str = "") -> Response:
    """Current table, for every user who may see the game."""
    look = game_view.load_view(request.app.state.services, address, user_id(request))
    laying = laying_of(look)
    if laying is None:
        return RedirectResponse(f"/games/{look.game.address}", 303)
    return render_page(
        request, "lobby/laying.html", page=laying_page(look, laying, language_of(request), thing)
    )


@router.get("/games/{address}/laying/news")
def report_table_news(request: Request, address: str, seen: int = 0) -> Response:
    """Polling answer: 204 while the table is unchanged. The last answer ends the polling."""
    try:
        look = game_view.load_view(request.app.state.services, address, user_id(request))
    except NoSuchGame:
        return last_answer(render_page(request, "lobby/laying_news.html", status=404, gone=True))
    laying = laying_of(look)
    if laying is not None and laying.number == seen:
        return Response(status_code=204)
    answer = render_page(
        request,
        "lobby/laying_news.html",
        base=f"/games/{look.game.address}",
        begun=laying is None,
        gone=False,
    )
    return last_answer(answer) if laying is None else answer


def last_answer(answer: Response) -> Response:
    """Last answer to a polling element. htmx replaces the element, which ends the polling."""
    answer.headers["HX-Reswap"] = "outerHTML"
    return answer


@router.post("/games/{address}/laying")
async def lay_terrain(request: Request, address: str) -> Response:
    return await run_in_threadpool(_lay_change, request, address, await csrf_form(request))


def _lay_change(request: Request, address: str, form: FormData) -> Response:
    """Make one change. A refused change shows the page again with the input and the reasons."""
    services, me = request.app.state.services, require_user(request)
    given = {name: str(value) for name, value in form.items() if name != "csrf"}
    try:
        before = laying_of(game_view.load_view(services, address, me))
        game = lobby.change_setup(
            services,
            address,
            me,
            as_the_box_has_it(before, given, language_of(request)) if before else given,
        )
    except Refused as refused:
        look = game_view.load_view(services, address, me)
        laying = laying_of(look)
        if laying is None:
            raise
        page = laying_page(
            look, laying, language_of(request), given.get("thing", ""), given, refused.refusals
        )
        return render_page(request, "lobby/laying.html", status=422, page=page)
    if game.status != "open":
        return RedirectResponse(f"/games/{game.address}", 303)
    look = game_view.load_view(services, address, me)
    laying = laying_of(look)
    if laying is None:
        raise NoSuchGame
    thing = {"add": str(len(laying.things)), "remove": ""}.get(
        given.get("act", ""), given.get("thing", "")
    )
    return RedirectResponse(
        f"/games/{game.address}/laying"
        + (f"?thing={thing}#things" if integer_or_none(thing) is not None else ""),
        303,
    )
