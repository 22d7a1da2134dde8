"""Import of a game from its file, and the offers of its open seats."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile

from app.kernel.refusal import Refusal, Refused
from app.services.play import member_imports
from app.services.watch import reading_pages
from app.web.auth import require_user, user_id
from app.web.concurrency_limit import release_place
from app.web.deferred_routes import DeferredRoute
from app.web.forms import csrf_form
from app.web.imports_page import FIELD, seats_page
from app.web.pages import render_page
from app.web.photograph_forms import is_cut
from app.web.rate_limiting import rate_limit_request
from app.web.reading_page import reading_page

router = APIRouter(route_class=DeferredRoute)


@router.get("/import")
def show_import(request: Request) -> Response:
    """Form for the file of a game."""
    require_user(request)
    return _show_import(request)


def _show_import(
    request: Request, findings: tuple[Refusal, ...] = (), status: int = 200
) -> Response:
    limits = (
        member_imports.MOST_BYTES // 1_000_000,
        member_imports.MOST_MOVES,
        member_imports.MOST_PHOTOGRAPHS,
    )
    return render_page(
        request, "lobby/import.html", status=status, findings=findings, limits=limits
    )


@router.post("/import")
async def import_game(request: Request) -> Response:
    """Import a game. A refused file is named with its reason."""
    form = await csrf_form(request, most_files=1)
    return await run_in_threadpool(_import_game, request, form)


def _import_game(request: Request, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    rate_limit_request(request, "game files")
    if is_cut(request):
        return _show_import(request, (member_imports.file_too_long_refusal(),), 413)
    sent = form.get("file")
    data = sent.file.read() if isinstance(sent, UploadFile) else b""
    release_place(request.scope)  # checking a file may take seconds, and other requests go on
    try:
        game = member_imports.import_as_member(services, me, data)
    except Refused as refused:
        return _show_import(request, refused.refusals, 422)
    page = "/seats" if game.status == "running" else ""
    return RedirectResponse(f"/games/{game.address}{page}", 303)


@router.get("/games/{address}/seats")
def show_seats(request: Request, address: str) -> Response:
    """Seats of a campaign, with the members to whom open ones are offered."""
    return _show_seats(request, address)


def _show_seats(
    request: Request,
    address: str,
    findings: tuple[Refusal, ...] = (),
    given: FormData | None = None,
) -> Response:
    services, me = request.app.state.services, user_id(request)
    told = reading_pages.load_pages(services, address, me)
    return render_page(
        request,
        "campaigns/seats.html",
        status=422 if findings else 200,
        page=reading_page(told, "seats"),
        asked=seats_page(services, told.look, findings, given or {}),
    )


@router.post("/games/{address}/seats")
async def offer_seats(request: Request, address: str) -> Response:
    """Offer open seats to members; refused names stay in the form."""
    form = await csrf_form(request)
    return await run_in_threadpool(_offer_seats, request, address, form)


def _offer_seats(request: Request, address: str, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    told = reading_pages.load_pages(services, address, me)
    names = {
        name.removeprefix(FIELD): str(value)
        for name, value in form.items()
        if name.startswith(FIELD)
    }
    findings = member_imports.offer_seats(services, told.look, me, names)
    if findings:
        return _show_seats(request, address, findings, form)
    return RedirectResponse(f"/games/{told.look.game.address}/seats", 303)
