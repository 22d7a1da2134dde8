"""Registering, logging in and out, one's own page."""
from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from app.club import accounts
from app.kernel.refusal import Refusal, Refused
from app.web.auth import cookie, log_in_cookie, log_out_cookie, must_be_somebody, user_id
from app.web.forms import own_path, proven_form
from app.web.language import language_of
from app.web.pages import render

router = APIRouter()


@router.get("/login")
def login_page(request: Request, next: str = "/") -> Response:
    return render(request, "accounts/login.html", name="", next=own_path(next), findings=())


@router.post("/login")
async def log_in(request: Request) -> Response:
    form = await proven_form(request)
    name, word, then = str(form.get("name", "")), str(form.get("password", "")), own_path(str(form.get("next", "/")))
    address = request.client.host if request.client else ""
    try:
        login = await run_in_threadpool(accounts.log_in, request.app.state.club, name, word, address)
    except Refused as refused:
        return render(request, "accounts/login.html", status=422, name=name, next=then, findings=refused.refusals)
    response = RedirectResponse(then, 303)
    log_in_cookie(request, response, login.token)
    return response


@router.get("/register")
def register_page(request: Request, next: str = "/") -> Response:
    return render(request, "accounts/register.html", name="", next=own_path(next), findings=())


@router.post("/register")
async def register(request: Request) -> Response:
    """A new member; a guest who registers keeps his row and so his seats."""
    form = await proven_form(request)
    name, word, then = str(form.get("name", "")).strip(), str(form.get("password", "")), own_path(str(form.get("next", "/")))
    visitor = request.state.visitor
    keep = visitor.user.id if visitor and visitor.user.is_guest else None
    findings: tuple[Refusal, ...] = ()
    try:
        login = await run_in_threadpool(_register, request, name, word, keep)
    except Refused as refused:
        findings = refused.refusals
    if findings:
        return render(request, "accounts/register.html", status=422, name=name, next=then, findings=findings)
    response = RedirectResponse(then, 303)
    log_in_cookie(request, response, login.token)
    return response


def _register(request: Request, name: str, word: str, keep: int | None) -> accounts.Login:
    club = request.app.state.club
    user = accounts.register(club, name, word, language_of(request), keep)
    return accounts.start_login(club, user.id)


@router.post("/logout")
async def log_out(request: Request) -> Response:
    form = await proven_form(request)
    club = request.app.state.club
    if form.get("everywhere") and (me := user_id(request)):
        await run_in_threadpool(accounts.log_out_everywhere, club, me)
    else:
        await run_in_threadpool(accounts.log_out, club, cookie(request, "caracole"))
    response = RedirectResponse("/", 303)
    log_out_cookie(request, response)
    return response


@router.get("/account")
def account(request: Request) -> Response:
    must_be_somebody(request)
    return render(request, "accounts/account.html", findings=(), done=False)


@router.post("/account/password")
async def change_password(request: Request) -> Response:
    form = await proven_form(request)
    me = must_be_somebody(request)
    findings: tuple[Refusal, ...] = ()
    try:
        await run_in_threadpool(accounts.change_password, request.app.state.club, me, str(form.get("old", "")), str(form.get("new", "")))
    except Refused as refused:
        findings = refused.refusals
    return render(request, "accounts/account.html", status=422 if findings else 200, findings=findings, done=not findings)
