"""Looking at a game: now, at any moment, its dice, its export."""

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
RECKONED = (
    "order",
    "look",
    "measure",
    "shot",
    "tried",
)  # what an address may ask for that costs more than the page


def page(
    request: Request,
    look: game_view.Look,
    query: QueryParams,
    status: int = 200,
    *,
    in_words: bool = False,
    **more: Any,
) -> Response:
    """The game page, or only what a move changes if htmx asks; or the same page in words alone."""
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
    """The page of a game as all strangers see it after a move."""

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
    """The whole page, or only what a move changes if htmx asks."""
    part = (
        request.headers.get("hx-request") == "true"
        and request.headers.get("hx-history-restore-request") != "true"
    )
    return "play/parts.html" if part else "play/page.html"


@router.get("/games/{address}")
def now(request: Request, address: str) -> Response:
    services = request.app.state.services
    if user_id(request) is None and not request.query_params:
        followed = game_view.follow(
            services, address
        )  # most strangers ask for a page that has been printed: no need to look at the board
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
    """A moment of the game; after the end through anybody's eyes."""
    look = game_view.look(
        request.app.state.services, address, user_id(request), at=number, eyes=eyes
    )
    return page(request, look, request.query_params)


@router.get("/games/{address}/words")
def in_words(request: Request, address: str) -> Response:
    """The game without its board: all that can be seen, heard and ordered, as text and forms."""
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
    """The slider as a plain form leads to the address of the moment."""
    return RedirectResponse(
        f"/games/{address}/at/{number}" + (f"?eyes={eyes}" if eyes.isidentifier() else ""), 303
    )


@router.get("/games/{address}/letters")
def letters_list(request: Request, address: str) -> Response:
    """What the players have written to each other, as the list beside the board."""
    written = player_chat.read(request.app.state.services, address, user_id(request))
    return render(request, "play/letters_list.html", base=f"/games/{address}", letters=written)


@router.get("/games/{address}/stage")
def stage(request: Request, address: str) -> Response:
    """The small board of the start page, for its own renewal."""
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
