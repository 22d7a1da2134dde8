"""Reports of texts of clubs to the moderators of the server."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refusal, Refused
from app.services.clubs import club_complaints
from app.web.auth import require_user, user_id
from app.web.deferred_routes import DeferredRoute
from app.web.forms import Number, csrf_form
from app.web.pages import render_page
from app.web.rate_limiting import rate_limit_request

router = APIRouter(route_class=DeferredRoute)


@dataclass(frozen=True)
class Kind:
    """Paths of a kind of text below that of the club: its page with the form, and the page that
    contains it.
    """

    here: str
    back: str


KINDS = {
    "message": Kind("/chat/{}", "/chat"),
    "announcement": Kind("/news/{}", "/news"),
    "rule": Kind("/rules/{}/{}/words", "/rules/{}/{}"),
    "poll": Kind("/polls/{}/words", "/calendar"),
    "welcome": Kind("/welcome/words", ""),
}


@router.get("/clubs/{club}/chat/{message}")
def show_message(request: Request, club: Number, message: Number) -> Response:
    """Message of the chat, with the form to report it."""
    return _show_text(request, "message", club, (message,))


@router.post("/clubs/{club}/chat/{message}/report")
async def report_message(request: Request, club: Number, message: Number) -> Response:
    return await _report_text(request, "message", club, message)


@router.get("/clubs/{club}/news/{announcement}")
def show_announcement(request: Request, club: Number, announcement: Number) -> Response:
    """Announcement, with the form to report it."""
    return _show_text(request, "announcement", club, (announcement,))


@router.post("/clubs/{club}/news/{announcement}/report")
async def report_announcement(request: Request, club: Number, announcement: Number) -> Response:
    return await _report_text(request, "announcement", club, announcement)


@router.get("/clubs/{club}/rules/{page}/{version}/words")
def show_rule(request: Request, club: Number, page: Number, version: Number) -> Response:
    """Version of a house rule, with the form to report it."""
    return _show_text(request, "rule", club, (page, version))


@router.post("/clubs/{club}/rules/{page}/{version}/words/report")
async def report_rule(request: Request, club: Number, page: Number, version: Number) -> Response:
    return await _report_text(request, "rule", club, page, version)


@router.get("/clubs/{club}/polls/{poll}/words")
def show_poll(request: Request, club: Number, poll: Number) -> Response:
    """Words of a date poll, with the form to report them."""
    return _show_text(request, "poll", club, (poll,))


@router.post("/clubs/{club}/polls/{poll}/words/report")
async def report_poll(request: Request, club: Number, poll: Number) -> Response:
    return await _report_text(request, "poll", club, poll)


@router.get("/clubs/{club}/welcome/words")
def show_welcome(request: Request, club: Number) -> Response:
    """Welcome message, with the form to report it."""
    return _show_text(request, "welcome", club, ())


@router.post("/clubs/{club}/welcome/words/report")
async def report_welcome(request: Request, club: Number) -> Response:
    return await _report_text(request, "welcome", club)


def _show_text(
    request: Request,
    kind: str,
    club: int,
    numbers: tuple[int, ...],
    findings: tuple[Refusal, ...] = (),
    reason: str = "",
    *,
    done: bool = False,
) -> Response:
    services, one = request.app.state.services, KINDS[kind]
    written = club_complaints.club_text(services, kind, club, user_id(request), *numbers)
    return render_page(
        request,
        "people/written.html",
        status=422 if findings else 200,
        kind=f"club_{kind}",
        here=f"/clubs/{club}{one.here.format(*numbers)}",
        back=f"/clubs/{club}{one.back.format(*numbers)}",
        written=written,
        made_at=written.made_at,
        about=None,
        findings=findings,
        reason=reason,
        done=done,
    )


async def _report_text(request: Request, kind: str, club: int, *numbers: int) -> Response:
    """Report a text to the moderators of the server."""
    form = await csrf_form(request)
    return await run_in_threadpool(_complain, request, kind, club, numbers, form)


def _complain(
    request: Request, kind: str, club: int, numbers: tuple[int, ...], form: FormData
) -> Response:
    services, me = request.app.state.services, require_user(request)
    reason = str(form.get("reason", ""))
    rate_limit_request(request, "complaints")
    try:
        club_complaints.complain_about_club_text(services, kind, club, me, *numbers, reason=reason)
    except Refused as refused:
        return _show_text(request, kind, club, numbers, refused.refusals, reason)
    return _show_text(request, kind, club, numbers, done=True)
