"""Form of the welcome message of a club."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refusal, Refused
from app.services.clubs import welcome
from app.services.clubs.roles import Permission
from app.store.club_welcomes import Welcome
from app.web.auth import require_user
from app.web.deferred_routes import DeferredRoute
from app.web.forms import Number, csrf_form
from app.web.pages import render_page

router = APIRouter(route_class=DeferredRoute)


@router.get("/clubs/{club}/welcome")
def show_welcome(request: Request, club: Number) -> Response:
    """Form of the message to new members."""
    view, found = welcome.load_welcome(request.app.state.services, club, require_user(request))
    if not view.may(Permission.ANNOUNCE):
        return RedirectResponse(f"/clubs/{club}", 303)
    return _show_form(request, club, found)


def _show_form(
    request: Request, club: int, typed: Welcome, findings: tuple[Refusal, ...] = ()
) -> Response:
    view, _ = welcome.load_welcome(request.app.state.services, club, require_user(request))
    return render_page(
        request,
        "clubs/welcome.html",
        status=422 if findings else 200,
        view=view,
        typed=typed,
        findings=findings,
    )


@router.post("/clubs/{club}/welcome")
async def act_on_welcome(request: Request, club: Number) -> Response:
    """Save the message, or close it as its reader, as the field `do` says. A refused form keeps its
    texts.
    """
    form = await csrf_form(request)
    return await run_in_threadpool(_act_on_welcome, request, club, form)


def _act_on_welcome(request: Request, club: int, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    typed = Welcome(str(form.get("text_en", "")), str(form.get("text_es", "")))
    try:
        if form.get("do") == "close":
            welcome.close_welcome(services, club, me)
        elif form.get("do") == "save":
            welcome.change_welcome(services, club, me, typed.text_en, typed.text_es)
    except Refused as refused:
        return _show_form(request, club, typed, refused.refusals)
    return RedirectResponse(f"/clubs/{club}", 303)
