"""Orders: every step of the sequence has its own address under the game."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, QueryParams

from app.kernel.refusal import Refused, insist
from app.kernel.say import Say, say
from app.kernel.table import right_step, still_open
from app.services.errors import NoSuchGame, Overtaken
from app.services.people import player_chat
from app.services.play import orders
from app.services.watch import game_view
from app.web.auth import must_be_somebody, user_id
from app.web.clock_page import clock_page
from app.web.confirmation import CLAIM, REST, is_confirmed, key_of, question_of
from app.web.forms import number, proven_form
from app.web.play_page import left_to_the_house
from app.web.rate_limiting import spend, spend_here
from app.web.routes.game import page

router = APIRouter()
MEANWHILE = say(
    "Somebody moved meanwhile. Your draft is kept; look again.",
    "Alguien ha jugado entretanto. Tu borrador sigue aquí; míralo otra vez.",
)
NOTHING_DONE = say(
    "Somebody moved meanwhile, so nothing was done. Look again.",
    "Alguien ha jugado entretanto, así que no se ha hecho nada. Míralo otra vez.",
)


@router.get("/games/{address}/steps/{step}")
def step_page(request: Request, address: str, step: str) -> Response:
    """Page of a step. A step other than the current one is refused; the refusal names the current
    one.
    """
    look = game_view.look(request.app.state.services, address, user_id(request))
    if step not in {one.key for one in look.box.card.sequence} or look.seat is None:
        raise NoSuchGame
    insist(
        orders.begun(look.game)
        or still_open(look.box, look.table)
        or right_step(look.box, look.table, look.seat, step)
    )
    return page(request, look, request.query_params)


@router.post("/games/{address}/steps/{step}")
async def give_order(request: Request, address: str, step: str) -> Response:
    """Give an order of the step. The answer is the new position, the refusal, or the position after
    another player's move.
    """
    form = await proven_form(request)
    return await run_in_threadpool(_declared, request, address, form, step)


@router.post("/games/{address}/steps/{step}/rest")
async def leave_the_rest(request: Request, address: str, step: str) -> Response:
    """Leave the remaining orders of the step to the server, where the box allows it. Needs a
    confirmation.
    """
    form = await proven_form(request)
    spend(request, "orders", address)
    return await run_in_threadpool(_left_to_the_house, request, address, form, step)


def _left_to_the_house(request: Request, address: str, form: FormData, step: str) -> Response:
    services, me = request.app.state.services, must_be_somebody(request)
    question = asked_first(
        request,
        address,
        form,
        lambda look: REST if look.decisions and look.decisions[0].step == step else "",
    )
    if question is not None:
        return question
    orders.leave_to_the_house(services, address, me, step)
    return RedirectResponse(came_from(address, form), 303)


def asked_first(
    request: Request, address: str, form: FormData, key: Callable[[game_view.Look], str]
) -> Response | None:
    """Redirect to the confirmation question of an act, unless the form confirms it. None if there
    is no question.
    """
    if is_confirmed(form):
        return None
    services, base = request.app.state.services, f"/games/{address}"
    look = game_view.look(services, address, user_id(request))
    name = key(look)
    if (
        not name
        or question_of(look, name, base, clock_page(services, look), left_to_the_house(look))
        is None
    ):
        return None
    return RedirectResponse(
        f"{base}/words?confirm={name}#decision" if is_in_words(form) else f"{base}?confirm={name}",
        303,
    )


@router.post("/games/{address}/orders")
async def give_house_order(request: Request, address: str) -> Response:
    """Give an order of the platform: concede, offer or decline a draw, take back. An order that
    ends the game needs a confirmation.
    """
    form = await proven_form(request)
    return await run_in_threadpool(_given_to_the_house, request, address, form)


def _given_to_the_house(request: Request, address: str, form: FormData) -> Response:
    must_be_somebody(request)
    question = asked_first(
        request,
        address,
        form,
        lambda look: key_of(look, orders.read(look.box, str(form.get("order", "")))),
    )
    return question if question is not None else _declared(request, address, form, None)


def _declared(request: Request, address: str, form: FormData, step: str | None) -> Response:
    services, me = request.app.state.services, must_be_somebody(request)
    spend(request, "orders", address)
    order = str(form.get("order", ""))
    try:
        orders.declare(
            services, address, me, str(form.get("command", "")), number(form, "after"), order, step
        )
    except Overtaken:
        return _again(
            request,
            address,
            order,
            409,
            in_words=is_in_words(form),
            notice=NOTHING_DONE if step is None else MEANWHILE,
        )
    except Refused as refused:
        return _again(
            request, address, order, 422, in_words=is_in_words(form), findings=refused.refusals
        )
    return RedirectResponse(came_from(address, form), 303)


def is_in_words(form: FormData) -> bool:
    """Return True if the form belongs to the page in words."""
    return form.get("back") == "words"


def came_from(address: str, form: FormData) -> str:
    """Page that contains the form."""
    return f"/games/{address}/words#decision" if is_in_words(form) else f"/games/{address}"


def _again(
    request: Request,
    address: str,
    order: str,
    status: int,
    *,
    in_words: bool,
    notice: Say | None = None,
    findings: tuple = (),
) -> Response:
    """Game page of the current position with the draft kept."""
    look = game_view.look(request.app.state.services, address, user_id(request))
    return page(
        request,
        look,
        QueryParams({"order": order}),
        status=status,
        in_words=in_words,
        notice=notice,
        findings=findings,
    )


@router.post("/games/{address}/claim")
async def claim(request: Request, address: str) -> Response:
    """Claim the victory over a side whose player has left the game. Needs a confirmation."""
    form = await proven_form(request)
    return await run_in_threadpool(_claimed, request, address, form)


def _claimed(request: Request, address: str, form: FormData) -> Response:
    services, me = request.app.state.services, must_be_somebody(request)
    question = asked_first(request, address, form, lambda look: CLAIM)  # noqa: ARG005 always asked
    if question is not None:
        return question
    orders.claim(services, address, me)
    return RedirectResponse(came_from(address, form), 303)


@router.post("/games/{address}/letters")
async def write_letter(request: Request, address: str) -> Response:
    form = await proven_form(request)
    spend_here(request, "letters")
    await run_in_threadpool(
        player_chat.write,
        request.app.state.services,
        address,
        must_be_somebody(request),
        str(form.get("text", "")),
    )
    return RedirectResponse(
        f"/games/{address}{'/words#letters' if is_in_words(form) else '?tab=letters'}", 303
    )
