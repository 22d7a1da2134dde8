"""Wishes for an opponent: page, form and acts."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.contract import Game
from app.kernel.refusal import Refusal, Refused
from app.services.errors import NoSuchGame
from app.services.play import opponent_wishes
from app.web.auth import require_user, user_id
from app.web.deferred_routes import DeferredRoute
from app.web.forms import Number, csrf_form, integer_field, integer_or_none
from app.web.language import language_of
from app.web.pages import render_page, zone_of
from app.web.rate_limiting import rate_limit_request
from app.web.wish_page import WishAnswers, wish_context, wish_given

router = APIRouter(route_class=DeferredRoute)


@router.get("/opponents")
def show_wishes(request: Request, box: str = "", wish: int = 0, club: str = "") -> Response:
    """Page of wishes. `box` and `club` are chosen in the form; `wish` is an own wish to change."""
    if (me := user_id(request)) is not None:
        opponent_wishes.note_visit(request.app.state.services, me)
    return wishes_page(request, box, wish, club=integer_or_none(club))


def wishes_page(
    request: Request,
    box: str,
    wish: int = 0,
    given: WishAnswers | None = None,
    findings: Sequence[Refusal] = (),
    status: int = 200,
    club: int | None = None,
) -> Response:
    """Page of wishes; after a refusal with the answers given and the reasons."""
    services = request.app.state.services
    page = wish_context(
        services,
        user_id(request),
        language_of(request),
        zone_of(request),
        box,
        wish,
        given,
        club,
    )
    return render_page(
        request, "people/opponents.html", status=status, page=page, findings=findings
    )


@router.post("/opponents")
async def save_wish(request: Request) -> Response:
    """Save a new wish, or change the one with the number in the form."""
    form = await csrf_form(request)
    return await run_in_threadpool(_save_wish, request, form)


def _save_wish(request: Request, form: FormData) -> Response:
    me = require_user(request)
    rate_limit_request(request, "tables")
    box = _box_of(request, str(form.get("box", "")))
    number = integer_field(form, "wish") if form.get("wish") else 0
    given = wish_given(box, form)
    try:
        opponent_wishes.save_wish(request.app.state.services, me, given.as_form(), number or None)
    except Refused as refused:
        return wishes_page(request, box.card.key, number, given, refused.refusals, 422)
    return RedirectResponse("/opponents#search", 303)


@router.post("/opponents/{wish}/end")
async def end_wish(request: Request, wish: Number) -> Response:
    """End an own wish."""
    await csrf_form(request)
    me = require_user(request)
    await run_in_threadpool(opponent_wishes.end_wish, request.app.state.services, me, wish)
    return RedirectResponse("/opponents#search", 303)


@router.post("/opponents/{wish}/change")
async def take_change(request: Request, wish: Number) -> Response:
    """Change an own wish in one point, and begin the game that it finds."""
    form = await csrf_form(request)
    return await run_in_threadpool(_take_change, request, wish, form)


def _take_change(request: Request, wish: int, form: FormData) -> Response:
    me, other = require_user(request), integer_field(form, "other")
    rate_limit_request(request, "tables")
    games = opponent_wishes.take_change(request.app.state.services, me, wish, other)
    return RedirectResponse(f"/games/{games[0]}" if games else "/opponents#search", 303)


def _box_of(request: Request, key: str) -> Game:
    box: Game | None = request.app.state.services.shelf.get(key)
    if box is None:
        raise NoSuchGame
    return box
