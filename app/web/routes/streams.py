"""Routes of the streams of games and users, and of the number of the last move."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool

from app.services.watch import game_lists, game_view
from app.web.auth import require_user, user_id
from app.web.client_limits import EventStream
from app.web.deferred_routes import DeferredRoute
from app.web.direct_writes import direct_writer
from app.web.game_streams import (
    SpectatorState,
    accepts_gzip,
    as_bytes,
    stream_frames,
    stream_headers,
    stream_user,
)
from app.web.language import language_of
from app.web.panels.frame import TABS

router = APIRouter(route_class=DeferredRoute)


@router.get("/games/{address}/events")
async def stream_game(
    request: Request,
    address: str,
    after: int = 0,
    messages: int = 0,
    remarks: int = 0,
    shown: str = "",
    watching: bool = False,
) -> Response:
    """Stream with a frame per move after the last one that the browser knows (`Last-Event-ID`, else
    `after`).

    `shown` is the tab open on the page. An anonymous visitor who sends it also gets the changed
    parts of that page, drawn and compressed once for all. Remarks go to every page with an open
    spectator chat. `watching` marks a game page, so a viewer without a seat counts as a spectator.
    """
    visitor = request.state.visitor
    followed = await run_in_threadpool(
        game_view.load_followed, request.app.state.services, address, user_id(request)
    )
    is_packed = accepts_gzip(request)
    spectating = SpectatorState(
        language_of(request), remarks, is_shown=shown == "spectators", is_counted=watching
    )
    sent = stream_frames(
        request,
        followed,
        after,
        messages,
        visitor,
        shown if shown in TABS and visitor is None else "",
        spectating,
        direct_writer(request, is_packed=is_packed),
    )
    return EventStream(request, as_bytes(sent, is_packed), stream_headers(is_packed))


@router.get("/games/{address}/number")
def show_last_number(request: Request, address: str) -> Response:
    """Number of the last move, for a page whose stream is blocked."""
    followed = game_view.load_followed(request.app.state.services, address, user_id(request))
    return JSONResponse(
        {"number": followed.game.number} | own_count(request),
        headers={"Cache-Control": "no-store"},
    )


def own_count(request: Request) -> dict[str, int]:
    """Number of decisions that wait for the user; empty for an anonymous visitor."""
    me = user_id(request)
    return {"waiting": game_lists.count_waiting(request.app.state.services, me)} if me else {}


@router.get("/mine/events")  # former address, for pages that are open during an upgrade
@router.get("/my-games/events")
async def stream_own_decisions(request: Request) -> Response:
    """Stream with the number of decisions that wait for the user."""
    require_user(request)
    is_packed = accepts_gzip(request)
    write = direct_writer(request, is_packed=is_packed)
    sent = stream_user(request, request.state.visitor, write)
    return EventStream(request, as_bytes(sent, is_packed), stream_headers(is_packed))
