"""Other people: keeping away from them, complaining of them; and the moderators' desk."""
from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.club import accounts, blocking, letters, moderation
from app.club.problems import NoSuchGame
from app.kernel.refusal import Refusal, Refused
from app.store import rows
from app.web.auth import must_be_somebody, user_id
from app.web.forms import own_path, proven_form, whole
from app.web.limiting import spend
from app.web.pages import render

router = APIRouter()
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]


# ---------------------------------------------------------------------- a person
@router.get("/people/{person}")
def person_page(request: Request, person: Number, back: str = "/") -> Response:
    return _person(request, accounts.named(request.app.state.club, person), back=back)


def _person(request: Request, person: rows.User, findings: tuple[Refusal, ...] = (), reason: str = "", back: str = "/", *, done: bool = False) -> Response:
    me = user_id(request)
    is_blocked = me is not None and blocking.is_blocked(request.app.state.club, me, person.id)
    return render(request, "people/person.html", status=422 if findings else 200, person=person, findings=findings, reason=reason, back=own_path(back),
                  done=done, is_blocked=is_blocked)


@router.post("/people/{person}/block")
async def block(request: Request, person: Number) -> Response:
    form = await proven_form(request)
    me, change = must_be_somebody(request), blocking.unblock if form.get("undo") else blocking.block
    await run_in_threadpool(change, request.app.state.club, me, person)
    return RedirectResponse(own_path(str(form.get("back", "/account"))), 303)


@router.post("/people/{person}/report")
async def report_name(request: Request, person: Number) -> Response:
    form = await proven_form(request)
    return await run_in_threadpool(_reported, request, person, form)


def _reported(request: Request, person: int, form: FormData) -> Response:
    club, me, reason = request.app.state.club, must_be_somebody(request), str(form.get("reason", ""))
    spend(request, "complaints")
    about, back = accounts.named(club, person), str(form.get("back", "/"))
    try:
        moderation.report_name(club, me, person, reason)
    except Refused as refused:
        return _person(request, about, refused.refusals, reason, back)
    return _person(request, about, back=back, done=True)


# ---------------------------------------------------------------------- a letter
@router.get("/games/{address}/letters/{letter}")
def letter_page(request: Request, address: str, letter: Number) -> Response:
    return _letter(request, address, letter)


def _letter(request: Request, address: str, letter: int, findings: tuple[Refusal, ...] = (), reason: str = "", *, done: bool = False) -> Response:
    found = next((one for one in letters.read(request.app.state.club, address, user_id(request), letter - 1) if one.id == letter), None)
    if found is None:
        raise NoSuchGame
    must_be_somebody(request)
    return render(request, "people/letter.html", status=422 if findings else 200, letter=found, address=address, findings=findings, reason=reason, done=done)


@router.post("/games/{address}/letters/{letter}/report")
async def report_letter(request: Request, address: str, letter: Number) -> Response:
    form = await proven_form(request)
    return await run_in_threadpool(_letter_reported, request, address, letter, str(form.get("reason", "")))


def _letter_reported(request: Request, address: str, letter: int, reason: str) -> Response:
    me = must_be_somebody(request)
    spend(request, "complaints")
    try:
        moderation.report_letter(request.app.state.club, address, me, letter, reason)
    except Refused as refused:
        return _letter(request, address, letter, refused.refusals, reason)
    return _letter(request, address, letter, done=True)


# ---------------------------------------------------------------------- the moderators' desk
@router.get("/moderation")
def desk(request: Request) -> Response:
    return _desk(request)


def _desk(request: Request, findings: tuple[Refusal, ...] = (), at: int = 0, note: str = "") -> Response:
    desk = moderation.desk(request.app.state.club, must_be_somebody(request))
    return render(request, "people/moderation.html", status=422 if findings else 200, desk=desk, findings=findings, at=at, note=note,
                  words_of=moderation.words_of)


@router.post("/moderation/{complaint}")
async def judge(request: Request, complaint: Number) -> Response:
    form = await proven_form(request)
    return await run_in_threadpool(_judged, request, complaint, form)


def _judged(request: Request, complaint: int, form: FormData) -> Response:
    me, what, note = must_be_somebody(request), str(form.get("act", "")), str(form.get("note", ""))
    try:
        moderation.act(request.app.state.club, me, complaint, what, note, whole(str(form.get("days", ""))) or 0, close=not form.get("stays"))
    except Refused as refused:
        return _desk(request, refused.refusals, complaint, note)
    return RedirectResponse("/moderation", 303)
