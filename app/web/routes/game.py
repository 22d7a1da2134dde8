"""Game pages: the present position, past moments, dice and export."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse, RedirectResponse
from starlette.datastructures import QueryParams

from app.services.people import player_chat, spectator_chat
from app.services.play import game_export
from app.services.watch import game_view
from app.web.auth import user_id
from app.web.featured_game import stage_now
from app.web.language import language_of
from app.web.pages import TOP, render, render_shared
from app.web.play_page import TABS, play_page
from app.web.preview_image import Card, card_of
from app.web.rate_limiting import spend
from app.web.routes.lobby import waiting

router = APIRouter()
# These query fields cost more than the page.
RECKONED = (
    "order",
    "look",
    "measure",
    "shot",
    "tried",
)


def page(
    request: Request,
    look: game_view.Look,
    query: QueryParams,
    status: int = 200,
    *,
    in_words: bool = False,
    **more: Any,
) -> Response:
    """Game page, with or without its board. A request by htmx gets only the changed parts."""
    services, me = request.app.state.services, user_id(request)
    template = "play/words.html" if in_words else template_of(request)
    if (
        me is None
        and look.is_now
        and status == HTTPStatus.OK
        and not more
        and set(query) <= {"tab"}
    ):
        tab = query.get("tab", "") if query.get("tab") in TABS else ""
        query = QueryParams(tab=tab) if tab else QueryParams()
        news = spectator_chat.news(services, look.game.id) if tab == "hall" else 0
        return render_shared(
            request,
            template,
            look.game.id,
            look.last,
            tab,
            news,
            context=lambda: {
                "page": play_page(
                    services, look, query, language_of(request), None, in_words=in_words
                ),
                "card": card_for(request, look),
            },
        )
    if any(asked in request.query_params for asked in RECKONED):
        spend(request, "looks")
    built = play_page(services, look, query, language_of(request), me, in_words=in_words, **more)
    if status == 200 and any(one is not None and one.no for one in (built.seeing, built.shot)):
        status = 422
    response = render(request, template, status=status, page=built, card=card_for(request, look))
    if look.is_now:
        game_view.visited(services, look)
    return response


def card_for(request: Request, look: game_view.Look) -> Card | None:
    return card_of(look, request.app.state.settings.base_url, language_of(request))


def shared(
    request: Request, game_id: int, number: int, look: Callable[[], game_view.Look]
) -> Response:
    """Cached game page of anonymous visitors after a move."""

    def drawn() -> dict[str, Any]:
        seen = look()
        return {
            "page": play_page(
                request.app.state.services, seen, QueryParams(), language_of(request), None
            ),
            "card": card_for(request, seen),
        }

    return render_shared(request, template_of(request), game_id, number, "", context=drawn)


def template_of(request: Request) -> str:
    """Template of the whole page, or of the changed parts for a request by htmx."""
    part = (
        request.headers.get("hx-request") == "true"
        and request.headers.get("hx-history-restore-request") != "true"
    )
    return "play/parts.html" if part else "play/page.html"


@router.get("/games/{address}")
def now(request: Request, address: str) -> Response:
    services = request.app.state.services
    if user_id(request) is None and not request.query_params:
        # Most anonymous requests ask for a cached page, which needs no view of the board.
        followed = game_view.follow(services, address)
        if followed.game.status != "open":
            return shared(
                request,
                followed.game.id,
                followed.game.number,
                lambda: game_view.look(services, address),
            )
    look = game_view.look(services, address, user_id(request))
    if look.game.status == "open":
        return waiting(request, look)
    return page(request, look, request.query_params)


@router.get("/games/{address}/at/{number}")
def then(request: Request, address: str, number: int, eyes: str | None = None) -> Response:
    """Game page of a past moment. After the end, `eyes` selects the viewpoint."""
    look = game_view.look(
        request.app.state.services, address, user_id(request), at=number, eyes=eyes
    )
    return page(request, look, request.query_params)


@router.get("/games/{address}/words")
def in_words(request: Request, address: str) -> Response:
    """Game page without its board: the view, the log and all orders as text and forms."""
    look = game_view.look(request.app.state.services, address, user_id(request))
    if look.view is None:
        return RedirectResponse(f"/games/{address}", 303)
    return page(request, look, request.query_params, in_words=True)


@router.get("/games/{address}/at/{number}/words")
def then_in_words(request: Request, address: str, number: int, eyes: str | None = None) -> Response:
    look = game_view.look(
        request.app.state.services, address, user_id(request), at=number, eyes=eyes
    )
    return page(request, look, request.query_params, in_words=True)


@router.get("/games/{address}/moment")
def slider(address: str, number: int, eyes: str = "") -> Response:
    """Redirect of the replay slider, a plain form, to the address of the moment."""
    return RedirectResponse(
        f"/games/{address}/at/{number}" + (f"?eyes={eyes}" if eyes.isidentifier() else ""), 303
    )


@router.get("/games/{address}/letters")
def letters_list(request: Request, address: str) -> Response:
    """Player chat, as the list beside the board."""
    written = player_chat.read(request.app.state.services, address, user_id(request))
    return render(request, "play/letters_list.html", base=f"/games/{address}", letters=written)


@router.get("/games/{address}/stage")
def stage(request: Request, address: str) -> Response:
    """Small board of the start page, for its live update."""
    return render(request, "home/stage_moved.html", stage=stage_now(request, address))


@router.get("/games/{address}/dice")
def dice(request: Request, address: str) -> Response:
    look = game_view.look(request.app.state.services, address, user_id(request))
    return render(
        request, "play/dice.html", look=look, dice=game_view.dice(request.app.state.services, look)
    )


@router.get("/games/{address}/export")
def export(request: Request, address: str) -> Response:
    spend(request, "exports", address)
    data = game_export.export(request.app.state.services, address, user_id(request))
    return Response(
        data,
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="caracole-{address}.json"'},
    )


@router.get("/dice")
def about_dice(request: Request) -> Response:
    script = (TOP / "docs" / "verify_dice.py").read_text(encoding="utf-8")
    return render(request, "play/about_dice.html", script=script)


@router.get("/verify_dice.py")
def script() -> Response:
    return PlainTextResponse((TOP / "docs" / "verify_dice.py").read_text(encoding="utf-8"))
