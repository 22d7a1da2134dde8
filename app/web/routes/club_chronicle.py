"""Chronicle of a club: a year by months, the record book, and the form for own words."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refusal, Refused
from app.services.clubs import chronicle_words, club_chronicle
from app.services.clubs.record_book import load_records
from app.web.auth import require_user, user_id
from app.web.club_chronicle_page import chronicle_page, month_title
from app.web.deferred_routes import DeferredRoute
from app.web.forms import Number, csrf_form
from app.web.language import language_of
from app.web.pages import render_page

router = APIRouter(route_class=DeferredRoute)


@router.get("/clubs/{club}/chronicle")
def show_present_year(request: Request, club: Number) -> Response:
    """Chronicle of the present year, under its permanent address."""
    services, me = request.app.state.services, user_id(request)
    _, (_, last) = club_chronicle.load_years(services, club, me)
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"/clubs/{club}/chronicle/{last}{query}", 303)


@router.get("/clubs/{club}/chronicle/{year}")
def show_year(request: Request, club: Number, year: Number) -> Response:
    """Year of the chronicle with the record book, for members."""
    services, me = request.app.state.services, user_id(request)
    view, found = club_chronicle.load_chronicle(services, club, me, year)
    return render_page(
        request,
        "clubs/chronicle.html",
        view=view,
        zone=view.club.zone,
        page=chronicle_page(found, load_records(services, view, me), language_of(request)),
    )


@router.get("/clubs/{club}/chronicle/months/{month}")
def show_words(request: Request, club: Number, month: str) -> Response:
    """Form for own words about a month."""
    require_user(request)
    return _show_form(request, club, month)


def _show_form(
    request: Request,
    club: int,
    month: str,
    typed: str | None = None,
    findings: tuple[Refusal, ...] = (),
) -> Response:
    services, me = request.app.state.services, require_user(request)
    view, saved = club_chronicle.load_text(services, club, me, month)
    return render_page(
        request,
        "clubs/chapter_form.html",
        status=422 if findings else 200,
        view=view,
        month=month,
        title=month_title(month, language_of(request)),
        saved=saved,
        text=typed if typed is not None else saved.text if saved else "",
        longest=chronicle_words.LONGEST,
        findings=findings,
    )


@router.post("/clubs/{club}/chronicle/months/{month}")
async def write_words(request: Request, club: Number, month: str) -> Response:
    """Save own words about a month. Refused words stay in the form."""
    form = await csrf_form(request)
    return await run_in_threadpool(_write_words, request, club, month, form)


def _write_words(request: Request, club: int, month: str, form: FormData) -> Response:
    services, me, text = (
        request.app.state.services,
        require_user(request),
        str(form.get("text", "")),
    )
    try:
        chronicle_words.write_chapter(services, club, me, month, text, str(form.get("base", "")))
    except Refused as refused:
        return _show_form(request, club, month, text, refused.refusals)
    return RedirectResponse(f"/clubs/{club}/chronicle/{month[:4]}#month-{month}", 303)
