"""Corrections of a campaign by its referee: choice, preview, signature."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, QueryParams

from app.kernel.correction_orders import FIXED_REASONS, AnswerReview, AskReview
from app.kernel.refusal import Refusal, Refused, no
from app.services.errors import Overtaken
from app.services.notify.asked_signatures import ask_to_sign
from app.services.people.muted_orders import is_muted
from app.services.play import corrections, orders
from app.services.play.marked_decisions import own_open_reviews
from app.services.watch.game_view import GameView
from app.web.auth import require_user, user_id
from app.web.correction_page import AGREE, ASK, CorrectionPage, correction_page, with_findings
from app.web.deferred_routes import DeferredRoute
from app.web.forms import csrf_form, integer_field
from app.web.language import language_of
from app.web.pages import render_page
from app.web.rate_limiting import rate_limit_request

router = APIRouter(route_class=DeferredRoute)


@router.get("/games/{address}/corrections")
def show_corrections(request: Request, address: str) -> Response:
    """Moves that can be corrected; with `move` the form, with `reason` the preview. Readers who are
    no referees see the signed corrections.
    """
    look = corrections.load_signed(request.app.state.services, address, user_id(request))
    page = correction_page(look, request.query_params, language_of(request))
    return _show(request, page, 422 if page.findings else 200)


@router.post("/games/{address}/corrections")
async def sign_correction(request: Request, address: str) -> Response:
    """Sign a correction that was previewed. A move in between gives the new preview."""
    form = await csrf_form(request)
    return await run_in_threadpool(_sign, request, address, form)


def _sign(request: Request, address: str, form: FormData) -> Response:
    services, me = request.app.state.services, require_user(request)
    rate_limit_request(request, "orders", address)
    if form.get("do") == "review":
        return _review(request, corrections.load_signed(services, address, me), form)
    look = corrections.load_desk(services, address, me)
    if form.get("do") == "ask":
        return _ask(request, look, form)
    order = corrections.read_correction(look, str(form.get("order", "")))
    try:
        corrections.sign_correction(
            services, address, me, str(form.get("command", "")), order, str(form.get("digest", ""))
        )
    except Overtaken:
        return _again(request, look, form, (changed_meanwhile(),), 409)
    except Refused as refused:
        return _again(request, look, form, refused.refusals, 422)
    return RedirectResponse(f"/games/{address}?tab=log", 303)


def _ask(request: Request, look: GameView, form: FormData) -> Response:
    """Ask the other referees to sign a correction, with its preview as it is now."""
    query = QueryParams(str(form.get("query", "")))
    page = correction_page(look, query, language_of(request))
    if page.preview is None:
        return _show(request, page, 422)
    try:
        ask_to_sign(request.app.state.services, look, page.preview.order)
    except Refused as refused:
        return _show(request, page, 422, refused.refusals)
    return RedirectResponse(f"{page.here}?asked=yes", 303)


def _review(request: Request, look: GameView, form: FormData) -> Response:
    """Ask for a review of a correction, or answer one."""
    number, answer = integer_field(form, "correction"), str(form.get("answer", ""))
    words = str(form.get("words", ""))
    order = AskReview(number) if answer == ASK else AnswerReview(number, answer == AGREE, words)
    try:
        orders.declare_order(
            request.app.state.services,
            look.game.address,
            require_user(request),
            str(form.get("command", "")),
            integer_field(form, "after"),
            order,
            seat=look.seat,
        )
    except (Overtaken, Refused) as why:
        refusals = (changed_meanwhile(),) if isinstance(why, Overtaken) else why.refusals
        query = QueryParams({"words": words, "correction": str(number)})
        page = correction_page(look, query, language_of(request))
        return _show(request, page, 409 if isinstance(why, Overtaken) else 422, refusals)
    return RedirectResponse(f"/games/{look.game.address}/corrections", 303)


def _again(
    request: Request,
    look: GameView,
    form: FormData,
    findings: tuple[Refusal, ...],
    status: int,
) -> Response:
    """Form as it was filled in, with the reasons against it."""
    query = QueryParams(str(form.get("query", "")))
    page = correction_page(look, query, language_of(request))
    if page.preview is None:
        page = with_findings(page, findings)
        return _show(request, page, status)
    return _show(request, page, status, findings)


def changed_meanwhile() -> Refusal:
    """Message after a move in between: nothing is signed."""
    return no(
        "CAR-COR-02",
        "The campaign has changed meanwhile. Nothing is signed; this is the new preview.",
        "La campaña ha cambiado mientras tanto. No se ha firmado nada; esta es la nueva vista "
        "previa.",
    )


def _show(
    request: Request,
    page: CorrectionPage,
    status: int,
    findings: tuple[Refusal, ...] = (),
) -> Response:
    services, me = request.app.state.services, user_id(request)
    fixed = FIXED_REASONS[language_of(request)] if is_muted(services, me) else ""
    return render_page(
        request,
        "campaigns/correction.html",
        status=status,
        page=replace(page, fixed_reason=fixed),
        own_reviews=own_open_reviews(services, page.look, page.reviews_asked, me),
        findings=findings or page.findings,
    )
