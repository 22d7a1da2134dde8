"""Webhooks of a club."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refusal, Refused
from app.services.clubs import club_hooks
from app.services.clubs.clubs import load_club
from app.services.clubs.roles import Permission
from app.web.auth import require_user
from app.web.deferred_routes import DeferredRoute
from app.web.forms import Number, csrf_form, integer_field
from app.web.pages import render_page

router = APIRouter(route_class=DeferredRoute)


@router.get("/clubs/{club}/hooks")
def show_hooks(request: Request, club: Number) -> Response:
    """Webhooks with their secrets, for members who manage them."""
    return _show_hooks(request, club)


def _show_hooks(
    request: Request,
    club: int,
    findings: tuple[Refusal, ...] = (),
    typed: tuple[str, str, str] = ("discord", "", ""),
) -> Response:
    services, me = request.app.state.services, require_user(request)
    view = load_club(services, club, me)
    hooks: tuple[club_hooks.ShownHook, ...] = ()
    if view.may(Permission.HOOKS):
        view, hooks = club_hooks.load_hooks(services, club, me)
    elif not findings:
        return RedirectResponse(f"/clubs/{club}", 303)
    return render_page(
        request,
        "clubs/hooks.html",
        status=422 if findings else 200,
        view=view,
        hooks=hooks,
        typed=typed,
        findings=findings,
    )


@router.post("/clubs/{club}/hooks")
async def act_on_hooks(request: Request, club: Number) -> Response:
    """Add, remove, restart or test a webhook, as the field `do` says. A refused form keeps its
    texts.
    """
    form = await csrf_form(request)
    return await run_in_threadpool(_act_on_hooks, request, club, form)


def _act_on_hooks(request: Request, club: int, form: FormData) -> Response:
    services, me, do = request.app.state.services, require_user(request), form.get("do")
    typed = str(form.get("kind", "")), str(form.get("name", "")), str(form.get("url", ""))
    try:
        if do == "add":
            club_hooks.add_hook(services, club, me, *typed)
        elif do == "remove":
            club_hooks.remove_hook(services, club, me, integer_field(form, "hook"))
        elif do == "test":
            club_hooks.send_test_message(services, club, me, integer_field(form, "hook"))
        elif do == "restart":
            club_hooks.restart_hook(services, club, me, integer_field(form, "hook"))
    except Refused as refused:
        return _show_hooks(request, club, refused.refusals, typed)
    return RedirectResponse(f"/clubs/{club}/hooks", 303)
