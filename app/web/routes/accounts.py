"""Registration, login, logout, account page, and deletion of the account."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, BackgroundTasks, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refusal, Refused
from app.kernel.say import Say, say
from app.services.errors import TooOften
from app.services.people import (
    account_deletion,
    account_export,
    accounts,
    blocking,
    email_verification,
    second_factor,
)
from app.web.auth import (
    address_of,
    cookie_gone,
    cookie_value,
    require_user,
)
from app.web.deferred_routes import DeferredRoute
from app.web.forms import csrf_form, own_path
from app.web.language import language_of
from app.web.login_redirect import redirect_after_login
from app.web.pages import render_page
from app.web.password_queue import run_hashing
from app.web.problems import seconds_in_words
from app.web.rate_limiting import rate_limit_request
from app.web.user_agent import browser_of

router = APIRouter(route_class=DeferredRoute)
DONE = {
    "password": say(
        "The password is changed. Everywhere else you are logged out.",
        "La contraseña ha cambiado. Las demás sesiones se han cerrado.",
    ),
    "mailed": say(
        "A link is on its way to the new address. Follow it within a day.",
        "Hemos enviado un enlace a la dirección nueva. Síguelo en un día.",
    ),
    "confirmed": say("This is your address now.", "Esta es ahora tu dirección."),
    "removed": say("The address is removed.", "La dirección se ha borrado."),
    "watching": say("It is noted.", "Queda anotado."),
    "ended": say("What you ticked is logged out.", "Se ha cerrado lo que habías marcado."),
}


@router.get("/login")
def login_page(request: Request, next: str = "/") -> Response:
    return render_page(request, "accounts/login.html", name="", next=own_path(next), findings=())


@router.post("/login")
async def log_in(request: Request) -> Response:
    form = await csrf_form(request)
    name, word, then = (
        str(form.get("name", "")),
        str(form.get("password", "")),
        own_path(str(form.get("next", "/"))),
    )
    try:
        login = await run_hashing(request, _logged_in, request, name, word)
    except Refused as refused:
        return render_page(
            request,
            "accounts/login.html",
            status=422,
            name=name,
            next=then,
            findings=refused.refusals,
        )
    return redirect_after_login(request, then, login)


def _logged_in(request: Request, name: str, word: str) -> accounts.Login | accounts.HalfLogin:
    """New login, or half of one if a code is still missing. The browser's previous session ends."""
    services = request.app.state.services
    login = accounts.log_in(services, name, word, address_of(request), browser_of(request))
    accounts.log_out(services, cookie_value(request, "caracole"))
    return login


@router.get("/register")
def register_page(request: Request, next: str = "/") -> Response:
    return render_page(
        request, "accounts/register.html", name="", next=own_path(next), findings=(), later=None
    )


@router.post("/register")
async def register_member(request: Request) -> Response:
    """Create a member. A guest who registers keeps the account, and with it the seats."""
    form = await csrf_form(request)
    name, word, then = (
        str(form.get("name", "")).strip(),
        str(form.get("password", "")),
        own_path(str(form.get("next", "/"))),
    )
    visitor = request.state.visitor
    keep = visitor.user.id if visitor and visitor.user.is_guest else None
    findings: tuple[Refusal, ...] = ()
    later: Say | None = None
    headers: dict[str, str] = {}
    try:
        return redirect_after_login(
            request, then, await run_hashing(request, _register_with, request, name, word, keep)
        )
    except Refused as refused:
        findings = refused.refusals
    except TooOften as often:
        later, headers = seconds_in_words(often.seconds), {"Retry-After": str(often.seconds)}
    answer = render_page(
        request,
        "accounts/register.html",
        status=429 if later else 422,
        name=name,
        next=then,
        findings=findings,
        later=later,
    )
    answer.headers.update(headers)
    return answer


def _register_with(request: Request, name: str, word: str, keep: int | None) -> accounts.Login:
    services = request.app.state.services
    rate_limit_request(request, "accounts")
    user = accounts.register(services, name, word, language_of(request), keep)
    accounts.log_out(services, cookie_value(request, "caracole"))
    return accounts.start_login(services, user.id, browser_of(request))


@router.post("/logout")
async def log_out(request: Request) -> Response:
    await csrf_form(request)
    await run_in_threadpool(
        accounts.log_out, request.app.state.services, cookie_value(request, "caracole")
    )
    return _gone_out(request, "/")


def _gone_out(request: Request, path: str) -> Response:
    response = RedirectResponse(path, 303)
    cookie_gone(request, response, "caracole")
    response.headers["Clear-Site-Data"] = '"cache"'
    return response


# --- Account page
@router.get("/account")
def show_account(request: Request, done: str = "") -> Response:
    return _account_page(request, done=done)


def _account_page(
    request: Request,
    at: str = "",
    findings: Sequence[Refusal] = (),
    given: str = "",
    done: str = "",
) -> Response:
    """Account page. `at` names the form with the findings, `given` holds its input."""
    services, me = request.app.state.services, require_user(request)
    return render_page(
        request,
        "accounts/account.html",
        status=422 if findings else 200,
        at=at,
        findings=findings,
        given=given,
        done=DONE.get(done),
        email=email_verification.address_of(services, me),
        sessions=accounts.list_sessions(services, me),
        this=accounts.session_handle(cookie_value(request, "caracole")),
        blocked=blocking.blocked_by(services, me),
        factor=second_factor.load_factor(services, me),
    )


