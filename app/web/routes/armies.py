"""Armies: the player's own and the public ones, the page on which one is raised, sheets, copies."""
from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse, RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.club import armies
from app.club.problems import NoSuchGame
from app.kernel.builder import Builder
from app.kernel.refusal import Refusal, Refused
from app.store import rows
from app.web.army_page import answers_in, army_page, drawing, sheet_page, stated
from app.web.auth import gone_to, must_be_somebody, somebody, user_id
from app.web.forms import proven_form
from app.web.language import language_of
from app.web.limiting import spend
from app.web.pages import render

router = APIRouter()


# ---------------------------------------------------------------------- looking
@router.get("/armies")
def hall(request: Request) -> Response:
    return _hall(request)


def _hall(request: Request, given: dict[str, str] | None = None, findings: tuple[Refusal, ...] = ()) -> Response:
    club, me = request.app.state.club, user_id(request)
    own = armies.all_kept(club, armies.mine(club, me), me) if me else []
    others = [kept for kept in armies.all_kept(club, armies.of_everybody(club, me), me) if not kept.is_mine]
    return render(request, "armies/hall.html", status=422 if findings else 200, own=own, others=others, boxes=armies.boxes(club), given=given or {},
                  findings=findings, **drawing(armies.boxes(club)))


@router.get("/armies/new")
def new_army(request: Request, box: str = "") -> Response:
    """A new army; the terms may stand in the address."""
    club = request.app.state.club
    chosen = box or next((one.card.key for one in armies.boxes(club)), "")
    begun = armies.begun(club, chosen, stated(request.query_params))
    return _page(request, chosen, begun)


@router.get("/armies/draft")
@router.get("/armies/import")
def nothing_kept() -> Response:
    """A page that was the answer to a form has no address of its own."""
    return RedirectResponse("/armies/new", 303)


@router.get("/armies/{address}")
def one_army(request: Request, address: str) -> Response:
    """The page on which it is raised for its owner, the sheet for others."""
    club, me = request.app.state.club, user_id(request)
    army = armies.find(club, address, me)
    if army.user_id != me:
        return _read(request, army)
    try:
        return _page(request, army.box, armies.opened(club, army), army)
    except Refused as refused:
        raise NoSuchGame from refused


@router.get("/armies/{address}/sheet")
def sheet(request: Request, address: str) -> Response:
    """The army on one page, for a real table."""
    club = request.app.state.club
    army = armies.find(club, address, user_id(request))
    return render(request, "armies/sheet.html", page=sheet_page(club, army, user_id(request)))


@router.get("/armies/{address}/army.json")
def as_json(request: Request, address: str) -> Response:
    club = request.app.state.club
    army = armies.find(club, address, user_id(request))
    return Response(armies.as_json(club, army), media_type="application/json", headers=_as_file(f"army-{army.id}.json"))


@router.get("/armies/{address}/army.txt")
def as_text(request: Request, address: str) -> Response:
    club = request.app.state.club
    army = armies.find(club, address, user_id(request))
    return PlainTextResponse(armies.as_text(club, army, language_of(request)), headers={"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"})


def _as_file(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"', "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}


def _read(request: Request, army: rows.Army) -> Response:
    club = request.app.state.club
    return render(request, "armies/read.html", page=sheet_page(club, army, user_id(request)))


def _page(request: Request, box: str, builder: Builder, army: rows.Army | None = None, status: int = 200, **more: Any) -> Response:
    part = request.headers.get("hx-request") == "true"
    page = army_page(request.app.state.club, request.app.state.settings.base_url, box, builder, army, **more)
    return render(request, "armies/muster.html" if part else "armies/builder.html", status=status, page=page)


# ---------------------------------------------------------------------- raising
@router.post("/armies/draft")
async def draft(request: Request) -> Response:
    """The verdict on what stands in the form, and whatever button was pressed; nothing is kept."""
    form = await proven_form(request)
    return await run_in_threadpool(_draft, request, form)


def _draft(request: Request, form: FormData) -> Response:
    spend(request, "looks")
    club, box = request.app.state.club, str(form.get("box", ""))
    answers, findings = answers_in(form), ()
    try:
        builder = armies.drafted(club, box, answers, str(form.get("do", "")))
    except Refused as refused:
        builder, findings = armies.drafted(club, box, answers), refused.refusals
    return _page(request, box, builder, _of_form(request, form), given=form, findings=findings)


def _of_form(request: Request, form: FormData) -> rows.Army | None:
    """The army that is being changed; none if it is a new one, or no longer there."""
    try:
        army = armies.find(request.app.state.club, str(form.get("kept", "")), user_id(request))
    except NoSuchGame:
        return None
    return army if army.user_id == user_id(request) else None


@router.post("/armies/import")
async def bring_in(request: Request) -> Response:
    """An army that was pasted, as JSON or text: its page, to be looked at and saved."""
    form = await proven_form(request)
    return await run_in_threadpool(_bring_in, request, str(form.get("box", "")), str(form.get("text", "")))


def _bring_in(request: Request, box: str, text: str) -> Response:
    spend(request, "imports")
    try:
        return _page(request, box, armies.imported(request.app.state.club, box, text))
    except Refused as refused:
        return _hall(request, {"box": box, "text": text}, refused.refusals)


# ---------------------------------------------------------------------- keeping
@router.post("/armies")
async def save(request: Request) -> Response:
    form = await proven_form(request)
    return await run_in_threadpool(_save, request, form)


@router.post("/armies/{address}")
async def change(request: Request, address: str) -> Response:
    form = await proven_form(request)
    return await run_in_threadpool(_save, request, form, address)


def _save(request: Request, form: FormData, address: str = "") -> Response:
    """Keep the army, and go to its page; what cannot be kept stays on the page with the reason."""
    club, box, answers = request.app.state.club, str(form.get("box", "")), answers_in(form)
    asked = {"language": language_of(request), "sharing": str(form.get("sharing", "own")), "opens_at": str(form.get("opens_at", ""))}
    before = armies.find(club, address, must_be_somebody(request)) if address else None
    box = before.box if before else box
    try:
        if not before:
            armies.insist_on_sense(club, box, answers, **asked)
        me, token = somebody(request, asked["language"])
        army = armies.change(club, address, me, answers, **asked) if before else armies.save(club, me, box, answers, **asked)
    except Refused as refused:
        return _page(request, box, armies.drafted(club, box, answers), before, 422, given=form, findings=refused.refusals)
    return gone_to(request, f"/armies/{army.id}", token)


@router.post("/armies/{address}/copy")
async def copy(request: Request, address: str) -> Response:
    await proven_form(request)
    return await run_in_threadpool(_copy, request, address)


def _copy(request: Request, address: str) -> Response:
    club = request.app.state.club
    armies.find(club, address, user_id(request))
    me, token = somebody(request, language_of(request))
    return gone_to(request, f"/armies/{armies.copy(club, address, me).id}", token)


@router.post("/armies/{address}/delete")
async def delete(request: Request, address: str) -> Response:
    await proven_form(request)
    await run_in_threadpool(armies.delete, request.app.state.club, address, must_be_somebody(request))
    return RedirectResponse("/armies", 303)
