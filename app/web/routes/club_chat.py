"""Chat of a club with its stream, and complaints about texts of clubs."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refusal, Refused
from app.services.clubs import club_chat, club_complaints
from app.services.errors import NoSuchClub
from app.web.auth import require_user, user_id
from app.web.client_limits import EventStream
from app.web.club_streams import stream_chat
from app.web.forms import Number, csrf_form, integer_field, integer_or_none
from app.web.game_streams import as_bytes, stream_headers
from app.web.pages import render_page
from app.web.rate_limiting import spend_allowance, spend_here

router = APIRouter()
Findings = tuple[Refusal, ...]


@router.get("/clubs/{club}/chat")
def show_chat(request: Request, club: Number, before: str = "", part: str = "") -> Response:
    """Chat of the members, the newest message first; with `part` the list alone."""
    return _show_chat(request, club, before=integer_or_none(before) or 0, is_part=part == "list")


def _show_chat(
    request: Request,
    club: int,
    findings: Findings = (),
    typed: str = "",
    before: int = 0,
    *,
    is_part: bool = False,
) -> Response:
    services = request.app.state.services
    view, chat = club_chat.load_chat(services, club, user_id(request), before)
    return render_page(
        request,
        "clubs/chat_list.html" if is_part else "clubs/chat.html",
        status=422 if findings else 200,
        view=view,
        chat=chat,
        before=before,
        typed=typed,
        findings=findings,
    )


@router.post("/clubs/{club}/chat")
async def act_in_chat(request: Request, club: Number) -> Response:
    """Write a message, hide one or show it again, as the field `do` says. A refused form keeps its
    text.
    """
    form = await csrf_form(request)
    return await run_in_threadpool(_act_in_chat, request, club, form)


def _act_in_chat(request: Request, club: int, form: FormData) -> Response:
    services, me, do = request.app.state.services, require_user(request), form.get("do")
    text = str(form.get("text", ""))
    try:
        if do == "write":
            spend_here(request, "club messages")
            club_chat.write_message(services, club, me, text)
        elif do in ("hide", "show"):
            number = integer_field(form, "message")
            club_chat.hide_message(services, club, me, number, is_hidden=do == "hide")
    except Refused as refused:
        return _show_chat(request, club, refused.refusals, text)
    return RedirectResponse(f"/clubs/{club}/chat", 303)


@router.get("/clubs/{club}/chat/events")
async def stream_club_chat(request: Request, club: Number, news: int = 0) -> Response:
    """Stream with a frame for each change of the chat after the number `news`."""
    services, me = request.app.state.services, require_user(request)
    now = await run_in_threadpool(club_chat.news_for_reader, services, club, me)
    if now is None:
        raise NoSuchClub
    last = integer_or_none(request.headers.get("last-event-id", ""))
    is_packed = "gzip" in request.headers.get("accept-encoding", "")
    known = news if last is None else last
    sent = stream_chat(request, club, request.state.visitor, known, now)
    return EventStream(request, as_bytes(sent, is_packed), stream_headers(is_packed))


# --- Complaints
BACK = {"message": "chat", "announcement": "news"}


@router.get("/clubs/{club}/chat/{message}")
def show_message(request: Request, club: Number, message: Number) -> Response:
    """Message of the chat, with the form to report it."""
    return _complaint_page(request, "message", club, message)


@router.post("/clubs/{club}/chat/{message}/report")
async def report_message(request: Request, club: Number, message: Number) -> Response:
    """Report a message to the moderators of the server."""
    form = await csrf_form(request)
    return await run_in_threadpool(_report_text, request, "message", club, message, form)


@router.get("/clubs/{club}/news/{announcement}")
def show_announcement(request: Request, club: Number, announcement: Number) -> Response:
    """Announcement, with the form to report it."""
    return _complaint_page(request, "announcement", club, announcement)


@router.post("/clubs/{club}/news/{announcement}/report")
async def report_announcement(request: Request, club: Number, announcement: Number) -> Response:
    """Report an announcement to the moderators of the server."""
    form = await csrf_form(request)
    return await run_in_threadpool(_report_text, request, "announcement", club, announcement, form)


def _complaint_page(
    request: Request,
    kind: str,
    club: int,
    number: int,
    findings: Findings = (),
    reason: str = "",
    *,
    done: bool = False,
) -> Response:
    services, back = request.app.state.services, f"/clubs/{club}/{BACK[kind]}"
    written = club_complaints.club_text(services, kind, club, user_id(request), number)
    return render_page(
        request,
        "people/written.html",
        status=422 if findings else 200,
        kind=f"club_{kind}",
        here=f"{back}/{number}",
        back=back,
        written=written,
        made_at=written.made_at,
        about=None,
        findings=findings,
        reason=reason,
        done=done,
    )


def _report_text(request: Request, kind: str, club: int, number: int, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    reason = str(form.get("reason", ""))
    spend_allowance(request, "complaints")
    try:
        club_complaints.complain_about_club_text(services, kind, club, me, number, reason)
    except Refused as refused:
        return _complaint_page(request, kind, club, number, refused.refusals, reason)
    return _complaint_page(request, kind, club, number, done=True)
