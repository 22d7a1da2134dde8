"""Conditional orders: saving and deletion. The game page shows and tries them (`?ahead=1`)."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from app.kernel.refusal import Refused
from app.services.errors import Overtaken
from app.services.play import conditional_orders
from app.services.watch import game_view
from app.web.auth import require_user, user_id
from app.web.conditional_orders_page import answers_of, as_query
from app.web.deferred_routes import DeferredRoute
from app.web.forms import csrf_form, integer_or_none
from app.web.game_forms import MEANWHILE, is_in_words
from app.web.game_page import show_game
from app.web.panels.decision import Answer
from app.web.rate_limiting import rate_limit_request

router = APIRouter(route_class=DeferredRoute)


@router.post("/games/{address}/standing")
async def save_answers(request: Request, address: str) -> Response:
    """Save the answers of the form. An empty answer deletes; the field `all` deletes all."""
    form = await csrf_form(request)
    return await run_in_threadpool(_save_answers, request, address, form)


def _save_answers(request: Request, address: str, form: FormData) -> Response:
    services, me, answers = request.app.state.services, require_user(request), answers_of(form)
    rate_limit_request(request, "orders", address)
    said = str(form.get("command", ""))[:40], integer_or_none(str(form.get("after", "")))
    try:
        if "all" in form:
            conditional_orders.delete_conditional_orders(services, address, me, *said)
        else:
            conditional_orders.save_conditional_orders(services, address, me, answers, *said)
    except (Overtaken, Refused) as problem:
        is_late = isinstance(problem, Overtaken)
        look = game_view.load_view(services, address, user_id(request))
        return show_game(
            request,
            look,
            as_query(answers),
            409 if is_late else 422,
            in_words=is_in_words(form),
            answer=Answer(findings=problem.refusals)
            if isinstance(problem, Refused)
            else Answer(MEANWHILE),
        )
    return RedirectResponse(
        f"/games/{address}/text?ahead=1#decision"
        if is_in_words(form)
        else f"/games/{address}?ahead=1",
        303,
    )