@router.post("/account/password")
async def change_password(request: Request) -> Response:
    """Change the password and end all other sessions. This browser gets a new session."""
    form = await csrf_form(request)
    return await run_hashing(request, _changed_password, request, form)


def _changed_password(request: Request, form: FormData) -> Response:
    me = require_user(request)
    try:
        login = accounts.change_password(
            request.app.state.services,
            me,
            str(form.get("old", "")),
            str(form.get("new", "")),
            address_of(request),
            browser_of(request),
        )
    except Refused as refused:
        return _account_page(request, "password", refused.refusals)
    return redirect_after_login(request, "/account?done=password", login)


@router.post("/account/sessions")
async def end_sessions(request: Request) -> Response:
    """End sessions. If the current one is among them, this is a logout."""
    return await run_hashing(request, _ended_sessions, request, await csrf_form(request))


def _ended_sessions(request: Request, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    which = None if form.get("everywhere") else [str(one) for one in form.getlist("which")]
    try:
        accounts.end_sessions(
            services, me, str(form.get("password", "")), which, address_of(request)
        )
    except Refused as refused:
        return _account_page(request, "sessions", refused.refusals)
    here = which is None or accounts.session_handle(cookie_value(request, "caracole")) in which
    return _gone_out(request, "/") if here else RedirectResponse("/account?done=ended", 303)


# --- Mail address
@router.post("/account/address")
async def ask_for_address(request: Request) -> Response:
    form = await csrf_form(request)
    return await run_hashing(request, _asked_for_address, request, form)


def _asked_for_address(request: Request, form: FormData) -> Response:
    services, me, email, word = (
        request.app.state.services,
        require_user(request),
        str(form.get("email", "")),
        str(form.get("password", "")),
    )
    try:
        if form.get("remove"):
            email_verification.remove_address(services, me, word, address_of(request))
            return RedirectResponse("/account?done=removed", 303)
        email_verification.request_confirmation(services, me, word, email, address_of(request))
    except Refused as refused:
        return _account_page(request, "address", refused.refusals, given=email)
    return RedirectResponse("/account?done=mailed", 303)


@router.get("/account/address")
def confirm_page(request: Request, link: str = "") -> Response:
    """Confirmation page. It changes nothing, because mail clients open links automatically."""
    return render_page(
        request,
        "accounts/confirm.html",
        link=link,
        email=email_verification.address_to_confirm(request.app.state.services, link),
        done=False,
    )


@router.post("/account/address/confirm")
async def confirm_address(request: Request) -> Response:
    form = await csrf_form(request)
    email = await run_in_threadpool(
        email_verification.confirm_address, request.app.state.services, str(form.get("link", ""))
    )
    return render_page(request, "accounts/confirm.html", link="", email=email, done=True)


# --- Forgotten password
@router.get("/forgotten")
def forgotten_page(request: Request) -> Response:
    return render_page(request, "accounts/forgotten.html", sent=False)


@router.post("/forgotten")
async def send_password_link(request: Request, background: BackgroundTasks) -> Response:
    """Answer alike for every name. The account is looked up after the answer is sent, so the timing
    reveals nothing.
    """
    form = await csrf_form(request)
    services, who = request.app.state.services, str(form.get("who", ""))[: accounts.LONGEST_ASKED]
    email_verification.count_reset_request(services, who, address_of(request))
    answer = render_page(request, "accounts/forgotten.html", sent=True)
    background.add_task(email_verification.mail_password_reset, services, who)
    answer.background = background
    return answer


@router.get("/password")
def reset_page(request: Request, link: str = "") -> Response:
    return render_page(
        request,
        "accounts/reset.html",
        link=link,
        whose=email_verification.user_of_reset_link(request.app.state.services, link).name,
        findings=(),
    )


@router.post("/password")
async def set_new_password(request: Request) -> Response:
    form = await csrf_form(request)
    return await run_hashing(
        request, _reset_password, request, str(form.get("link", "")), str(form.get("new", ""))
    )


def _reset_password(request: Request, link: str, new: str) -> Response:
    services = request.app.state.services
    try:
        login = email_verification.reset_password(services, link, new, browser_of(request))
    except Refused as refused:
        return render_page(
            request,
            "accounts/reset.html",
            status=422,
            link=link,
            whose=email_verification.user_of_reset_link(services, link).name,
            findings=refused.refusals,
        )
    return redirect_after_login(request, "/account?done=password", login)


# --- Export and deletion
@router.get("/account/export")
def export_account(request: Request) -> Response:
    me = require_user(request)
    rate_limit_request(request, "exports")
    headers = {
        "Content-Disposition": 'attachment; filename="caracole-account.json"',
        "Cache-Control": "no-store",
    }
    return Response(
        account_export.export_account(request.app.state.services, me),
        media_type="application/json",
        headers=headers,
    )


@router.get("/account/delete")
def delete_page(request: Request) -> Response:
    require_user(request)
    return render_page(request, "accounts/delete.html", findings=())


@router.post("/account/delete")
async def delete_account(request: Request) -> Response:
    form = await csrf_form(request)
    return await run_hashing(request, _deleted_account, request, str(form.get("password", "")))


def _deleted_account(request: Request, word: str) -> Response:
    try:
        account_deletion.delete_own_account(
            request.app.state.services, require_user(request), word, address_of(request)
        )
    except Refused as refused:
        return render_page(request, "accounts/delete.html", status=422, findings=refused.refusals)
    return _gone_out(request, "/")
