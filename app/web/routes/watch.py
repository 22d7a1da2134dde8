"""Looking at a game: now, at any moment, its dice, its export."""
from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse, RedirectResponse
from starlette.datastructures import QueryParams

from app.club import exports, letters, remarks, watch
from app.web.auth import user_id
from app.web.language import language_of
from app.web.limiting import spend
from app.web.pages import TOP, render, render_shared
from app.web.picture import Card, card_of
from app.web.play_page import TABS, play_page
from app.web.routes.lobby import waiting
from app.web.stage import stage_now

router = APIRouter()
RECKONED = ("order", "look", "measure", "shot", "tried")           # what an address may ask for that costs more than the page


def page(request: Request, look: watch.Look, query: QueryParams, status: int = 200, *, in_words: bool = False, **more: Any) -> Response:
    """The game page, or only what a move changes if htmx asks; or the same page in words alone."""
    club, me = request.app.state.club, user_id(request)
    template = "play/words.html" if in_words else template_of(request)
    if me is None and look.is_now and status == HTTPStatus.OK and not more and set(query) <= {"tab"}:
        tab = query.get("tab", "") if query.get("tab") in TABS else ""
        query = QueryParams(tab=tab) if tab else QueryParams()
        news = remarks.news(club, look.game.id) if tab == "hall" else 0
        return render_shared(request, template, look.game.id, look.last, tab, news, context=lambda: {
            "page": play_page(club, look, query, language_of(request), None, in_words=in_words), "card": card_for(request, look)})
    if any(asked in request.query_params for asked in RECKONED):
        spend(request, "looks")
    built = play_page(club, look, query, language_of(request), me, in_words=in_words, **more)
    if status == 200 and any(one is not None and one.no for one in (built.seeing, built.shot)):
        status = 422
    response = render(request, template, status=status, page=built, card=card_for(request, look))
    if look.is_now:
        watch.visited(club, look)
    return response


def card_for(request: Request, look: watch.Look) -> Card | None:
    return card_of(look, request.app.state.settings.base_url, language_of(request))


def shared(request: Request, game_id: int, number: int, look: Callable[[], watch.Look]) -> Response:
    """The page of a game as all strangers see it after a move."""
    def drawn() -> dict[str, Any]:
        seen = look()
        return {"page": play_page(request.app.state.club, seen, QueryParams(), language_of(request), None), "card": card_for(request, seen)}
    return render_shared(request, template_of(request), game_id, number, "", context=drawn)


def template_of(request: Request) -> str:
    """The whole page, or only what a move changes if htmx asks."""
    part = request.headers.get("hx-request") == "true" and request.headers.get("hx-history-restore-request") != "true"
    return "play/parts.html" if part else "play/page.html"


@router.get("/games/{address}")
def now(request: Request, address: str) -> Response:
    club = request.app.state.club
    if user_id(request) is None and not request.query_params:
        followed = watch.follow(club, address)   # most strangers ask for a page that has been printed: no need to look at the board
        if followed.game.status != "open":
            return shared(request, followed.game.id, followed.game.number, lambda: watch.look(club, address))
    look = watch.look(club, address, user_id(request))
    if look.game.status == "open":
        return waiting(request, look)
    return page(request, look, request.query_params)


@router.get("/games/{address}/at/{number}")
def then(request: Request, address: str, number: int, eyes: str | None = None) -> Response:
    """A moment of the game; after the end through anybody's eyes."""
    look = watch.look(request.app.state.club, address, user_id(request), at=number, eyes=eyes)
    return page(request, look, request.query_params)


@router.get("/games/{address}/words")
def in_words(request: Request, address: str) -> Response:
    """The game without its board: all that can be seen, heard and ordered, as text and forms."""
    look = watch.look(request.app.state.club, address, user_id(request))
    if look.view is None:
        return RedirectResponse(f"/games/{address}", 303)
    return page(request, look, request.query_params, in_words=True)


@router.get("/games/{address}/at/{number}/words")
def then_in_words(request: Request, address: str, number: int, eyes: str | None = None) -> Response:
    look = watch.look(request.app.state.club, address, user_id(request), at=number, eyes=eyes)
    return page(request, look, request.query_params, in_words=True)


@router.get("/games/{address}/moment")
def slider(address: str, number: int, eyes: str = "") -> Response:
    """The slider as a plain form leads to the address of the moment."""
    return RedirectResponse(f"/games/{address}/at/{number}" + (f"?eyes={eyes}" if eyes.isidentifier() else ""), 303)


@router.get("/games/{address}/letters")
def letters_list(request: Request, address: str) -> Response:
    """What the players have written to each other, as the list beside the board."""
    written = letters.read(request.app.state.club, address, user_id(request))
    return render(request, "play/letters_list.html", base=f"/games/{address}", letters=written)


@router.get("/games/{address}/stage")
def stage(request: Request, address: str) -> Response:
    """The small board of the start page, for its own renewal."""
    return render(request, "home/stage_moved.html", stage=stage_now(request, address))


@router.get("/games/{address}/dice")
def dice(request: Request, address: str) -> Response:
    look = watch.look(request.app.state.club, address, user_id(request))
    return render(request, "play/dice.html", look=look, dice=watch.dice(request.app.state.club, look))


@router.get("/games/{address}/export")
def export(request: Request, address: str) -> Response:
    spend(request, "exports", address)
    data = exports.export(request.app.state.club, address, user_id(request))
    return Response(data, media_type="application/json", headers={"Content-Disposition": f'attachment; filename="caracole-{address}.json"'})


@router.get("/dice")
def about_dice(request: Request) -> Response:
    script = (TOP / "docs" / "verify_dice.py").read_text(encoding="utf-8")
    return render(request, "play/about_dice.html", script=script)


@router.get("/verify_dice.py")
def script() -> Response:
    return PlainTextResponse((TOP / "docs" / "verify_dice.py").read_text(encoding="utf-8"))
