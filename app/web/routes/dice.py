"""Dice of a game: their page, how they are checked, and the values of the browsers before the
game.
"""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse
from starlette.concurrency import run_in_threadpool

from app.services.play import dice_values
from app.services.watch import game_view
from app.services.watch.dice_page import load_dice, words_of_rolls
from app.web.auth import require_user, user_id
from app.web.deferred_routes import DeferredRoute
from app.web.forms import csrf_form
from app.web.pages import TOP, render_page

router = APIRouter(route_class=DeferredRoute)


@router.get("/games/{address}/dice")
def show_dice(request: Request, address: str) -> Response:
    look = game_view.load_view(request.app.state.services, address, user_id(request))
    return render_page(
        request,
        "play/dice.html",
        look=look,
        dice=load_dice(request.app.state.services, look),
        in_words=words_of_rolls(look),
    )


@router.get("/dice")
def explain_dice_check(request: Request) -> Response:
    script = (TOP / "docs" / "verify_dice.py").read_text(encoding="utf-8")
    return render_page(request, "play/about_dice.html", script=script)


@router.get("/verify_dice.py")
def download_dice_script() -> Response:
    return PlainTextResponse((TOP / "docs" / "verify_dice.py").read_text(encoding="utf-8"))


# --- Values of the browsers, for their script
@router.get("/games/{address}/dice/pledges")
def show_pledges(request: Request, address: str) -> Response:
    """State of the pledges as JSON."""
    services = request.app.state.services
    exchange = dice_values.load_exchange(services, address, user_id(request))
    return Response(msgspec.json.encode(exchange), media_type="application/json")


@router.post("/games/{address}/dice/pledge")
async def give_pledge(request: Request, address: str) -> Response:
    form = await csrf_form(request)
    services, me = request.app.state.services, require_user(request)
    pledge = str(form.get("pledge", ""))
    await run_in_threadpool(dice_values.give_pledge, services, address, me, pledge)
    return Response(status_code=204)


@router.post("/games/{address}/dice/value")
async def reveal_value(request: Request, address: str) -> Response:
    form = await csrf_form(request)
    services, me = request.app.state.services, require_user(request)
    value = str(form.get("value", ""))
    await run_in_threadpool(dice_values.reveal_value, services, address, me, value)
    return Response(status_code=204)
