"""Report of a finished game: reading, printing, export and players' texts."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse, RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refused
from app.services.watch import battle_report, game_view
from app.web.auth import require_user, user_id
from app.web.deferred_routes import DeferredRoute
from app.web.forms import csrf_form, flag_field
from app.web.language import language_of
from app.web.pages import render_page
from app.web.rate_limiting import rate_limit_address, rate_limit_request
from app.web.report_page import Draft, report_page

router = APIRouter(route_class=DeferredRoute)


@router.get("/games/{address}/report")
def show_report(request: Request, address: str) -> Response:
    """Report of a battle. That of a long game is its chronicle."""
    look = game_view.load_view(request.app.state.services, address, user_id(request))
    if not look.box.card.is_battle:
        return RedirectResponse(f"/games/{address}/chronicle", 303)
    return _report_page(request, address)


@router.get("/games/{address}/report.md")
def as_text(request: Request, address: str) -> Response:
    """Report as Markdown, without pictures."""
    rate_limit_request(request, "exports", address)
    told = battle_report.load_report(request.app.state.services, address, user_id(request))
    text = battle_report.report_markdown(
        told, language_of(request), request.app.state.settings.base_url
    )
    headers = {
        "Content-Disposition": f'attachment; filename="caracole-{told.look.game.id}.md"',
        "Cache-Control": "no-store",
    }
    return PlainTextResponse(text, media_type="text/markdown; charset=utf-8", headers=headers)


@router.post("/games/{address}/report")
async def write_chapter(request: Request, address: str) -> Response:
    """Save a player's text for a chapter. A refused text stays in its form."""
    form = await csrf_form(request)
    return await run_in_threadpool(_write_chapter, request, address, form)


def _write_chapter(request: Request, address: str, form: FormData) -> Response:
    rate_limit_address(request, "texts")
    section, text, replaces = (
        str(form.get("section", "")),
        str(form.get("text", "")),
        flag_field(form, "replaces"),
    )
    try:
        battle_report.write_chapter(
            request.app.state.services,
            address,
            require_user(request),
            section,
            text,
            replaces=replaces,
        )
    except Refused as refused:
        return _report_page(request, address, Draft(section, text, replaces, refused.refusals))
    return RedirectResponse(f"/games/{address}/report#{section}", 303)


def _report_page(request: Request, address: str, draft: Draft | None = None) -> Response:
    told = battle_report.load_report(request.app.state.services, address, user_id(request))
    return render_page(
        request,
        "play/report.html",
        status=422 if draft else 200,
        page=report_page(told, language_of(request), draft),
    )
