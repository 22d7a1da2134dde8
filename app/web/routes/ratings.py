"""Ratings of players: the page of a rating, and the choice of its viewers."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from app.kernel.rating_periods import WEB
from app.services.watch import player_ratings
from app.web.auth import require_user, user_id
from app.web.deferred_routes import DeferredRoute
from app.web.forms import Number, csrf_form, own_path
from app.web.language import language_of
from app.web.pages import render_page, zone_of
from app.web.rating_page import rating_context

router = APIRouter(route_class=DeferredRoute)


@router.get("/people/{person}/rating/{key}")
def show_rating(
    request: Request, person: Number, key: str, before: str = "", pool: str = WEB
) -> Response:
    """Rating of a player in a game. `before` is the end of a battle; the list begins before it.
    `pool` is "table" for the rating of results from real tables.
    """
    found = player_ratings.load_rating_page(
        request.app.state.services, person, key, user_id(request), before, pool
    )
    page = rating_context(found, language_of(request), zone_of(request))
    return render_page(request, "people/rating.html", page=page)


@router.post("/account/ratings")
async def choose_viewers(request: Request) -> Response:
    """Save the choice whether all users or only the user sees the own ratings."""
    form = await csrf_form(request)
    me = require_user(request)
    await run_in_threadpool(
        player_ratings.show_ratings,
        request.app.state.services,
        me,
        to_everybody=form.get("viewers") == "everybody",
    )
    return RedirectResponse(own_path(str(form.get("back", "/account"))), 303)
