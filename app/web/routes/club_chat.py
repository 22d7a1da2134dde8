"""Chat of a club with its stream."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refusal, Refused
from app.services.clubs import club_chat
from app.services.errors import NoSuchClub
from app.web.auth import require_user, user_id
from app.web.client_limits import EventStream
from app.web.club_streams import stream_chat
from app.web.deferred_routes import DeferredRoute
from app.web.forms import Number, csrf_form, integer_field, integer_or_none
from app.web.game_streams import as_bytes, stream_headers
from app.web.pages import render_page
from app.web.rate_limiting import rate_limit_address

router = APIRouter(route_class=DeferredRoute)
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
            rate_limit_address(request, "club messages")
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
