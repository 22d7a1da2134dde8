"""Date polls of a club."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refusal, Refused
from app.services.clubs import poll_rules, polls
from app.services.clubs.clubs import load_club
from app.services.clubs.polls import PollTerms
from app.services.clubs.roles import Permission
from app.web.auth import require_user
from app.web.club_calendar import render_calendar
from app.web.deferred_routes import DeferredRoute
from app.web.forms import Number, csrf_form, integer_field
from app.web.pages import render_page

router = APIRouter(route_class=DeferredRoute)
TIME, SHOWN = "18:00", 4
EMPTY = PollTerms("", (("", TIME),) * poll_rules.MOST_DATES, ("", "20:00"))


class DateRow(msgspec.Struct, frozen=True):
    """Row of the form for a proposed date."""

    number: int
    day: str
    time: str
    is_required: bool


def date_rows(typed: PollTerms) -> tuple[DateRow, ...]:
    """All rows of the form, the typed dates first."""
    dates = (*typed.dates, *EMPTY.dates)[: poll_rules.MOST_DATES]
    return tuple(
        DateRow(number, day, time, number <= poll_rules.LEAST_DATES)
        for number, (day, time) in enumerate(dates, 1)
    )


@router.get("/clubs/{club}/polls/new")
def show_new_poll(request: Request, club: Number) -> Response:
    """Form of a new poll."""
    return _show_form(request, club)


def _show_form(
    request: Request, club: int, typed: PollTerms = EMPTY, findings: tuple[Refusal, ...] = ()
) -> Response:
    view = load_club(request.app.state.services, club, require_user(request))
    if not view.may(Permission.ORGANISE) and not findings:
        return RedirectResponse(f"/clubs/{club}/calendar", 303)
    rows = date_rows(typed)
    return render_page(
        request,
        "clubs/poll_form.html",
        status=422 if findings else 200,
        view=view,
        typed=typed,
        first=rows[:SHOWN],
        more=rows[SHOWN:],
        has_more=bool(rows[SHOWN].day),
        findings=findings,
    )


@router.post("/clubs/{club}/polls")
async def propose_dates(request: Request, club: Number) -> Response:
    """Ask the members about dates; a refused form keeps its texts."""
    form = await csrf_form(request)
    return await run_in_threadpool(_propose_dates, request, club, form)


def _propose_dates(request: Request, club: int, form: FormData) -> Response:
    services, me, terms = request.app.state.services, require_user(request), terms_of_form(form)
    try:
        poll = polls.propose_dates(services, club, me, terms)
    except Refused as refused:
        return _show_form(request, club, terms, refused.refusals)
    return RedirectResponse(f"/clubs/{club}{polls.link_of(poll)}", 303)


def terms_of_form(form: FormData) -> PollTerms:
    """Terms of a new poll; rows without a day are left out. Raises `Malformed` without tables."""
    texts: dict[str, Any] = {name: str(form.get(name, "")) for name in ("title", "place", "words")}
    days, times = (
        [str(form.get(f"{name}_{row}", "")) for row in range(1, poll_rules.MOST_DATES + 1)]
        for name in ("day", "time")
    )
    return PollTerms(
        **texts,
        dates=tuple((day, time) for day, time in zip(days, times, strict=True) if day),
        closes=(str(form.get("closes_day", "")), str(form.get("closes_time", ""))),
        tables=integer_field(form, "tables"),
    )


Act = Callable[[Any, int, int, int, FormData], object]
ACTS: dict[str, Act] = {
    "answer": lambda s, club, me, poll, form: polls.answer_poll(
        s, club, me, poll, answers_of_form(form)
    ),
    "choose": lambda s, club, me, poll, form: polls.choose_date(
        s, club, me, poll, integer_field(form, "number")
    ),
    "end": lambda s, club, me, poll, _: polls.end_poll(s, club, me, poll),
}


def answers_of_form(form: FormData) -> dict[int, str]:
    """Answers by number; dates without an answer are left out."""
    given = {n: str(form.get(f"answer_{n}", "")) for n in range(1, poll_rules.MOST_DATES + 1)}
    return {number: answer for number, answer in given.items() if answer}


@router.post("/clubs/{club}/polls/{poll}")
async def act_on_poll(request: Request, club: Number, poll: Number) -> Response:
    """Answer, choose a date or end the poll, as the field `do` says."""
    form = await csrf_form(request)
    return await run_in_threadpool(_act_on_poll, request, club, poll, form)


def _act_on_poll(request: Request, club: int, poll: int, form: FormData) -> Response:
    services, me, do = request.app.state.services, require_user(request), str(form.get("do", ""))
    anchor = polls.link_of(poll)
    try:
        if do in ACTS:
            made = ACTS[do](services, club, me, poll, form)
            anchor = f"/calendar#date-{made}" if do == "choose" else anchor
    except Refused as refused:
        return render_calendar(request, club, refused.refusals)
    return RedirectResponse(f"/clubs/{club}{anchor}", 303)
