"""Second factor: the code at login, and the page that switches it on and off."""

from __future__ import annotations

from urllib.parse import urlencode

import segno
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refusal, Refused
from app.services.errors import BadLink
from app.services.people import accounts, second_factor
from app.web.auth import HALF, address_of, cookie_gone, cookie_value, require_user
from app.web.deferred_routes import DeferredRoute
from app.web.forms import csrf_form, own_path
from app.web.login_redirect import redirect_after_login
from app.web.pages import render_page
from app.web.password_queue import run_hashing
from app.web.user_agent import browser_of

router = APIRouter(route_class=DeferredRoute)
PATH = "/account/second-factor"


# --- Login
@router.get("/login/code")
def code_page(request: Request, then: str = Query("/", alias="next")) -> Response:
    """Page for the code. A visitor without a correct password is redirected to the login page."""
    if not cookie_value(request, HALF):
        return RedirectResponse(f"/login?{urlencode({'next': own_path(then)})}", 303)
    return _code_page(request, own_path(then))


def _code_page(request: Request, then: str, findings: tuple[Refusal, ...] = ()) -> Response:
    return render_page(
        request, "accounts/code.html", status=422 if findings else 200, next=then, findings=findings
    )


@router.post("/login/code")
async def log_in(request: Request) -> Response:
    return await run_in_threadpool(_logged_in, request, await csrf_form(request))


def _logged_in(request: Request, form: FormData) -> Response:
    services, then = request.app.state.services, own_path(str(form.get("next", "/")))
    try:
        login = second_factor.log_in(
            services,
            cookie_value(request, HALF),
            str(form.get("code", "")),
            address_of(request),
            browser_of(request),
        )
    except Refused as refused:
        return _code_page(request, then, refused.refusals)
    except BadLink:
        return RedirectResponse(f"/login?{urlencode({'next': then})}", 303)
    accounts.log_out(services, cookie_value(request, "caracole"))
    response = redirect_after_login(request, then, login)
    cookie_gone(request, response, HALF)
    return response


# --- Settings
@router.get(PATH)
def second_factor_page(request: Request) -> Response:
    return _factor_page(request)


def _factor_page(
    request: Request, codes: tuple[str, ...] = (), findings: tuple[Refusal, ...] = ()
) -> Response:
    """Page of the second factor. `codes` are new recovery codes, shown only here."""
    services, me = request.app.state.services, require_user(request)
    factor = second_factor.load_factor(services, me)
    square = (
        segno.make_qr(factor.link, error="m").svg_data_uri(dark="#000", light="#fff", omitsize=True)
        if factor.link
        else ""
    )
    return render_page(
        request,
        "accounts/second_factor.html",
        status=422 if findings else 200,
        factor=factor,
        square=square,
        codes=codes,
        findings=findings,
        demanded=request.state.lacks_factor,
    )


@router.post(PATH)
async def offer_second_factor(request: Request) -> Response:
    return await run_hashing(request, _switched_factor, request, await csrf_form(request), "offer")


@router.post(PATH + "/on")
async def switch_on(request: Request) -> Response:
    """Switch the second factor on. The answer shows the recovery codes once."""
    return await run_in_threadpool(_switched_factor, request, await csrf_form(request), "on")


@router.post(PATH + "/codes")
async def renew_codes(request: Request) -> Response:
    """Replace the recovery codes. The answer shows them once."""
    return await run_hashing(request, _switched_factor, request, await csrf_form(request), "codes")


@router.post(PATH + "/off")
async def switch_off(request: Request) -> Response:
    return await run_hashing(request, _switched_factor, request, await csrf_form(request), "off")


def _switched_factor(request: Request, form: FormData, what: str) -> Response:
    services, me, here, address = (
        request.app.state.services,
        require_user(request),
        accounts.session_handle(cookie_value(request, "caracole")),
        address_of(request),
    )
    word, code = str(form.get("password", "")), str(form.get("code", ""))
    try:
        match what:
            case "offer":
                second_factor.offer_key(services, me, word, address)
            case "on":
                return _factor_page(
                    request, second_factor.switch_on(services, me, code, here, address)
                )
            case "codes":
                return _factor_page(
                    request, second_factor.renew_codes(services, me, word, code, address)
                )
            case _:
                second_factor.switch_off(services, me, word, code, here, address)
    except Refused as refused:
        return _factor_page(request, findings=refused.refusals)
    return RedirectResponse(PATH, 303)
