"""Sandboxes of a game: trial orders and followed plans."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, QueryParams

from app.kernel.refusal import Refused
from app.kernel.say import say
from app.services.errors import Malformed, Overtaken
from app.services.play import sandbox_plan, sandboxes
from app.services.play.sandboxes import Tried
from app.web.auth import must_be_somebody, user_id
from app.web.confirmation import DELETE, is_confirmed
from app.web.forms import Number, number, proven_form, whole
from app.web.language import language_of
from app.web.pages import render
from app.web.play_page import play_page
from app.web.rate_limiting import spend
from app.web.routes.play import came_from, is_in_words
from app.web.sandbox_page import sandbox_page

router = APIRouter()
MEANWHILE = say(
    "This sandbox has changed meanwhile, in another tab. Your draft is kept; look again.",
    "Este ensayo ha cambiado entretanto en otra pestaña. Tu borrador sigue aquí; míralo otra vez.",
)
NOTHING_DONE = say(
    "This sandbox has changed meanwhile, in another tab, so nothing was done. Look again.",
    "Este ensayo ha cambiado entretanto en otra pestaña, así que no se ha hecho nada. Míralo otra "
    "vez.",
)


@router.get("/games/{address}/sandboxes/{sandbox}")
def try_out(request: Request, address: str, sandbox: Number) -> Response:
    """Sandbox of the visitor, on a page like the game's."""
    return page(
        request,
        sandboxes.look(request.app.state.services, address, user_id(request), sandbox),
        request.query_params,
    )


@router.get("/games/{address}/sandboxes/{sandbox}/words")
def try_out_in_words(request: Request, address: str, sandbox: Number) -> Response:
    """Sandbox without its board."""
    return page(
        request,
        sandboxes.look(request.app.state.services, address, user_id(request), sandbox),
        request.query_params,
        in_words=True,
    )


@router.post("/games/{address}/sandboxes")
async def begin(request: Request, address: str) -> Response:
    """Create a sandbox from the present position or from a past moment."""
    form = await proven_form(request)
    spend(request, "looks")
    made = await run_in_threadpool(
        sandboxes.begin,
        request.app.state.services,
        address,
        must_be_somebody(request),
        whole(str(form.get("at", ""))),
        str(form.get("name", "")),
    )
    return RedirectResponse(its_page(address, made.id, form), 303)


@router.post("/games/{address}/sandboxes/{sandbox}/steps/{step}")
async def order(
    request: Request,
    address: str,
    sandbox: Number,
    step: str,  # noqa: ARG001 the sandbox accepts orders of any step
) -> Response:
    """Give an order in the sandbox for the side that decides."""
    form = await proven_form(request)
    return await run_in_threadpool(_ordered, request, address, sandbox, form)


@router.post("/games/{address}/sandboxes/{sandbox}")
async def act(request: Request, address: str, sandbox: Number) -> Response:
    """Act on the sandbox: step back, roll again, rename, follow or delete."""
    form = await proven_form(request)
    return await run_in_threadpool(_acted, request, address, sandbox, form)


def _ordered(request: Request, address: str, sandbox: int, form: FormData) -> Response:
    services, me, given = (
        request.app.state.services,
        must_be_somebody(request),
        str(form.get("order", "")),
    )
    spend(request, "looks")
    try:
        sandboxes.order(services, address, me, sandbox, number(form, "after"), given)
    except Overtaken:
        return _again(request, address, sandbox, form, 409, notice=MEANWHILE)
    except Refused as refused:
        return _again(request, address, sandbox, form, 422, findings=refused.refusals)
    return RedirectResponse(its_page(address, sandbox, form), 303)


def _acted(request: Request, address: str, sandbox: int, form: FormData) -> Response:
    must_be_somebody(request)
    spend(request, "looks")
    try:
        leads = _done(request, address, sandbox, form)
    except Overtaken:
        return _again(request, address, sandbox, form, 409, notice=NOTHING_DONE)
    except Refused as refused:
        return _again(request, address, sandbox, form, 422, findings=refused.refusals)
    return RedirectResponse(leads or its_page(address, sandbox, form), 303)


def _done(request: Request, address: str, sandbox: int, form: FormData) -> str:
    """Carry out the act of the form. Returns its target address, or "" for the sandbox. Raises
    `Malformed` and the errors of `app.services.play.sandboxes`.
    """
    services, me = request.app.state.services, must_be_somebody(request)
    match str(form.get("do", "")):
        case "back":
            sandboxes.back(
                services,
                address,
                me,
                sandbox,
                number(form, "to"),
                whole(str(form.get("after", ""))),
            )
        case "again":
            sandboxes.again(
                services,
                address,
                me,
                sandbox,
                number(form, "after"),
                faces=[whole(str(face)) or 0 for face in form.getlist("face")],
            )
        case "house":
            sandboxes.by_the_house(
                services, address, me, sandbox, whole(str(form.get("after", "")))
            )
        case "name":
            sandboxes.change(services, address, me, sandbox, name=str(form.get("name", "")))
        case "dice":
            sandboxes.change(services, address, me, sandbox, dice=str(form.get("dice", "")))
        case "play":
            sandbox_plan.follow(services, address, me, sandbox)
            return came_from(address, form)
        case "stop":
            sandbox_plan.follow(services, address, me, sandbox, on=False)
            return came_from(address, form)
        case "delete" if not is_confirmed(form):
            page = f"/games/{address}/sandboxes/{sandbox}"
            return (
                f"{page}/words?confirm={DELETE}#decision"
                if is_in_words(form)
                else f"{page}?confirm={DELETE}"
            )
        case "delete":
            sandboxes.put_away(services, address, me, sandbox)
            return came_from(address, form)
        case _:
            raise Malformed(
                say(
                    "There is nothing of this kind to do in a sandbox.",
                    "En un ensayo no se puede hacer eso.",
                )
            )
    return ""


def its_page(address: str, sandbox: int, form: FormData) -> str:
    """Page of the sandbox that contains the form."""
    return f"/games/{address}/sandboxes/{sandbox}{'/words#decision' if is_in_words(form) else ''}"


def _again(
    request: Request, address: str, sandbox: int, form: FormData, status: int, **more: Any
) -> Response:
    seen = sandboxes.look(request.app.state.services, address, user_id(request), sandbox)
    draft = QueryParams({"order": str(form["order"])}) if form.get("order") else QueryParams()
    return page(request, seen, draft, status, in_words=is_in_words(form), **more)


def page(
    request: Request,
    seen: Tried,
    query: QueryParams,
    status: int = 200,
    *,
    in_words: bool = False,
    **more: Any,
) -> Response:
    """Page of a sandbox. A request by htmx gets only the changed parts."""
    services, me = request.app.state.services, user_id(request)
    part = (
        request.headers.get("hx-request") == "true"
        and request.headers.get("hx-history-restore-request") != "true"
    )
    template = "play/words.html" if in_words else "play/parts.html" if part else "play/page.html"
    if query:
        spend(request, "looks")
    built = play_page(
        services,
        seen.look,
        query,
        language_of(request),
        me,
        in_words=in_words,
        sandbox=sandbox_page(services, seen),
        **more,
    )
    if status == 200 and any(one is not None and one.no for one in (built.seeing, built.shot)):
        status = 422
    return render(request, template, status=status, page=built)
