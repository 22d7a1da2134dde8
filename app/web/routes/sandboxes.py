"""Sandboxes of a game: trial orders and followed plans."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, QueryParams

from app.kernel.refusal import Refused
from app.kernel.say import say
from app.services.errors import Malformed, Overtaken
from app.services.play import sandbox_plan, sandboxes
from app.services.play.sandbox_replay import OpenSandbox
from app.web.auth import require_user, user_id
from app.web.confirmation import DELETE, is_confirmed
from app.web.deferred_routes import DeferredRoute
from app.web.forms import Number, csrf_form, integer_field, integer_or_none
from app.web.game_forms import is_in_words, page_of_form
from app.web.game_page import WORDS, page_template
from app.web.language import language_of
from app.web.pages import render_page
from app.web.panels.compose import compose_page
from app.web.panels.decision import NO_ANSWER, Answer
from app.web.panels.frame import build_frame
from app.web.rate_limiting import rate_limit_request
from app.web.sandbox_page import sandbox_page

router = APIRouter(route_class=DeferredRoute)
MEANWHILE = say(
    "This sandbox has changed meanwhile, in another tab. Your draft is kept; look again.",
    "Este ensayo ha cambiado entretanto en otra pestaña. Tu borrador sigue aquí; míralo otra vez.",
)
NOTHING_DONE = say(
    "This sandbox has changed meanwhile, in another tab, so nothing was done. Look again.",
    "Este ensayo ha cambiado entretanto en otra pestaña, así que no se ha hecho nada. Míralo otra "
    "vez.",
)

UNKNOWN_ACT = say(
    "There is nothing of this kind to do in a sandbox.", "En un ensayo no se puede hacer eso."
)


@router.get("/games/{address}/sandboxes/{sandbox}")
def show_sandbox_page(request: Request, address: str, sandbox: Number) -> Response:
    """Sandbox of the visitor, on a page like the game's."""
    return show_sandbox(
        request,
        sandboxes.open_sandbox(request.app.state.services, address, user_id(request), sandbox),
        request.query_params,
    )


@router.get("/games/{address}/sandboxes/{sandbox}/text")
def show_sandbox_in_words(request: Request, address: str, sandbox: Number) -> Response:
    """Sandbox without its board."""
    return show_sandbox(
        request,
        sandboxes.open_sandbox(request.app.state.services, address, user_id(request), sandbox),
        request.query_params,
        in_words=True,
    )


@router.post("/games/{address}/sandboxes")
async def begin_sandbox(request: Request, address: str) -> Response:
    """Create a sandbox from the present position or from a past moment."""
    form = await csrf_form(request)
    rate_limit_request(request, "looks")
    made = await run_in_threadpool(
        sandboxes.create_sandbox,
        request.app.state.services,
        address,
        require_user(request),
        integer_or_none(str(form.get("at", ""))),
        str(form.get("name", "")),
    )
    return RedirectResponse(sandbox_address(address, made.id, form), 303)


@router.post("/games/{address}/sandboxes/{sandbox}/steps/{step}")
async def give_sandbox_order(
    request: Request,
    address: str,
    sandbox: Number,
    step: str,  # noqa: ARG001 the sandbox accepts orders of any step
) -> Response:
    """Give an order in the sandbox for the side that decides."""
    form = await csrf_form(request)
    return await run_in_threadpool(_give_sandbox_order, request, address, sandbox, form)


@router.post("/games/{address}/sandboxes/{sandbox}")
async def act_on_sandbox(request: Request, address: str, sandbox: Number) -> Response:
    """Act on the sandbox: step back, roll again, rename, follow or delete."""
    form = await csrf_form(request)
    return await run_in_threadpool(_act_on_sandbox, request, address, sandbox, form)


