"""Calendar of a club: dates, answers, tables to book."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refused
from app.services.clubs import dates
from app.services.clubs.dates import DateTerms
from app.web.auth import require_user
from app.web.club_calendar import EMPTY, render_calendar
from app.web.deferred_routes import DeferredRoute
from app.web.forms import Number, csrf_form, flag_field, integer_field, integer_or_none

router = APIRouter(route_class=DeferredRoute)
Act = Callable[[Any, int, int, FormData], object]


@router.get("/clubs/{club}/calendar")
def show_calendar(request: Request, club: Number, page: str = "") -> Response:
    """Next dates of the club in its time zone, for members, page by page."""
    return render_calendar(request, club, page=integer_or_none(page) or 1)


def terms_of_form(form: FormData) -> DateTerms:
    """Terms of a new date. Raises `Malformed` if a number is missing."""
    texts = {name: str(form.get(name, "")) for name in ("title", "day", "time", "place", "words")}
    return DateTerms(
        **texts, tables=integer_field(form, "tables"), weeks=integer_field(form, "weeks")
    )


ACTS: dict[str, Act] = {
    "answer": lambda s, club, me, form: dates.answer_date(
        s,
        club,
        me,
        integer_field(form, "date"),
        str(form.get("answer", "")),
        str(form.get("brings", "")),
    ),
    "book": lambda s, club, me, form: dates.book_table(
        s,
        club,
        me,
        integer_field(form, "date"),
        integer_field(form, "table"),
        str(form.get("game", "")),
    ),
    "release": lambda s, club, me, form: dates.release_table(
        s, club, me, integer_field(form, "date"), integer_field(form, "table")
    ),
    "cancel": lambda s, club, me, form: dates.cancel_date(
        s, club, me, integer_field(form, "date"), whole_series=flag_field(form, "series")
    ),
    "add": lambda s, club, me, form: dates.add_dates(s, club, me, terms_of_form(form)),
}


@router.post("/clubs/{club}/calendar")
async def act_on_calendar(request: Request, club: Number) -> Response:
    """Answer, book, release, cancel or add a date, as the field `do` says. A refused form keeps its
    texts.
    """
    form = await csrf_form(request)
    return await run_in_threadpool(_act_on_calendar, request, club, form)


def _act_on_calendar(request: Request, club: int, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    do = str(form.get("do", ""))
    try:
        if do in ACTS:
            ACTS[do](services, club, me, form)
    except Refused as refused:
        typed = terms_of_form(form) if do == "add" else EMPTY
        page = integer_or_none(str(form.get("page", ""))) or 1
        return render_calendar(request, club, refused.refusals, typed, page)
    anchor = f"#date-{form.get('date')}" if str(form.get("date", "")).isdigit() else ""
    page = integer_or_none(str(form.get("page", ""))) or 1
    query = f"?page={page}" if page > 1 else ""
    return RedirectResponse(f"/clubs/{club}/calendar{query}{anchor}", 303)
