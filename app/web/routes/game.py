"""Game pages: the present position, past moments and export."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from app.services.errors import NoSuchGame
from app.services.people import player_chat
from app.services.play import game_export, open_seats
from app.services.watch import game_view
from app.services.watch.anonymous_view import is_link_of_club_game
from app.web.auth import user_id
from app.web.deferred_routes import DeferredRoute
from app.web.featured_game import stage_now
from app.web.game_page import show_current_shared, show_game, show_panels
from app.web.language import language_of
from app.web.pages import render_page
from app.web.panels.compose import LIVE, PANELS, live_panels
from app.web.preview_image import club_game_card
from app.web.rate_limiting import rate_limit_request
from app.web.waiting_page import show_waiting_room

router = APIRouter(route_class=DeferredRoute)


@router.get("/games/{address}")
def show_current_game(request: Request, address: str) -> Response:
    """Game page of the present position, or the waiting room of an open table. A game that only its
    club sees has a neutral page for others, at its secret address.
    """
    services = request.app.state.services
    try:
        return _show_current_game(request, address)
    except NoSuchGame:
        if not is_link_of_club_game(services, address):
            raise
    card = club_game_card(request.app.state.settings.base_url, address, language_of(request))
    return render_page(request, "show/club_game.html", card=card)


def _show_current_game(request: Request, address: str) -> Response:
    services = request.app.state.services
    if user_id(request) is None and not request.query_params:
        # Most anonymous requests ask for a cached page, which needs no view of the board.
        followed = game_view.load_followed(services, address)
        if followed.game.status != "open":
            return show_current_shared(
                request,
                followed.game.id,
                followed.game.number,
                lambda: game_view.load_view(services, address),
            )
    look = game_view.load_view(services, address, user_id(request))
    if look.game.status == "open":
        return show_waiting_room(request, look)
    return show_game(request, joining(request, look), request.query_params)


def joining(request: Request, look: game_view.GameView) -> game_view.GameView:
    """View with the offers of the next open seat, if the page asks for them or sends its form.

    A referee without a seat looks at the drafts of the referee.
    """
    asks = {"join", "order", "offer"} & set(request.query_params)
    return open_seats.as_joiner(look) if asks and look.seat is None else look


@router.get("/games/{address}/at/{number}")
def show_game_at_move(
    request: Request, address: str, number: int, eyes: str | None = None
) -> Response:
    """Game page of a past moment. After the end, `eyes` selects the viewpoint."""
    look = game_view.load_view(
        request.app.state.services, address, user_id(request), at=number, eyes=eyes
    )
    return show_game(request, look, request.query_params)


@router.get("/games/{address}/text")
def show_game_in_words(request: Request, address: str) -> Response:
    """Game page without its board: the view, the log and all orders as text and forms."""
    look = game_view.load_view(request.app.state.services, address, user_id(request))
    if look.view is None:
        return RedirectResponse(f"/games/{address}", 303)
    return show_game(request, joining(request, look), request.query_params, in_words=True)


@router.get("/games/{address}/at/{number}/text")
def show_move_in_words(
    request: Request, address: str, number: int, eyes: str | None = None
) -> Response:
    """Page in words of a past moment."""
    look = game_view.load_view(
        request.app.state.services, address, user_id(request), at=number, eyes=eyes
    )
    return show_game(request, look, request.query_params, in_words=True)


@router.get("/games/{address}/panels/{names}")
def show_some_panels(
    request: Request, address: str, names: str, at: int | None = None, eyes: str | None = None
) -> Response:
    """Panels of the game page alone: board, decision, log, talk, clock or replay. Several names are
    separated by commas, and "live" names those that a move changes. Raises `NoSuchGame` for other
    names.
    """
    if names != LIVE and not set(names.split(",")) <= set(PANELS):
        raise NoSuchGame
    look = game_view.load_view(
        request.app.state.services, address, user_id(request), at=at, eyes=eyes
    )
    if look.view is None:
        raise NoSuchGame
    tab = request.query_params.get("tab", "")
    wanted = live_panels(look, tab) if names == LIVE else tuple(names.split(","))
    return show_panels(request, look, wanted, request.query_params)


@router.get("/games/{address}/moment")
def go_to_move(address: str, number: int, eyes: str = "") -> Response:
    """Redirect of the replay slider, a plain form, to the address of the moment."""
    return RedirectResponse(
        f"/games/{address}/at/{number}" + (f"?eyes={eyes}" if eyes.isidentifier() else ""), 303
    )


@router.get("/games/{address}/messages")
def list_messages(request: Request, address: str) -> Response:
    """Player chat, as the list beside the board."""
    written = player_chat.load_chat_messages(request.app.state.services, address, user_id(request))
    return render_page(
        request, "play/player_chat_list.html", base=f"/games/{address}", messages=written
    )


@router.get("/games/{address}/stage")
def show_featured_board(request: Request, address: str) -> Response:
    """Small board of the start page, for its live update."""
    return render_page(request, "home/stage_moved.html", stage=stage_now(request, address))


@router.get("/games/{address}/export")
def export_game(request: Request, address: str) -> Response:
    rate_limit_request(request, "exports", address)
    data = game_export.export_game(request.app.state.services, address, user_id(request))
    return Response(
        data,
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="caracole-{address}.json"'},
    )
