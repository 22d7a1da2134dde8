"""Export of a club, import from its file, and its tables (CSV)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile

from app.kernel.refusal import Refusal, Refused
from app.services.clubs import (
    club_export,
    club_file_rules,
    club_import,
    club_table_import,
    club_tables_csv,
)
from app.services.clubs.clubs import load_club
from app.services.clubs.roles import Permission
from app.web.auth import require_user
from app.web.concurrency_limit import release_place
from app.web.deferred_routes import DeferredRoute
from app.web.forms import Number, csrf_form
from app.web.language import language_of
from app.web.pages import render_page
from app.web.photograph_forms import is_cut
from app.web.rate_limiting import rate_limit_request

router = APIRouter(route_class=DeferredRoute)
Findings = tuple[Refusal, ...]


# --- Import of a club
@router.get("/clubs/import")
def show_import(request: Request) -> Response:
    """Form for the file of a club."""
    require_user(request)
    return _show_import(request)


def _show_import(
    request: Request, findings: Findings = (), status: int = 200, name: str = ""
) -> Response:
    return render_page(
        request,
        "clubs/import.html",
        status=status,
        findings=findings,
        name=name,
        most=club_file_rules.MOST_BYTES // 1_000_000,
    )


@router.post("/clubs/import")
async def import_club(request: Request) -> Response:
    """Import a club. A refused file is named with its reasons."""
    form = await csrf_form(request, most_files=1)
    return await run_in_threadpool(_import_club, request, form)


def _import_club(request: Request, form: FormData) -> Response:
    services, me, name = (
        request.app.state.services,
        require_user(request),
        str(form.get("name", "")),
    )
    rate_limit_request(request, "game files")
    if is_cut(request):
        return _show_import(request, (club_file_rules.too_long_refusal(),), 413, name)
    data = file_in(form)
    release_place(request.scope)  # checking a file may take seconds, and other requests go on
    try:
        club = club_import.import_club(services, me, data, name)
    except Refused as refused:
        return _show_import(request, refused.refusals, 422, name)
    return RedirectResponse(f"/clubs/{club.id}/members", 303)


def file_in(form: FormData) -> bytes:
    """Content of the file of a form; empty without one."""
    sent = form.get("file")
    return sent.file.read() if isinstance(sent, UploadFile) else b""


# --- Files of a club
@router.get("/clubs/{club}/export")
def export_club(request: Request, club: Number) -> Response:
    """Whole club as a file, for its owners."""
    me = require_user(request)
    rate_limit_request(request, "exports")
    data = club_export.export_club(request.app.state.services, club, me)
    return download(data, "application/json", f"caracole-club-{club}.json")


@router.get("/clubs/{club}/tables/{kind}.csv")
def export_table(request: Request, club: Number, kind: str) -> Response:
    """Members, calendar, results or agreed battles as a table, for organisers."""
    services, me = request.app.state.services, require_user(request)
    rate_limit_request(request, "exports")
    data = club_tables_csv.club_table(services, club, me, kind, language_of(request))
    return download(data, "text/csv; charset=utf-8", f"caracole-club-{club}-{kind}.csv")


def download(data: bytes, kind: str, name: str) -> Response:
    """File that browsers save and do not keep in their cache."""
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
    }
    return Response(data, media_type=kind, headers=headers)


@router.get("/clubs/{club}/files")
def show_files(request: Request, club: Number, done: str = "", number: int = 0) -> Response:
    """Downloads and uploads of a club, for organisers and owners."""
    return _show_files(request, club, done=done, number=number)


def _show_files(
    request: Request,
    club: int,
    findings: Findings = (),
    status: int = 200,
    done: str = "",
    number: int = 0,
) -> Response:
    view = load_club(request.app.state.services, club, require_user(request))
    if not (view.may(Permission.EXPORT) or view.may(Permission.ORGANISE)) and not findings:
        return RedirectResponse(f"/clubs/{club}", 303)
    return render_page(
        request,
        "clubs/files.html",
        status=status,
        view=view,
        findings=findings,
        done=done,
        number=number,
        most=(club_file_rules.MOST_DATE_ROWS, club_file_rules.MOST_MEMBER_ROWS),
    )


TABLES: dict[str, Callable[[Any, int, int, bytes], int]] = {
    "calendar": club_table_import.import_dates,
    "members": club_table_import.invite_members,
}


@router.post("/clubs/{club}/files")
async def import_table(request: Request, club: Number) -> Response:
    """Add the dates of a table or invite its users, as the field `do` says."""
    form = await csrf_form(request, most_files=1)
    return await run_in_threadpool(_import_table, request, club, form)


def _import_table(request: Request, club: int, form: FormData) -> Response:
    services, me, do = request.app.state.services, require_user(request), str(form.get("do", ""))
    rate_limit_request(request, "game files")
    if do not in TABLES:
        return RedirectResponse(f"/clubs/{club}/files", 303)
    if is_cut(request):
        return _show_files(request, club, (club_file_rules.unreadable_table_refusal(),), 413)
    try:
        number = TABLES[do](services, club, me, file_in(form))
    except Refused as refused:
        return _show_files(request, club, refused.refusals, 422)
    return RedirectResponse(f"/clubs/{club}/files?done={do}&number={number}", 303)
