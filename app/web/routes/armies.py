"""Armies: saved and public ones, the army builder, sheets and copies."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse, RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.army_form import Builder
from app.kernel.refusal import Refusal, Refused
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.play import army_files, default_rosters, saved_armies
from app.store import records
from app.web.army_page import (
    answers_in,
    army_page,
    glyph_context,
    opening_in_utc,
    sheet_page,
    terms_in_query,
    waiting_table,
)
from app.web.auth import redirect_with_session, require_user, user_id, user_or_new_guest
from app.web.confirmation import is_confirmed
from app.web.deferred_routes import DeferredRoute
from app.web.forms import csrf_form
from app.web.language import language_of
from app.web.page_question import deletion_question
from app.web.pages import render_page, zone_of
from app.web.rate_limiting import rate_limit_request

router = APIRouter(route_class=DeferredRoute)
ROSTER = "roster"
"""Value of the button that saves an army as the default roster of a long game."""


# --- Reading
@router.get("/armies")
def show_armies(request: Request) -> Response:
    return _armies_page(request)


def _armies_page(
    request: Request, given: dict[str, str] | None = None, findings: tuple[Refusal, ...] = ()
) -> Response:
    services, me = request.app.state.services, user_id(request)
    own = (
        saved_armies.judge_armies(services, saved_armies.list_own_armies(services, me), me)
        if me
        else []
    )
    others = [
        kept
        for kept in saved_armies.judge_armies(
            services, saved_armies.list_public_armies(services, me), me
        )
        if not kept.is_mine
    ]
    return render_page(
        request,
        "armies/list.html",
        status=422 if findings else 200,
        own=own,
        others=others,
        boxes=saved_armies.boxes_with_armies(services),
        given=given or {},
        findings=findings,
        **glyph_context(saved_armies.boxes_with_armies(services)),
    )


@router.get("/armies/new")
def new_army(request: Request, box: str = "") -> Response:
    """Builder for a new army. The address may contain its terms."""
    services = request.app.state.services
    chosen = box or next((one.card.key for one in saved_armies.boxes_with_armies(services)), "")
    begun = saved_armies.new_army_page(services, chosen, terms_in_query(request.query_params))
    return _army_form_page(request, chosen, begun)


@router.get("/armies/draft")
@router.get("/armies/import")
def redirect_to_new_army() -> Response:
    """Redirect to the builder. A page that answered a form has no address of its own."""
    return RedirectResponse("/armies/new", 303)


@router.get("/armies/{address}")
def one_army(request: Request, address: str) -> Response:
    """Builder for the owner of the army, its sheet for other users."""
    services, me = request.app.state.services, user_id(request)
    army = saved_armies.find_army(services, address, me)
    if army.user_id != me:
        return _army_text(request, army)
    try:
        return _army_form_page(
            request, army.box, saved_armies.saved_army_page(services, army), army
        )
    except Refused as refused:
        raise NoSuchGame from refused


@router.get("/armies/{address}/sheet")
def show_army_sheet(request: Request, address: str) -> Response:
    """Army on one page, for printing."""
    services = request.app.state.services
    army = saved_armies.find_army(services, address, user_id(request))
    return render_page(
        request, "armies/sheet.html", page=sheet_page(services, army, user_id(request))
    )


@router.get("/armies/{address}/army.json")
def as_json(request: Request, address: str) -> Response:
    services = request.app.state.services
    army = saved_armies.find_army(services, address, user_id(request))
    return Response(
        army_files.army_file(services, army),
        media_type="application/json",
        headers=_as_file(f"army-{army.id}.json"),
    )


@router.get("/armies/{address}/army.txt")
def as_text(request: Request, address: str) -> Response:
    services = request.app.state.services
    army = saved_armies.find_army(services, address, user_id(request))
    return PlainTextResponse(
        army_files.army_text(services, army, language_of(request)),
        headers={"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"},
    )


def _as_file(name: str) -> dict[str, str]:
    return {
        "Content-Disposition": f'attachment; filename="{name}"',
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
    }


def _army_text(request: Request, army: records.Army) -> Response:
    services = request.app.state.services
    return render_page(
        request, "armies/read.html", page=sheet_page(services, army, user_id(request))
    )


def _army_form_page(
    request: Request,
    box: str,
    builder: Builder,
    army: records.Army | None = None,
    status: int = 200,
    **more: Any,
) -> Response:
    part = request.headers.get("hx-request") == "true"
    services, base_url = request.app.state.services, request.app.state.settings.base_url
    table = waiting_table(more.get("given") or request.query_params)
    more |= {
        "table": table,
        "zone": zone_of(request),
        "roster_of": default_rosters.roster_game(services, table, user_id(request), box),
    }
    page = army_page(services, base_url, box, builder, army, **more)
    return render_page(
        request, "armies/muster.html" if part else "armies/builder.html", status=status, page=page
    )


# --- Building
@router.post("/armies/draft")
async def show_army_draft(request: Request) -> Response:
    """Assess the form and apply the button pressed; nothing is saved."""
    form = await csrf_form(request)
    return await run_in_threadpool(_draft_page, request, form)


def _draft_page(request: Request, form: FormData) -> Response:
    rate_limit_request(request, "looks")
    services, box = request.app.state.services, str(form.get("box", ""))
    answers = answers_in(form)
    findings: tuple[Refusal, ...] = ()
    try:
        builder = saved_armies.draft_army_page(services, box, answers, str(form.get("do", "")))
    except Refused as refused:
        builder, findings = saved_armies.draft_army_page(services, box, answers), refused.refusals
    return _army_form_page(
        request, box, builder, _of_form(request, form), given=form, findings=findings
    )


def _of_form(request: Request, form: FormData) -> records.Army | None:
    """Army that is being changed; None for a new or a deleted one."""
    try:
        army = saved_armies.find_army(
            request.app.state.services, str(form.get("kept", "")), user_id(request)
        )
    except NoSuchGame:
        return None
    return army if army.user_id == user_id(request) else None


@router.post("/armies/import")
async def bring_in(request: Request) -> Response:
    """Read a pasted army, as JSON or text, and show its page for checking and saving."""
    form = await csrf_form(request)
    return await run_in_threadpool(
        _bring_in, request, str(form.get("box", "")), str(form.get("text", ""))
    )


def _bring_in(request: Request, box: str, text: str) -> Response:
    rate_limit_request(request, "imports")
    try:
        return _army_form_page(
            request, box, army_files.imported_army_page(request.app.state.services, box, text)
        )
    except Refused as refused:
        return _armies_page(request, {"box": box, "text": text}, refused.refusals)


# --- Saving
@router.post("/armies")
async def save_army(request: Request) -> Response:
    form = await csrf_form(request)
    return await run_in_threadpool(_save_army, request, form)


@router.post("/armies/{address}")
async def change_army(request: Request, address: str) -> Response:
    form = await csrf_form(request)
    return await run_in_threadpool(_save_army, request, form, address)


def _save_army(request: Request, form: FormData, address: str = "") -> Response:
    """Save the army and redirect to its page. A refused army stays on the page with the reasons."""
    services, box, answers = request.app.state.services, str(form.get("box", "")), answers_in(form)
    asked = {
        "language": language_of(request),
        "sharing": str(form.get("sharing", "own")),
        "opens_at": opening_in_utc(str(form.get("opens_at", "")), zone_of(request)),
    }
    before = saved_armies.find_army(services, address, require_user(request)) if address else None
    box = before.box if before else box
    try:
        if not before:
            saved_armies.check_army(services, box, answers, **asked)
        me, token = user_or_new_guest(request, asked["language"])
        army = (
            saved_armies.change_army(services, address, me, answers, **asked)
            if before
            else saved_armies.save_army(services, me, box, answers, **asked)
        )
    except Refused as refused:
        return _army_form_page(
            request,
            box,
            saved_armies.draft_army_page(services, box, answers),
            before,
            422,
            given=form,
            findings=refused.refusals,
        )
    return redirect_with_session(request, _after_saving(request, form, me, army), token)


def _after_saving(request: Request, form: FormData, me: int, army: records.Army) -> str:
    """Address after saving. Its own button keeps the army as the default roster of a long game."""
    services, table = request.app.state.services, waiting_table(form)
    game = default_rosters.roster_game(services, table, me, army.box)
    if game is not None and form.get("do") == ROSTER:
        default_rosters.keep_default_roster(services, game.address, me, army.id)
        return f"/games/{game.address}/roster"
    return f"/armies/{army.id}?table={table}" if table else f"/armies/{army.id}"


@router.post("/armies/{address}/copy")
async def copy_army(request: Request, address: str) -> Response:
    await csrf_form(request)
    return await run_in_threadpool(_copy_army, request, address)


def _copy_army(request: Request, address: str) -> Response:
    services = request.app.state.services
    saved_armies.find_army(services, address, user_id(request))
    me, token = user_or_new_guest(request, language_of(request))
    return redirect_with_session(
        request, f"/armies/{saved_armies.copy_army(services, address, me).id}", token
    )


@router.get("/armies/{address}/delete")
def ask_before_deleting(request: Request, address: str) -> Response:
    """Question before deleting an army, for its owner."""
    question = deletion_question(own_army(request, address))
    return render_page(request, "parts/page_question.html", question=question)


def own_army(request: Request, address: str) -> records.Army:
    """Army of the visitor. Raises `NotYourSeat` for an army of another user."""
    me = require_user(request)
    army = saved_armies.find_army(request.app.state.services, address, me)
    if army.user_id != me:
        raise NotYourSeat
    return army


@router.post("/armies/{address}/delete")
async def delete_army(request: Request, address: str) -> Response:
    """Delete an army. Needs a confirmation."""
    form = await csrf_form(request)
    return await run_in_threadpool(_delete_army, request, address, form)


def _delete_army(request: Request, address: str, form: FormData) -> Response:
    army = own_army(request, address)
    if not is_confirmed(form):
        return RedirectResponse(f"/armies/{army.id}/delete", 303)
    saved_armies.delete_army(request.app.state.services, army.id, army.user_id)
    return RedirectResponse("/armies", 303)
