"""Announcements of a club."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refusal, Refused
from app.services.clubs import announcements
from app.services.clubs.announcements import AnnouncementTerms
from app.web.auth import require_user, user_id
from app.web.deferred_routes import DeferredRoute
from app.web.forms import Number, csrf_form, flag_field, integer_field, integer_or_none
from app.web.pages import render_page

router = APIRouter(route_class=DeferredRoute)
EMPTY = AnnouncementTerms("")


@router.get("/clubs/{club}/news")
def show_news(request: Request, club: Number, before: str = "") -> Response:
    """Announcements, the newest first; users who are not members read the public ones."""
    return _show_news(request, club, before=integer_or_none(before) or 0)


def _show_news(
    request: Request,
    club: int,
    findings: tuple[Refusal, ...] = (),
    typed: AnnouncementTerms = EMPTY,
    before: int = 0,
    changed: int = 0,
) -> Response:
    services = request.app.state.services
    view, news = announcements.load_announcements(services, club, user_id(request), before)
    return render_page(
        request,
        "clubs/news.html",
        status=422 if findings else 200,
        view=view,
        news=news,
        more=news[-1].id if len(news) == announcements.MOST_SHOWN else 0,
        typed=typed,
        changed=changed,
        findings=findings,
    )


@router.post("/clubs/{club}/news")
async def act_on_news(request: Request, club: Number) -> Response:
    """Write, change or withdraw an announcement, as the field `do` says. A refused form keeps
    its texts.
    """
    form = await csrf_form(request)
    return await run_in_threadpool(_act_on_news, request, club, form)


def _act_on_news(request: Request, club: int, form: FormData) -> Response:
    services, me, typed, number = request.app.state.services, require_user(request), EMPTY, 0
    try:
        if form.get("do") == "announce":
            typed = terms_of_form(form)
            announcements.announce(services, club, me, typed)
        elif form.get("do") == "change":
            typed, number = terms_of_form(form), integer_field(form, "announcement")
            announcements.change_announcement(services, club, me, number, typed)
        elif form.get("do") == "withdraw":
            number = integer_field(form, "announcement")
            announcements.withdraw_announcement(services, club, me, number)
    except Refused as refused:
        return _show_news(request, club, refused.refusals, typed, changed=number)
    return RedirectResponse(f"/clubs/{club}/news", 303)


def terms_of_form(form: FormData) -> AnnouncementTerms:
    texts: dict[str, Any] = {name: str(form.get(name, "")) for name in ("title", "text")}
    return AnnouncementTerms(**texts, is_public=flag_field(form, "public"))
