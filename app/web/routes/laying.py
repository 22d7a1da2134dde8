"""Laying out a table together, piece by piece, before the game begins."""
from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.club import lobby, watch
from app.club.problems import NoSuchGame
from app.kernel.refusal import Refused
from app.web.auth import must_be_somebody, user_id
from app.web.forms import proven_form, whole
from app.web.language import language_of
from app.web.laying_page import as_the_box_has_it, laying_of, laying_page
from app.web.pages import render

router = APIRouter()


@router.get("/games/{address}/laying")
def table(request: Request, address: str, thing: str = "") -> Response:
    """The table as it lies, for everybody who may see the game."""
    look = watch.look(request.app.state.club, address, user_id(request))
    laying = laying_of(look)
    if laying is None:
        return RedirectResponse(f"/games/{look.game.address}", 303)
    return render(request, "lobby/laying.html", page=laying_page(look, laying, language_of(request), thing))


@router.get("/games/{address}/laying/news")
def news(request: Request, address: str, seen: int = 0) -> Response:
    """Whether the table has changed since. A page asks for it again and again, until nothing more can come."""
    try:
        look = watch.look(request.app.state.club, address, user_id(request))
    except NoSuchGame:
        return last(render(request, "lobby/laying_news.html", status=404, gone=True))
    laying = laying_of(look)
    if laying is not None and laying.number == seen:
        return Response(status_code=204)
    answer = render(request, "lobby/laying_news.html", base=f"/games/{look.game.address}", begun=laying is None, gone=False)
    return last(answer) if laying is None else answer


def last(answer: Response) -> Response:
    """The last answer to whatever asks: htmx takes that off the page and puts this there."""
    answer.headers["HX-Reswap"] = "outerHTML"
    return answer


@router.post("/games/{address}/laying")
async def lay(request: Request, address: str) -> Response:
    return await run_in_threadpool(_lay, request, address, await proven_form(request))


def _lay(request: Request, address: str, form: FormData) -> Response:
    """One change; refused, the page comes again with what was typed and why."""
    club, me = request.app.state.club, must_be_somebody(request)
    given = {name: str(value) for name, value in form.items() if name != "csrf"}
    try:
        before = laying_of(watch.look(club, address, me))
        game = lobby.lay(club, address, me, as_the_box_has_it(before, given, language_of(request)) if before else given)
    except Refused as refused:
        look = watch.look(club, address, me)
        laying = laying_of(look)
        if laying is None:
            raise
        page = laying_page(look, laying, language_of(request), given.get("thing", ""), given, refused.refusals)
        return render(request, "lobby/laying.html", status=422, page=page)
    if game.status != "open":
        return RedirectResponse(f"/games/{game.address}", 303)
    look = watch.look(club, address, me)
    laying = laying_of(look)
    if laying is None:
        raise NoSuchGame
    thing = {"add": str(len(laying.things)), "remove": ""}.get(given.get("act", ""), given.get("thing", ""))
    return RedirectResponse(f"/games/{game.address}/laying" + (f"?thing={thing}#things" if whole(thing) is not None else ""), 303)
