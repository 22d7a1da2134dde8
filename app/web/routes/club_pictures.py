"""Pictures of the front page of a club: showing, adding, removing."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refusal, Refused
from app.services.clubs import club_pictures
from app.services.clubs.clubs import load_club
from app.services.clubs.roles import Permission
from app.services.errors import NoSuchClub
from app.web.auth import require_user, user_id
from app.web.confirmation import is_confirmed
from app.web.deferred_routes import DeferredRoute
from app.web.forms import Number, csrf_form
from app.web.page_question import club_picture_question
from app.web.pages import render_page
from app.web.photograph_forms import MOST_FILES, is_cut, pictures_in
from app.web.picture_answers import picture_answer
from app.web.rate_limiting import rate_limit_address

router = APIRouter(route_class=DeferredRoute)


@router.get("/clubs/{club}/pictures/{number}.jpg")
def show_picture(request: Request, club: Number, number: Number) -> Response:
    """Picture, for the readers of the front page."""
    services, me = request.app.state.services, user_id(request)
    found, data = club_pictures.load_picture(services, club, me, number)
    return picture_answer(request, found.digest, data)


@router.get("/clubs/{club}/pictures")
def show_pictures(request: Request, club: Number) -> Response:
    """Pictures with the form to add some, for members who may."""
    require_user(request)
    return _show_form(request, club)


def _show_form(
    request: Request,
    club: int,
    findings: tuple[Refusal, ...] = (),
    caption: str = "",
    status: int = 200,
) -> Response:
    services, me = request.app.state.services, require_user(request)
    view = load_club(services, club, me)
    if not view.may(Permission.CHRONICLE):
        raise NoSuchClub
    pictures = club_pictures.list_pictures(services, view)
    return render_page(
        request,
        "clubs/pictures.html",
        status=status,
        view=view,
        pictures=pictures,
        removable={one.id for one in pictures if club_pictures.may_remove(view, one, me)},
        left=club_pictures.MOST - len(pictures),
        longest=club_pictures.LONGEST_CAPTION,
        caption=caption,
        findings=findings,
    )


@router.post("/clubs/{club}/pictures")
async def add_pictures(request: Request, club: Number) -> Response:
    """Add pictures. Refused files are named on the page."""
    form = await csrf_form(request, most_files=MOST_FILES)
    return await run_in_threadpool(_add_pictures, request, club, form)


def _add_pictures(request: Request, club: int, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    if not load_club(services, club, me).may(Permission.CHRONICLE):
        raise NoSuchClub
    rate_limit_address(request, "photographs")
    pictures, findings = pictures_in(request, form)
    caption = str(form.get("caption", ""))
    try:
        club_pictures.add_pictures(services, club, me, pictures, caption)
    except Refused as refused:
        findings = (*findings, *refused.refusals)
    if findings:
        return _show_form(request, club, findings, caption, 413 if is_cut(request) else 422)
    return RedirectResponse(f"/clubs/{club}/pictures", 303)


@router.get("/clubs/{club}/pictures/{number}/remove")
def ask_to_remove(request: Request, club: Number, number: Number) -> Response:
    """Question before a picture is removed."""
    services, me = request.app.state.services, require_user(request)
    view = load_club(services, club, me)
    found, _ = club_pictures.load_picture(services, club, me, number)
    if not club_pictures.may_remove(view, found, me):
        raise NoSuchClub
    question = club_picture_question(found)
    return render_page(request, "parts/page_question.html", question=question)


@router.post("/clubs/{club}/pictures/{number}/remove")
async def remove_picture(request: Request, club: Number, number: Number) -> Response:
    """Remove a picture, after a question."""
    form = await csrf_form(request)
    return await run_in_threadpool(_remove_picture, request, club, number, form)


def _remove_picture(request: Request, club: int, number: int, form: FormData) -> Response:
    me = require_user(request)
    if not is_confirmed(form):
        return ask_to_remove(request, club, number)
    club_pictures.remove_picture(request.app.state.services, club, me, number)
    return RedirectResponse(f"/clubs/{club}/pictures", 303)
