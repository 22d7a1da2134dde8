"""Spectators of a game: their list, the spectator chat with remarks on moves, and a
player's notes.
"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.services.people import accounts, notes, spectator_chat
from app.services.watch import game_view
from app.web.auth import require_user, user_id
from app.web.deferred_routes import DeferredRoute
from app.web.forms import csrf_form, flag_field, integer_field
from app.web.game_forms import is_in_words
from app.web.pages import render_page, render_shared
from app.web.rate_limiting import rate_limit_address
from app.web.spectator_page import spectator_page

router = APIRouter(route_class=DeferredRoute)


@router.get("/games/{address}/spectators")
def show_spectator_chat(request: Request, address: str) -> Response:
    """Spectator chat with all remarks; a request by htmx gets the list beside the board."""
    services, me = request.app.state.services, user_id(request)
    look = game_view.load_view(services, address, me)
    template = (
        "play/spectator_chat_list.html"
        if request.headers.get("hx-request") == "true"
        else "play/spectator_chat.html"
    )
    if me is None:
        news = spectator_chat.news_number(services, look.game.id)
        return render_shared(
            request,
            template,
            look.game.id,
            look.last,
            news,
            context=lambda: {"look": look, "spectators": spectator_page(services, look, None)},
        )
    return render_page(request, template, look=look, spectators=spectator_page(services, look, me))


@router.post("/games/{address}/remarks")
async def write_remark(request: Request, address: str) -> Response:
    form = await csrf_form(request)
    me = require_user(request)
    rate_limit_address(request, "remarks")
    about = integer_field(form, "about") if form.get("about") else None
    said = await run_in_threadpool(
        spectator_chat.write_remark,
        request.app.state.services,
        address,
        me,
        str(form.get("text", "")),
        about,
    )
    return RedirectResponse(
        page_of_remark(
            address, form, None if flag_field(form, "spectators") or about == said.after else about
        ),
        303,
    )


@router.post("/games/{address}/notes")
async def write_note(request: Request, address: str) -> Response:
    """Save a player's private note on a move. An empty text deletes it."""
    form = await csrf_form(request)
    about = integer_field(form, "about")
    services, me = request.app.state.services, require_user(request)
    await run_in_threadpool(
        notes.write_note, services, address, me, about, str(form.get("text", ""))
    )
    last = (await run_in_threadpool(game_view.load_followed, services, address, me)).game.number
    return RedirectResponse(
        page_of_remark(
            address, form, None if flag_field(form, "spectators") or about == last else about
        ),
        303,
    )


def page_of_remark(address: str, form: FormData, about: int | None) -> str:
    """Page that contains the form: a past move, or the spectator chat beside the current game."""
    if about is None:
        return f"/games/{address}{'/text#spectators' if is_in_words(form) else '?tab=spectators'}"
    return f"/games/{address}/at/{about}{'/text' if is_in_words(form) else ''}#said"


# --- What others read of a user
@router.post("/account/watching")
async def set_listing(request: Request) -> Response:
    """Set the user's preferences: to be listed among the spectators, and to show the record."""
    form = await csrf_form(request)
    me, listed, shown = (
        require_user(request),
        flag_field(form, "listed"),
        flag_field(form, "record_shown"),
    )
    await run_in_threadpool(
        lambda: accounts.save_preferences(
            request.app.state.services, me, listed=listed, record_shown=shown
        )
    )
    return RedirectResponse("/account?done=watching", 303)
