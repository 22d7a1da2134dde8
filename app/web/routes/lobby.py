"""The lobby: open tables, opening one, taking a seat."""
from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from app.club import lobby, watch
from app.club.problems import NoSuchGame
from app.kernel.refusal import Refusal, Refused
from app.web.auth import log_in_cookie, must_be_somebody, somebody, user_id
from app.web.forms import flag, proven_form
from app.web.language import language_of
from app.web.pages import render

router = APIRouter()


@router.get("/lobby")
def hall(request: Request) -> Response:
    club, me = request.app.state.club, user_id(request)
    return render(request, "lobby/hall.html", tables=lobby.open_tables(club, me), going_on=watch.going_on(club, 12),
                  finished=watch.finished(club, 8), shelf=club.shelf)


@router.get("/tables/new")
def new_table(request: Request, box: str = "") -> Response:
    shelf = request.app.state.club.shelf
    if box and box not in shelf:
        raise NoSuchGame
    chosen = shelf[box] if box else next(iter(shelf.values()))
    return render(request, "lobby/new.html", boxes=list(shelf.values()), box=chosen, findings=(), given={},
                  chosen=[option.key for option in chosen.card.options if option.usual])


@router.post("/tables")
async def open_table(request: Request) -> Response:
    form = await proven_form(request)
    shelf = request.app.state.club.shelf
    box = str(form.get("box", ""))
    if box not in shelf:
        raise NoSuchGame
    given = {name: str(value) for name, value in form.items() if name != "options"}
    chosen = tuple(map(str, form.getlist("options")))
    scenario, _, side = given.get("seat", "").partition("/")
    findings: tuple[Refusal, ...] = ()
    try:
        return await run_in_threadpool(_open_table, request, box, scenario, side, given, chosen, flag(form, "spectators"))
    except Refused as refused:
        findings = refused.refusals
    return render(request, "lobby/new.html", status=422, boxes=list(shelf.values()), box=shelf[box], findings=findings, given=given, chosen=chosen)


def _open_table(request: Request, box: str, scenario: str, side: str, given: dict[str, str], options: tuple[str, ...], spectators: bool) -> Response:
    club = request.app.state.club
    me, token = somebody(request, language_of(request))
    against = "bot" if given.get("against") == "bot" else "people"
    visibility = "private" if given.get("visibility") == "private" else "open"
    game = lobby.open_table(club, me, box, scenario, side, options, visibility, spectators, against, given.get("added", ""), given.get("title", ""),
                            int(given["per_side"]) if given.get("per_side", "").isdigit() else 1)
    response = RedirectResponse(f"/games/{game.address}", 303)
    if token:
        log_in_cookie(request, response, token)
    return response


@router.post("/games/{address}/join")
async def join(request: Request, address: str) -> Response:
    form = await proven_form(request)
    return await run_in_threadpool(_join, request, address, str(form.get("seat", "")) or None, str(form.get("added", "")))


def _join(request: Request, address: str, seat: str | None, added: str) -> Response:
    me, token = somebody(request, language_of(request))
    game = lobby.join(request.app.state.club, address, me, seat, added)
    response = RedirectResponse(f"/games/{game.address}", 303)
    if token:
        log_in_cookie(request, response, token)
    return response


@router.post("/games/{address}/leave")
async def leave(request: Request, address: str) -> Response:
    await proven_form(request)
    await run_in_threadpool(lobby.leave, request.app.state.club, address, must_be_somebody(request))
    return RedirectResponse("/lobby", 303)


@router.post("/games/{address}/rematch")
async def rematch(request: Request, address: str) -> Response:
    form = await proven_form(request)
    me = must_be_somebody(request)
    game = await run_in_threadpool(lobby.rematch, request.app.state.club, address, me, str(form.get("added", "")))
    return RedirectResponse(f"/games/{game.address}", 303)
