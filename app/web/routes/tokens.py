"""API tokens of a member, and bot accounts."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refused
from app.services.errors import NoSuchGame
from app.services.people import api_tokens, bot_accounts
from app.web.auth import require_user
from app.web.deferred_routes import DeferredRoute
from app.web.forms import csrf_form, flag_field, integer_or_none
from app.web.pages import render_page
from app.web.tokens_page import tokens_page

router = APIRouter(route_class=DeferredRoute)
PATH = "/account/tokens"


@router.get(PATH)
def token_page(request: Request) -> Response:
    return _token_page(request)


def _token_page(request: Request, status: int = 200, **more: Any) -> Response:
    return render_page(
        request,
        "accounts/tokens.html",
        status=status,
        page=tokens_page(request.app.state.services, require_user(request), **more),
    )


def row_of(form: FormData, field: str) -> int | None:
    """Number in a form field, None if it is empty. Raises `NoSuchGame` for an impossible number."""
    given = str(form.get(field, ""))
    found = integer_or_none(given)
    if given and (found is None or found < 1):
        raise NoSuchGame
    return found


@router.post(PATH)
async def make_token(request: Request) -> Response:
    """Create a token, shown once on the answer."""
    return await run_in_threadpool(_make_token, request, await csrf_form(request))


def _make_token(request: Request, form: FormData) -> Response:
    services, me, program = (
        request.app.state.services,
        require_user(request),
        row_of(form, "program"),
    )
    try:
        made = api_tokens.create_token(
            services, me, str(form.get("name", "")), map(str, form.getlist("scopes")), program
        )
    except Refused as refused:
        return _token_page(request, 422, given=form, at=program, findings=refused.refusals)
    return _token_page(request, made=made)


@router.post(PATH + "/revoke")
async def revoke_token(request: Request) -> Response:
    form = await csrf_form(request)
    await run_in_threadpool(
        api_tokens.revoke_token,
        request.app.state.services,
        require_user(request),
        row_of(form, "token") or 0,
        row_of(form, "program"),
    )
    return RedirectResponse(PATH, 303)


@router.post("/account/programs")
async def create_program(request: Request) -> Response:
    return await run_in_threadpool(_create_program, request, await csrf_form(request))


def _create_program(request: Request, form: FormData) -> Response:
    try:
        bot_accounts.create_bot_account(
            request.app.state.services, require_user(request), str(form.get("name", ""))
        )
    except Refused as refused:
        return _token_page(request, 422, given=form, at=0, findings=refused.refusals)
    return RedirectResponse(PATH + "#programs", 303)


@router.post("/account/programs/change")
async def change_program(request: Request) -> Response:
    """Change a bot account: its permission to write messages, or its deletion."""
    return await run_in_threadpool(_change_program, request, await csrf_form(request))


def _change_program(request: Request, form: FormData) -> Response:
    services, me, program = (
        request.app.state.services,
        require_user(request),
        row_of(form, "program") or 0,
    )
    try:
        if form.get("do") == "delete":
            bot_accounts.delete_bot_account(services, me, program)
        else:
            bot_accounts.allow_writing(services, me, program, flag_field(form, "may_write"))
    except Refused as refused:
        return _token_page(request, 422, at=program, findings=refused.refusals)
    return RedirectResponse(PATH + "#programs", 303)