def _give_sandbox_order(request: Request, address: str, sandbox: int, form: FormData) -> Response:
    services, me, given = (
        request.app.state.services,
        require_user(request),
        str(form.get("order", "")),
    )
    rate_limit_request(request, "looks")
    try:
        sandboxes.give_order(services, address, me, sandbox, integer_field(form, "after"), given)
    except Overtaken:
        return _show_draft(request, address, sandbox, form, 409, Answer(MEANWHILE))
    except Refused as refused:
        return _show_draft(request, address, sandbox, form, 422, Answer(findings=refused.refusals))
    return RedirectResponse(sandbox_address(address, sandbox, form), 303)


def _act_on_sandbox(request: Request, address: str, sandbox: int, form: FormData) -> Response:
    require_user(request)
    rate_limit_request(request, "looks")
    try:
        leads = _carry_out(request, address, sandbox, form)
    except Overtaken:
        return _show_draft(request, address, sandbox, form, 409, Answer(NOTHING_DONE))
    except Refused as refused:
        return _show_draft(request, address, sandbox, form, 422, Answer(findings=refused.refusals))
    return RedirectResponse(leads or sandbox_address(address, sandbox, form), 303)


def _carry_out(request: Request, address: str, sandbox: int, form: FormData) -> str:
    """Carry out the act of the form. Returns its target address, or "" for the sandbox. Raises
    `Malformed` and the errors of `app.services.play.sandboxes`.
    """
    services, me = request.app.state.services, require_user(request)
    asked = services, address, me, sandbox
    match str(form.get("do", "")):
        case "back":
            sandboxes.go_back(*asked, integer_field(form, "to"), _steps_known(form))
        case "again":
            faces = [integer_or_none(str(face)) or 0 for face in form.getlist("face")]
            sandboxes.repeat_last_step(*asked, integer_field(form, "after"), faces=faces)
        case "house":
            sandboxes.order_by_bot(*asked, _steps_known(form))
        case "name":
            sandboxes.change_sandbox(*asked, name=str(form.get("name", "")))
        case "dice":
            sandboxes.change_sandbox(*asked, dice=str(form.get("dice", "")))
        case "play" | "stop" as act:
            sandbox_plan.follow_plan(*asked, on=act == "play")
            return page_of_form(address, form)
        case "delete" if not is_confirmed(form):
            page = f"/games/{address}/sandboxes/{sandbox}"
            words = f"/text?confirm={DELETE}#decision"
            return f"{page}{words if is_in_words(form) else f'?confirm={DELETE}'}"
        case "delete":
            sandboxes.delete_sandbox(*asked)
            return page_of_form(address, form)
        case _:
            raise Malformed(UNKNOWN_ACT)
    return ""


def _steps_known(form: FormData) -> int | None:
    """Number of steps that the page of the form showed."""
    return integer_or_none(str(form.get("after", "")))


def sandbox_address(address: str, sandbox: int, form: FormData) -> str:
    """Page of the sandbox that contains the form."""
    return f"/games/{address}/sandboxes/{sandbox}{'/text#decision' if is_in_words(form) else ''}"


def _show_draft(
    request: Request, address: str, sandbox: int, form: FormData, status: int, answer: Answer
) -> Response:
    seen = sandboxes.open_sandbox(request.app.state.services, address, user_id(request), sandbox)
    draft = QueryParams({"order": str(form["order"])}) if form.get("order") else QueryParams()
    return show_sandbox(request, seen, draft, status, in_words=is_in_words(form), answer=answer)


def show_sandbox(
    request: Request,
    seen: OpenSandbox,
    query: QueryParams,
    status: int = 200,
    *,
    in_words: bool = False,
    answer: Answer = NO_ANSWER,
) -> Response:
    """Page of a sandbox. A request by htmx gets only the changed parts."""
    services = request.app.state.services
    if query:
        rate_limit_request(request, "looks")
    frame = build_frame(seen.look, query, in_words=in_words, sandbox=sandbox_page(services, seen))
    page = compose_page(services, frame, language_of(request), user_id(request), answer=answer)
    if status == 200 and page.selection.has_refusal:
        status = 422
    template = WORDS if in_words else page_template(request)
    return render_page(request, template, status=status, **page.context)
